//! The gateways' clients against servers that the tests control.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod amazon_pay;
mod disputes;
mod ledger;
mod paypal_client;
mod paypal_refusals;
mod sandbox_client;
mod support;
