//! What the web build made, by purpose.

use super::Source;
use serde::Deserialize;
use std::collections::BTreeMap;

/// `web/dist/manifest.json`. Without a web build it is empty, and pages come without scripts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Manifest {
    /// What a storefront loads.
    pub embed: Embed,
    /// What the checkout loads.
    pub checkout: Checkout,
    /// The theme's files: name -> URL.
    pub theme: BTreeMap<String, String>,
    /// Pre-rendered views: name -> HTML.
    pub views: BTreeMap<String, String>,
    /// Subresource integrity: URL -> hash.
    pub integrity: BTreeMap<String, String>,
}

/// Where wallets stand on a page.
#[derive(Clone, Copy, Debug)]
pub enum Placement {
    /// Beside a product's form.
    Product,
    /// In the cart, and in the checkout.
    Cart,
}

/// What a storefront loads.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Embed {
    /// The entry script.
    pub entry: Option<String>,
    /// What pages load beside it.
    pub needs: Needs,
    /// The styles that reserve the buttons' space.
    pub styles: String,
}

/// The URLs of scripts that a page loads beside the entry once it names a wallet.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Needs {
    /// By where the wallet stands: `product` or `cart`.
    pub placements: BTreeMap<String, Vec<String>>,
    /// By the wallet's attribute name.
    pub wallets: BTreeMap<String, Vec<String>>,
}

/// What the checkout loads.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Checkout {
    /// The script of the checkout's page.
    #[serde(flatten)]
    pub page: PageScripts,
    /// The script of the page of an order.
    pub confirmation: PageScripts,
    /// The styles.
    pub css: Vec<String>,
    /// The template of the form that the page begins with.
    pub form: Option<String>,
    pub cart_query: Option<String>,
}

/// A page's script.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageScripts {
    /// The script.
    pub entry: Option<String>,
    /// What it cannot start without.
    pub preload: Vec<String>,
}

impl Manifest {
    /// The scripts that a page with these wallets needs before one of them can be pressed, the entry not among them: each
    /// with its hash, so that a page can name them all before the entry runs.
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

    /// Reads the embedded manifest.
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
