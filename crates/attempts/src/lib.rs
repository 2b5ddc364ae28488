//! Drives checkout attempts to their end: stores what the rules decide, asks the gateway, reports what it says.
//!
//! The rules are [`zkratka_commerce::attempt::transition`]; nothing here decides about money or stock. Every step is
//! stored, fenced by the attempt's version, before anything is done at the gateway; whoever dies in between leaves a
//! due time behind, and [`AttemptDriver::run`] of any server goes on from there.

mod drive;
mod driver;
pub mod fail_point;
mod names;
mod notified;
mod resume;
mod settings;
mod submit;
mod waiters;

#[cfg(test)]
mod tests;

pub use driver::{AttemptDriver, DriverParts};
pub use names::{NameFor, gateway_key, key_in_name, public_id};
pub use notified::Notified;
pub use settings::Settings;
pub use submit::Submitted;
