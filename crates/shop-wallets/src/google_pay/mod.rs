//! Google Pay.

mod auth;
mod open;
mod params;
#[cfg(test)]
mod tests;

use super::site::Site;
use crate::emulation::GOOGLE_PAY_SCRIPT;
use auth::Permissions;
use open::Roots;
use std::sync::Arc;
use zkratka_config::{Config, GooglePaySettings, Tokenization};
use zkratka_store::clock::Clock;
use zkratka_wallets::google_pay::{DecryptionKey, RootKeysUnavailable};

/// Google Pay, as configured for this shop.
pub struct GooglePay {
    settings: GooglePaySettings,
    market: Market,
    /// The uncompressed point of the first private key, in base64; empty if the gateway decrypts tokens.
    public_key: String,
    /// One for each origin whose pages may open the sheet.
    permissions: Vec<Permissions>,
    /// Present if this server decrypts tokens itself.
    roots: Option<Roots>,
}

/// Why Google Pay cannot be accepted.
#[derive(Debug, thiserror::Error)]
pub enum GooglePayError {
    /// This machine can fetch no root keys, whatever the keys' server answers.
    #[error(
        "[wallets.google_pay] root_keys_url: {0}. Every token would be refused: correct the address, install the system's certificate authorities (on Debian the package ca-certificates), or write enabled = false"
    )]
    RootKeys(#[from] RootKeysUnavailable),
}

/// The shop's countries and origin.
struct Market {
    /// The shop's public origin.
    origin: String,
    /// The country from which the shop sells.
    country: String,
    /// The countries to which the shop delivers.
    delivery_countries: Vec<String>,
}

impl GooglePay {
    /// Sets up Google Pay; `None` if it is disabled. `config.server.public_origin` must already be set. Returns an
    /// error if every token would be refused.
    pub fn new(config: &Config, clock: &Arc<dyn Clock>) -> Result<Option<Self>, GooglePayError> {
        let Some(settings) = config.wallets.google_pay.clone() else {
            return Ok(None);
        };
        let (public_key, roots) = match &settings.tokenization {
            Tokenization::Direct { keys } => (
                keys.first().map(DecryptionKey::public_key_base64),
                Some(Roots::new(&settings.root_keys, clock)?),
            ),
            Tokenization::Gateway { .. } => (None, None),
        };
        let countries = &config.rules.countries;
        let market = Market {
            origin: config.server.public_origin.clone(),
            country: countries.first().cloned().unwrap_or_default(),
            delivery_countries: countries.clone(),
        };
        let permissions = Site::all(config).into_iter().map(|site| {
            let signer = settings.auth_signer.clone();
            Permissions::new(signer, &settings.merchant_id, site)
        });
        Ok(Some(Self {
            public_key: public_key.unwrap_or_default(),
            permissions: permissions.collect(),
            roots,
            market,
            settings,
        }))
    }

    /// Whether pages of an origin may open the sheet.
    pub(crate) fn allows_origin(&self, origin: &str) -> bool {
        self.permissions_at(origin).is_some()
    }

    fn permissions_at(&self, origin: &str) -> Option<&Permissions> {
        self.permissions.iter().find(|it| it.site.origin == origin)
    }

    /// The URL from which pages of a site load the SDK. This server serves the emulated SDK on all its origins, so each
    /// of its own pages loads the SDK from its own origin.
    fn sdk_url(&self, site: &Site) -> Option<String> {
        let server = if site.own {
            &site.origin
        } else {
            &self.market.origin
        };
        match &self.settings.sdk_url {
            Some(url) => Some(url.to_string()),
            None => GOOGLE_PAY_SCRIPT.map(|script| format!("{server}{script}")),
        }
    }
}
