//! The hashes by which browsers verify scripts and styles, and what pages contain inline for it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use sha2::{Digest, Sha384};

/// Returns the value of an `integrity` attribute.
#[must_use]
pub fn integrity_of(bytes: &[u8]) -> String {
    format!("sha384-{}", STANDARD.encode(Sha384::digest(bytes)))
}

/// What pages contain inline, written by the web build.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageIntegrity {
    /// The import map with the hashes of the modules of wallet buttons.
    storefront: String,
    /// The import map with the hashes of all modules.
    checkout: String,
    /// The script that reports files whose content has changed.
    watch: String,
    modules: Modules,
}

/// The URLs of the modules of each graph.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Modules {
    storefront: Vec<String>,
    checkout: Vec<String>,
}

impl PageIntegrity {
    /// The inline scripts of pages with their purposes. The pages' policy lists their hashes.
    pub fn inline_scripts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("the hashes of the storefront's modules", &self.storefront),
            ("the hashes of all modules", &self.checkout),
            ("reports files whose content has changed", &self.watch),
        ];
        let all = all.into_iter().map(|(purpose, text)| (purpose, &**text));
        all.filter(|(_, text)| !text.is_empty())
    }

    /// The URLs of the modules of buy-it-now and wallet buttons.
    #[must_use]
    pub fn storefront_modules(&self) -> Vec<&str> {
        let modules = &self.modules.storefront;
        modules.iter().map(String::as_str).collect()
    }

    /// The URLs of the modules of the checkout and the confirmation.
    #[must_use]
    pub fn checkout_modules(&self) -> Vec<&str> {
        let modules = &self.modules.checkout;
        modules.iter().map(String::as_str).collect()
    }

    /// The elements with which a page of this kind (`storefront` or `checkout`) begins, before any script or preload; empty
    /// without a web build, and `None` for another kind.
    #[must_use]
    pub fn module_integrity(&self, kind: &str) -> Option<String> {
        let map = match kind {
            "storefront" => &self.storefront,
            "checkout" => &self.checkout,
            _ => return None,
        };
        if map.is_empty() {
            return Some(String::new());
        }
        Some(format!(
            "<script type=\"importmap\">{map}</script><script>{}</script>",
            self.watch
        ))
    }
}
