//! `PATCH /v2/checkout/orders/{id}`: JSON Patch, of the members that may be changed.

use super::book::{Done, Failed, Kept, save};
use super::check;
use super::refusal::Refusal;
use rusqlite::Transaction;
use serde_json::Value;

/// Members of a purchase unit that may be changed.
const PATCHABLE: [&str; 4] = ["amount", "items", "custom_id", "shipping"];

/// Changes an order, by all operations or by none.
pub(super) fn patch(
    transaction: &Transaction<'_>,
    mut order: Kept,
    body: &Value,
) -> Result<Done, Failed> {
    let status = order.document["status"].as_str().unwrap_or_default();
    if !matches!(status, "CREATED" | "APPROVED" | "PAYER_ACTION_REQUIRED") {
        return Err(Refusal::rule("ORDER_COMPLETED_OR_VOIDED", "").into());
    }
    let changes = body.as_array().filter(|changes| !changes.is_empty());
    let changes = changes.ok_or_else(|| Refusal::form("MISSING_REQUIRED_PARAMETER", "/"))?;
    for change in changes {
        apply(&mut order.document, change)?;
    }
    let units = order.document["purchase_units"].as_array();
    for (index, unit) in units.into_iter().flatten().enumerate() {
        check::unit(unit, &format!("/purchase_units/{index}"))?;
    }
    save(transaction, &order)?;
    Ok(Done::nothing())
}

fn apply(document: &mut Value, change: &Value) -> Result<(), Refusal> {
    let path = change["path"].as_str().unwrap_or_default();
    let wrong_path = || Refusal::rule("INVALID_PATCH_PATH", path);
    let rest = path
        .strip_prefix("/purchase_units/@reference_id=='")
        .ok_or_else(wrong_path)?;
    let (name, member) = rest.split_once("'/").ok_or_else(wrong_path)?;
    if !PATCHABLE.contains(&member) {
        return Err(Refusal::rule("NOT_PATCHABLE", path));
    }
    let units = document["purchase_units"].as_array_mut();
    let mut units = units.into_iter().flatten();
    let unit = units.find(|unit| unit["reference_id"] == name);
    let unit = unit.ok_or_else(|| Refusal::rule("REFERENCE_ID_NOT_FOUND", path))?;
    let is_there = !unit[member].is_null();
    match change["op"].as_str() {
        Some("replace") if !is_there => Err(Refusal::rule("INVALID_PATCH_OPERATION", path)),
        Some("add" | "replace") => {
            unit[member] = change["value"].clone();
            Ok(())
        }
        Some("remove") if is_there && member != "amount" => {
            unit[member] = Value::Null;
            Ok(())
        }
        _ => Err(Refusal::rule("INVALID_PATCH_OPERATION", path)),
    }
}
