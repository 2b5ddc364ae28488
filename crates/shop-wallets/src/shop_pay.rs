//! The shop's own wallet on buttons. It is a part of the checkout, so a button needs little: the name, and where the wallet tells whether it
//! knows a browser.

use crate::site::Site;
use serde_json::{Value, json};
use zkratka_config::{Config, ShopWalletSettings};

/// The shop's own wallet, as pages offer it.
pub struct ShopPay {
    settings: ShopWalletSettings,
    sites: Vec<Site>,
    /// The origins whose pages are told whether the wallet knows a browser.
    told: Vec<String>,
}

impl ShopPay {
    /// `None` in a shop without the wallet, or without card payments: saved cards are what it pays with.
    #[must_use]
    pub fn new(config: &Config) -> Option<Self> {
        let settings = config.shop_wallet.clone()?;
        config.rules.payments.card.then(|| Self {
            settings,
            sites: Site::all(config),
            told: told(config),
        })
    }

    /// Whether pages of an origin may offer it. The wallet's own host has a checkout.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        origin == self.settings.origin || self.sites.iter().any(|site| site.origin == origin)
    }

    /// Whether pages of an origin are told if the wallet knows their browser.
    #[must_use]
    pub fn tells(&self, origin: &str) -> bool {
        self.told.iter().any(|told| told == origin)
    }

    /// The parameters for elements on pages of `origin`; `None` if the shop does not know the page.
    pub(crate) fn wallet_params(&self, origin: &str) -> Option<Value> {
        let ShopWalletSettings {
            name,
            origin: wallet,
            is_personalised,
            is_delayed,
            ..
        } = &self.settings;
        self.allows_origin(origin).then(|| {
            json!({
                "walletName": name,
                "walletOrigin": wallet,
                "personalized": *is_personalised && self.tells(origin),
                "animationDelay": is_delayed,
            })
        })
    }
}

/// The public origin and the storefronts' origins: no other name of this machine, because it has other cookies.
fn told(config: &Config) -> Vec<String> {
    let public = std::iter::once(&config.server.public_origin);
    let storefronts = &config.storefront.allowed_origins;
    public.chain(storefronts).cloned().collect()
}

#[cfg(test)]
mod tests;
