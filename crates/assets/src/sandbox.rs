//! The emulated wallets' scripts.

use crate::asset::Asset;
use rust_embed::RustEmbed;
use serde::Deserialize;

/// What the web build made for test mode alone.
#[derive(RustEmbed)]
#[folder = "../../web/dist-sandbox"]
struct Built;

/// What stands for the wallets' own scripts in test mode: `web/dist-sandbox/manifest.json`. Without a web build it is empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SandboxScripts {
    /// Apple Pay's `apple-pay-sdk.js`.
    pub apple_pay: Option<String>,
    /// Google Pay's `pay.js`.
    pub google_pay: Option<String>,
    /// PayPal's script.
    pub paypal: Option<String>,
    /// The script of the page that PayPal's window shows.
    pub paypal_approval: Option<String>,
}

impl SandboxScripts {
    /// Reads the embedded manifest.
    #[must_use]
    pub fn load() -> Self {
        let Some(file) = built("manifest.json") else {
            return Self::default();
        };
        serde_json::from_slice(&file.bytes).unwrap_or_else(|error| {
            tracing::error!(%error, "the manifest of the emulated wallets' scripts cannot be read");
            Self::default()
        })
    }
}

/// A file of the web build for test mode.
pub(super) fn built(name: &str) -> Option<Asset> {
    Built::get(name).map(Asset::from)
}
