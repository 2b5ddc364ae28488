//! The parameters of Apple Pay for browsers (`wallet_params`).

use super::ApplePay;
use crate::emulation::APPLE_PAY_SCRIPT;
use serde_json::{Value, json};
use zkratka_config::AppleIssuer;

impl ApplePay {
    /// The wallet's parameters for elements on pages of `origin`; `None` if the sheet may not be opened there. Elements
    /// use the browser's own Apple Pay, unless this server emulates it.
    #[must_use]
    pub fn wallet_params(&self, origin: &str) -> Option<Value> {
        let site = self.sites.iter().find(|site| site.origin == origin)?;
        let settings = &self.settings;
        let mut params = json!({
            "merchantId": settings.merchant_id,
            "merchantName": settings.merchant_name,
            "countryCode": self.country,
            "merchantCapabilities": ["supports3DS"],
            "supportedNetworks": ["amex", "masterCard", "visa"],
            "shippingType": "shipping",
            "emailRequired": true,
            "phoneRequired": true,
        });
        if let (AppleIssuer::Emulation, Some(script)) = (settings.issuer, APPLE_PAY_SCRIPT) {
            // This server serves the emulated script on all its origins, so each of its own pages loads the script from
            // its own origin.
            let server = self.sites.first().filter(|_| !site.own).unwrap_or(site);
            params["sdkUrl"] = json!(format!("{}{script}", server.origin));
        }
        Some(params)
    }
}
