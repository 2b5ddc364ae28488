//! The browser's routes: the hosted fields and the bank's challenge.

use super::card::{CardInput, Field, month_of};
use super::json::Failure;
use super::ledger::{self, CHALLENGE_FAILED, Payment, RowKind};
use super::pages;
use super::state::Gateway;
use axum::extract::{Form, Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::{Deserialize, Serialize};

pub(super) fn routes(gateway: Gateway) -> Router {
    Router::new()
        .route("/hosted-fields", get(hosted_fields))
        .route(
            "/hosted-fields.css",
            get(|| async { pages::fields_style() }),
        )
        .route(
            "/hosted-fields.js",
            get(|| async { pages::fields_script() }),
        )
        .route("/challenge.css", get(|| async { pages::challenge_style() }))
        .route("/sessions", post(create_session))
        .route("/challenge/{id}", get(challenge).post(decide))
        .with_state(gateway)
}

async fn hosted_fields(State(gateway): State<Gateway>) -> Response {
    pages::hosted_fields(&gateway.inner.settings.shop_origins)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SessionAnswer {
    session: String,
    network: String,
    last_four: String,
}

#[derive(Serialize)]
struct InvalidFields {
    fields: Vec<Field>,
}

/// Exchanges a card for a one-time session. The number is dropped at the end of this function.
async fn create_session(
    State(gateway): State<Gateway>,
    Form(input): Form<CardInput>,
) -> Result<Response, Failure> {
    let settings = &gateway.inner.settings;
    let now = settings.now();
    let card = match input.check(month_of(now.0)) {
        Ok(card) => card,
        Err(fields) => {
            let answer = (
                StatusCode::UNPROCESSABLE_ENTITY,
                Json(InvalidFields { fields }),
            );
            return Ok(for_the_frame(answer.into_response()));
        }
    };
    let summary = card.summary.clone();
    let session = gateway.new_session(card).await?;
    let answer = SessionAnswer {
        session,
        network: summary.network,
        last_four: summary.last_four,
    };
    Ok(for_the_frame(Json(answer).into_response()))
}

/// The hosted fields run in a sandboxed frame, whose opaque origin is `null`.
fn for_the_frame(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("null"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn challenge(
    State(gateway): State<Gateway>,
    Path(id): Path<String>,
) -> Result<Response, Failure> {
    let found = gateway
        .inner
        .ledger
        .transact(move |transaction| ledger::by_challenge(transaction, &id))
        .await?;
    Ok(match found {
        Some(payment) if is_open(&payment) => {
            pages::challenge(&payment, gateway.inner.settings.shop_name.as_deref())
        }
        Some(payment) => pages::challenge_over(&payment),
        None => pages::no_challenge(),
    })
}

const fn is_open(payment: &Payment) -> bool {
    matches!(payment.state, Some((RowKind::Challenged, _)))
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Decision {
    Confirm,
    Reject,
}

#[derive(Deserialize)]
struct DecisionForm {
    decision: Decision,
}

/// The buyer confirms or rejects. A late or repeated decision also redirects to the shop.
async fn decide(
    State(gateway): State<Gateway>,
    Path(id): Path<String>,
    Form(form): Form<DecisionForm>,
) -> Result<Response, Failure> {
    let work = gateway.clone();
    let found = gateway
        .inner
        .ledger
        .transact(move |transaction| {
            let Some(payment) = ledger::by_challenge(transaction, &id)? else {
                return Ok(None);
            };
            if !is_open(&payment) {
                return Ok(Some(payment));
            }
            let (kind, detail) = match form.decision {
                Decision::Confirm => (RowKind::Authorised, ""),
                Decision::Reject => (RowKind::Declined, CHALLENGE_FAILED),
            };
            work.record(transaction, &payment, kind, detail).map(Some)
        })
        .await?;
    gateway.inner.outbox.notify_one();
    Ok(match found {
        Some(payment) => Redirect::to(&payment.return_url).into_response(),
        None => pages::no_challenge(),
    })
}
