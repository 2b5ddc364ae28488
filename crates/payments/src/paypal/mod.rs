//! PayPal's Orders API v2 and its successors, over HTTPS.
//!
//! The buyer approves an order at PayPal; the shop authorises it, and captures or voids the authorisation. Or the buyer
//! allows PayPal to store an account, and the shop charges it the amount due, which may be zero. Every call that moves
//! money has a `PayPal-Request-Id`, so that a repetition moves nothing twice.

mod after_sale;
mod agreement;
mod amount;
mod breakdown;
mod certificates;
mod client;
mod error;
mod gateway;
mod http;
mod ledger;
mod listing;
mod names;
mod note;
mod order;
mod payee;
mod release;
mod reports;
mod search;
mod session;
mod settings;
mod stored_account;
mod token;
mod trail;
mod webhook;
mod wire;

pub use agreement::{Agreement, AgreementStatus, NewAgreement};
pub use amount::{decimal, parse, takes};
pub use breakdown::{Breakdown, BreakdownError, Item};
pub use client::PayPalClient;
pub use error::{PayPalError, Refusal};
pub use gateway::PayPalGateway;
pub use names::Names;
pub use order::{BuyerDetails, Funding, NewOrder, Order, OrderStatus, PayPalAddress, Shipping};
pub use payee::Diversion;
pub use session::{Due, PREFIX, session_of, session_of_agreement};
pub use settings::{LIVE_API, PayPalSettings, PayPalSetupError, SANDBOX_API};
pub use webhook::{UnverifiedWebhook, WebhookHeaders, crc32};
