//! PayPal: Orders v2 and what comes after them, over HTTPS.
//!
//! A buyer approves an order at PayPal; the shop authorises it, and captures or voids the authorisation. Every call that
//! moves money carries `PayPal-Request-Id`, so that repeating it moves nothing twice.

mod amount;
mod breakdown;
mod certificates;
mod client;
mod error;
mod gateway;
mod http;
mod order;
mod settings;
mod token;
mod webhook;
mod wire;

pub use amount::{decimal, parse, takes};
pub use breakdown::{Breakdown, DoesNotAddUp, Item};
pub use client::PayPalClient;
pub use error::{PayPalError, Refusal};
pub use gateway::{PREFIX, PayPalGateway, session_of};
pub use order::{BuyerDetails, Funding, NewOrder, Order, OrderStatus, PayPalAddress, Shipping};
pub use settings::{PayPalSettings, PayPalSetupError};
pub use webhook::{WebhookHeaders, crc32};
