//! Drives checkout attempts, refunds and awaited transfers to their end: stores what the rules decide, calls the gateway,
//! stores its answers.
//!
//! The rules of attempts are in [`zkratka_commerce::attempt::transition`], those of orders in
//! [`zkratka_commerce::order_life::decide`]. This crate decides nothing about money or stock. It stores
//! every step, fenced by the attempt's version, before it calls the gateway. If a server dies in between, the stored due
//! time remains, and [`AttemptDriver::run`] of any server resumes the attempt.

mod drive;
mod driver;
pub mod fail_point;
mod names;
mod notified;
mod refunds;
mod resume;
mod settings;
mod submit;
mod transfers;
mod unbooked;
mod waiters;

#[cfg(test)]
mod tests;

pub use driver::{AttemptDriver, DriverParts};
pub use names::{
    NameFor, download_secret, gateway_key, is_gateway_key, key_at_gateway, key_in_name,
    named_by_gateway, order_secret, public_id, refund_key,
};
pub use notified::NotificationOutcome;
pub use settings::Settings;
pub use submit::SubmitOutcome;
