//! Scenario controls: what a test or a person can make the provider do to captured money.

use super::{Captured, Movement, MovementKind, MovementStatus, NewRefund};
use super::{decide, insert, left, of, refund};
use crate::file::LedgerError;
use rusqlite::Transaction;
use serde::Deserialize;
use zkratka_commerce::money::{MinorUnits, Money};
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case", tag = "action", deny_unknown_fields)]
pub(crate) enum Control {
    /// The merchant refunds at the provider.
    Refund { amount: MinorUnits },
    /// The bank takes money back.
    Reverse { amount: MinorUnits },
    /// The buyer disputes the payment.
    OpenDispute { amount: MinorUnits },
    /// The buyer complains, and the provider holds no money yet. It ends as a dispute does, and is as much in the way of
    /// refunds.
    OpenInquiry { amount: MinorUnits },
    /// The open dispute ends for the merchant.
    WinDispute,
    /// The open dispute ends for the buyer.
    LoseDispute,
    /// The capture fails after all; only while nothing else has taken its money.
    FailCapture,
    /// Refunds stay pending from now on.
    HoldRefunds,
    /// Pending refunds succeed, and later ones are not held.
    SettleRefunds,
    /// Pending refunds fail, and later ones are not held.
    FailRefunds,
}

/// Does what a control says and returns the movements that changed; none if the payment does not allow it.
pub(crate) fn control(
    transaction: &Transaction<'_>,
    captured: &Captured,
    control: Control,
    id: &str,
    now: Timestamp,
) -> Result<Option<Vec<Movement>>, LedgerError> {
    let take = |kind, minor, status| take(transaction, captured, (kind, status), minor, id, now);
    let end = |kind, status| end(transaction, captured, kind, status);
    match control {
        Control::Refund { amount } => {
            let new = NewRefund {
                id: id.to_owned(),
                key: None,
                amount: Money::new(amount, captured.amount.currency),
            };
            let done = refund(transaction, captured, new, now)?;
            Ok(done.ok().map(|movement| vec![movement]))
        }
        Control::Reverse { amount } => take(MovementKind::Reversal, amount, MovementStatus::Done),
        Control::OpenDispute { amount } => {
            take(MovementKind::Dispute, amount, MovementStatus::Pending)
        }
        Control::OpenInquiry { amount } => {
            transaction.execute("INSERT INTO inquiries (id) VALUES (?)", [id])?;
            take(MovementKind::Dispute, amount, MovementStatus::Pending)
        }
        Control::WinDispute => end(MovementKind::Dispute, MovementStatus::Undone),
        Control::LoseDispute => end(MovementKind::Dispute, MovementStatus::Done),
        Control::FailCapture => {
            let amount = captured.amount.minor;
            take(MovementKind::CaptureFailure, amount, MovementStatus::Done)
        }
        Control::HoldRefunds => {
            transaction.execute(
                "INSERT OR IGNORE INTO held_refunds (reference) VALUES (?)",
                [&captured.reference],
            )?;
            Ok(Some(Vec::new()))
        }
        Control::SettleRefunds => {
            release_refunds(transaction, captured)?;
            end(MovementKind::Refund, MovementStatus::Done)
        }
        Control::FailRefunds => {
            release_refunds(transaction, captured)?;
            end(MovementKind::Refund, MovementStatus::Undone)
        }
    }
}

pub(super) fn holds_refunds(
    transaction: &Transaction<'_>,
    reference: &str,
) -> Result<bool, LedgerError> {
    let mut statement =
        transaction.prepare_cached("SELECT 1 FROM held_refunds WHERE reference = ?")?;
    Ok(statement.exists([reference])?)
}

fn release_refunds(transaction: &Transaction<'_>, captured: &Captured) -> Result<(), LedgerError> {
    transaction.execute(
        "DELETE FROM held_refunds WHERE reference = ?",
        [&captured.reference],
    )?;
    Ok(())
}

/// Takes money that is left of a capture.
fn take(
    transaction: &Transaction<'_>,
    captured: &Captured,
    (kind, status): (MovementKind, MovementStatus),
    minor: MinorUnits,
    id: &str,
    now: Timestamp,
) -> Result<Option<Vec<Movement>>, LedgerError> {
    let left = left(captured, &of(transaction, &captured.reference)?)?;
    if minor < MinorUnits::new(1) || minor > left {
        return Ok(None);
    }
    let movement = Movement {
        id: id.to_owned(),
        kind,
        key: None,
        reference: captured.reference.clone(),
        amount: Money::new(minor, captured.amount.currency),
        status,
        at: now,
    };
    insert(transaction, &movement)?;
    Ok(Some(vec![movement]))
}

/// Decides the pending movements of a kind; none if there are none.
fn end(
    transaction: &Transaction<'_>,
    captured: &Captured,
    kind: MovementKind,
    status: MovementStatus,
) -> Result<Option<Vec<Movement>>, LedgerError> {
    let movements = of(transaction, &captured.reference)?;
    let pending = movements
        .into_iter()
        .filter(|it| it.kind == kind && it.status == MovementStatus::Pending);
    let ended: Result<Vec<_>, _> = pending
        .map(|movement| decide(transaction, movement, status))
        .collect();
    ended.map(|ended| (!ended.is_empty()).then_some(ended))
}
