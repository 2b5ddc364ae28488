//! Routes for stored accounts.

use super::buyers::{BUYERS, Buyer, Scenario};
use super::database::{CallError, CallSuccess, IdempotentRequest};
use super::refusal::Refusal;
use super::routes::{Approval, SLOW, idempotent_request, json};
use super::{PayPalSandbox, database, vault, vault_check};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::Transaction;
use serde_json::Value;

/// The REST API.
pub(super) fn server() -> Router<PayPalSandbox> {
    Router::new()
        .route("/v3/vault/setup-tokens", post(create))
        .route("/v3/vault/setup-tokens/{id}", get(show))
        .route("/v3/vault/payment-tokens", post(store_account))
        .route(
            "/v3/vault/payment-tokens/{id}",
            get(show_account).delete(delete_account),
        )
}

/// The browser's routes.
pub(super) fn browser() -> Router<PayPalSandbox> {
    Router::new()
        .route("/agreements/{id}", get(show_for_approval))
        .route("/agreements/{id}/approve", post(approve))
}

/// The vault refuses requests without an id.
fn named(asked: IdempotentRequest) -> Result<IdempotentRequest, Refusal> {
    match asked.id {
        Some(_) => Ok(asked),
        None => Err(Refusal::schema("PAYPAL_REQUEST_ID_REQUIRED", "")),
    }
}

async fn create(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<CallSuccess, CallError> {
    let asked = named(idempotent_request(
        &headers,
        "/v3/vault/setup-tokens".to_owned(),
        body,
    )?)?;
    let document = json(&asked.body)?;
    let create = move |transaction: &Transaction<'_>| vault::create(transaction, &document);
    paypal.once(asked, create).await
}

async fn show(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<CallSuccess, CallError> {
    idempotent_request(&headers, String::new(), String::new())?;
    Ok(CallSuccess::ok(paypal.agreement(id).await?))
}

async fn store_account(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, CallError> {
    let asked = named(idempotent_request(
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
        let done = database::once(transaction, &asked, || {
            vault::store_account(transaction, agreement, now)
        })?;
        Ok((done, scenario, is_new))
    };
    let (done, scenario, is_new) = paypal.inner.database.transact(work).await?;
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
) -> Result<CallSuccess, CallError> {
    idempotent_request(&headers, String::new(), String::new())?;
    let find = move |transaction: &Transaction<'_>| vault::account(transaction, &id);
    let found = paypal.inner.database.transact(find).await?;
    let (document, _) = found.ok_or_else(Refusal::not_found)?;
    Ok(CallSuccess::ok(document))
}

async fn delete_account(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<CallSuccess, CallError> {
    idempotent_request(&headers, String::new(), String::new())?;
    let now = paypal.now();
    let delete = move |transaction: &Transaction<'_>| vault::delete_account(transaction, &id, now);
    let done = paypal.inner.database.transact(delete).await?;
    paypal.inner.outbox.notify_one();
    Ok(done)
}

impl PayPalSandbox {
    async fn agreement(&self, id: String) -> Result<Value, CallError> {
        let find = move |transaction: &Transaction<'_>| vault::agreement(transaction, &id);
        Ok(self.inner.database.transact(find).await?.document)
    }
}

/// The data for the approval page.
async fn show_for_approval(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, CallError> {
    let document = paypal.agreement(id).await?;
    let sources = document["payment_source"].as_object();
    let source = sources.and_then(|sources| sources.values().next());
    let brand = source.map(|source| &source["experience_context"]["brand_name"]);
    Ok(Json(serde_json::json!({
        "status": document["status"],
        "brand": brand,
        "buyers": BUYERS.map(Buyer::as_json),
    })))
}

async fn approve(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    Json(approval): Json<Approval>,
) -> Result<Json<Value>, CallError> {
    let (buyer, scenario) = approval.read()?;
    let work = move |transaction: &Transaction<'_>| {
        let agreement = vault::agreement(transaction, &id)?;
        vault::approve(transaction, agreement, buyer, scenario)
    };
    let done = paypal.inner.database.transact(work).await?;
    let sources = done.body["payment_source"].as_object();
    let account = sources.and_then(|sources| sources.values().next());
    let payer = account.map(|account| &account["payer_id"]);
    Ok(Json(
        serde_json::json!({ "vaultSetupToken": done.body["id"], "payerId": payer }),
    ))
}
