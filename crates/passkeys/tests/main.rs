//! The verifier against ceremonies that other programs made.

#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "tests"
)]

mod authenticator;
mod parsers;
mod published;
mod rules;
mod support;
