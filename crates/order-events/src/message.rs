//! Writes the messages to endpoints.

use crate::order_json::order_json;
use bytes::Bytes;
use serde_json::json;
use zkratka_store::{ClaimedEvent, OrderRecord};

/// Writes the message's body. It contains the order in the format of `zkratka orders --json`, in the state at the time of
/// the event. The same event always gives the same bytes.
pub(super) fn body(event: &ClaimedEvent, record: &OrderRecord) -> Bytes {
    let message = json!({
        "type": event.kind,
        "timestamp": event.at.rfc3339(),
        "data": { "order": order_json(record) },
    });
    Bytes::from(message.to_string())
}
