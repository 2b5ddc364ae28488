//! The paths of the emulated wallets on the shop's server. A program built without the feature `sandbox` has none. And where
//! their APIs are.

use std::net::SocketAddr;

#[cfg(feature = "sandbox")]
mod paths {
    use zkratka_sandbox::places;

    pub(crate) const APPLE_PAY_SCRIPT: Option<&str> = Some(places::APPLE_PAY_SCRIPT);
    pub(crate) const GOOGLE_PAY_SCRIPT: Option<&str> = Some(places::GOOGLE_PAY_SCRIPT);
    pub(crate) const META_PAY_SCRIPT: Option<&str> = Some(places::META_PAY_SCRIPT);
    /// The prefix of the emulated PayPal's paths.
    pub(crate) const PAYPAL_PREFIX: Option<&str> = Some(places::PAYPAL);
    /// The prefix of the emulated Amazon Pay's paths.
    pub(crate) const AMAZON_PAY_PREFIX: Option<&str> = Some(places::AMAZON_PAY);
}

#[cfg(not(feature = "sandbox"))]
mod paths {
    pub(crate) const APPLE_PAY_SCRIPT: Option<&str> = None;
    pub(crate) const GOOGLE_PAY_SCRIPT: Option<&str> = None;
    pub(crate) const META_PAY_SCRIPT: Option<&str> = None;
    pub(crate) const PAYPAL_PREFIX: Option<&str> = None;
    pub(crate) const AMAZON_PAY_PREFIX: Option<&str> = None;
}

/// The origin of a vendor's API: the configured one, or that of the emulation at this address.
pub(crate) fn api_or_emulation(configured: Option<&str>, emulation: Option<SocketAddr>) -> String {
    let emulated = || {
        let nowhere = || "http://127.0.0.1:1".to_owned();
        emulation.map_or_else(nowhere, |at| format!("http://{at}"))
    };
    configured.map_or_else(emulated, str::to_owned)
}

pub(crate) use paths::{
    AMAZON_PAY_PREFIX, APPLE_PAY_SCRIPT, GOOGLE_PAY_SCRIPT, META_PAY_SCRIPT, PAYPAL_PREFIX,
};
