//! `PATCH /v2/checkout/orders/{id}`: JSON Patch for the members that may change.

use super::buyers::Scenario;
use super::database::{CallError, CallSuccess, StoredOrder, save};
use super::refusal::Refusal;
use super::schema::conform;
use super::{check, merchants, published};
use rusqlite::Transaction;
use serde_json::{Value, json};

/// Members of a purchase unit that may change.
const PATCHABLE: [&str; 8] = [
    "amount",
    "items",
    "custom_id",
    "shipping/name",
    "shipping/address",
    "shipping/type",
    PAYEE,
    "payment_instruction",
];
/// The payee's address; PayPal finds the merchant for it.
const PAYEE: &str = "payee/email";
/// Those that may be removed.
const REMOVABLE: [&str; 2] = ["items", "custom_id"];

/// Applies all operations to an order, or none.
pub(super) fn patch(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    body: &Value,
) -> Result<CallSuccess, CallError> {
    conform(body, &published::PATCH, "")?;
    let status = order.document["status"].as_str().unwrap_or_default();
    if !matches!(status, "CREATED" | "APPROVED" | "PAYER_ACTION_REQUIRED") {
        return Err(Refusal::rule("ORDER_ALREADY_COMPLETED", "").into());
    }
    for change in body.as_array().into_iter().flatten() {
        let path = change["path"].as_str().unwrap_or_default();
        if order.scenario == Scenario::AmountFixed && path.ends_with("/amount") {
            return Err(Refusal::rule("AMOUNT_CHANGE_NOT_ALLOWED", path).into());
        }
        apply(&mut order.document, change)?;
    }
    let units = order.document["purchase_units"].as_array();
    for (index, unit) in units.into_iter().flatten().enumerate() {
        check::unit(unit, &format!("/purchase_units/{index}"))?;
    }
    save(transaction, &order)?;
    Ok(CallSuccess::nothing())
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
    if member == PAYEE && operation == "replace" {
        unit["payee"] = merchants::payee(&json!({ "email_address": value }), path)?;
        return Ok(());
    }
    // PayPal refuses `add` for an existing member and `replace` for a missing one.
    let (place, name) = match member.split_once('/') {
        Some((parent, name)) => (&mut unit[parent], name),
        None => (unit, member),
    };
    match (operation, place[name].is_null()) {
        ("add", true) | ("replace", false) => place[name] = value.clone(),
        ("remove", false) if REMOVABLE.contains(&member) => place[name] = Value::Null,
        _ => return Err(Refusal::schema("INVALID_PATCH_OPERATION", path)),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// [7.09] The shipping address is changed part by part, and never removed.
    #[test]
    fn a_shipping_address_is_changed_by_its_parts() {
        let mut changed = json!({ "purchase_units": [{ "reference_id": "cart-1" }] });
        let change = |op: &str, member: &str| {
            let path = format!("/purchase_units/@reference_id=='cart-1'/{member}");
            json!({ "op": op, "path": path, "value": { "full_name": "Jana" } })
        };
        apply(&mut changed, &change("add", "shipping/name")).expect("a part");
        let name = &changed["purchase_units"][0]["shipping"]["name"]["full_name"];
        assert_eq!(name, "Jana");
        for (op, member, issue) in [
            ("add", "shipping", "NOT_PATCHABLE"),
            ("add", "shipping/name", "INVALID_PATCH_OPERATION"),
            ("remove", "shipping/name", "INVALID_PATCH_OPERATION"),
        ] {
            let refused = apply(&mut changed, &change(op, member)).expect_err(member);
            assert_eq!(refused.issue, issue, "{op} {member}");
        }
    }
}
