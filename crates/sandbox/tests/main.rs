//! Tests the emulations with independent code and with the shop's own clients.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod after_sale;
mod amazon_pay;
mod apple_pay;
mod gateway;
mod google_pay;
mod meta_pay;
mod node;
mod paypal;
mod support;
