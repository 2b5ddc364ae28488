//! `/payments/{reference}/refunds/{key}` and the scenario controls: what happens to captured money.

use super::auth::unguessable;
use super::json::Failure;
use super::ledger::{self, Payment, RowKind};
use super::notify;
use super::state::Gateway;
use crate::movements::{
    self, Captured, Control, Movement, MovementKind, MovementStatus, NewRefund,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use zkratka_commerce::money::Money;
use zkratka_commerce::refund::{RefundOutcome, RefundRefusal};

const MAX_KEY: usize = 64;

#[derive(Deserialize)]
pub(super) struct RefundBody {
    amount: Money,
}

/// Refunds under the shop's key: the same key and content get the refund's present state, other content is refused.
pub(super) async fn refund(
    State(gateway): State<Gateway>,
    Path((reference, key)): Path<(String, String)>,
    Json(body): Json<RefundBody>,
) -> Result<Response, Failure> {
    if key.len() > MAX_KEY {
        return Ok(StatusCode::BAD_REQUEST.into_response());
    }
    let id = unguessable("re_")?;
    let work = gateway.clone();
    let outcome = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            if let Some(earlier) = movements::by_key(transaction, &key)? {
                let is_same = earlier.reference == reference && earlier.amount == body.amount;
                return Ok(if is_same {
                    outcome(&earlier)
                } else {
                    refuse(RefundRefusal::Refused)
                });
            }
            let payment = ledger::by_reference(transaction, &reference)?;
            let Some((payment, captured)) = payment.and_then(captured) else {
                return Ok(refuse(RefundRefusal::Refused));
            };
            let new = NewRefund {
                id,
                key: Some(&key),
                amount: body.amount,
            };
            let now = work.inner.settings.now();
            match movements::refund(transaction, &captured, new, now)? {
                Ok(movement) => {
                    notify::put_report(&work, transaction, &payment, &movement)?;
                    Ok(outcome(&movement))
                }
                Err(reason) => Ok(refuse(reason)),
            }
        })
        .await?;
    gateway.inner.outbox.notify_one();
    Ok(answer(&outcome))
}

/// What became of the refund with this key.
pub(super) async fn refund_status(
    State(gateway): State<Gateway>,
    Path((reference, key)): Path<(String, String)>,
) -> Result<Response, Failure> {
    let found = gateway
        .inner
        .ledger
        .transact(move |transaction| movements::by_key(transaction, &key))
        .await?;
    let found = found.filter(|movement| movement.reference == reference);
    Ok(answer(
        &found.as_ref().map_or(RefundOutcome::Unknown, outcome),
    ))
}

/// Lets a test or a person make the gateway do something to captured money. Returns what changed.
pub(super) async fn control(
    State(gateway): State<Gateway>,
    Path(reference): Path<String>,
    Json(wish): Json<Control>,
) -> Result<Response, Failure> {
    let id = unguessable(match wish {
        Control::Refund { .. } => "re_",
        Control::OpenDispute { .. } | Control::OpenInquiry { .. } => "dp_",
        _ => "mv_",
    })?;
    let work = gateway.clone();
    let changed = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let payment = ledger::by_reference(transaction, &reference)?;
            let Some((payment, captured)) = payment.and_then(captured) else {
                return Ok(None);
            };
            let now = work.inner.settings.now();
            let changed = movements::control(transaction, &captured, wish, &id, now)?;
            for movement in changed.iter().flatten() {
                notify::put_report(&work, transaction, &payment, movement)?;
            }
            Ok(changed)
        })
        .await?;
    gateway.inner.outbox.notify_one();
    Ok(match changed {
        Some(changed) => Json(changed).into_response(),
        None => StatusCode::CONFLICT.into_response(),
    })
}

/// A payment with the money that was captured of it, if any was.
fn captured(payment: Payment) -> Option<(Payment, Captured)> {
    let is_captured = matches!(payment.state, Some((RowKind::Captured, _)));
    let captured = Captured {
        reference: payment.reference.clone(),
        amount: payment.captured.in_currency(payment.amount.currency),
    };
    is_captured.then_some((payment, captured))
}

fn outcome(refund: &Movement) -> RefundOutcome {
    let reference = refund.id.clone();
    match (refund.kind, refund.status) {
        (MovementKind::Refund, MovementStatus::Pending) => RefundOutcome::Pending { reference },
        (MovementKind::Refund, MovementStatus::Done) => RefundOutcome::Refunded {
            reference,
            amount: refund.amount,
        },
        _ => refuse(RefundRefusal::Refused),
    }
}

const fn refuse(reason: RefundRefusal) -> RefundOutcome {
    RefundOutcome::Refused { reason }
}

fn answer(outcome: &RefundOutcome) -> Response {
    let status = match outcome {
        RefundOutcome::Unknown => StatusCode::NOT_FOUND,
        RefundOutcome::Refused { .. } => StatusCode::CONFLICT,
        RefundOutcome::Refunded { .. } | RefundOutcome::Pending { .. } => StatusCode::OK,
    };
    (status, Json(outcome)).into_response()
}
