//! Tests payments with wallets over HTTP.

mod amazon;
mod amazon_address;
mod amazon_config;
mod amazon_ledger;
mod amazon_purchase;
mod amazon_reopened;
mod amazon_return;
mod amazon_webhook;
mod apple;
mod binding;
mod independent;
mod meta_pay;
#[path = "../../../../wallets/tests/support/mod.rs"]
mod minted;
mod paypal;
mod paypal_agreement;
mod paypal_budget;
mod paypal_payee;
mod paypal_webhook;
mod prime;
mod purchase;
mod refused;
mod reuse;
pub(crate) mod support;
