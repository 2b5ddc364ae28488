//! The parameters of Meta Pay for browsers (`wallet_params`).

use super::MetaPay;
use crate::emulation::META_PAY_SCRIPT;
use serde_json::{Map, Value, json};

impl MetaPay {
    /// The wallet's parameters for elements on pages of `origin`; `None` if the sheet may not be opened there.
    #[must_use]
    pub fn wallet_params(&self, origin: &str) -> Option<Value> {
        let site = self.sites.iter().find(|site| site.origin == origin)?;
        // This server serves the emulated script on all its origins, so each of its own pages loads the script from its own
        // origin.
        let server = if site.own {
            &site.origin
        } else {
            &self.public_origin
        };
        let settings = &self.settings;
        let containers = settings.supported_containers.iter();
        // No option of a type is public.
        let containers: Map<_, _> = containers
            .map(|one| (one.name().to_owned(), json!({})))
            .collect();
        Some(json!({
            "appId": settings.app_id,
            "name": settings.name,
            "environment": self.opener.mode.name(),
            "merchantId": settings.merchant_id,
            "countryCode": self.country,
            "sdkUrl": format!("{server}{}", META_PAY_SCRIPT?),
            "partnerId": settings.partner_id,
            "supportedContainers": containers,
        }))
    }
}
