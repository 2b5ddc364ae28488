//! What happens to captured money: captures, refunds, disputes, and the scenario controls.

use super::database::{CallError, CallSuccess, StoredOrder, fresh_id, order_of};
use super::refusal::Refusal;
use super::schema::conform;
use super::{check, published, webhooks};
use crate::gateway::LedgerError;
use crate::movements::{
    self, Captured, Control, Movement, MovementKind, MovementStatus, NewRefund,
};
use rusqlite::{OptionalExtension, Transaction};
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::money::{Currency, Money};
use zkratka_commerce::refund::RefundRefusal;
use zkratka_commerce::time::Timestamp;

const API: &str = "https://api-m.sandbox.paypal.com/v2/payments";
const DISPUTES: &str = "https://api-m.sandbox.paypal.com/v1/customer/disputes";

/// Remembers whose capture this is.
pub(super) fn index(
    transaction: &Transaction<'_>,
    capture: &str,
    authorization: &str,
) -> Result<(), CallError> {
    transaction.execute(
        "INSERT OR IGNORE INTO captures (id, authorization) VALUES (?, ?)",
        [capture, authorization],
    )?;
    Ok(())
}

/// The stored document of a capture.
fn stored_capture(transaction: &Transaction<'_>, id: &str) -> Result<Value, CallError> {
    let authorization: Option<String> = transaction
        .query_row(
            "SELECT authorization FROM captures WHERE id = ?",
            [id],
            |row| row.get(0),
        )
        .optional()?;
    let authorization = authorization.ok_or_else(Refusal::not_found)?;
    let order = order_of(transaction, &authorization)?;
    let captures = captures_of(&order);
    let found = captures.into_iter().find(|capture| capture["id"] == id);
    found.ok_or_else(|| Refusal::not_found().into())
}

pub(super) fn captures_of(order: &StoredOrder) -> Vec<Value> {
    let captures = &order.document["purchase_units"][0]["payments"]["captures"];
    captures.as_array().cloned().unwrap_or_default()
}

pub(super) fn money(wire: &Value) -> Result<Money, CallError> {
    let currency = wire["currency_code"].as_str().unwrap_or_default();
    let currency = Currency::new(currency).map_err(|_| LedgerError::Unknown("currency"))?;
    let value = wire["value"].as_str().unwrap_or_default();
    let amount = Money::parse_decimal(value, currency);
    Ok(amount.map_err(|_| LedgerError::Unknown("amount"))?)
}

/// As PayPal writes it: currencies that have no decimals there have none.
pub(super) fn wire(amount: Money) -> Value {
    let code = amount.currency.as_str();
    let value = amount.decimal();
    let is_whole = check::WITHOUT_DECIMALS
        .split(' ')
        .any(|known| known == code);
    let value = match value.split_once('.') {
        Some((whole, _)) if is_whole => whole.to_owned(),
        _ => value,
    };
    json!({ "currency_code": code, "value": value })
}

pub(super) fn captured(capture: &Value) -> Result<Captured, CallError> {
    Ok(Captured {
        reference: capture["id"].as_str().unwrap_or_default().to_owned(),
        amount: money(&capture["amount"])?,
    })
}

/// A capture with its present status.
pub(super) fn present(
    transaction: &Transaction<'_>,
    mut capture: Value,
) -> Result<Value, CallError> {
    if capture["status"] != "COMPLETED" {
        return Ok(capture);
    }
    let movements = movements::of(transaction, capture["id"].as_str().unwrap_or_default())?;
    let done = |kind| {
        let mut movements = movements.iter();
        movements.any(|it| it.kind == kind && it.status == MovementStatus::Done)
    };
    if done(MovementKind::CaptureFailure) {
        capture["status"] = json!("DECLINED");
    } else if done(MovementKind::Refund) {
        let left = movements::left(&captured(&capture)?, &movements)?;
        let status = if left.is_zero() {
            "REFUNDED"
        } else {
            "PARTIALLY_REFUNDED"
        };
        capture["status"] = json!(status);
    }
    Ok(capture)
}

/// Adds the present captures and refunds to an order.
pub(super) fn complete(
    transaction: &Transaction<'_>,
    order: &StoredOrder,
) -> Result<Value, CallError> {
    let mut document = order.document.clone();
    let captures = captures_of(order);
    if captures.is_empty() {
        return Ok(document);
    }
    let mut refunds = Vec::new();
    let mut shown = Vec::new();
    for capture in captures {
        let id = capture["id"].as_str().unwrap_or_default();
        let movements = movements::of(transaction, id)?;
        let of_refunds = movements
            .iter()
            .filter(|it| it.kind == MovementKind::Refund);
        refunds.extend(of_refunds.map(refund_document));
        shown.push(present(transaction, capture)?);
    }
    let payments = &mut document["purchase_units"][0]["payments"];
    payments["captures"] = json!(shown);
    payments["refunds"] = json!(refunds);
    Ok(document)
}

/// A refund, or a reversal, which has the same form.
fn refund_document(movement: &Movement) -> Value {
    let status = match movement.status {
        MovementStatus::Pending => "PENDING",
        MovementStatus::Done => "COMPLETED",
        MovementStatus::Undone => "FAILED",
    };
    let at = movement.at.whole_second().rfc3339();
    let mut document = json!({
        "id": movement.id, "status": status, "amount": wire(movement.amount),
        "create_time": at, "update_time": at,
        "links": [
            { "rel": "self", "href": format!("{API}/refunds/{}", movement.id), "method": "GET" },
            { "rel": "up", "href": format!("{API}/captures/{}", movement.reference), "method": "GET" },
        ],
    });
    if let Some(key) = &movement.key {
        document["custom_id"] = json!(key);
    }
    document
}

fn dispute_document(
    transaction: &Transaction<'_>,
    movement: &Movement,
) -> Result<Value, CallError> {
    let status = match movement.status {
        MovementStatus::Pending => "WAITING_FOR_SELLER_RESPONSE",
        MovementStatus::Done | MovementStatus::Undone => "RESOLVED",
    };
    let stage = if movements::is_inquiry(transaction, &movement.id)? {
        "INQUIRY"
    } else {
        "CHARGEBACK"
    };
    let mut document = json!({
        "dispute_life_cycle_stage": stage,
        "dispute_id": movement.id, "status": status, "dispute_amount": wire(movement.amount),
        "create_time": movement.at.whole_second().rfc3339(), "reason": "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
        "disputed_transactions": [{ "seller_transaction_id": movement.reference }],
    });
    match movement.status {
        MovementStatus::Pending => {}
        MovementStatus::Done => {
            document["dispute_outcome"] = json!({
                "outcome_code": "RESOLVED_BUYER_FAVOUR", "amount_refunded": wire(movement.amount),
            });
        }
        MovementStatus::Undone => {
            document["dispute_outcome"] = json!({ "outcome_code": "RESOLVED_SELLER_FAVOUR" });
        }
    }
    Ok(document)
}

/// `GET /v2/payments/captures/{id}`
pub(super) fn show_capture(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<CallSuccess, CallError> {
    let capture = stored_capture(transaction, id)?;
    Ok(CallSuccess::ok(present(transaction, capture)?))
}

/// `POST /v2/payments/captures/{id}/refund`: the rest, if the body names no amount.
pub(super) fn refund(
    transaction: &Transaction<'_>,
    id: &str,
    body: &Value,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    if !body.is_null() {
        conform(body, &published::REFUND, "")?;
    }
    let capture = stored_capture(transaction, id)?;
    if capture["status"] != "COMPLETED" {
        return Err(Refusal::rule("REFUND_NOT_ALLOWED", "").into());
    }
    let captured = captured(&capture)?;
    let left = movements::left(&captured, &movements::of(transaction, id)?)?;
    let amount = if body["amount"].is_null() {
        left.in_currency(captured.amount.currency)
    } else {
        let named = body["amount"]["currency_code"].as_str().unwrap_or_default();
        if named != captured.amount.currency.as_str() {
            return Err(Refusal::rule("REFUND_CAPTURE_CURRENCY_MISMATCH", "/amount").into());
        }
        check::amount(&body["amount"], named, "/amount")?;
        money(&body["amount"])?
    };
    let new = NewRefund {
        id: fresh_id()?,
        key: body["custom_id"].as_str(),
        amount,
    };
    let made = movements::refund(transaction, &captured, new, now)?;
    let movement = made.map_err(|reason| {
        let issue = match reason {
            RefundRefusal::TooMuch if left.is_zero() => "CAPTURE_FULLY_REFUNDED",
            RefundRefusal::TooMuch => "REFUND_AMOUNT_EXCEEDED",
            RefundRefusal::Disputed => "CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED",
            _ => "REFUND_NOT_ALLOWED",
        };
        Refusal::rule(issue, "/amount")
    })?;
    tell(transaction, &capture, &movement, now)?;
    Ok(CallSuccess::created(refund_document(&movement)))
}

/// `GET /v2/payments/refunds/{id}`
pub(super) fn show_refund(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<CallSuccess, CallError> {
    let movement = movement(transaction, id, MovementKind::Refund)?;
    Ok(CallSuccess::ok(refund_document(&movement)))
}

/// `GET /v1/customer/disputes/{id}`
pub(super) fn show_dispute(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<CallSuccess, CallError> {
    let movement = movement(transaction, id, MovementKind::Dispute)?;
    Ok(CallSuccess::ok(dispute_document(transaction, &movement)?))
}

/// `GET /v1/customer/disputes`, of one capture or of all; the token of the next page is the number of those before it.
pub(super) fn list_disputes(
    transaction: &Transaction<'_>,
    query: &DisputesQuery,
) -> Result<CallSuccess, CallError> {
    let found = match &query.disputed_transaction_id {
        Some(capture) => movements::of(transaction, capture)?,
        None => movements::disputes(transaction)?,
    };
    let disputes: Vec<_> = found
        .iter()
        .filter(|it| it.kind == MovementKind::Dispute)
        .collect();
    let size = query.page_size.unwrap_or(10).clamp(1, 50);
    let before = query.next_page_token.unwrap_or(0);
    let page = disputes.iter().skip(before).take(size);
    let items: Vec<Value> = page
        .map(|movement| dispute_document(transaction, movement))
        .collect::<Result<_, _>>()?;
    let mut document = json!({ "items": items });
    let next = before + size;
    if next < disputes.len() {
        let href = format!("{DISPUTES}?page_size={size}&next_page_token={next}");
        document["links"] = json!([{ "rel": "next", "href": href, "method": "GET" }]);
    }
    Ok(CallSuccess::ok(document))
}

/// What a listing of disputes is asked for.
#[derive(Deserialize)]
pub(super) struct DisputesQuery {
    disputed_transaction_id: Option<String>,
    page_size: Option<usize>,
    next_page_token: Option<usize>,
}

fn movement(
    transaction: &Transaction<'_>,
    id: &str,
    kind: MovementKind,
) -> Result<Movement, CallError> {
    let found = movements::by_id(transaction, id)?;
    let found = found.filter(|movement| movement.kind == kind);
    found.ok_or_else(|| Refusal::not_found().into())
}

/// Lets a test or a person make PayPal do something to the money of an authorisation's last capture.
pub(super) fn control(
    transaction: &Transaction<'_>,
    authorization: &str,
    wish: Control,
    now: Timestamp,
) -> Result<CallSuccess, CallError> {
    let order = order_of(transaction, authorization)?;
    let capture = captures_of(&order).pop();
    let capture = capture.filter(|capture| capture["status"] == "COMPLETED");
    let refuse = || Refusal::rule("CONTROL_NOT_ALLOWED", "");
    let capture = capture.ok_or_else(refuse)?;
    let id = match wish {
        Control::OpenDispute { .. } | Control::OpenInquiry { .. } => {
            format!("PP-D-{}", fresh_id()?)
        }
        _ => fresh_id()?,
    };
    let changed = movements::control(transaction, &captured(&capture)?, wish, &id, now)?;
    let changed = changed.ok_or_else(refuse)?;
    for movement in &changed {
        tell(transaction, &capture, movement, now)?;
    }
    Ok(CallSuccess::ok(json!({ "movements": changed })))
}

/// Puts the webhook of a movement into the outbox.
fn tell(
    transaction: &Transaction<'_>,
    capture: &Value,
    movement: &Movement,
    now: Timestamp,
) -> Result<(), CallError> {
    let (kind, resource) = match (movement.kind, movement.status) {
        (MovementKind::Refund, MovementStatus::Pending) => {
            ("PAYMENT.REFUND.PENDING", refund_document(movement))
        }
        (MovementKind::Refund, MovementStatus::Done) => {
            ("PAYMENT.CAPTURE.REFUNDED", refund_document(movement))
        }
        (MovementKind::Refund, MovementStatus::Undone) => {
            ("PAYMENT.REFUND.FAILED", refund_document(movement))
        }
        (MovementKind::Reversal, _) => ("PAYMENT.CAPTURE.REVERSED", refund_document(movement)),
        (MovementKind::Dispute, MovementStatus::Pending) => (
            "CUSTOMER.DISPUTE.CREATED",
            dispute_document(transaction, movement)?,
        ),
        (MovementKind::Dispute, _) => (
            "CUSTOMER.DISPUTE.RESOLVED",
            dispute_document(transaction, movement)?,
        ),
        (MovementKind::CaptureFailure, _) => (
            "PAYMENT.CAPTURE.DENIED",
            present(transaction, capture.clone())?,
        ),
    };
    webhooks::put(transaction, kind, &resource, now)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::MinorUnits;

    #[test]
    fn amounts_are_written_as_paypal_writes_them() {
        for (minor, code, value) in [
            (51_800, "CZK", "518.00"),
            (1_290, "JPY", "1290"),
            (129_000, "HUF", "1290"),
        ] {
            let currency = Currency::new(code).expect("a currency");
            let amount = Money::new(MinorUnits::new(minor), currency);
            let written = wire(amount);
            assert_eq!(written["value"], value);
            assert!(matches!(money(&written), Ok(read) if read == amount));
        }
    }
}
