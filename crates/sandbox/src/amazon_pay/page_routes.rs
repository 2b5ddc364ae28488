//! The routes of Amazon's pages, and of the scenario controls.

use super::database::{Answer, CallError, Called};
use super::notifications::DeliveryControl;
use super::pages::{Button, Choice, SignIn};
use super::refusal::{Reason, Refusal};
use super::sessions::SessionControl;
use super::{
    AmazonPaySandbox, CONTROL_SECRET, MAX_BODY_BYTES, notifications, pages, refunds, sessions,
};
use crate::movements::Control;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::AUTHORIZATION;
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use rusqlite::Transaction;
use serde_json::{Value, json};

type Amazon = State<AmazonPaySandbox>;

/// The operations of Amazon's pages, and the scenario controls.
pub(super) fn browser(amazon: AmazonPaySandbox) -> Router {
    let controls = Router::new()
        .route("/charges/{id}/control", post(control_charge))
        .route("/sessions/{id}/control", post(control_session))
        .route("/notifications/control", post(control_delivery))
        .route_layer(from_fn(require_secret));
    Router::new()
        .route("/sessions", post(press))
        .route("/sessions/{id}", get(show_page))
        .route("/sessions/{id}/sign-in", post(sign_in))
        .route("/sessions/{id}/choose", post(choose))
        .route("/sessions/{id}/continue", post(proceed))
        .route("/sessions/{id}/pay", post(pay))
        .route("/sessions/{id}/cancel", post(cancel))
        .merge(controls)
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .with_state(amazon)
}

async fn require_secret(request: Request, next: Next) -> Response {
    let given = request.headers().get(AUTHORIZATION);
    let known = format!("Bearer {CONTROL_SECRET}");
    if given.is_some_and(|given| given.as_bytes() == known.as_bytes()) {
        return next.run(request).await;
    }
    StatusCode::UNAUTHORIZED.into_response()
}

/// The body of a page's request.
fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    let message = "The request cannot be understood.";
    let refused = |_rejection| Refusal::new(Reason::InvalidRequestFormat, message);
    body.map(|Json(wish)| wish).map_err(refused)
}

type Body<T> = Result<Json<T>, JsonRejection>;

async fn press(State(amazon): Amazon, body: Body<Button>) -> Called {
    let button = read(body)?;
    let (payload, now, inside) = (button.payload(&amazon)?, amazon.now(), amazon.clone());
    let create = move |transaction: &Transaction<'_>| {
        let product_type = Some(button.product_type());
        sessions::create(transaction, &inside, &payload, product_type, now)
    };
    let made = amazon.run(create).await?;
    // A page learns nothing but the identifier.
    let id = &made.body["checkoutSessionId"];
    Ok(Answer::created(json!({ "checkoutSessionId": id })))
}

async fn show_page(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let (now, inside) = (amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| pages::show(transaction, &inside, &id, now))
        .await
}

async fn sign_in(State(amazon): Amazon, Path(id): Path<String>, body: Body<SignIn>) -> Called {
    let (wish, now, inside) = (read(body)?, amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| pages::sign_in(transaction, &inside, (&id, &wish), now))
        .await
}

async fn choose(State(amazon): Amazon, Path(id): Path<String>, body: Body<Choice>) -> Called {
    let (wish, now, inside) = (read(body)?, amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| pages::choose(transaction, &inside, (&id, &wish), now))
        .await
}

async fn proceed(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let (now, inside) = (amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| pages::proceed(transaction, &inside, &id, now))
        .await
}

async fn pay(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let (now, inside) = (amazon.now(), amazon.clone());
    amazon
        .run(move |transaction| pages::pay(transaction, &inside, &id, now))
        .await
}

async fn cancel(State(amazon): Amazon, Path(id): Path<String>) -> Called {
    let now = amazon.now();
    amazon
        .run(move |transaction| pages::cancel(transaction, &id, now))
        .await
}

async fn control_charge(
    State(amazon): Amazon,
    Path(id): Path<String>,
    body: Body<Control>,
) -> Called {
    let (wish, now) = (read(body)?, amazon.now());
    amazon
        .run(move |transaction| refunds::control(transaction, &id, wish, now))
        .await
}

async fn control_session(
    State(amazon): Amazon,
    Path(id): Path<String>,
    body: Body<SessionControl>,
) -> Called {
    let (wish, now) = (read(body)?, amazon.now());
    amazon
        .run(move |transaction| sessions::control(transaction, &id, wish, now))
        .await
}

async fn control_delivery(
    State(amazon): Amazon,
    body: Body<DeliveryControl>,
) -> Result<StatusCode, CallError> {
    let (wish, now) = (read(body)?, amazon.now());
    let control = move |transaction: &Transaction<'_>| {
        notifications::control(transaction, wish, now)?;
        Ok(Answer::ok(Value::Null))
    };
    amazon.run(control).await?;
    Ok(StatusCode::NO_CONTENT)
}
