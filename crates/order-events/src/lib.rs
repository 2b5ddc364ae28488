//! Delivers order events to their receivers, at least once, and for each order in sequence. The endpoints of
//! `[[order_webhooks]]` receive them as signed requests. Undelivered events stay in the outbox of the store.

mod call;
mod courier;
mod life_json;
mod message;
mod order_json;
mod receiver;
mod schedule;

pub use call::Endpoint;
pub use courier::{Courier, CourierParts};
pub use order_json::order_json;
pub use receiver::{Delivery, Receiver};

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

/// Returns the endpoint as the store subscribes it to events.
#[must_use]
pub fn subscriber(webhook: &OrderWebhook) -> Subscriber {
    Subscriber {
        endpoint: webhook.name.clone(),
        kinds: webhook.kinds.clone(),
        since: None,
    }
}

/// Returns the time since which delivered events are kept, so that they can be sent again.
#[must_use]
pub fn kept_since(settings: &StoreSettings, now: Timestamp) -> Timestamp {
    now.plus(-i64::from(settings.event_days) * DAY_MS)
}
