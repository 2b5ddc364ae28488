//! The payment gateway as the checkout needs it, and the gateways that exist.

mod currencies;
mod gateway;
pub mod paypal;
#[cfg(feature = "sandbox")]
pub mod sandbox;

pub use currencies::takes_currency;
pub use gateway::*;
