//! The payment gateway's interface for the checkout, and its implementations.

mod currencies;
mod gateway;
mod ledger;
pub mod paypal;
mod retry;
#[cfg(feature = "sandbox")]
pub mod sandbox;

pub use currencies::takes_currency;
pub use gateway::*;
pub use ledger::*;
