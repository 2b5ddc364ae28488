//! Amazon Pay's API, version 2, over HTTPS. Every request is signed with the merchant's key.
//!
//! The buyer chooses an address and a card at Amazon, which makes a checkout session. The shop then sets the amount, the
//! buyer confirms it at Amazon, and the shop completes the session: that authorises a charge, under a charge permission.
//! Every request that moves money has an idempotency key, so that a repetition moves nothing twice.

mod address;
mod after_sale;
mod amount;
mod charge;
mod client;
mod complete;
mod currency;
mod dispute;
mod error;
mod gateway;
mod http;
mod language;
mod ledger;
mod names;
mod outcome;
mod owner;
mod publisher;
mod reference;
mod requests;
mod session;
mod settings;
mod settle;
mod wire;

pub use address::{AmazonAddress, Buyer};
pub use amount::{decimal, parse};
pub use charge::{Charge, ChargePermission, ChargeState, PermissionState, Refund, RefundState};
pub use client::AmazonPayClient;
pub use currency::{LEDGER_CURRENCIES, NotOffered, PRESENTMENT_CURRENCIES, takes};
pub use dispute::{Dispute, DisputeState};
pub use error::{AmazonPayError, ErrorClass, Refusal};
pub use gateway::AmazonPayGateway;
pub use language::{DEFAULT_LANGUAGE, LANGUAGES, is_language};
pub use publisher::SnsPublisher;
pub use reference::{PREFIX, bound_session, session_of};
pub use requests::{Initiator, NewCharge, SessionUpdate};
pub use session::{Frequency, PaymentIntent, PermissionType, Session, SessionState};
pub use settings::{AmazonPaySettings, AmazonPaySetupError, Clock, Environment, Region};
