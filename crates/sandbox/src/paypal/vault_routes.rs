//! Which address about kept accounts is answered by what.

use super::book::{Asked, Done, Failed};
use super::buyers::{BUYERS, Buyer, Scenario};
use super::refusal::Refusal;
use super::routes::{Approval, SLOW, asked, json};
use super::{PayPalSandbox, book, vault, vault_check};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::Transaction;
use serde_json::Value;

/// The REST interface.
pub(super) fn server() -> Router<PayPalSandbox> {
    Router::new()
        .route("/v3/vault/setup-tokens", post(create))
        .route("/v3/vault/setup-tokens/{id}", get(show))
        .route("/v3/vault/payment-tokens", post(keep))
        .route(
            "/v3/vault/payment-tokens/{id}",
            get(show_account).delete(forget),
        )
}

/// What a buyer's browser talks to.
pub(super) fn browser() -> Router<PayPalSandbox> {
    Router::new()
        .route("/agreements/{id}", get(look))
        .route("/agreements/{id}/approve", post(approve))
}

/// The vault does nothing without a name for the request.
fn named(asked: Asked) -> Result<Asked, Refusal> {
    match asked.id {
        Some(_) => Ok(asked),
        None => Err(Refusal::form("PAYPAL_REQUEST_ID_REQUIRED", "")),
    }
}

async fn create(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<Done, Failed> {
    let asked = named(asked(&headers, "/v3/vault/setup-tokens".to_owned(), body)?)?;
    let document = json(&asked.body)?;
    let create = move |transaction: &Transaction<'_>| vault::create(transaction, &document);
    paypal.once(asked, create).await
}

async fn show(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Done, Failed> {
    asked(&headers, String::new(), String::new())?;
    Ok(Done::ok(paypal.agreement(id).await?))
}

async fn keep(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, Failed> {
    let asked = named(asked(
        &headers,
        "/v3/vault/payment-tokens".to_owned(),
        body,
    )?)?;
    let wish = json(&asked.body)?;
    let now = paypal.now();
    let work = move |transaction: &Transaction<'_>| {
        let agreement = vault::agreement(transaction, vault_check::agreement_of(&wish)?)?;
        let scenario = agreement.scenario;
        let is_new = agreement.document["status"] == "APPROVED";
        let done = book::once(transaction, &asked, || {
            vault::keep(transaction, agreement, now)
        })?;
        Ok((done, scenario, is_new))
    };
    let (done, scenario, is_new) = paypal.inner.book.transact(work).await?;
    paypal.inner.outbox.notify_one();
    if scenario == Scenario::Slow && is_new {
        tokio::time::sleep(SLOW).await;
    }
    if scenario == Scenario::AnswerLost && is_new {
        return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
    }
    Ok(done.into_response())
}

async fn show_account(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Done, Failed> {
    asked(&headers, String::new(), String::new())?;
    let find = move |transaction: &Transaction<'_>| vault::account(transaction, &id);
    let found = paypal.inner.book.transact(find).await?;
    let (document, _) = found.ok_or_else(Refusal::not_found)?;
    Ok(Done::ok(document))
}

async fn forget(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Done, Failed> {
    asked(&headers, String::new(), String::new())?;
    let now = paypal.now();
    let forget = move |transaction: &Transaction<'_>| vault::forget(transaction, &id, now);
    let done = paypal.inner.book.transact(forget).await?;
    paypal.inner.outbox.notify_one();
    Ok(done)
}

impl PayPalSandbox {
    async fn agreement(&self, id: String) -> Result<Value, Failed> {
        let find = move |transaction: &Transaction<'_>| vault::agreement(transaction, &id);
        Ok(self.inner.book.transact(find).await?.document)
    }
}

/// What the approval page shows.
async fn look(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failed> {
    let document = paypal.agreement(id).await?;
    let sources = document["payment_source"].as_object();
    let source = sources.and_then(|sources| sources.values().next());
    let brand = source.map(|source| &source["experience_context"]["brand_name"]);
    Ok(Json(serde_json::json!({
        "status": document["status"],
        "brand": brand,
        "buyers": BUYERS.map(Buyer::shown),
    })))
}

async fn approve(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    Json(approval): Json<Approval>,
) -> Result<Json<Value>, Failed> {
    let (buyer, scenario) = approval.read()?;
    let work = move |transaction: &Transaction<'_>| {
        let agreement = vault::agreement(transaction, &id)?;
        vault::approve(transaction, agreement, buyer, scenario)
    };
    let done = paypal.inner.book.transact(work).await?;
    let sources = done.body["payment_source"].as_object();
    let account = sources.and_then(|sources| sources.values().next());
    let payer = account.map(|account| &account["payer_id"]);
    Ok(Json(
        serde_json::json!({ "vaultSetupToken": done.body["id"], "payerId": payer }),
    ))
}
