//! `/refunds`, and the scenario controls of captured money.

use super::account::{Account, money, price};
use super::charge::{self, Charge, State};
use super::database::{Answer, CallError, Called, Detail, Stored, digits};
use super::notifications::{self, Subject};
use super::refusal::{Reason, Refusal};
use super::schema::conform;
use super::{published, status};
use crate::gateway::LedgerError;
use crate::movements::{
    self, Captured, Control, Movement, MovementKind, MovementStatus, NewRefund,
};
use rusqlite::Transaction;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use zkratka_commerce::money::Money;
use zkratka_commerce::refund::RefundRefusal;
use zkratka_commerce::time::Timestamp;

/// The movement with the refund's identifier is its state.
#[derive(Serialize, Deserialize)]
pub(super) struct RefundDetail {}

impl Detail for RefundDetail {
    const KIND: &'static str = "refund";
}

type Refund = Stored<RefundDetail>;

/// The captured money of a charge.
fn captured(charge: &Charge) -> Result<Captured, CallError> {
    if State::of(&charge.document) != Some(State::Captured) {
        return Err(wrong_state());
    }
    let amount = money(&charge.document["captureAmount"]);
    Ok(Captured {
        reference: charge.id.clone(),
        amount: amount.ok_or(LedgerError::Unknown("amount"))?,
    })
}

fn wrong_state() -> CallError {
    let message = "The Charge's state does not allow this.";
    Refusal::new(Reason::InvalidChargeStatus, message).into()
}

/// What was refunded of a charge; none if nothing was.
pub(super) fn refunded(
    transaction: &Transaction<'_>,
    charge: &Charge,
) -> Result<Option<Money>, CallError> {
    let movements = movements::of(transaction, &charge.id)?;
    let done = movements
        .iter()
        .filter(|it| it.kind == MovementKind::Refund && it.status == MovementStatus::Done);
    let sum = done
        .map(|movement| movement.amount)
        .reduce(|one, next| Money::new(one.minor.saturating_add(next.minor), one.currency));
    Ok(sum)
}

/// `POST refunds`. Amazon decides later; the answer never says `Refunded`.
pub(super) fn create(
    transaction: &Transaction<'_>,
    account: &Account,
    (key, body): (&str, &Value),
    now: Timestamp,
) -> Called {
    conform(body, published::REFUND)?;
    let amount = account.amount(&body["refundAmount"], "refundAmount")?;
    let id = body["chargeId"].as_str().unwrap_or_default();
    let charge = charge::load(transaction, id, now)?;
    let captured = captured(&charge)?;
    if amount.currency != captured.amount.currency {
        let message = "The currency is not the Charge's.";
        return Err(Refusal::new(Reason::CurrencyMismatch, message).into());
    }
    let new = NewRefund {
        id: refund_id(&charge)?,
        key: Some(key),
        amount,
    };
    let movement = movements::refund(transaction, &captured, new, now)?;
    let movement = movement.map_err(|refusal| match refusal {
        RefundRefusal::TooMuch => CallError::from(Refusal::new(
            Reason::TransactionAmountExceeded,
            "The amount is above what is left of the Charge.",
        )),
        _ => wrong_state(),
    })?;
    let document = insert(transaction, &charge, &movement, body)?;
    tell(transaction, &charge, &movement, now)?;
    Ok(Answer::created(document))
}

fn refund_id(charge: &Charge) -> Result<String, CallError> {
    Ok(format!("{}-R{}", charge.parent, digits::<6>()?))
}

fn insert(
    transaction: &Transaction<'_>,
    charge: &Charge,
    movement: &Movement,
    body: &Value,
) -> Result<Value, CallError> {
    let mut document = json!({
        "refundId": movement.id,
        "chargeId": charge.id,
        "refundAmount": price(movement.amount),
        "softDescriptor": body["softDescriptor"],
        "providerMetadata": body["providerMetadata"],
        "creationTimestamp": status::compact(movement.at),
        "statusDetails": null,
        "releaseEnvironment": "Sandbox",
    });
    status::set(&mut document, "RefundInitiated", None, movement.at);
    let refund = Refund {
        id: movement.id.clone(),
        parent: charge.id.clone(),
        document: document.clone(),
        detail: RefundDetail {},
    };
    refund.insert(transaction)?;
    Ok(document)
}

/// `GET refunds/{id}`
pub(super) fn show(transaction: &Transaction<'_>, id: &str) -> Called {
    let mut refund = Refund::find(transaction, id)?;
    let movement = movements::by_id(transaction, id)?.ok_or(LedgerError::Unknown("refund"))?;
    let (state, reason) = match movement.status {
        MovementStatus::Pending => ("RefundInitiated", None),
        MovementStatus::Done => ("Refunded", None),
        MovementStatus::Undone => ("Declined", Some("ProcessingFailure")),
    };
    status::set(&mut refund.document, state, reason, movement.at);
    Ok(Answer::ok(refund.document))
}

/// Tells the merchant about what is decided, and about every dispute.
fn tell(
    transaction: &Transaction<'_>,
    charge: &Charge,
    movement: &Movement,
    now: Timestamp,
) -> Result<(), CallError> {
    let kind = match (movement.kind, movement.status) {
        (MovementKind::Refund, MovementStatus::Pending) => return Ok(()),
        (MovementKind::Refund, _) => "REFUND",
        _ => "CHARGEBACK",
    };
    let subject = Subject {
        kind,
        id: &movement.id,
        permission: &charge.parent,
    };
    notifications::put(transaction, subject, now)
}

/// Does what a test or a person wants of captured money. Amazon has no captures that fail later.
pub(super) fn control(
    transaction: &Transaction<'_>,
    id: &str,
    wish: Control,
    now: Timestamp,
) -> Called {
    let charge = charge::load(transaction, id, now)?;
    let captured = captured(&charge)?;
    if matches!(wish, Control::FailCapture) {
        return Err(wrong_state());
    }
    let new = match wish {
        Control::Refund { .. } => refund_id(&charge)?,
        _ => format!("{}-B{}", charge.parent, digits::<6>()?),
    };
    let changed = movements::control(transaction, &captured, wish, &new, now)?;
    let changed = changed.ok_or_else(wrong_state)?;
    for movement in &changed {
        let is_new =
            movement.kind == MovementKind::Refund && movement.key.is_none() && movement.id == new;
        if is_new {
            insert(transaction, &charge, movement, &Value::Null)?;
        }
        tell(transaction, &charge, movement, now)?;
    }
    Ok(Answer::ok(json!(changed)))
}
