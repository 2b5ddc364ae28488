//! The routes of the REST API.

use super::database::{Called, IdempotentRequest, once};
use super::refusal::{Reason, Refusal};
use super::{
    AmazonPaySandbox, MAX_BODY_BYTES, access, charges, completion, disputes, permissions, refunds,
    sessions, sns,
};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::routing::{delete, get, post};
use rusqlite::Transaction;
use serde_json::Value;

/// Most characters of an idempotency key.
const LONGEST_KEY: usize = 32;

/// The REST API and the certificate of the notifications.
pub(super) fn server(amazon: AmazonPaySandbox) -> Router {
    Router::new()
        .nest("/v2", api())
        .nest("/sandbox/v2", api())
        .route_layer(from_fn_with_state(
            amazon.clone(),
            access::require_signature,
        ))
        .route(sns::CERTIFICATE_PATH, get(async || sns::CERTIFICATE))
        .route("/", get(confirm_subscription))
        .fallback(async || Refusal::not_found())
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(amazon)
}

async fn confirm_subscription(Query(asked): Query<sns::Confirmation>) -> StatusCode {
    if asked.is_right() {
        StatusCode::OK
    } else {
        StatusCode::BAD_REQUEST
    }
}

fn api() -> Router<AmazonPaySandbox> {
    Router::new()
        .route("/checkoutSessions", post(create_session))
        .route(
            "/checkoutSessions/{id}",
            get(show_session).patch(change_session),
        )
        .route("/checkoutSessions/{id}/complete", post(complete_session))
        .route(
            "/chargePermissions/{id}",
            get(show_permission).patch(change_permission),
        )
        .route("/chargePermissions/{id}/close", delete(close_permission))
        .route("/charges", post(create_charge))
        .route("/charges/{id}", get(show_charge))
        .route("/charges/{id}/capture", post(capture_charge))
        .route("/charges/{id}/cancel", delete(cancel_charge))
        .route("/refunds", post(create_refund))
        .route("/refunds/{id}", get(show_refund))
        .route("/disputes/{id}", get(show_dispute))
        .method_not_allowed_fallback(async || {
            Refusal::new(Reason::UnsupportedOperation, "This is not supported.")
        })
}

fn parse(text: &str) -> Result<Value, Refusal> {
    let message = "The body is not valid JSON.";
    serde_json::from_str(text).map_err(|_| Refusal::new(Reason::InvalidRequestFormat, message))
}

/// The idempotency key, if there is one.
fn key(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let name = "x-amz-pay-idempotency-key";
    if !headers.contains_key(name) {
        return Ok(None);
    }
    let key = access::header(headers, name)?;
    if key.len() > LONGEST_KEY {
        let message = format!("'{name}' is too long.");
        return Err(Refusal::new(Reason::InvalidHeaderValue, message));
    }
    Ok(Some(key.to_owned()))
}

fn required_key(headers: &HeaderMap) -> Result<String, Refusal> {
    let missing = || {
        let message = "'x-amz-pay-idempotency-key' is missing.";
        Refusal::new(Reason::MissingHeader, message)
    };
    key(headers)?.ok_or_else(missing)
}

/// What the request asks the sandbox to simulate.
fn simulation(headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    let name = "x-amz-pay-simulation-code";
    if !headers.contains_key(name) {
        return Ok(None);
    }
    Ok(Some(access::header(headers, name)?.to_owned()))
}

/// This operation simulates nothing.
fn refuse_simulation(headers: &HeaderMap) -> Result<(), Refusal> {
    match simulation(headers)? {
        Some(code) => Err(Refusal::simulation(&code)),
        None => Ok(()),
    }
}

impl AmazonPaySandbox {
    /// Runs work in a transaction, and wakes the delivery of notifications.
    pub(super) async fn run(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Called + Send + 'static,
    ) -> Called {
        let done = self.inner.database.transact(work).await?;
        self.inner.outbox.notify_one();
        Ok(done)
    }

    /// Runs work once for each idempotency key.
    async fn once(
        &self,
        asked: IdempotentRequest,
        work: impl FnOnce(&Transaction<'_>) -> Called + Send + 'static,
    ) -> Called {
        self.run(move |transaction| once(transaction, &asked, || work(transaction)))
            .await
    }
}

type Amazon = State<AmazonPaySandbox>;

async fn create_session(State(amazon): Amazon, headers: HeaderMap, body: String) -> Called {
    refuse_simulation(&headers)?;
    let key = required_key(&headers)?;
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    let asked = IdempotentRequest {
        key: Some(key),
        path: "checkoutSessions".to_owned(),
        body,
    };
    let work = move |transaction: &Transaction<'_>| {
        sessions::create(transaction, &inside, &wish, None, now)
    };
    amazon.once(asked, work).await
}

async fn show_session(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let (now, inside) = (amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| sessions::show(transaction, &inside, &id, now))
        .await
}

async fn change_session(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    refuse_simulation(&headers)?;
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| sessions::change(transaction, &inside, &id, &wish, now))
        .await
}

async fn complete_session(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    let (simulation, key) = (simulation(&headers)?, key(&headers)?);
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    let path = format!("checkoutSessions/{id}/complete");
    let work = move |transaction: &Transaction<'_>| {
        let simulation = simulation.as_deref();
        completion::complete(transaction, &inside, &id, &wish, simulation, now)
    };
    amazon
        .once(IdempotentRequest { key, path, body }, work)
        .await
}

async fn show_permission(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let now = amazon.now();
    amazon
        .run(move |transaction| permissions::show(transaction, &id, now))
        .await
}

async fn change_permission(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    refuse_simulation(&headers)?;
    let (wish, now) = (parse(&body)?, amazon.now());
    amazon
        .run(move |transaction| permissions::change(transaction, &id, &wish, now))
        .await
}

async fn close_permission(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    let simulation = simulation(&headers)?;
    let (wish, now) = (parse(&body)?, amazon.now());
    amazon
        .run(move |transaction| {
            permissions::close(transaction, &id, &wish, simulation.as_deref(), now)
        })
        .await
}

async fn create_charge(State(amazon): Amazon, headers: HeaderMap, body: String) -> Called {
    let (simulation, key) = (simulation(&headers)?, Some(required_key(&headers)?));
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    let path = "charges".to_owned();
    let work = move |transaction: &Transaction<'_>| {
        charges::create(
            transaction,
            inside.account(),
            &wish,
            simulation.as_deref(),
            now,
        )
    };
    amazon
        .once(IdempotentRequest { key, path, body }, work)
        .await
}

async fn show_charge(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let now = amazon.now();
    amazon
        .run(move |transaction| charges::show(transaction, &id, now))
        .await
}

async fn capture_charge(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    let (simulation, key) = (simulation(&headers)?, Some(required_key(&headers)?));
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    let path = format!("charges/{id}/capture");
    let work = move |transaction: &Transaction<'_>| {
        let simulation = simulation.as_deref();
        charges::capture(transaction, inside.account(), (&id, &wish), simulation, now)
    };
    amazon
        .once(IdempotentRequest { key, path, body }, work)
        .await
}

async fn cancel_charge(
    State(amazon): Amazon,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: String,
) -> Called {
    let simulation = simulation(&headers)?;
    let (wish, now) = (parse(&body)?, amazon.now());
    amazon
        .run(move |transaction| {
            charges::cancel(transaction, (&id, &wish), simulation.as_deref(), now)
        })
        .await
}

async fn create_refund(State(amazon): Amazon, headers: HeaderMap, body: String) -> Called {
    refuse_simulation(&headers)?;
    let key = required_key(&headers)?;
    let (wish, now, inside) = (parse(&body)?, amazon.now(), amazon.clone());
    let asked = IdempotentRequest {
        key: Some(key.clone()),
        path: "refunds".to_owned(),
        body,
    };
    let work = move |transaction: &Transaction<'_>| {
        refunds::create(transaction, inside.account(), (&key, &wish), now)
    };
    amazon.once(asked, work).await
}

async fn show_refund(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    amazon
        .run(move |transaction| refunds::show(transaction, &id))
        .await
}

async fn show_dispute(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    amazon
        .run(move |transaction| disputes::show(transaction, &id))
        .await
}
