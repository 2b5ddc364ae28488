//! The scripts of the emulated wallets.

use crate::asset::Asset;
use rust_embed::RustEmbed;
use serde::Deserialize;

/// The output of the web build for test mode only.
#[derive(RustEmbed)]
#[folder = "../../web/dist-sandbox"]
struct Built;

/// The scripts that replace the wallets' own in test mode: `web/dist-sandbox/manifest.json`. Without a web build it is
/// empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct SandboxScripts {
    /// The emulation of Apple Pay's `apple-pay-sdk.js`.
    pub apple_pay: Option<String>,
    /// The emulation of Google Pay's `pay.js`.
    pub google_pay: Option<String>,
    /// The emulation of Meta Pay's script.
    pub meta_pay: Option<String>,
    /// The emulation of PayPal's script.
    pub paypal: Option<String>,
    /// The script of the page in PayPal's window.
    pub paypal_approval: Option<String>,
    /// The emulation of Amazon Pay's `checkout.js`.
    pub amazon_pay: Option<String>,
    /// The script of Amazon's pages, on which buyers choose and confirm.
    pub amazon_pay_pages: Option<String>,
}

impl SandboxScripts {
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

/// Returns a file of the web build for test mode.
pub(super) fn built(name: &str) -> Option<Asset> {
    Built::get(name).map(Asset::from)
}
