//! `/v2/payments/authorizations`

use super::buyers::Scenario;
use super::check;
use super::database::{
    CallError, CallSuccess, NewRow, StoredOrder, append, fresh_id, key_in, save,
};
use super::refusal::Refusal;
use super::schema::conform;
use super::{after_sale, published, webhooks};
use crate::gateway::RowKind;
use rusqlite::Transaction;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

/// The order's authorisation.
pub(super) fn authorization(order: &StoredOrder) -> Value {
    order.document["purchase_units"][0]["payments"]["authorizations"][0].clone()
}

/// Captures an authorisation. A pending capture is decided on the next call.
pub(super) fn capture(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    body: &Value,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    if !body.is_null() {
        conform(body, &published::CAPTURE, "")?;
    }
    let held = authorization(&order);
    match held["status"].as_str() {
        Some("CREATED" | "PARTIALLY_CAPTURED") => {}
        Some("CAPTURED") => {
            return Err(Refusal::rule("AUTHORIZATION_ALREADY_CAPTURED", "").into());
        }
        _ => return Err(Refusal::rule("AUTHORIZATION_VOIDED", "").into()),
    }
    let currency = held["amount"]["currency_code"].as_str().unwrap_or_default();
    let asked = if body["amount"].is_null() {
        &held["amount"]
    } else {
        &body["amount"]
    };
    if asked["currency_code"] != held["amount"]["currency_code"] {
        return Err(Refusal::rule("CURRENCY_MISMATCH", "/amount").into());
    }
    check::amount(asked, currency, "/amount")?;
    let mut captures = after_sale::captures_of(&order);
    let open = captures.iter().position(|it| it["status"] != "COMPLETED");
    let mut total = after_sale::money(asked)?.minor;
    for before in captures.iter().filter(|it| it["status"] == "COMPLETED") {
        total = total.saturating_add(after_sale::money(&before["amount"])?.minor);
    }
    let whole = after_sale::money(&held["amount"])?.minor;
    if total > whole {
        return Err(Refusal::rule("MAX_CAPTURE_AMOUNT_EXCEEDED", "/amount").into());
    }
    let is_final = body["final_capture"] == true || total == whole;
    if order.scenario == Scenario::CaptureRefused {
        return Err(Refusal::rule("TRANSACTION_REFUSED", "").into());
    }
    let before = open.map_or(Value::Null, |index| captures.remove(index));
    let (status, webhook) = match (order.scenario, before.is_null()) {
        (Scenario::CapturePending | Scenario::CaptureDenied, true) => ("PENDING", None),
        (Scenario::CaptureDenied, false) => ("DECLINED", Some("PAYMENT.CAPTURE.DENIED")),
        _ => ("COMPLETED", Some("PAYMENT.CAPTURE.COMPLETED")),
    };
    let id = match before["id"].as_str() {
        Some(id) => id.to_owned(),
        None => fresh_id()?,
    };
    let mut capture = json!({
        "id": id, "status": status, "amount": asked, "final_capture": is_final,
        "custom_id": held["custom_id"], "payee": held["payee"], "create_time": now.whole_second().rfc3339(),
        "supplementary_data": { "related_ids": { "order_id": order.id, "authorization_id": held["id"] } },
    });
    if status == "PENDING" {
        capture["status_details"] = json!({ "reason": "PENDING_REVIEW" });
    }
    captures.push(capture.clone());
    order.document["purchase_units"][0]["payments"]["captures"] = json!(captures);
    let authorization = held["id"].as_str().unwrap_or_default();
    after_sale::index(transaction, &id, authorization)?;
    if status == "COMPLETED" {
        let status = if is_final {
            "CAPTURED"
        } else {
            "PARTIALLY_CAPTURED"
        };
        settle(&mut order, status);
        note(transaction, RowKind::Captured, &held, asked, now)?;
    }
    save(transaction, &order)?;
    if let Some(kind) = webhook {
        webhooks::put(transaction, kind, &capture, now)?;
    }
    Ok(CallSuccess::created(capture))
}

/// Voids an authorisation.
pub(super) fn void(
    transaction: &Transaction<'_>,
    mut order: StoredOrder,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    let held = authorization(&order);
    match held["status"].as_str() {
        Some("CREATED") => {}
        Some("CAPTURED" | "PARTIALLY_CAPTURED") => {
            return Err(Refusal::rule("PREVIOUSLY_CAPTURED", "").into());
        }
        _ => return Err(Refusal::rule("PREVIOUSLY_VOIDED", "").into()),
    }
    settle(&mut order, "VOIDED");
    save(transaction, &order)?;
    note(transaction, RowKind::Voided, &held, &held["amount"], now)?;
    webhooks::put(
        transaction,
        "PAYMENT.AUTHORIZATION.VOIDED",
        &authorization(&order),
        now,
    )?;
    Ok(CallSuccess::nothing())
}

fn settle(order: &mut StoredOrder, status: &str) {
    let payments = &mut order.document["purchase_units"][0]["payments"];
    payments["authorizations"][0]["status"] = json!(status);
}

fn note(
    transaction: &Transaction<'_>,
    kind: RowKind,
    held: &Value,
    amount: &Value,
    at: Timestamp,
) -> Result<(), CallError> {
    let row = NewRow {
        kind,
        key: key_in(&held["custom_id"]),
        reference: held["id"].as_str().unwrap_or_default(),
        amount,
        at,
    };
    append(transaction, &row)
}
