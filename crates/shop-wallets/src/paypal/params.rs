//! The parameters of PayPal and Venmo for browsers (`wallet_params`).

use super::PayPal;
use crate::emulation::PAYPAL_PREFIX;
use serde_json::{Value, json};
use zkratka_commerce::money::Currency;
use zkratka_config::ProviderAt;
use zkratka_payments::paypal::takes;

/// The path of PayPal's script, on PayPal's host or below the emulation's prefix.
const SDK: &str = "/web-sdk/v6/core";
const SANDBOX_HOST: &str = "https://www.sandbox.paypal.com";
const LIVE_HOST: &str = "https://www.paypal.com";

impl PayPal {
    /// PayPal's parameters for elements on pages of `origin`. `None` if the popup may not be opened there, or if PayPal
    /// does not support the currency of the page's prices.
    #[must_use]
    pub fn wallet_params(&self, origin: &str, country: &str, currency: Currency) -> Option<Value> {
        let site = self.sites.iter().find(|site| site.origin == origin)?;
        if !takes(currency) {
            return None;
        }
        // This server serves the emulation on all its origins, so each of its own pages loads the script from its own
        // origin.
        let server = if site.own {
            &site.origin
        } else {
            &self.public_origin
        };
        let host = match self.settings.at {
            ProviderAt::Emulation => format!("{server}{}", PAYPAL_PREFIX?),
            ProviderAt::Sandbox => SANDBOX_HOST.to_owned(),
            ProviderAt::Live => LIVE_HOST.to_owned(),
        };
        let mut params = json!({
            "sdkUrl": format!("{host}{SDK}"),
            "clientId": self.settings.client_id,
            "merchantName": self.settings.brand_name,
            "currencyCode": currency.as_str(),
            "requiresBillingAgreement": false,
        });
        if self.settings.at != ProviderAt::Live && !country.is_empty() {
            // Live, PayPal detects the buyer's country. Its sandbox needs to be told.
            params["testBuyerCountry"] = json!(country);
        }
        Some(params)
    }

    /// Venmo's parameters, for buyers in the United States who pay in US dollars.
    #[must_use]
    pub fn venmo_params(&self, origin: &str, country: &str, currency: Currency) -> Option<Value> {
        let is_offered = self.settings.venmo && country == "US" && currency.as_str() == "USD";
        if !is_offered {
            return None;
        }
        self.wallet_params(origin, country, currency)
    }
}
