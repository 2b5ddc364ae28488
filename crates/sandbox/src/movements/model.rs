use crate::file::{BUSY, LedgerError};
use rusqlite::{Connection, OpenFlags, Params};
use serde::Serialize;
use std::path::Path;
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::refund::PaymentReport;
use zkratka_commerce::time::Timestamp;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    Refund,
    /// The provider or the bank took money back without a dispute.
    Reversal,
    Dispute,
    /// The capture did not succeed after all.
    CaptureFailure,
}

impl MovementKind {
    const ALL: [Self; 4] = [
        Self::Refund,
        Self::Reversal,
        Self::Dispute,
        Self::CaptureFailure,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::Reversal => "reversal",
            Self::Dispute => "dispute",
            Self::CaptureFailure => "capture_failure",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementStatus {
    /// The money is withheld until the provider decides: a pending refund, an open dispute.
    Pending,
    /// The merchant no longer has the money.
    Done,
    /// The merchant has kept the money: a refund failed, a dispute was won.
    Undone,
}

impl MovementStatus {
    const ALL: [Self; 3] = [Self::Pending, Self::Done, Self::Undone];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Done => "done",
            Self::Undone => "undone",
        }
    }
}

/// Something that took captured money back, or may.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Movement {
    pub id: String,
    pub kind: MovementKind,
    /// The shop's key of a refund.
    pub key: Option<String>,
    /// The provider's reference of the captured payment.
    pub reference: String,
    pub amount: Money,
    pub status: MovementStatus,
    pub at: Timestamp,
}

impl Movement {
    /// What the provider tells the shop; none while a refund is pending.
    pub(crate) fn report(&self) -> Option<PaymentReport> {
        let (id, amount) = (self.id.clone(), self.amount);
        match (self.kind, self.status) {
            (MovementKind::Refund, MovementStatus::Pending) => None,
            (MovementKind::Refund, MovementStatus::Done) => Some(PaymentReport::Refunded {
                reference: id,
                amount,
            }),
            (MovementKind::Refund, MovementStatus::Undone) => {
                Some(PaymentReport::RefundFailed { reference: id })
            }
            (MovementKind::Reversal, _) => Some(PaymentReport::Reversed {
                reference: id,
                amount,
            }),
            (MovementKind::Dispute, MovementStatus::Pending) => {
                Some(PaymentReport::DisputeOpened {
                    dispute: id,
                    amount,
                })
            }
            (MovementKind::Dispute, MovementStatus::Done) => Some(PaymentReport::DisputeLost {
                dispute: id,
                amount,
            }),
            (MovementKind::Dispute, MovementStatus::Undone) => {
                Some(PaymentReport::DisputeWon { dispute: id })
            }
            (MovementKind::CaptureFailure, _) => Some(PaymentReport::CaptureFailed),
        }
    }
}

/// Reads a provider's movements, oldest first, even while another process writes them.
pub fn read_movements(path: &Path) -> Result<Vec<Movement>, LedgerError> {
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    connection.busy_timeout(BUSY)?;
    select(&connection, "", [])
}

/// The movements that meet a condition, oldest first.
pub(super) fn select(
    connection: &Connection,
    condition: &'static str,
    values: impl Params,
) -> Result<Vec<Movement>, LedgerError> {
    let sql = format!(
        "SELECT id, kind, key, reference, amount, currency, status, at FROM movements {condition} ORDER BY rowid"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        let (kind, status): (String, String) = (row.get(1)?, row.get(6)?);
        let kind = MovementKind::ALL.into_iter().find(|it| it.name() == kind);
        let status = MovementStatus::ALL
            .into_iter()
            .find(|it| it.name() == status);
        let currency = Currency::new(&row.get::<_, String>(5)?);
        found.push(Movement {
            id: row.get(0)?,
            kind: kind.ok_or(LedgerError::Unknown("kind of movement"))?,
            key: row.get(2)?,
            reference: row.get(3)?,
            amount: Money {
                minor: MinorUnits::new(row.get(4)?),
                currency: currency.map_err(|_| LedgerError::Unknown("currency"))?,
            },
            status: status.ok_or(LedgerError::Unknown("status of a movement"))?,
            at: Timestamp(row.get(7)?),
        });
    }
    Ok(found)
}
