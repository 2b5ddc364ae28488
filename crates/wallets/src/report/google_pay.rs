//! Reports of Google Pay tokens.

use super::{HIDDEN, checks, masked};
use crate::google_pay::{CardDetails, Inspection, OpenedToken, Recipient};
use crate::inspection::{Check as _, Refusal as _};
use serde_json::{Map, Value, json};
use zkratka_commerce::time::Timestamp;

/// Members of the payload that reveal nothing of the card.
const OPEN_MEMBERS: [&str; 4] = [
    "gatewayMerchantId",
    "messageExpiration",
    "messageId",
    "paymentMethod",
];
const OPEN_DETAILS: [&str; 3] = ["assuranceDetails", "authMethod", "eciIndicator"];

/// Reports the inspection of a token at a moment.
#[must_use]
pub fn google_pay(
    inspection: &Inspection,
    recipient: &Recipient,
    at: Timestamp,
    show_secrets: bool,
) -> Value {
    let refusal = inspection.result.as_ref().err();
    let opened = inspection.result.as_ref().ok();
    json!({
        "verified": opened.is_some(),
        "payable": opened.is_some_and(OpenedToken::is_payment),
        "protocol": opened.map(|token| token.protocol.name()),
        "recipient": recipient.as_str(),
        "at": at.rfc3339(),
        "failedCheck": refusal.map(|refusal| refusal.check().name()),
        "reason": refusal.map(|refusal| refusal.code()),
        "checks": checks(inspection),
        "payload": opened.map(|token| payload(token, show_secrets)),
    })
}

fn payload(token: &OpenedToken, show_secrets: bool) -> Value {
    let read = serde_json::from_str(&token.plaintext);
    if show_secrets {
        return read.unwrap_or_else(|_| json!(*token.plaintext));
    }
    let Ok(Value::Object(members)) = read else {
        return json!(HIDDEN);
    };
    let number = token.card.as_ref().map(CardDetails::masked_pan);
    masked(members, &OPEN_MEMBERS, |name, value| match value {
        Value::Object(details) if name == "paymentMethodDetails" => {
            Some(details_of(details, number.as_deref()))
        }
        _ => None,
    })
}

fn details_of(details: &Map<String, Value>, number: Option<&str>) -> Value {
    masked(details.clone(), &OPEN_DETAILS, |name, _| {
        (name == "pan").then(|| json!(number.unwrap_or(HIDDEN)))
    })
}
