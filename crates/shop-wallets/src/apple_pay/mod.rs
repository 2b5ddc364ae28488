//! Apple Pay.

mod open;
mod params;
mod session;
#[cfg(test)]
mod tests;

pub use session::NoSession;

use super::site::Site;
use std::net::{Ipv4Addr, SocketAddr};
use zkratka_commerce::order::Mode;
use zkratka_config::emulated::{self, EmulatedApplePay};
use zkratka_config::{AppleIssuer, ApplePaySettings, Config};
use zkratka_wallets::apple_pay::Opener;
use zkratka_wallets::apple_pay::merchant_validation::{
    Address, Environment, MerchantValidation, Trust,
};

/// Apple Pay, as configured for this shop.
pub struct ApplePay {
    settings: ApplePaySettings,
    environment: Environment,
    opener: Opener,
    validation: MerchantValidation,
    /// The country from which the shop sells.
    country: String,
    /// The origins whose pages may open the sheet, the public origin first.
    sites: Vec<Site>,
}

/// Why Apple Pay cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub enum ApplePayError {
    /// The client that requests sessions from Apple cannot be set up.
    #[error(
        "[wallets.apple_pay] sessions cannot be requested: {0}. Install the system's certificate authorities (on Debian the package ca-certificates), or write enabled = false"
    )]
    Validation(String),
}

impl ApplePay {
    /// Sets up Apple Pay; `None` if it is disabled. `emulation` is the address of the emulated merchant validation.
    pub fn new(
        config: &Config,
        emulation: Option<SocketAddr>,
    ) -> Result<Option<Self>, ApplePayError> {
        let Some(settings) = config.wallets.apple_pay.clone() else {
            return Ok(None);
        };
        let environment = match config.server.mode {
            Mode::Live => Environment::Production,
            Mode::Test => Environment::Sandbox,
        };
        let nowhere = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let (address, trust) = match (settings.issuer, emulated::apple_pay()) {
            (AppleIssuer::Emulation, Some(EmulatedApplePay { root, .. })) => {
                let address = emulation.unwrap_or(nowhere);
                (Address::Fixed(address), Trust::Only(root))
            }
            _ => (Address::OfHost, Trust::Machine),
        };
        let validation =
            MerchantValidation::new(address, &trust, Some(&settings.identity), session::DEADLINE);
        let opener = Opener {
            roots: vec![settings.root.clone()],
            keys: settings.keys.clone(),
        };
        Ok(Some(Self {
            environment,
            opener,
            validation: validation.map_err(|error| ApplePayError::Validation(error.to_string()))?,
            country: config.rules.countries.first().cloned().unwrap_or_default(),
            sites: Site::all(config),
            settings,
        }))
    }

    /// Whether pages of an origin may open the sheet.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.sites.iter().any(|site| site.origin == origin)
    }

    /// The text that proves to Apple that the domain belongs to the merchant.
    #[must_use]
    pub fn domain_association(&self) -> Option<&str> {
        self.settings.domain_association.as_deref()
    }
}
