//! `/v2/checkout/orders`

use super::buyers::{Buyer, Scenario};
use super::check;
use super::database::{
    CallError, CallSuccess, NewRow, StoredOrder, append, fresh_id, insert, key_in, save,
};
use super::refusal::Refusal;
use super::{after_sale, merchants, vault, webhooks};
use crate::gateway::RowKind;
use rusqlite::Transaction;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

pub(super) fn create(
    transaction: &Transaction<'_>,
    body: &Value,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    check::order(body)?;
    let id = fresh_id()?;
    let mut document = body.clone();
    let status = if body["payment_source"].is_null() {
        "CREATED"
    } else {
        "PAYER_ACTION_REQUIRED"
    };
    document["id"] = json!(id);
    document["status"] = json!(status);
    document["create_time"] = json!(now.whole_second().rfc3339());
    let units = document["purchase_units"].as_array_mut();
    for (index, unit) in units.into_iter().flatten().enumerate() {
        if unit["reference_id"].is_null() {
            unit["reference_id"] = json!("default");
        }
        let at = format!("/purchase_units/{index}/payee");
        unit["payee"] = merchants::payee(&unit["payee"], &at)?;
    }
    insert(transaction, &id, &document)?;
    Ok(CallSuccess::ok(document))
}

/// The buyer approves the order at PayPal.
pub(super) fn approve(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    buyer: Buyer,
    scenario: Scenario,
) -> Result<CallSuccess, CallError> {
    let status = order.document["status"].as_str().unwrap_or_default();
    match status {
        "CREATED" | "PAYER_ACTION_REQUIRED" => {}
        // A second approval changes nothing.
        "APPROVED" => return Ok(CallSuccess::ok(order.document)),
        _ => return Err(Refusal::rule("ORDER_ALREADY_AUTHORIZED", "").into()),
    }
    buyer.approve(&mut order.document);
    order.scenario = scenario;
    save(transaction, &order)?;
    Ok(CallSuccess::ok(order.document))
}

/// Authorises an approved order.
pub(super) fn authorize(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    if order.document["intent"] != "AUTHORIZE" {
        return Err(Refusal::rule("ACTION_DOES_NOT_MATCH_INTENT", "").into());
    }
    match order.document["status"].as_str() {
        Some("APPROVED") => {}
        Some("COMPLETED") => return Err(Refusal::rule("ORDER_ALREADY_AUTHORIZED", "").into()),
        _ => return Err(Refusal::rule("ORDER_NOT_APPROVED", "").into()),
    }
    let unit = &order.document["purchase_units"][0];
    let key = key_in(&unit["custom_id"]).to_owned();
    if order.scenario == Scenario::Decline {
        return Err(Refusal::rule("INSTRUMENT_DECLINED", "").into());
    }
    let id = fresh_id()?;
    let amount = json!({
        "currency_code": unit["amount"]["currency_code"], "value": unit["amount"]["value"],
    });
    let is_doubted = order.scenario == Scenario::HoldDenied;
    let mut authorization = json!({
        "id": id, "status": if is_doubted { "PENDING" } else { "CREATED" },
        "amount": amount, "custom_id": unit["custom_id"], "payee": unit["payee"],
        "create_time": now.whole_second().rfc3339(), "seller_protection": { "status": "ELIGIBLE" },
        "supplementary_data": { "related_ids": { "order_id": order.id } },
    });
    if is_doubted {
        authorization["status_details"] = json!({ "reason": "PENDING_REVIEW" });
    }
    order.document["purchase_units"][0]["payments"] = json!({ "authorizations": [authorization] });
    order.document["status"] = json!("COMPLETED");
    vault(transaction, &mut order)?;
    order.authorization = Some(id.clone());
    save(transaction, &order)?;
    if is_doubted {
        return Ok(CallSuccess::created(order.document));
    }
    let row = NewRow {
        kind: RowKind::Authorised,
        key: &key,
        reference: &id,
        amount: &amount,
        at: now,
    };
    append(transaction, &row)?;
    webhooks::put(
        transaction,
        "PAYMENT.AUTHORIZATION.CREATED",
        &authorization,
        now,
    )?;
    Ok(CallSuccess::created(order.document))
}

/// The present state of an order. A payment under review is denied on the next read.
pub(super) fn show(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
) -> Result<CallSuccess, CallError> {
    let held = order
        .document
        .pointer_mut("/purchase_units/0/payments/authorizations/0");
    if let Some(held) = held.filter(|held| held["status"] == "PENDING") {
        held["status"] = json!("DENIED");
        save(transaction, &order)?;
    }
    Ok(CallSuccess::ok(after_sale::complete(transaction, &order)?))
}

/// Stores the account for later charges, if requested.
fn vault(transaction: &Transaction<'_>, order: &mut StoredOrder) -> Result<(), CallError> {
    let sources = order.document["payment_source"].as_object_mut();
    for (kind, source) in sources.into_iter().flatten() {
        if source["attributes"]["vault"]["store_in_vault"] == "ON_SUCCESS" {
            let id = vault::store_with_order(transaction, kind, source, order.scenario)?;
            source["attributes"]["vault"] = json!({ "id": id, "status": "VAULTED" });
        }
    }
    Ok(())
}
