//! PayPal and Venmo, whose buyers approve the payment in a popup.

mod agreement;
mod approved;
mod order;
mod params;

pub use approved::{Account, Approved, ApprovedBuyer, NotApproved, message_of};
pub use order::NoOrder;

use super::emulation::api_or_emulation;
use super::site::Site;
use std::net::SocketAddr;
use std::sync::Arc;
use zkratka_config::{Config, PayPalConfig};
use zkratka_payments::paypal::{Names, PayPalGateway, PayPalSetupError};

/// PayPal, as configured for this shop.
pub struct PayPal {
    api: String,
    settings: PayPalConfig,
    gateway: Arc<PayPalGateway>,
    names: Names,
    public_origin: String,
    sites: Vec<Site>,
}

/// Why PayPal cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub enum PayPalError {
    /// The client that calls PayPal cannot be set up.
    #[error(
        "[wallets.paypal] PayPal cannot be called: {0}. Install the system's certificate authorities (on Debian the package ca-certificates), or write enabled = false"
    )]
    Setup(#[from] PayPalSetupError),
}

impl PayPal {
    /// Sets up PayPal; `None` if it is disabled. `emulation` is the address of the emulated PayPal.
    pub fn new(
        config: &Config,
        emulation: Option<SocketAddr>,
    ) -> Result<Option<Self>, PayPalError> {
        let Some(settings) = config.wallets.paypal.clone() else {
            return Ok(None);
        };
        let api = api_or_emulation(settings.api(), emulation);
        let gateway = PayPalGateway::new(&settings.settings(api.clone()))?;
        Ok(Some(Self {
            api,
            names: Names::new(&settings.secret.0),
            settings,
            gateway: Arc::new(gateway),
            public_origin: config.server.public_origin.clone(),
            sites: Site::all(config),
        }))
    }

    /// The origin of PayPal's API for this shop.
    #[must_use]
    pub fn api(&self) -> &str {
        &self.api
    }

    /// Whether pages of an origin may open the popup.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.sites.iter().any(|site| site.origin == origin)
    }

    /// The gateway that attempts use.
    #[must_use]
    pub fn gateway(&self) -> Arc<PayPalGateway> {
        Arc::clone(&self.gateway)
    }
}
