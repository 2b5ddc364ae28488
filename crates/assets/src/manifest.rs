//! The manifest of the web build: its files by purpose.

use super::Source;
use super::integrity::PageIntegrity;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `web/dist/manifest.json`. Without a web build it is empty, and pages have no scripts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// Files for storefronts.
    pub embed: Embed,
    /// Files for the checkout.
    pub checkout: Checkout,
    /// The URL of the script of the account's pages.
    pub account: Option<String>,
    /// The theme's files: name -> URL.
    pub theme: BTreeMap<String, String>,
    /// Pre-rendered views: name -> HTML.
    pub views: BTreeMap<String, String>,
    /// Every GraphQL document that the embed and the checkout send.
    pub documents: Vec<String>,
    /// Subresource integrity: URL -> hash.
    pub integrity: BTreeMap<String, String>,
    #[serde(rename = "pageIntegrity")]
    /// What pages contain inline so that browsers verify what they load.
    pub page_integrity: PageIntegrity,
}

/// Where wallet buttons are on a page.
#[derive(Clone, Copy, Debug)]
pub enum Placement {
    /// Next to a product's form.
    Product,
    /// In the cart, and in the checkout.
    Cart,
}

/// Files for storefronts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Embed {
    /// The URL of the entry script.
    pub entry: Option<String>,
    /// Scripts that pages load besides the entry.
    pub needs: Needs,
    /// The styles that reserve space for the buttons.
    pub styles: String,
}

/// The URLs of scripts that a page with a wallet loads besides the entry.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Needs {
    /// Scripts by the placement of the wallet: `product` or `cart`.
    pub placements: BTreeMap<String, Vec<String>>,
    /// Scripts by the wallet's attribute name.
    pub wallets: BTreeMap<String, Vec<String>>,
}

/// Files for the checkout.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Checkout {
    /// The script of the checkout page.
    #[serde(flatten)]
    pub page: PageScripts,
    /// The script of the confirmation page.
    pub confirmation: PageScripts,
    /// The URLs of the stylesheets.
    pub css: Vec<String>,
    /// The template of the first form on the checkout page.
    pub form: Option<String>,
    pub cart_query: Option<String>,
}

/// The scripts of a page.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageScripts {
    /// The URL of the entry script.
    pub entry: Option<String>,
    /// The URLs of scripts without which the entry cannot start.
    pub preload: Vec<String>,
}

impl Manifest {
    /// Returns the scripts besides the entry that a page needs before a buyer can press one of these wallets' buttons. Each
    /// has its hash, so that the page can list all of them before the entry runs.
    pub fn scripts_for<'a>(
        &'a self,
        placement: Placement,
        wallets: impl IntoIterator<Item = &'a str>,
    ) -> Vec<(&'a str, &'a str)> {
        let needs = &self.embed.needs;
        let placement = match placement {
            Placement::Product => "product",
            Placement::Cart => "cart",
        };
        let lists = wallets
            .into_iter()
            .filter_map(|wallet| needs.wallets.get(wallet));
        let mut urls: Vec<&str> = Vec::new();
        for url in needs
            .placements
            .get(placement)
            .into_iter()
            .chain(lists)
            .flatten()
        {
            if self.embed.entry.as_ref() != Some(url) && !urls.contains(&url.as_str()) {
                urls.push(url);
            }
        }
        urls.into_iter()
            .filter_map(|url| Some((url, self.integrity.get(url)?.as_str())))
            .collect()
    }

    #[must_use]
    pub fn load(source: &Source) -> Self {
        let Some(file) = source.built("manifest.json") else {
            tracing::warn!("built without web assets: pages have no scripts");
            return Self::default();
        };
        serde_json::from_slice(&file.bytes).unwrap_or_else(|error| {
            tracing::error!(%error, "the web build's manifest cannot be read");
            Self::default()
        })
    }
}
