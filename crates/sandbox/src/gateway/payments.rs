//! The shop's routes.

use super::after_sale::{control, refund, refund_status};
use super::auth::{require_secret, unguessable};
use super::capture::capture;
use super::card::Scenario;
use super::json::{Failure, answer, refused};
use super::ledger::{self, DECLINED, NewPayment, Payment, PaymentLookup, RowKind, Source};
use super::mandates::end_mandate;
use super::notify;
use super::state::Gateway;
use super::wallet::create_wallet_session;
use crate::file::LedgerError;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use bytes::Bytes;
use http_body_util::{Full, Limited};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::{MinorUnits, Money};

const MAX_KEY: usize = 100;

pub(super) fn routes(gateway: Gateway) -> Router {
    let secret = middleware::from_fn_with_state(gateway.clone(), require_secret);
    Router::new()
        .route("/payments", post(authorise))
        .route("/payments/by-key/{key}", get(by_key))
        .route("/payments/{reference}/capture", post(capture))
        .route("/payments/{reference}/void", post(void))
        .route(
            "/payments/{reference}/refunds/{key}",
            get(refund_status).post(refund),
        )
        .route("/payments/{reference}/control", post(control))
        .route("/wallet-sessions", post(create_wallet_session))
        .route("/mandates/{id}/end", post(end_mandate))
        .route("/ledger", get(rows))
        .route_layer(secret)
        .with_state(gateway)
}

/// A payment with a session, or, without one, with a mandate.
#[derive(Deserialize)]
struct AuthoriseBody {
    #[serde(default)]
    session: String,
    amount: Money,
    #[serde(default)]
    return_url: String,
    /// Whether to create a mandate for later charges; the response then contains it.
    #[serde(default)]
    setup_mandate: bool,
    /// The mandate to charge.
    #[serde(default)]
    mandate: Option<String>,
    /// Whether the mandate's owner orders this payment now, and can pass a challenge.
    #[serde(default)]
    payer_is_present: bool,
}

async fn authorise(
    State(gateway): State<Gateway>,
    headers: HeaderMap,
    Json(body): Json<AuthoriseBody>,
) -> Result<Response, Failure> {
    let key = headers
        .get("idempotency-key")
        .and_then(|value| value.to_str().ok())
        .filter(|key| !key.is_empty() && key.len() <= MAX_KEY);
    let Some(key) = key else {
        return Ok((StatusCode::BAD_REQUEST, "Idempotency-Key is missing").into_response());
    };
    // Storing a card alone charges nothing.
    let least = MinorUnits::new(i64::from(!body.setup_mandate));
    let is_present_in_vain = body.payer_is_present && body.mandate.is_none();
    let asks_twice = body.mandate.is_some() && body.setup_mandate;
    if body.amount.minor < least || asks_twice || is_present_in_vain {
        return Ok(answer(refused(None)));
    }
    let new = NewPayment {
        key: key.to_owned(),
        fingerprint: fingerprint(&body),
        source: match body.mandate {
            Some(mandate) => Source::Mandate {
                mandate,
                payer_is_present: body.payer_is_present,
            },
            None => Source::Session(body.session),
        },
        new_mandate: if body.setup_mandate {
            Some(unguessable("mnd_")?)
        } else {
            None
        },
        amount: body.amount,
        return_url: body.return_url,
        reference: unguessable("pay_")?,
        challenge: unguessable("ch_")?,
    };
    let work = gateway.clone();
    // Spawned, so that a payment is decided even if the shop disconnects.
    let decided = tokio::spawn(async move { work.hold(new).await });
    decided.await.unwrap_or(Err(Failure))
}

/// Hashes every member that identifies a request, each with its length, so that different members cannot yield the same
/// bytes.
fn fingerprint(body: &AuthoriseBody) -> [u8; 32] {
    let mut hash = Sha256::new();
    for part in [
        body.session.as_str(),
        &body.amount.minor.get().to_string(),
        body.amount.currency.as_str(),
        &body.return_url,
        if body.setup_mandate { "setup" } else { "" },
        body.mandate.as_deref().unwrap_or_default(),
    ] {
        hash.update(part.len().to_be_bytes());
        hash.update(part);
    }
    // Only if given: requests that an older version stored keep their hash.
    if body.payer_is_present {
        hash.update(b"present");
    }
    hash.finalize().into()
}

impl Gateway {
    /// Authorises a payment, unless the key was used before.
    async fn hold(&self, new: NewPayment) -> Result<Response, Failure> {
        let gateway = self.clone();
        let opened = self
            .inner
            .ledger
            .transact(move |transaction| {
                let now = gateway.inner.settings.now();
                let payment = match ledger::open_payment(transaction, &new, now)? {
                    PaymentLookup::New(payment) => payment,
                    PaymentLookup::Repeated(payment) => {
                        return gateway
                            .catch_up(transaction, payment)
                            .map(PaymentLookup::Repeated);
                    }
                    other => return Ok(other),
                };
                let (kind, detail) = match payment.scenario {
                    Scenario::Slow => return Ok(PaymentLookup::New(payment)),
                    Scenario::Decline => (RowKind::Declined, DECLINED),
                    Scenario::Challenge => (RowKind::Challenged, ""),
                    Scenario::Approve
                    | Scenario::AnswerLost
                    | Scenario::Duplicate
                    | Scenario::WrongAmount
                    | Scenario::CaptureRefused => (RowKind::Authorised, ""),
                };
                gateway
                    .record(transaction, &payment, kind, detail)
                    .map(PaymentLookup::New)
            })
            .await?;
        match opened {
            PaymentLookup::New(payment) => {
                self.inner.outbox.notify_one();
                self.first_answer(payment).await
            }
            PaymentLookup::Repeated(payment) => Ok(answer(self.outcome(&payment))),
            PaymentLookup::KeyReused => Ok(answer(refused(None))),
            PaymentLookup::SessionInvalid => Ok(answer(PaymentOutcome::Declined {
                reference: None,
                reason: DeclineReason::SessionInvalid,
            })),
        }
    }

    async fn first_answer(&self, payment: Payment) -> Result<Response, Failure> {
        match payment.scenario {
            Scenario::Slow => {
                tokio::time::sleep(self.inner.settings.slow).await;
                let payment = self.decide_late(payment).await?;
                Ok(answer(self.outcome(&payment)))
            }
            Scenario::AnswerLost => Ok(lost_answer()),
            _ => Ok(answer(self.outcome(&payment))),
        }
    }

    /// Decides the slow card's payment after its delay.
    async fn decide_late(&self, payment: Payment) -> Result<Payment, Failure> {
        let gateway = self.clone();
        let decided = self
            .inner
            .ledger
            .transact(move |transaction| {
                let present = ledger::by_reference(transaction, &payment.reference)?;
                gateway.catch_up(transaction, present.unwrap_or(payment))
            })
            .await?;
        self.inner.outbox.notify_one();
        Ok(decided)
    }

    /// Approves the slow card's payment if its delay has passed and nothing voided it; also after a restart.
    fn catch_up(
        &self,
        transaction: &rusqlite::Transaction<'_>,
        payment: Payment,
    ) -> Result<Payment, LedgerError> {
        let slow = i64::try_from(self.inner.settings.slow.as_millis()).unwrap_or(i64::MAX);
        let decided_at = payment.created_at.plus(slow);
        if payment.state.is_some() || self.inner.settings.now() < decided_at {
            return Ok(payment);
        }
        self.record(transaction, &payment, RowKind::Authorised, "")
    }

    /// Appends a row and inserts its notification into the outbox, in the same transaction.
    pub(super) fn record(
        &self,
        transaction: &rusqlite::Transaction<'_>,
        payment: &Payment,
        kind: RowKind,
        detail: &str,
    ) -> Result<Payment, LedgerError> {
        let now = self.inner.settings.now();
        let entered = ledger::append(transaction, payment, kind, detail, now)?;
        notify::put(self, transaction, &entered)?;
        Ok(entered)
    }

    pub(super) fn outcome(&self, payment: &Payment) -> PaymentOutcome {
        payment.outcome(&self.inner.settings.browser_base)
    }
}

/// A truncated response: the announced length exceeds the limit, so the server closes the connection.
fn lost_answer() -> Response {
    Response::new(Body::new(Limited::new(
        Full::new(Bytes::from_static(b"{}")),
        1,
    )))
}

async fn by_key(
    State(gateway): State<Gateway>,
    Path(key): Path<String>,
) -> Result<Response, Failure> {
    let work = gateway.clone();
    let outcome = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let Some(payment) = ledger::by_key(transaction, &key)? else {
                return Ok(PaymentOutcome::Unknown);
            };
            let payment = work.catch_up(transaction, payment)?;
            Ok(work.outcome(&payment))
        })
        .await?;
    Ok(answer(outcome))
}

async fn void(
    State(gateway): State<Gateway>,
    Path(reference): Path<String>,
) -> Result<Response, Failure> {
    let work = gateway.clone();
    let outcome = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let Some(payment) = ledger::by_reference(transaction, &reference)? else {
                return Ok(PaymentOutcome::Unknown);
            };
            let kind = match payment.state {
                // Only the rest is released, so the payment is captured as far as it was.
                Some((RowKind::Authorised, _)) if payment.captured.is_positive() => {
                    RowKind::Captured
                }
                None | Some((RowKind::Authorised | RowKind::Challenged, _)) => RowKind::Voided,
                Some(_) => return Ok(work.outcome(&payment)),
            };
            let payment = work.record(transaction, &payment, kind, "")?;
            Ok(work.outcome(&payment))
        })
        .await?;
    gateway.inner.outbox.notify_one();
    Ok(answer(outcome))
}

#[derive(Deserialize)]
struct RowsQuery {
    #[serde(default)]
    after: i64,
}

/// The ledger, for tests and operators.
async fn rows(
    State(gateway): State<Gateway>,
    Query(query): Query<RowsQuery>,
) -> Result<Response, Failure> {
    let rows = gateway
        .inner
        .ledger
        .transact(move |transaction| ledger::rows_after(transaction, query.after))
        .await?;
    Ok(Json(rows).into_response())
}
