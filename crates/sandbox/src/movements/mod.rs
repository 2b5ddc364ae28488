//! What happens to captured money: refunds, reversals, disputes, captures that fail later. Both emulated providers have
//! these rules: what is taken back never exceeds what was captured, and a disputed capture is not refunded.

mod control;
mod model;

pub(crate) use control::{Control, control};
pub use model::{Movement, MovementKind, MovementStatus, read_movements};

use crate::file::LedgerError;
use model::select;
use rusqlite::{Transaction, params};
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::refund::RefundRefusal;
use zkratka_commerce::time::Timestamp;

pub(crate) const SCHEMA: &str = include_str!("schema.sql");

/// Captured money.
#[derive(Clone, Debug)]
pub(crate) struct Captured {
    /// The provider's reference of the capture.
    pub(crate) reference: String,
    /// Amount captured, whatever has been taken back since.
    pub(crate) amount: Money,
}

pub(crate) struct NewRefund<'a> {
    pub(crate) id: String,
    pub(crate) key: Option<&'a str>,
    pub(crate) amount: Money,
}

/// Refunds captured money. The refund is pending while the payment's refunds are held.
pub(crate) fn refund(
    transaction: &Transaction<'_>,
    captured: &Captured,
    new: NewRefund<'_>,
    now: Timestamp,
) -> Result<Result<Movement, RefundRefusal>, LedgerError> {
    if new.amount.currency != captured.amount.currency || new.amount.minor < MinorUnits::new(1) {
        return Ok(Err(RefundRefusal::Refused));
    }
    let movements = of(transaction, &captured.reference)?;
    let is = |kind, status| {
        let mut movements = movements.iter();
        movements.any(|it: &Movement| it.kind == kind && it.status == status)
    };
    if is(MovementKind::CaptureFailure, MovementStatus::Done) {
        return Ok(Err(RefundRefusal::Refused));
    }
    if is(MovementKind::Dispute, MovementStatus::Pending) {
        return Ok(Err(RefundRefusal::Disputed));
    }
    if new.amount.minor > left(captured, &movements)? {
        return Ok(Err(RefundRefusal::TooMuch));
    }
    let status = if control::holds_refunds(transaction, &captured.reference)? {
        MovementStatus::Pending
    } else {
        MovementStatus::Done
    };
    let movement = Movement {
        id: new.id,
        kind: MovementKind::Refund,
        key: new.key.map(ToOwned::to_owned),
        reference: captured.reference.clone(),
        amount: new.amount,
        status,
        at: now,
    };
    insert(transaction, &movement)?;
    Ok(Ok(movement))
}

/// What nothing has taken back, in minor units of the capture's currency.
pub(crate) fn left(captured: &Captured, movements: &[Movement]) -> Result<MinorUnits, LedgerError> {
    let taken = movements
        .iter()
        .filter(|movement| movement.status != MovementStatus::Undone);
    let mut left = captured.amount.minor;
    for movement in taken {
        let less = left.checked_sub(movement.amount.minor);
        left = less.ok_or(LedgerError::Unknown("amount"))?;
    }
    Ok(left)
}

fn insert(transaction: &Transaction<'_>, movement: &Movement) -> Result<(), LedgerError> {
    transaction
        .prepare_cached(
            "INSERT INTO movements (id, kind, key, reference, amount, currency, status, at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            movement.id,
            movement.kind.name(),
            movement.key,
            movement.reference,
            movement.amount.minor.get(),
            movement.amount.currency.as_str(),
            movement.status.name(),
            movement.at.0
        ])?;
    Ok(())
}

/// Decides a pending movement.
fn decide(
    transaction: &Transaction<'_>,
    movement: Movement,
    status: MovementStatus,
) -> Result<Movement, LedgerError> {
    transaction
        .prepare_cached("UPDATE movements SET status = ? WHERE id = ?")?
        .execute(params![status.name(), movement.id])?;
    Ok(Movement { status, ..movement })
}

/// The movements of a payment, oldest first.
pub(crate) fn of(
    transaction: &Transaction<'_>,
    reference: &str,
) -> Result<Vec<Movement>, LedgerError> {
    select(transaction, "WHERE reference = ?", [reference])
}

/// All disputes, oldest first.
pub(crate) fn disputes(transaction: &Transaction<'_>) -> Result<Vec<Movement>, LedgerError> {
    select(transaction, "WHERE kind = 'dispute'", [])
}

/// Whether a dispute is one for which the provider holds no money.
pub(crate) fn is_inquiry(transaction: &Transaction<'_>, id: &str) -> Result<bool, LedgerError> {
    let mut statement = transaction.prepare_cached("SELECT 1 FROM inquiries WHERE id = ?")?;
    Ok(statement.exists([id])?)
}

pub(crate) fn by_id(
    transaction: &Transaction<'_>,
    id: &str,
) -> Result<Option<Movement>, LedgerError> {
    Ok(select(transaction, "WHERE id = ?", [id])?.pop())
}

/// The refund with this key of the shop's.
pub(crate) fn by_key(
    transaction: &Transaction<'_>,
    key: &str,
) -> Result<Option<Movement>, LedgerError> {
    Ok(select(transaction, "WHERE key = ?", [key])?.pop())
}

#[cfg(test)]
mod tests;
