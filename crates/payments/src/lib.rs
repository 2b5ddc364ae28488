//! The payment gateway's interface for the checkout, and its implementations.

pub mod amazon_pay;
mod currencies;
mod fetch_limit;
mod gateway;
mod gateway_name;
mod ledger;
pub mod paypal;
mod retry;
mod routed_gateway;
#[cfg(feature = "sandbox")]
pub mod sandbox;

pub use currencies::takes_currency;
pub use gateway::*;
pub use gateway_name::GatewayName;
pub use ledger::*;
pub use routed_gateway::{NamedGateway, RoutedGateway};
