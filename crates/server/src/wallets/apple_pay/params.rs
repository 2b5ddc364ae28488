//! What browsers are told about Apple Pay (`wallet_params`).

use super::ApplePay;
use crate::sandbox::APPLE_PAY_SCRIPT;
use serde_json::{Value, json};
use zkratka_config::AppleIssuer;

impl ApplePay {
    /// The wallet's parameters as elements on pages of `origin` carry them; none where the sheet may not be opened. The
    /// browser's own Apple Pay is meant, unless this server emulates it.
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
            // The emulation stands wherever this server does: a page of its own asks for no other origin's script.
            let server = self.sites.first().filter(|_| !site.own).unwrap_or(site);
            params["sdkUrl"] = json!(format!("{}{script}", server.origin));
        }
        Some(params)
    }
}
