//! Which address is answered by what.

use super::book::{Asked, Done, Failed, Kept, once, order, order_of};
use super::buyers::{BUYERS, Buyer, Scenario};
use super::refusal::Refusal;
use super::{PayPalSandbox, access, mock, orders, patch, payments, vault, vault_routes, webhooks};
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::Transaction;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

const MAX_BODY_BYTES: usize = 128 * 1_024;
/// How long a slow authorisation takes.
pub(super) const SLOW: Duration = Duration::from_secs(2);

/// The REST interface.
pub(super) fn server(paypal: PayPalSandbox) -> Router {
    Router::new()
        .route("/v2/checkout/orders", post(create))
        .route("/v2/checkout/orders/{id}", get(show).patch(change))
        .route("/v2/checkout/orders/{id}/authorize", post(authorize))
        .route("/v2/payments/authorizations/{id}", get(show_authorization))
        .route("/v2/payments/authorizations/{id}/capture", post(capture))
        .route("/v2/payments/authorizations/{id}/void", post(void))
        .merge(vault_routes::server())
        .route_layer(from_fn_with_state(paypal.clone(), access::demand))
        .route("/v1/oauth2/token", post(access::issue))
        .route(
            webhooks::CERTIFICATE_PATH,
            get(async || webhooks::CERTIFICATE),
        )
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(paypal)
}

/// What a buyer's browser talks to.
pub(super) fn browser(paypal: PayPalSandbox) -> Router {
    Router::new()
        .route("/orders/{id}", get(look))
        .route("/orders/{id}/approve", post(approve))
        .merge(vault_routes::browser())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(paypal)
}

/// A request that may be repeated under its id.
pub(super) fn asked(headers: &HeaderMap, path: String, body: String) -> Result<Asked, Failed> {
    if let Some(refusal) = mock::asked_for(headers) {
        return Err(refusal.into());
    }
    let id = headers.get("paypal-request-id").map(|id| id.to_str());
    let id = id
        .transpose()
        .map_err(|_| Refusal::form("INVALID_PARAMETER_SYNTAX", "PayPal-Request-Id"))?;
    if id.is_some_and(|id| !(1..=108).contains(&id.len())) {
        return Err(Refusal::form("INVALID_STRING_LENGTH", "PayPal-Request-Id").into());
    }
    Ok(Asked {
        id: id.map(ToOwned::to_owned),
        path,
        body,
    })
}

pub(super) fn json(text: &str) -> Result<Value, Failed> {
    if text.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(text).map_err(|_| Refusal::form("MALFORMED_REQUEST_JSON", "").into())
}

impl PayPalSandbox {
    /// Does what is asked for, once for each id, and has what it put into the outbox delivered.
    pub(super) async fn once(
        &self,
        asked: Asked,
        work: impl FnOnce(&Transaction<'_>) -> Result<Done, Failed> + Send + 'static,
    ) -> Result<Done, Failed> {
        let work =
            move |transaction: &Transaction<'_>| once(transaction, &asked, || work(transaction));
        let done = self.inner.book.transact(work).await?;
        self.inner.outbox.notify_one();
        Ok(done)
    }

    /// The order that `find` finds by this id.
    async fn kept(
        &self,
        find: fn(&Transaction<'_>, &str) -> Result<Kept, Failed>,
        id: String,
    ) -> Result<Kept, Failed> {
        let find = move |transaction: &Transaction<'_>| find(transaction, &id);
        self.inner.book.transact(find).await
    }
}

async fn create(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<Done, Failed> {
    let asked = asked(&headers, "/v2/checkout/orders".to_owned(), body)?;
    let document = json(&asked.body)?;
    if asked.id.is_none() && !document["payment_source"].is_null() {
        return Err(Refusal::form("PAYPAL_REQUEST_ID_REQUIRED", "").into());
    }
    let now = paypal.now();
    let create = move |transaction: &Transaction<'_>| orders::create(transaction, &document, now);
    paypal.once(asked, create).await
}

async fn show(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Done, Failed> {
    asked(&headers, String::new(), String::new())?;
    let show =
        move |transaction: &Transaction<'_>| orders::show(transaction, order(transaction, &id)?);
    paypal.inner.book.transact(show).await
}

async fn change(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Done, Failed> {
    let asked = asked(&headers, String::new(), body)?;
    let changes = json(&asked.body)?;
    let work = move |transaction: &Transaction<'_>| {
        patch::patch(transaction, order(transaction, &id)?, &changes)
    };
    paypal.inner.book.transact(work).await
}

async fn authorize(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failed> {
    let asked = asked(&headers, format!("/orders/{id}/authorize"), body)?;
    let wish = json(&asked.body)?;
    if asked.id.is_none() && !wish["payment_source"].is_null() {
        return Err(Refusal::form("PAYPAL_REQUEST_ID_REQUIRED", "").into());
    }
    let now = paypal.now();
    let work = move |transaction: &Transaction<'_>| {
        let kept = vault::pay_from(transaction, order(transaction, &id)?, &wish)?;
        let (scenario, was_held) = (kept.scenario, kept.authorization.is_some());
        let done = once(transaction, &asked, || {
            orders::authorize(transaction, kept, now)
        })?;
        Ok((done, scenario, was_held))
    };
    let (done, scenario, was_held) = paypal.inner.book.transact(work).await?;
    paypal.inner.outbox.notify_one();
    if scenario == Scenario::Slow && !was_held {
        tokio::time::sleep(SLOW).await;
    }
    if scenario == Scenario::AnswerLost && !was_held {
        return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
    }
    Ok(done.into_response())
}

async fn show_authorization(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Done, Failed> {
    asked(&headers, String::new(), String::new())?;
    Ok(Done::ok(payments::shown(&paypal.kept(order_of, id).await?)))
}

async fn capture(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failed> {
    let asked = asked(&headers, format!("/authorizations/{id}/capture"), body)?;
    let wish = json(&asked.body)?;
    let now = paypal.now();
    let capture = move |transaction: &Transaction<'_>| {
        let kept = order_of(transaction, &id)?;
        let is_lost =
            kept.scenario == Scenario::CaptureLost && payments::shown(&kept)["status"] == "CREATED";
        let done = once(transaction, &asked, || {
            payments::capture(transaction, kept, &wish, now)
        })?;
        Ok((done, is_lost))
    };
    let (done, is_lost) = paypal.inner.book.transact(capture).await?;
    paypal.inner.outbox.notify_one();
    if is_lost {
        return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
    }
    Ok(done.into_response())
}

async fn void(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Done, Failed> {
    let asked = asked(&headers, format!("/authorizations/{id}/void"), body)?;
    let now = paypal.now();
    let void = move |transaction: &Transaction<'_>| {
        payments::void(transaction, order_of(transaction, &id)?, now)
    };
    paypal.once(asked, void).await
}

/// What the approval page shows.
async fn look(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failed> {
    let document = paypal.kept(order, id).await?.document;
    let sources = document["payment_source"].as_object();
    let source = sources.and_then(|sources| sources.values().next());
    let brand = source.map(|source| &source["experience_context"]["brand_name"]);
    Ok(Json(serde_json::json!({
        "status": document["status"],
        "amount": document["purchase_units"][0]["amount"],
        "brand": brand,
        "buyers": BUYERS.map(Buyer::shown),
    })))
}

#[derive(Deserialize)]
pub(super) struct Approval {
    buyer: String,
    #[serde(default)]
    scenario: Option<String>,
}

impl Approval {
    /// Who approves, and what comes of it.
    pub(super) fn read(&self) -> Result<(Buyer, Scenario), Failed> {
        let invalid = |field| Refusal::form("INVALID_PARAMETER_VALUE", field);
        let buyer = Buyer::named(&self.buyer).ok_or_else(|| invalid("/buyer"))?;
        let scenario = Scenario::named(self.scenario.as_deref().unwrap_or("approve"));
        Ok((buyer, scenario.ok_or_else(|| invalid("/scenario"))?))
    }
}

async fn approve(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    Json(approval): Json<Approval>,
) -> Result<Json<Value>, Failed> {
    let (buyer, scenario) = approval.read()?;
    let work = move |transaction: &Transaction<'_>| {
        orders::approve(transaction, order(transaction, &id)?, buyer, scenario)
    };
    let done = paypal.inner.book.transact(work).await?;
    Ok(Json(
        serde_json::json!({ "orderID": done.body["id"], "payerID": done.body["payer"]["payer_id"] }),
    ))
}
