//! The payment gateway's interface for the checkout, and its implementations.

mod currencies;
mod gateway;
pub mod paypal;
#[cfg(feature = "sandbox")]
pub mod sandbox;

pub use currencies::takes_currency;
pub use gateway::*;
