//! The payment gateway as the checkout needs it, and the gateways that exist.

mod gateway;
pub mod paypal;
pub mod sandbox;

pub use gateway::*;
