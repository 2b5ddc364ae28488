//! PayPal's gateway, as the configuration sets it up.

use crate::model::{PayPalConfig, ProviderAt};
use zkratka_payments::CALL_DEADLINE;
use zkratka_payments::paypal::{LIVE_API, PayPalSettings, SANDBOX_API};

impl PayPalConfig {
    /// The address of PayPal's API. `None` for the emulation, whose address only the process that runs it knows.
    #[must_use]
    pub const fn api(&self) -> Option<&'static str> {
        match self.at {
            ProviderAt::Live => Some(LIVE_API),
            ProviderAt::Sandbox => Some(SANDBOX_API),
            ProviderAt::Emulation => None,
        }
    }

    /// The settings of the gateway that calls the API at this address.
    #[must_use]
    pub fn settings(&self, api: String) -> PayPalSettings {
        PayPalSettings {
            api,
            client_id: self.client_id.clone(),
            secret: self.secret.0.clone().into(),
            merchant_id: self.merchant_id.clone(),
            webhook_id: self.webhook_id.clone(),
            deadline: CALL_DEADLINE,
        }
    }
}
