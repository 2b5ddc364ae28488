//! The outside world, emulated, for `mode = "test"`: the sandbox payment gateway with its hosted fields, its bank's
//! challenge page and its ledger, a carrier that quotes prices, and Apple Pay and Google Pay with real cryptography. They
//! are always talked to over HTTP, as the real ones would be.

pub mod apple_pay;
mod browser;
pub mod carrier;
mod ending;
mod file;
pub mod gateway;
pub mod google_pay;
mod keys;
mod outbox;
pub mod paypal;
pub mod places;
mod random;
mod refusal;
mod traces;

pub use traces::traces;
