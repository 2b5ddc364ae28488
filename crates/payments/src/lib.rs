//! The payment gateway as the checkout needs it, and the gateways that exist.

mod gateway;

pub use gateway::*;
