//! The real `zkratka` process is killed, again and again, beside a sandbox gateway that is a process of its own with a
//! ledger of its own. Afterwards shop and ledger must agree: at most one order and one charge for a cart, the amount
//! shown is the amount charged and ordered, stock is right, and every attempt has ended.
//!
//! [`kills`], `points` and `paypal` have one server, on either store; [`fire`] has three on a PostgreSQL with a standby;
//! [`upgrade`] replaces three of the version before.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and explains itself by printing"
)]

mod audit;
mod buyer;
mod fire;
mod hand_over;
mod kills;
#[cfg(feature = "fail-points")]
mod paypal;
#[cfg(feature = "fail-points")]
mod points;
mod prng;
mod process;
mod setting;
mod shop;
mod told;
mod upgrade;
mod wallet;
