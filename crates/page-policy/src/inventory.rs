//! The inventory of the scripts that may run on pages that take payment (PCI DSS 4.0.1, 6.4.3).

use crate::policy::inline_hash;
use crate::vendors::{Vendor, emulated_wallets, vendors};
use serde::Serialize;
use std::fmt::{Display, Formatter};
use zkratka_assets::theme::Theme;
use zkratka_assets::{Manifest, Source, content_type};
use zkratka_config::Config;

const STOREFRONT: &str =
    "buy-it-now and wallet buttons, on product pages, the cart and the checkout";
const CHECKOUT: &str = "the checkout and the confirmation";
const THEME: &str = "the theme's pages, but not the checkout nor the account";
const OWN: &str =
    "the policy's script-src allows this origin; pages and their import map name the hash";
const INLINE: &str = "the policy's script-src names the hash";
const VENDOR: &str = "enabled in the configuration; the policy's script-src names the hosts, and the policy accelerated-checkout for script URLs accepts no other host";
const NO_HASH: &str = "none: the vendor changes the script without notice";

/// What may run on pages that take payment.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Inventory {
    pub own_scripts: Vec<OwnScript>,
    pub inline_scripts: Vec<InlineScript>,
    pub vendor_scripts: Vec<VendorScript>,
    /// Wallets whose scripts this server emulates, in test mode only.
    pub emulated_wallets: Vec<&'static str>,
    /// Whether pages require Trusted Types, so that no text can become a script.
    pub trusted_types_required: bool,
}

/// A file of this server.
#[derive(Clone, Debug, Serialize)]
pub struct OwnScript {
    pub url: String,
    pub purpose: &'static str,
    pub authorisation: &'static str,
    /// Empty if the file cannot be read.
    pub integrity: String,
}

/// A script in the page itself.
#[derive(Clone, Debug, Serialize)]
pub struct InlineScript {
    pub purpose: &'static str,
    pub authorisation: &'static str,
    pub integrity: String,
}

/// The script of a wallet's vendor.
#[derive(Clone, Debug, Serialize)]
pub struct VendorScript {
    pub wallet: &'static str,
    pub url: String,
    /// The sources that the policy allows, for the script and those that it loads.
    pub hosts: Vec<&'static str>,
    pub purpose: &'static str,
    pub authorisation: &'static str,
    pub integrity: &'static str,
}

impl Inventory {
    /// Lists the scripts that the policy of [`crate::PagePolicy`] allows.
    #[must_use]
    pub fn new(config: &Config, manifest: &Manifest, files: &Source, theme: &Theme) -> Self {
        let vendors = vendors(config);
        let built = |purpose, urls: Vec<&str>| {
            let hash = |url: &str| manifest.integrity.get(url).cloned().unwrap_or_default();
            let own = move |url: &str| own_script(url.to_owned(), purpose, hash(url));
            urls.into_iter().map(own).collect::<Vec<_>>()
        };
        let mut own_scripts = built(STOREFRONT, manifest.page_integrity.storefront_modules());
        own_scripts.extend(built(CHECKOUT, manifest.page_integrity.checkout_modules()));
        own_scripts.extend(theme_scripts(manifest, files, theme));
        let inline = |(purpose, text): (&'static str, &str)| InlineScript {
            purpose,
            authorisation: INLINE,
            integrity: inline_hash(text),
        };
        Self {
            own_scripts,
            inline_scripts: manifest
                .page_integrity
                .inline_scripts()
                .map(inline)
                .collect(),
            trusted_types_required: vendors.is_empty(),
            vendor_scripts: vendors.into_iter().map(vendor_script).collect(),
            emulated_wallets: emulated_wallets(config),
        }
    }

    /// The inventory as lines of text.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let own = self.own_scripts.iter().map(ToString::to_string);
        let inline = self.inline_scripts.iter().map(ToString::to_string);
        let vendors = self.vendor_scripts.iter().map(ToString::to_string);
        let emulated = self.emulated_wallets.iter().map(|wallet| {
            format!("script of {wallet}: emulated by this server, in test mode only")
        });
        let required = if self.trusted_types_required {
            "required"
        } else {
            "not required, because a vendor's script does not support them"
        };
        let types = format!("Trusted Types: {required}");
        let all = own.chain(inline).chain(vendors).chain(emulated);
        all.chain([types]).collect()
    }
}

fn own_script(url: String, purpose: &'static str, integrity: String) -> OwnScript {
    OwnScript {
        url,
        purpose,
        authorisation: OWN,
        integrity,
    }
}

fn theme_scripts(manifest: &Manifest, files: &Source, theme: &Theme) -> Vec<OwnScript> {
    let mut names: Vec<String> = manifest.theme.keys().cloned().collect();
    names.extend(files.own_asset_names());
    names.retain(|name| content_type(name).starts_with("text/javascript"));
    names.sort();
    names.dedup();
    let script = |name: &String| {
        let url = theme.asset_url(name);
        let integrity = theme.integrity(&url).unwrap_or_default();
        own_script(url, THEME, integrity)
    };
    names.iter().map(script).collect()
}

fn vendor_script(vendor: Vendor) -> VendorScript {
    VendorScript {
        wallet: vendor.wallet.title(),
        url: vendor.script,
        hosts: vendor.scripts.split_whitespace().collect(),
        purpose: vendor.purpose,
        authorisation: VENDOR,
        integrity: NO_HASH,
    }
}

impl Display for OwnScript {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let Self {
            url,
            purpose,
            integrity,
            ..
        } = self;
        write!(to, "script {url}: {purpose}; {integrity}")
    }
}

impl Display for InlineScript {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        let Self {
            purpose, integrity, ..
        } = self;
        write!(to, "inline script: {purpose}; {integrity}")
    }
}

impl Display for VendorScript {
    fn fmt(&self, to: &mut Formatter<'_>) -> std::fmt::Result {
        write!(
            to,
            "script of {}: {}; {}; authorised: {}; hosts: {}; integrity: {}",
            self.wallet,
            self.url,
            self.purpose,
            self.authorisation,
            self.hosts.join(" "),
            self.integrity
        )
    }
}
