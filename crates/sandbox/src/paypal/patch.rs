//! `PATCH /v2/checkout/orders/{id}`: JSON Patch, of the members that may be changed.

use super::book::{Done, Failed, Kept, save};
use super::form::conform;
use super::refusal::Refusal;
use super::{check, published};
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
    conform(body, &published::PATCH, "")?;
    let status = order.document["status"].as_str().unwrap_or_default();
    if !matches!(status, "CREATED" | "APPROVED" | "PAYER_ACTION_REQUIRED") {
        return Err(Refusal::rule("ORDER_ALREADY_COMPLETED", "").into());
    }
    for change in body.as_array().into_iter().flatten() {
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
    let path = change["path"].as_str();
    let path = path.ok_or_else(|| Refusal::rule("PATCH_PATH_REQUIRED", "/path"))?;
    let wrong_path = || Refusal::rule("INVALID_JSON_POINTER_FORMAT", path);
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
    let (operation, value) = (change["op"].as_str().unwrap_or_default(), &change["value"]);
    if matches!(operation, "add" | "replace") && value.is_null() {
        return Err(Refusal::rule("PATCH_VALUE_REQUIRED", path));
    }
    // What is there is replaced, what is not is added: PayPal refuses the one for the other.
    match (operation, unit[member].is_null()) {
        ("add", true) | ("replace", false) => unit[member] = value.clone(),
        ("remove", false) if member != "amount" => unit[member] = Value::Null,
        _ => return Err(Refusal::form("INVALID_PATCH_OPERATION", path)),
    }
    Ok(())
}
