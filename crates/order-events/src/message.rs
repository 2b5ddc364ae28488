//! What is sent.

use crate::order_json::{instant, order_json};
use bytes::Bytes;
use serde_json::json;
use zkratka_store::{ClaimedEvent, OrderRecord};

/// The message's body. The order is as `zkratka orders --json` tells it, as it stood when this happened; the same event is
/// always told in the same words.
pub(super) fn body(event: &ClaimedEvent, record: &OrderRecord) -> Bytes {
    let message = json!({
        "type": event.kind,
        "timestamp": instant(event.at),
        "data": { "order": order_json(record) },
    });
    Bytes::from(message.to_string())
}
