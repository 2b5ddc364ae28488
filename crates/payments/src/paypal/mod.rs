//! PayPal: Orders v2 and what comes after them, over HTTPS.
//!
//! A buyer approves an order at PayPal; the shop authorises it, and captures or voids the authorisation. Or the buyer agrees
//! that an account is kept, and the shop charges it what is due, which may be nothing. Every call that moves money carries
//! `PayPal-Request-Id`, so that repeating it moves nothing twice.

mod agreement;
mod amount;
mod breakdown;
mod certificates;
mod client;
mod error;
mod gateway;
mod given_back;
mod http;
mod kept;
mod note;
mod order;
mod session;
mod settings;
mod token;
mod webhook;
mod wire;

pub use agreement::{Agreement, AgreementStatus, NewAgreement};
pub use amount::{decimal, parse, takes};
pub use breakdown::{Breakdown, DoesNotAddUp, Item};
pub use client::PayPalClient;
pub use error::{PayPalError, Refusal};
pub use gateway::PayPalGateway;
pub use order::{BuyerDetails, Funding, NewOrder, Order, OrderStatus, PayPalAddress, Shipping};
pub use session::{Due, PREFIX, session_of, session_of_agreement};
pub use settings::{PayPalSettings, PayPalSetupError};
pub use webhook::{WebhookHeaders, crc32};
