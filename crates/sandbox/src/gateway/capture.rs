//! `/payments/{reference}/capture`: the whole amount or a part of it.

use super::card::Scenario;
use super::json::{Failure, answer, refused};
use super::ledger::{self, Payment, RowKind};
use super::state::Gateway;
use crate::file::LedgerError;
use axum::Json;
use axum::extract::{Path, State};
use axum::response::Response;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Deserialize;
use zkratka_commerce::attempt::PaymentOutcome;
use zkratka_commerce::money::{MinorUnits, Money};

/// A body without number is a capture of the whole.
#[derive(Clone, Copy, Deserialize)]
pub(super) struct CaptureBody {
    amount: Money,
    #[serde(default = "first")]
    number: u32,
    #[serde(default = "last")]
    is_last: bool,
}

const fn first() -> u32 {
    1
}

const fn last() -> bool {
    true
}

pub(super) async fn capture(
    State(gateway): State<Gateway>,
    Path(reference): Path<String>,
    Json(body): Json<CaptureBody>,
) -> Result<Response, Failure> {
    let work = gateway.clone();
    let outcome = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let Some(payment) = ledger::by_reference(transaction, &reference)? else {
                return Ok(PaymentOutcome::Unknown);
            };
            work.capture(transaction, payment, body)
        })
        .await?;
    gateway.inner.outbox.notify_one();
    Ok(answer(outcome))
}

impl Gateway {
    fn capture(
        &self,
        transaction: &Transaction<'_>,
        payment: Payment,
        body: CaptureBody,
    ) -> Result<PaymentOutcome, LedgerError> {
        if payment.has_failed {
            return Ok(self.outcome(&payment));
        }
        if let Some(is_same) = earlier(transaction, &payment, body)? {
            return Ok(if is_same {
                captured(&payment, body.amount)
            } else {
                refused(Some(payment.reference))
            });
        }
        if !matches!(payment.state, Some((RowKind::Authorised, _))) {
            return Ok(self.outcome(&payment));
        }
        let total = payment.captured.checked_add(body.amount.minor);
        let is_allowed = payment.scenario != Scenario::CaptureRefused
            && body.amount.currency == payment.amount.currency
            && (body.amount.minor.is_positive() || payment.amount.minor.is_zero())
            && total.is_some_and(|total| total <= payment.amount.minor);
        if !is_allowed {
            return Ok(refused(Some(payment.reference)));
        }
        transaction
            .prepare_cached(
                "INSERT INTO captures (reference, number, amount, is_last) VALUES (?, ?, ?, ?)",
            )?
            .execute(params![
                payment.reference,
                body.number,
                body.amount.minor.get(),
                body.is_last
            ])?;
        transaction
            .prepare_cached("INSERT INTO capture_times (reference, number, at) VALUES (?, ?, ?)")?
            .execute(params![
                payment.reference,
                body.number,
                self.inner.settings.now().0
            ])?;
        let payment = Payment {
            captured: total.unwrap_or(MinorUnits::ZERO),
            ..payment
        };
        if body.is_last || payment.captured == payment.amount.minor {
            self.record(transaction, &payment, RowKind::Captured, "")?;
        }
        Ok(captured(&payment, body.amount))
    }
}

/// The outcome of one capture.
fn captured(payment: &Payment, amount: Money) -> PaymentOutcome {
    PaymentOutcome::Captured {
        reference: payment.reference.clone(),
        amount,
        card: payment.card.clone(),
    }
}

/// Whether the capture with this number had the same content; none if there is none.
fn earlier(
    transaction: &Transaction<'_>,
    payment: &Payment,
    body: CaptureBody,
) -> Result<Option<bool>, LedgerError> {
    let stored = transaction
        .prepare_cached("SELECT amount, is_last FROM captures WHERE reference = ? AND number = ?")?
        .query_row(params![payment.reference, body.number], |row| {
            Ok((row.get::<_, i64>(0)?, row.get::<_, bool>(1)?))
        })
        .optional()?;
    Ok(stored.map(|(minor, is_last)| {
        let amount = MinorUnits::new(minor).in_currency(payment.amount.currency);
        amount == body.amount && is_last == body.is_last
    }))
}
