//! Sends order events to the endpoints of `[[order_webhooks]]`: signed, at least once, and for each order in sequence.
//! Undelivered events stay in the outbox of the store.

mod call;
mod courier;
mod life_json;
mod message;
mod order_json;
mod schedule;

pub use courier::{Courier, CourierParts};
pub use order_json::order_json;

use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_config::{OrderWebhook, StoreSettings};
use zkratka_store::Subscriber;

/// The client for an endpoint cannot be created.
#[derive(Debug, thiserror::Error)]
#[error("order webhook {name}: {reason}")]
pub struct NotCallable {
    pub name: String,
    pub reason: String,
}

/// Returns the endpoints as the store subscribes them to events.
#[must_use]
pub fn subscribers(webhooks: &[OrderWebhook]) -> Vec<Subscriber> {
    let subscriber = |webhook: &OrderWebhook| Subscriber {
        endpoint: webhook.name.clone(),
        kinds: webhook.kinds.clone(),
    };
    webhooks.iter().map(subscriber).collect()
}

/// Returns the time since which delivered events are kept, so that they can be sent again.
#[must_use]
pub fn kept_since(settings: &StoreSettings, now: Timestamp) -> Timestamp {
    now.plus(-i64::from(settings.event_days) * DAY_MS)
}
