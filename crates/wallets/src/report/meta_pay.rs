//! Reports of Meta Pay containers.

use super::{HIDDEN, checks, masked};
use crate::inspection::{Check as _, Refusal as _};
use crate::meta_pay::{Inspection, OpenedContainer};
use serde_json::{Map, Value, json};
use zkratka_commerce::time::Timestamp;

/// Members of the message that reveal nothing of the card.
const OPEN_MEMBERS: [&str; 4] = [
    "container_context",
    "container_type",
    "created_time",
    "merchant_id",
];
const OPEN_DETAILS: [&str; 2] = ["brand", "eci"];

/// Reports the inspection of a container at a moment.
#[must_use]
pub fn meta_pay(inspection: &Inspection, at: Timestamp, show_secrets: bool) -> Value {
    let refusal = inspection.result.as_ref().err();
    let opened = inspection.result.as_ref().ok();
    json!({
        "verified": opened.is_some(),
        "mode": opened.map(|container| container.mode.name()),
        "containerId": opened.map(|container| &container.container_id),
        "containerType": opened.map(|container| container.container_type.name()),
        "createdAt": opened.map(|container| container.created_at.rfc3339()),
        "amount": opened.map(|container| json!(container.amount)),
        "at": at.rfc3339(),
        "failedCheck": refusal.map(|refusal| refusal.check().name()),
        "reason": refusal.map(|refusal| refusal.code()),
        "checks": checks(inspection),
        "payload": opened.map(|container| payload(container, show_secrets)),
    })
}

fn payload(container: &OpenedContainer, show_secrets: bool) -> Value {
    let Ok(Value::Object(members)) = serde_json::from_str(&container.plaintext) else {
        return json!(HIDDEN);
    };
    if show_secrets {
        return Value::Object(members);
    }
    let number = container.masked_number();
    masked(members, &OPEN_MEMBERS, |name, value| match (name, value) {
        ("card_data" | "token_data", Value::Object(details)) => Some(details_of(details, &number)),
        _ => None,
    })
}

fn details_of(details: &Map<String, Value>, number: &str) -> Value {
    masked(details.clone(), &OPEN_DETAILS, |name, _| {
        matches!(name, "card_number" | "number").then(|| json!(number))
    })
}
