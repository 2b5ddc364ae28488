//! Google Pay.

mod auth;
pub(crate) mod emulated;
mod open;
mod params;
#[cfg(test)]
mod tests;

use crate::clock::Clock;
use crate::config::{Config, GooglePaySettings, Tokenization};
use auth::Permissions;
use open::Roots;
use std::sync::Arc;

/// Where the emulated Google Pay stands in this server.
pub(crate) const EMULATION_PREFIX: &str = "/sandbox/google-pay";

/// Google Pay as this shop takes it.
pub struct GooglePay {
    settings: GooglePaySettings,
    market: Market,
    /// The uncompressed point of the first private key; empty where the gateway opens tokens.
    public_key: String,
    permissions: Permissions,
    roots: Roots,
}

/// Where the shop sells.
struct Market {
    /// The origin that buyers see.
    origin: String,
    /// The country it sells from.
    country: String,
    /// The countries it delivers to.
    delivery_countries: Vec<String>,
}

impl Market {
    /// The bare host, which is what Google calls an origin.
    fn host(&self) -> &str {
        let host = self.origin.split_once("://").map(|(_, host)| host);
        host.unwrap_or(&self.origin)
    }
}

impl GooglePay {
    /// Google Pay as configured; none where it is switched off. `config.server.public_origin` must be known.
    #[must_use]
    pub fn new(config: &Config, clock: &Arc<dyn Clock>) -> Option<Self> {
        let settings = config.wallets.google_pay.clone()?;
        let public_key = match &settings.tokenization {
            Tokenization::Direct { keys } => keys.first()?.public_key_base64(),
            Tokenization::Gateway { .. } => String::new(),
        };
        let countries = &config.rules.countries;
        let market = Market {
            origin: config.server.public_origin.clone(),
            country: countries.first()?.clone(),
            delivery_countries: countries.clone(),
        };
        Some(Self {
            public_key,
            permissions: Permissions::new(
                settings.auth_signer.clone(),
                &settings.merchant_id,
                market.host(),
            ),
            roots: Roots::new(&settings, clock),
            market,
            settings,
        })
    }

    /// Where browsers load the SDK from.
    #[must_use]
    pub fn sdk_url(&self) -> String {
        self.settings.sdk_url.as_ref().map_or_else(
            || format!("{}{EMULATION_PREFIX}/pay.js", self.market.origin),
            ToString::to_string,
        )
    }
}
