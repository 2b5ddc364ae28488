//! The commands with which an operator works on the shop's records: orders, attempts, their events and e-mails, gift cards,
//! personal data, wallets' tokens, and the comparison with the providers' ledgers. [`support`] is what all commands share.

pub mod attempts;
pub mod events;
pub mod gift_cards;
pub mod orders;
mod personal_data;
pub mod reconcile;
pub mod support;
pub mod token;

pub use events::mail;
