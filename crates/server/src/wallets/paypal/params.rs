//! What browsers are told about PayPal and Venmo (`wallet_params`).

use super::PayPal;
use crate::sandbox::PAYPAL_PREFIX;
use serde_json::{Value, json};
use zkratka_commerce::money::Currency;
use zkratka_config::PayPalAt;
use zkratka_payments::paypal::takes;

/// PayPal's script, below its host or the emulation.
const SDK: &str = "/web-sdk/v6/core";
const SANDBOX_HOST: &str = "https://www.sandbox.paypal.com";
const LIVE_HOST: &str = "https://www.paypal.com";

impl PayPal {
    /// The parameters of PayPal as elements on pages of `origin` carry them; none where the window may not be opened, or
    /// PayPal does not take the currency of the page's prices.
    #[must_use]
    pub fn wallet_params(&self, origin: &str, country: &str, currency: Currency) -> Option<Value> {
        let site = self.sites.iter().find(|site| site.origin == origin)?;
        if !takes(currency) {
            return None;
        }
        // The emulation stands wherever this server does: a page of its own asks for no other origin's script.
        let server = if site.own {
            &site.origin
        } else {
            &self.public_origin
        };
        let host = match self.settings.at {
            PayPalAt::Emulation => format!("{server}{}", PAYPAL_PREFIX?),
            PayPalAt::Sandbox => SANDBOX_HOST.to_owned(),
            PayPalAt::Live => LIVE_HOST.to_owned(),
        };
        let mut params = json!({
            "sdkUrl": format!("{host}{SDK}"),
            "clientId": self.settings.client_id,
            "merchantName": self.settings.brand_name,
            "currencyCode": currency.as_str(),
            "requiresBillingAgreement": false,
        });
        if self.settings.at != PayPalAt::Live && !country.is_empty() {
            // Real buyers are where they are; in the sandbox PayPal has to be told.
            params["testBuyerCountry"] = json!(country);
        }
        Some(params)
    }

    /// The parameters of Venmo: for buyers in the United States who pay in dollars.
    #[must_use]
    pub fn venmo_params(&self, origin: &str, country: &str, currency: Currency) -> Option<Value> {
        let is_offered = self.settings.venmo && country == "US" && currency.as_str() == "USD";
        if !is_offered {
            return None;
        }
        self.wallet_params(origin, country, currency)
    }
}
