//! These tests kill the real `zkratka` process again and again, beside a sandbox gateway that is its own process with
//! its own ledger. Afterwards shop and ledger must agree: at most one order and one charge per cart, the amount shown
//! is the amount charged and ordered, the stock is right, and every attempt has ended.
//!
//! [`kills`], `points`, `saved_card`, `paypal` and `amazon_pay` run one server, on either store; [`fire`] runs three on a PostgreSQL with a
//! standby; [`upgrade`] replaces three servers of the previous version.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "a test fails by panicking and explains itself by printing"
)]

mod after_sale;
#[cfg(feature = "fail-points")]
mod amazon_pay;
mod audit;
mod buyer;
mod fire;
mod hand_over;
mod kills;
mod operators;
#[cfg(feature = "fail-points")]
mod paypal;
#[cfg(feature = "fail-points")]
mod points;
mod process;
#[cfg(feature = "fail-points")]
mod saved_card;
mod setting;
mod shop;
mod told;
mod upgrade;
mod wallet;
