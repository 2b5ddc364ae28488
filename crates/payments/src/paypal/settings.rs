use std::time::Duration;
use zeroize::Zeroizing;

/// PayPal's API for real money.
pub const LIVE_API: &str = "https://api-m.paypal.com";
/// PayPal's API for test money.
pub const SANDBOX_API: &str = "https://api-m.sandbox.paypal.com";

/// PayPal's address and the shop's credentials. It has no `Debug`, because it contains the secret.
#[derive(Clone)]
pub struct PayPalSettings {
    /// Scheme, host and port of the REST API, such as `https://api-m.paypal.com`; plain HTTP for an emulation only.
    pub api: String,
    pub client_id: String,
    pub secret: Zeroizing<String>,
    /// PayPal's id of the merchant. Only orders that pay this merchant are authorised.
    pub merchant_id: String,
    /// PayPal's id of the webhook whose notifications are accepted; none accepts none.
    pub webhook_id: Option<String>,
    /// The limit of one call, including a token fetched on the way.
    pub deadline: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum PayPalSetupError {
    /// The address is malformed or has an unknown scheme.
    #[error("'{0}' is not the address of PayPal's API: write e.g. https://api-m.paypal.com")]
    Address(String),
    /// The machine's certificate authorities cannot be loaded.
    #[error("PayPal's certificate could not be checked: {0}")]
    Tls(String),
}
