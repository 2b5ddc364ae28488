//! States, as every object of Amazon's shows them.

use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

/// Sets the state of a session, a charge or a refund.
pub(super) fn set(document: &mut Value, state: &str, reason: Option<&str>, at: Timestamp) {
    document["statusDetails"] = json!({
        "state": state,
        "reasonCode": reason,
        "reasonDescription": reason.map(|reason| format!("Sandbox: {reason}")),
        "lastUpdatedTimestamp": compact(at),
    });
}

pub(super) fn of(document: &Value) -> &str {
    document["statusDetails"]["state"]
        .as_str()
        .unwrap_or_default()
}

/// Amazon's form of a moment: `20200412T101414Z`.
pub(super) fn compact(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%Y%m%dT%H%M%SZ").to_string()
}
