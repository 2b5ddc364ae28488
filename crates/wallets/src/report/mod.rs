//! What an inspection found, as JSON for operators. Card data are hidden, unless they are asked for.

mod apple_pay;
mod google_pay;
mod meta_pay;

pub use apple_pay::apple_pay;
pub use google_pay::google_pay;
pub use meta_pay::meta_pay;

use crate::inspection::{Check as _, CheckOutcome, Inspection, Refusal};
use serde_json::{Map, Value, json};

/// Stands for card data.
const HIDDEN: &str = "***";

/// Hides every member but the open ones, because a new one could reveal card data. `shown` tells what may be seen of a member
/// that is neither.
fn masked(
    members: Map<String, Value>,
    open: &[&str],
    shown: impl Fn(&str, &Value) -> Option<Value>,
) -> Value {
    let masked = members.into_iter().map(|(name, value)| {
        let value = match shown(&name, &value) {
            Some(shown) => shown,
            None if open.contains(&name.as_str()) => value,
            None => json!(HIDDEN),
        };
        (name, value)
    });
    Value::Object(masked.collect())
}

/// Lists every check with its outcome.
fn checks<T, R: Refusal>(inspection: &Inspection<T, R>) -> Value {
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
