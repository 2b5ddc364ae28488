//! Reports of Apple Pay tokens.

use super::{HIDDEN, checks, masked};
use crate::apple_pay::{Inspection, OpenedToken};
use crate::inspection::{Check as _, Refusal as _};
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

/// Members of the payload that reveal nothing of the card.
const OPEN_MEMBERS: [&str; 3] = ["currencyCode", "transactionAmount", "paymentDataType"];

/// Reports the inspection of a token at a moment.
#[must_use]
pub fn apple_pay(inspection: &Inspection, at: Timestamp, show_secrets: bool) -> Value {
    let refusal = inspection.result.as_ref().err();
    let opened = inspection.result.as_ref().ok();
    json!({
        "verified": opened.is_some(),
        "version": opened.map(|token| token.version.name()),
        "signedAt": opened.map(|token| token.signed_at.rfc3339()),
        "transactionId": opened.map(|token| &token.payment.transaction_id),
        "at": at.rfc3339(),
        "failedCheck": refusal.map(|refusal| refusal.check().name()),
        "reason": refusal.map(|refusal| refusal.code()),
        "checks": checks(inspection),
        "payload": opened.map(|token| payload(token, show_secrets)),
    })
}

fn payload(token: &OpenedToken, show_secrets: bool) -> Value {
    let Ok(Value::Object(members)) = serde_json::from_slice(&token.plaintext) else {
        return json!(HIDDEN);
    };
    if show_secrets {
        return Value::Object(members);
    }
    masked(members, &OPEN_MEMBERS, |name, _| {
        (name == "applicationPrimaryAccountNumber").then(|| json!(token.payment.card.masked_pan()))
    })
}
