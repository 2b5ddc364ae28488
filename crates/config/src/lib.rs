//! The configuration: one TOML file, checked completely before anything starts.

mod amazon_pay;
mod bank;
mod cart_rules;
mod delivery;
mod discounts;
mod docs;
pub mod emulated;
mod environment;
mod fault;
mod gift_card_codes;
mod gift_cards;
mod goods;
mod markets;
mod missing_goods;
mod model;
mod names;
mod network;
mod order_webhooks;
mod paypal;
mod places;
mod read;
mod reader;
mod report;
mod schema;
mod sections;
mod selling_plans;
mod tax;
#[cfg(test)]
mod tests;
mod tracking;
pub mod webhook_secret;

pub use docs::{example_file, reference};
pub use environment::variable;
pub use fault::{ConfigError, ConfigFault};
pub use goods::{GoodsKind, GoodsName, KnownGoods};
pub use missing_goods::MissingGoods;
pub use model::*;
pub use network::{InvalidNetwork, Network};
pub use sections::http_origin;
