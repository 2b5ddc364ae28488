//! Emulated third parties for `mode = "test"`: the sandbox payment gateway with hosted fields, a bank's challenge page
//! and a ledger; a carrier that quotes prices; a register of companies; PayPal; Amazon Pay; Apple Pay and Google Pay with real cryptography, and Meta Pay
//! as far as its cryptography is known. Like the real ones, they are always called over HTTP.

pub mod amazon_pay;
pub mod apple_pay;
mod bound;
mod browser;
mod call;
pub mod carrier;
mod certificates;
pub mod company_register;
mod der;
mod ending;
mod file;
pub mod gateway;
pub mod gift_cards;
pub mod google_pay;
mod keys;
pub mod mail;
pub mod meta_pay;
mod movements;
mod outbox;
pub mod paypal;
pub mod places;
mod random;
mod refusal;
mod traces;

pub use bound::{Bound, Carrier, CompanyRegister, Emulated};
pub use movements::{Movement, MovementKind, MovementStatus, read_movements};
pub use traces::traces;
