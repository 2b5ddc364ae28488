//! The parameters of Amazon's script.

use super::AmazonPay;
use super::prime::{is_served, sells};
use crate::WalletPage;
use crate::emulation::AMAZON_PAY_PREFIX;
use serde_json::{Value, json};
use zkratka_commerce::money::Currency;
use zkratka_payments::amazon_pay::Environment;

/// The name of Amazon's script, on Amazon's host or below the emulation's prefix.
const SCRIPT: &str = "/checkout.js";
/// Keys whose names say their environment. Amazon then refuses another statement of it.
const KEYS_OF_ENVIRONMENTS: [&str; 2] = ["LIVE-", "SANDBOX-"];
/// The server prices a cart at every request, so a cart needs no preparation before the buyer leaves for Amazon.
const PREPARES_CART: bool = false;

impl AmazonPay {
    /// Amazon Pay's parameters for elements on pages of `origin`. `None` if the page may not lead to Amazon, or if the
    /// account does not take the currency of the page's prices.
    #[must_use]
    pub fn wallet_params(&self, origin: &str, currency: Currency) -> Option<Value> {
        if self.settings.offered_in(currency).is_err() {
            return None;
        }
        let site = self.sites.iter().find(|site| site.origin == origin)?;
        // This server serves the emulation on all its origins, so each of its own pages loads the script from its own
        // origin.
        let server = if site.own {
            &site.origin
        } else {
            &self.public_origin
        };
        self.script_params(server, currency)
    }

    /// Buy with Prime's parameters, under the same conditions. `None` also for buyers in a country that it does not serve,
    /// and on the page of a product that the operator has not marked. A cart's page always offers it, because scripts
    /// change the cart after the page was made: the press tells that nothing in it is marked.
    #[must_use]
    pub fn prime_params(&self, origin: &str, page: WalletPage<'_>) -> Option<Value> {
        let prime = self.prime.as_ref()?;
        let is_marked = page.product.is_none_or(|product| sells(prime, product));
        if !is_marked || !is_served(prime, page.country) {
            return None;
        }
        self.wallet_params(origin, page.currency)
    }

    /// The parameters that no cart changes. `server` is the origin that serves the emulation.
    pub(super) fn script_params(&self, server: &str, currency: Currency) -> Option<Value> {
        let settings = &self.settings;
        let mut params = json!({
            "sdkUrl": self.script_url(server)?,
            "currencyCode": currency.as_str(),
            "merchantId": settings.merchant_id,
            "ledgerCurrency": settings.ledger.as_str(),
            "checkoutLanguage": settings.checkout_language,
            "productType": settings.product_type.name(),
            "prepareCart": PREPARES_CART,
        });
        let key = settings.signer.public_key_id();
        if KEYS_OF_ENVIRONMENTS
            .iter()
            .any(|prefix| key.starts_with(prefix))
        {
            params["publicKeyId"] = json!(key);
        } else {
            params["sandbox"] = json!(settings.environment() == Environment::Sandbox);
        }
        Some(params)
    }

    /// Amazon's script, or the emulation's on the origin `server`.
    pub(super) fn script_url(&self, server: &str) -> Option<String> {
        let host = match self.settings.script_host() {
            Some(host) => host.to_owned(),
            None => format!("{server}{}", AMAZON_PAY_PREFIX?),
        };
        Some(format!("{host}{SCRIPT}"))
    }
}
