//! Tests the wallets through their public API: tokens of other implementations, keys over HTTP, hosts.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod amazon_notifications;
mod amazon_pay;
mod apple_amounts;
mod apple_minted_tokens;
mod apple_published_vectors;
mod apple_validation_hosts;
mod auth_jwt;
mod key_files;
mod meta_containers;
mod meta_purchases;
mod meta_requests;
mod minted_tokens;
mod names;
mod published_vectors;
mod root_key_store;
mod support;
