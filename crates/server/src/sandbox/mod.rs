//! Emulated external services inside this server: a payment gateway, Apple Pay, PayPal, Amazon Pay, a carrier and a register of companies, each
//! on a port of its own. The server calls them over HTTP, like the real services. A program built without the feature `sandbox` has
//! none of them.

#[cfg(not(feature = "sandbox"))]
mod absent;
#[cfg(feature = "sandbox")]
mod inside;

#[cfg(not(feature = "sandbox"))]
pub use absent::SandboxError;
#[cfg(not(feature = "sandbox"))]
pub(crate) use absent::{Pages, Sandbox};
#[cfg(feature = "sandbox")]
pub use inside::SandboxError;
#[cfg(feature = "sandbox")]
pub(crate) use inside::{Pages, Sandbox};

use crate::gateway::CardGateway;
use std::net::SocketAddr;
use url::Url;

/// The emulated services that the shop calls.
#[derive(Default)]
pub(crate) struct Emulations {
    pub(crate) gateway: Option<CardGateway>,
    /// The address of Apple's merchant validation.
    pub(crate) apple_pay: Option<SocketAddr>,
    /// The address of PayPal's API.
    pub(crate) paypal: Option<SocketAddr>,
    /// The address of Amazon Pay's API.
    pub(crate) amazon_pay: Option<SocketAddr>,
    /// The SMTP server that keeps e-mails.
    pub(crate) mail: Option<SocketAddr>,
    /// The URL of the carrier's price service.
    pub(crate) carrier: Option<Url>,
    /// The URL of the register of companies.
    pub(crate) company_register: Option<Url>,
}
