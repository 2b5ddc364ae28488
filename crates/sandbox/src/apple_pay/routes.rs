//! What browsers ask the sandbox for.

use super::mint::{Merchant, Minter, TokenRequest};
use super::refusal::Refusal;
use crate::browser::{for_any_origin, preflight};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, ORIGIN};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;

/// No request is larger: a merchant session and a card.
const MAX_BODY_BYTES: usize = 16 * 1_024;

/// How the sandbox issues tokens.
#[derive(Clone)]
pub struct ApplePaySettings {
    /// The clock.
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// For whom.
    pub merchant: Merchant,
}

/// `POST /tokens`.
pub fn routes(settings: ApplePaySettings) -> Router {
    let minter = Minter {
        clock: settings.clock,
        merchant: settings.merchant,
    };
    Router::new()
        .route("/tokens", post(tokens).options(preflight))
        .with_state(minter)
        .layer(from_fn(for_any_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

async fn tokens(
    State(minter): State<Minter>,
    headers: HeaderMap,
    body: Result<Json<TokenRequest>, JsonRejection>,
) -> Result<Response, Refusal> {
    // What is wrong with the body is not repeated: it holds a card number.
    let Json(request) =
        body.map_err(|_rejection| Refusal::Developer("the request cannot be understood"))?;
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let mut response = Json(minter.mint(&request, origin)?).into_response();
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, no_store);
    Ok(response)
}
