use super::buyers::{BUYERS, Buyer, Scenario};
use super::database::{
    CallError, CallSuccess, IdempotentRequest, StoredOrder, once, order, order_of,
};
use super::refusal::Refusal;
use super::{
    PayPalSandbox, access, after_sale, mock, orders, patch, payments, reporting, vault,
    vault_routes, webhooks,
};
use crate::movements::Control;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
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
/// Duration of a slow authorisation.
pub(super) const SLOW: Duration = Duration::from_secs(2);

/// The REST API.
pub(super) fn server(paypal: PayPalSandbox) -> Router {
    Router::new()
        .route("/v2/checkout/orders/{id}/authorize", post(authorize))
        .route("/v2/payments/authorizations/{id}", get(show_authorization))
        .route("/v2/payments/authorizations/{id}/capture", post(capture))
        .route("/v2/payments/authorizations/{id}/void", post(void))
        .route("/v2/payments/captures/{id}", get(show_capture))
        .route("/v2/payments/captures/{id}/refund", post(refund))
        .route("/v2/payments/refunds/{id}", get(show_refund))
        .route("/v1/reporting/transactions", get(reporting::search))
        .route("/v1/customer/disputes", get(list_disputes))
        .route("/v1/customer/disputes/{id}", get(show_dispute))
        .merge(vault_routes::server())
        .route_layer(from_fn_with_state(
            paypal.clone(),
            access::require_server_token,
        ))
        .merge(orders_api(&paypal))
        .merge(control_api(&paypal))
        .route(
            webhooks::CERTIFICATE_PATH,
            get(async || webhooks::CERTIFICATE),
        )
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(paypal)
}

/// What PayPal's script in a page may do, too, with the public client id: `createOrder` and `actions.order` of its SDK.
fn orders_api(paypal: &PayPalSandbox) -> Router<PayPalSandbox> {
    Router::new()
        .route("/v2/checkout/orders", post(create))
        .route("/v2/checkout/orders/{id}", get(show).patch(change))
        .route_layer(from_fn_with_state(paypal.clone(), access::require_token))
        .route("/v1/oauth2/token", post(access::issue))
}

/// The scenario controls, for tests at the API and for people at the shop's address. They demand the application's secret.
fn control_api(paypal: &PayPalSandbox) -> Router<PayPalSandbox> {
    Router::new()
        .route("/authorizations/{id}/control", post(control))
        .route_layer(from_fn_with_state(
            paypal.clone(),
            access::require_server_token,
        ))
}

/// The browser's routes.
pub(super) fn browser(paypal: PayPalSandbox) -> Router {
    orders_api(&paypal)
        .route("/orders/{id}", get(show_for_approval))
        .route("/orders/{id}/approve", post(approve))
        .merge(vault_routes::browser())
        .merge(control_api(&paypal))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(paypal)
}

/// A request that can be repeated with its id.
pub(super) fn idempotent_request(
    headers: &HeaderMap,
    path: String,
    body: String,
) -> Result<IdempotentRequest, CallError> {
    if let Some(refusal) = mock::asked_for(headers) {
        return Err(refusal.into());
    }
    let id = headers.get("paypal-request-id").map(|id| id.to_str());
    let id = id
        .transpose()
        .map_err(|_| Refusal::schema("INVALID_PARAMETER_SYNTAX", "PayPal-Request-Id"))?;
    if id.is_some_and(|id| !(1..=108).contains(&id.len())) {
        return Err(Refusal::schema("INVALID_STRING_LENGTH", "PayPal-Request-Id").into());
    }
    Ok(IdempotentRequest {
        id: id.map(ToOwned::to_owned),
        path,
        body,
    })
}

pub(super) fn json(text: &str) -> Result<Value, CallError> {
    if text.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_str(text).map_err(|_| Refusal::schema("MALFORMED_REQUEST_JSON", "").into())
}

impl PayPalSandbox {
    /// Runs a request once for each id, and wakes the delivery of webhooks.
    pub(super) async fn once(
        &self,
        asked: IdempotentRequest,
        work: impl FnOnce(&Transaction<'_>) -> Result<CallSuccess, CallError> + Send + 'static,
    ) -> Result<CallSuccess, CallError> {
        let work =
            move |transaction: &Transaction<'_>| once(transaction, &asked, || work(transaction));
        let done = self.inner.database.transact(work).await?;
        self.inner.outbox.notify_one();
        Ok(done)
    }

    async fn find_order(
        &self,
        find: fn(&Transaction<'_>, &str) -> Result<StoredOrder, CallError>,
        id: String,
    ) -> Result<StoredOrder, CallError> {
        let find = move |transaction: &Transaction<'_>| find(transaction, &id);
        self.inner.database.transact(find).await
    }
}

async fn create(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Result<CallSuccess, CallError> {
    let asked = idempotent_request(&headers, "/v2/checkout/orders".to_owned(), body)?;
    let document = json(&asked.body)?;
    if asked.id.is_none() && !document["payment_source"].is_null() {
        return Err(Refusal::schema("PAYPAL_REQUEST_ID_REQUIRED", "").into());
    }
    let now = paypal.now();
    let create = move |transaction: &Transaction<'_>| orders::create(transaction, &document, now);
    paypal.once(asked, create).await
}

async fn show(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<CallSuccess, CallError> {
    idempotent_request(&headers, String::new(), String::new())?;
    let show =
        move |transaction: &Transaction<'_>| orders::show(transaction, order(transaction, &id)?);
    paypal.inner.database.transact(show).await
}

async fn change(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<CallSuccess, CallError> {
    let asked = idempotent_request(&headers, String::new(), body)?;
    let changes = json(&asked.body)?;
    let work = move |transaction: &Transaction<'_>| {
        patch::patch(transaction, order(transaction, &id)?, &changes)
    };
    paypal.inner.database.transact(work).await
}

async fn authorize(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, CallError> {
    let asked = idempotent_request(&headers, format!("/orders/{id}/authorize"), body)?;
    let wish = json(&asked.body)?;
    if asked.id.is_none() && !wish["payment_source"].is_null() {
        return Err(Refusal::schema("PAYPAL_REQUEST_ID_REQUIRED", "").into());
    }
    let now = paypal.now();
    let work = move |transaction: &Transaction<'_>| {
        let stored = vault::pay_from(transaction, order(transaction, &id)?, &wish)?;
        let (scenario, was_held) = (stored.scenario, stored.authorization.is_some());
        let done = once(transaction, &asked, || {
            orders::authorize(transaction, stored, now)
        })?;
        Ok((done, scenario, was_held))
    };
    let (done, scenario, was_held) = paypal.inner.database.transact(work).await?;
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
) -> Result<CallSuccess, CallError> {
    idempotent_request(&headers, String::new(), String::new())?;
    Ok(CallSuccess::ok(payments::authorization(
        &paypal.find_order(order_of, id).await?,
    )))
}

async fn capture(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<Response, CallError> {
    let asked = idempotent_request(&headers, format!("/authorizations/{id}/capture"), body)?;
    let wish = json(&asked.body)?;
    let now = paypal.now();
    let capture = move |transaction: &Transaction<'_>| {
        let stored = order_of(transaction, &id)?;
        let is_lost = stored.scenario == Scenario::CaptureLost
            && payments::authorization(&stored)["status"] == "CREATED";
        let done = once(transaction, &asked, || {
            payments::capture(transaction, stored, &wish, now)
        })?;
        Ok((done, is_lost))
    };
    let (done, is_lost) = paypal.inner.database.transact(capture).await?;
    paypal.inner.outbox.notify_one();
    if is_lost {
        return Ok(StatusCode::INTERNAL_SERVER_ERROR.into_response());
    }
    Ok(done.into_response())
}

async fn show_capture(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<CallSuccess, CallError> {
    let show = move |transaction: &Transaction<'_>| after_sale::show_capture(transaction, &id);
    paypal.inner.database.transact(show).await
}

async fn refund(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<CallSuccess, CallError> {
    let asked = idempotent_request(&headers, format!("/captures/{id}/refund"), body)?;
    let wish = json(&asked.body)?;
    let now = paypal.now();
    let refund = move |transaction: &Transaction<'_>| {
        let done = once(transaction, &asked, || {
            after_sale::refund(transaction, &id, &wish, now)
        })?;
        let made = done.body["id"].as_str().unwrap_or_default();
        let shown = after_sale::show_refund(transaction, made)?;
        Ok(CallSuccess {
            status: done.status,
            ..shown
        })
    };
    let done = paypal.inner.database.transact(refund).await?;
    paypal.inner.outbox.notify_one();
    Ok(done)
}

async fn show_refund(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<CallSuccess, CallError> {
    let show = move |transaction: &Transaction<'_>| after_sale::show_refund(transaction, &id);
    paypal.inner.database.transact(show).await
}

impl PayPalSandbox {
    fn check_disputes(&self) -> Result<(), Refusal> {
        if self.inner.settings.may_read_disputes {
            return Ok(());
        }
        Err(Refusal::of(StatusCode::FORBIDDEN, "NOT_AUTHORIZED", ""))
    }
}

async fn show_dispute(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<CallSuccess, CallError> {
    paypal.check_disputes()?;
    let show = move |transaction: &Transaction<'_>| after_sale::show_dispute(transaction, &id);
    paypal.inner.database.transact(show).await
}

async fn list_disputes(
    State(paypal): State<PayPalSandbox>,
    Query(query): Query<after_sale::DisputesQuery>,
) -> Result<CallSuccess, CallError> {
    paypal.check_disputes()?;
    let list = move |transaction: &Transaction<'_>| after_sale::list_disputes(transaction, &query);
    paypal.inner.database.transact(list).await
}

async fn control(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    Json(wish): Json<Control>,
) -> Result<CallSuccess, CallError> {
    let now = paypal.now();
    let control =
        move |transaction: &Transaction<'_>| after_sale::control(transaction, &id, wish, now);
    let done = paypal.inner.database.transact(control).await?;
    paypal.inner.outbox.notify_one();
    Ok(done)
}

async fn void(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Result<CallSuccess, CallError> {
    let asked = idempotent_request(&headers, format!("/authorizations/{id}/void"), body)?;
    let now = paypal.now();
    let void = move |transaction: &Transaction<'_>| {
        payments::void(transaction, order_of(transaction, &id)?, now)
    };
    paypal.once(asked, void).await
}

/// The data for the approval page.
async fn show_for_approval(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
) -> Result<Json<Value>, CallError> {
    let document = paypal.find_order(order, id).await?.document;
    let sources = document["payment_source"].as_object();
    let source = sources.and_then(|sources| sources.values().next());
    let brand = source.map(|source| &source["experience_context"]["brand_name"]);
    Ok(Json(serde_json::json!({
        "status": document["status"],
        "amount": document["purchase_units"][0]["amount"],
        "brand": brand,
        "buyers": BUYERS.map(Buyer::as_json),
    })))
}

#[derive(Deserialize)]
pub(super) struct Approval {
    buyer: String,
    #[serde(default)]
    scenario: Option<String>,
}

impl Approval {
    /// The approving buyer, and the scenario.
    pub(super) fn read(&self) -> Result<(Buyer, Scenario), CallError> {
        let invalid = |field| Refusal::schema("INVALID_PARAMETER_VALUE", field);
        let buyer = Buyer::named(&self.buyer).ok_or_else(|| invalid("/buyer"))?;
        let scenario = Scenario::named(self.scenario.as_deref().unwrap_or("approve"));
        Ok((buyer, scenario.ok_or_else(|| invalid("/scenario"))?))
    }
}

async fn approve(
    State(paypal): State<PayPalSandbox>,
    Path(id): Path<String>,
    Json(approval): Json<Approval>,
) -> Result<Json<Value>, CallError> {
    let (buyer, scenario) = approval.read()?;
    let work = move |transaction: &Transaction<'_>| {
        orders::approve(transaction, order(transaction, &id)?, buyer, scenario)
    };
    let done = paypal.inner.database.transact(work).await?;
    Ok(Json(
        serde_json::json!({ "orderID": done.body["id"], "payerID": done.body["payer"]["payer_id"] }),
    ))
}
