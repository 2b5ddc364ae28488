//! The outside world, emulated inside this server: a payment gateway, Apple Pay, PayPal and a carrier, each on a port of its
//! own. They are called over HTTP, as the real ones would be. A program without the feature `sandbox` has none of them.

#[cfg(not(feature = "sandbox"))]
mod absent;
#[cfg(feature = "sandbox")]
mod inside;

#[cfg(not(feature = "sandbox"))]
pub use absent::SandboxError;
#[cfg(not(feature = "sandbox"))]
pub(crate) use absent::{APPLE_PAY_SCRIPT, GOOGLE_PAY_SCRIPT, PAYPAL_PREFIX, Pages, Sandbox};
#[cfg(feature = "sandbox")]
pub use inside::SandboxError;
#[cfg(feature = "sandbox")]
pub(crate) use inside::{APPLE_PAY_SCRIPT, GOOGLE_PAY_SCRIPT, PAYPAL_PREFIX, Pages, Sandbox};

use crate::gateway::CardGateway;
use std::net::SocketAddr;
use url::Url;

/// What the shop calls of the sandbox.
#[derive(Default)]
pub(crate) struct Emulations {
    /// The payment gateway for cards.
    pub(crate) gateway: Option<CardGateway>,
    /// Apple's merchant validation.
    pub(crate) apple_pay: Option<SocketAddr>,
    /// PayPal's interface.
    pub(crate) paypal: Option<SocketAddr>,
    /// The carrier's price service.
    pub(crate) carrier: Option<Url>,
}
