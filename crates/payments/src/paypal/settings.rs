//! Where PayPal is and how it knows the shop.

use std::time::Duration;
use zeroize::Zeroizing;

/// Where PayPal is and how it knows the shop. Without `Debug`: it holds the secret.
#[derive(Clone)]
pub struct PayPalSettings {
    /// Scheme, host and port of the REST interface, e.g. `https://api-m.paypal.com`; plain HTTP for an emulation only.
    pub api: String,
    /// The application's public name.
    pub client_id: String,
    /// Its secret.
    pub secret: Zeroizing<String>,
    /// PayPal's name of the webhook whose notifications are believed; none: no notification is.
    pub webhook_id: Option<String>,
    /// How long a call may take altogether, a token fetched on the way included.
    pub deadline: Duration,
}

/// Why the client cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PayPalSetupError {
    /// The address is not one.
    #[error("'{0}' is not the address of PayPal's API: write e.g. https://api-m.paypal.com")]
    Address(String),
    /// The machine's certificate authorities.
    #[error("PayPal's certificate could not be checked: {0}")]
    Tls(String),
}
