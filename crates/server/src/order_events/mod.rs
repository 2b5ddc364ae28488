//! Orders leave the shop: each thing that happens to one is told to the endpoints of `[[order_webhooks]]`, signed, at least
//! once, and in the order in which it happened. The outbox of the store keeps what is still to be told.

mod call;
mod courier;
mod message;
mod schedule;
mod tidy;

pub(crate) use courier::{Courier, CourierParts};
pub(crate) use tidy::{forget_old, kept_since};

use zkratka_config::OrderWebhook;
use zkratka_store::Subscriber;

/// An endpoint cannot be called.
#[derive(Debug, thiserror::Error)]
#[error("order webhook {name}: {reason}")]
pub struct NotCallable {
    /// The endpoint.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Who hears of orders.
pub(crate) fn subscribers(webhooks: &[OrderWebhook]) -> Vec<Subscriber> {
    let subscriber = |webhook: &OrderWebhook| Subscriber {
        endpoint: webhook.name.clone(),
        kinds: webhook.kinds.clone(),
    };
    webhooks.iter().map(subscriber).collect()
}
