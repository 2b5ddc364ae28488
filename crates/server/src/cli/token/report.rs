//! The output of an inspection.

use crate::cli::support::output;
use serde_json::{Map, Value, json};
use std::process::ExitCode;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{self, OpenedToken, Recipient};
use zkratka_wallets::inspection::{Check as _, CheckOutcome, Inspection, Refusal};

/// Members of the payload that reveal nothing of the card. All other members are hidden, because a new one could reveal
/// card data.
const OPEN_MEMBERS: [&str; 4] = [
    "gatewayMerchantId",
    "messageExpiration",
    "messageId",
    "paymentMethod",
];
const OPEN_DETAILS: [&str; 3] = ["assuranceDetails", "authMethod", "eciIndicator"];
pub(super) const HIDDEN: &str = "***";

/// Prints the check at which a token was refused.
pub(super) fn refused<R: Refusal>(refusal: R) -> ExitCode {
    let check = refusal.check().name();
    output::error(&format!("refused at the check {check}: {refusal}"));
    ExitCode::FAILURE
}

pub(super) fn to_json(
    inspection: &google_pay::Inspection,
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

/// Lists every check with its outcome.
pub(super) fn checks<T, R: Refusal>(inspection: &Inspection<T, R>) -> Value {
    let checks = inspection.checks().map(|(check, outcome)| {
        let name = check.name();
        match outcome {
            CheckOutcome::Passed => json!({ "name": name, "outcome": "passed" }),
            CheckOutcome::Absent => json!({ "name": name, "outcome": "absent" }),
            CheckOutcome::NotDone => json!({ "name": name, "outcome": "not_done" }),
            CheckOutcome::Failed(refusal) => {
                json!({ "name": name, "outcome": "failed", "detail": refusal.to_string() })
            }
        }
    });
    checks.collect()
}

fn payload(token: &OpenedToken, show_secrets: bool) -> Value {
    let read = serde_json::from_str(&token.plaintext);
    if show_secrets {
        return read.unwrap_or_else(|_| json!(*token.plaintext));
    }
    let Ok(Value::Object(members)) = read else {
        return json!(HIDDEN);
    };
    let masked_number = token
        .card
        .as_ref()
        .map(zkratka_wallets::google_pay::CardDetails::masked_pan);
    let masked = members.into_iter().map(|(name, value)| {
        let value = match value {
            Value::Object(details) if name == "paymentMethodDetails" => {
                mask_details(details, masked_number.as_deref())
            }
            value if OPEN_MEMBERS.contains(&name.as_str()) => value,
            _ => json!(HIDDEN),
        };
        (name, value)
    });
    Value::Object(masked.collect())
}

fn mask_details(details: Map<String, Value>, number: Option<&str>) -> Value {
    let masked = details.into_iter().map(|(name, value)| {
        let value = match name.as_str() {
            "pan" => json!(number.unwrap_or(HIDDEN)),
            open if OPEN_DETAILS.contains(&open) => value,
            _ => json!(HIDDEN),
        };
        (name, value)
    });
    Value::Object(masked.collect())
}
