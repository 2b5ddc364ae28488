//! Orders leave the shop: each thing that happens to one is told to the endpoints of `[[order_webhooks]]`, signed, at least
//! once, and in the order in which it happened. The outbox of the store keeps what is still to be told.

mod call;
mod courier;
mod message;
mod order_json;
mod schedule;

pub use courier::{Courier, CourierParts};
pub use order_json::{instant, moment, order_json};

use zkratka_commerce::time::Timestamp;
use zkratka_config::{OrderWebhook, StoreSettings};
use zkratka_store::Subscriber;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

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
#[must_use]
pub fn subscribers(webhooks: &[OrderWebhook]) -> Vec<Subscriber> {
    let subscriber = |webhook: &OrderWebhook| Subscriber {
        endpoint: webhook.name.clone(),
        kinds: webhook.kinds.clone(),
    };
    webhooks.iter().map(subscriber).collect()
}

/// From when events that every endpoint has received are kept, so that they can be sent again.
#[must_use]
pub fn kept_since(settings: &StoreSettings, now: Timestamp) -> Timestamp {
    now.plus(-i64::from(settings.event_days) * DAY_MS)
}
