//! The browser's routes. Pages of any origin may call them, because a storefront can have another origin than the shop.

use super::keys::root_keys_json;
use super::mint::Minter;
use super::refusal::refused;
use super::request::TokenRequest;
use crate::browser::{for_any_origin, issue, preflight};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::middleware::from_fn;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

/// Enough for the merchant's parameters and a card.
const MAX_BODY_BYTES: usize = 16 * 1_024;

#[derive(Clone)]
pub struct GooglePaySettings {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub message_lifetime: Duration,
}

impl GooglePaySettings {
    /// Tokens are valid for a week, as Google's are.
    #[must_use]
    pub fn new(clock: Arc<dyn Fn() -> Timestamp + Send + Sync>) -> Self {
        Self {
            clock,
            message_lifetime: Duration::from_hours(7 * 24),
        }
    }
}

/// `POST /tokens` and `GET /keys.json`
pub fn routes(settings: GooglePaySettings) -> Router {
    let minter = Minter {
        clock: settings.clock,
        message_lifetime: settings.message_lifetime,
        intermediate_lifetime: settings.message_lifetime,
    };
    Router::new()
        .route("/tokens", post(tokens).options(preflight))
        .route("/keys.json", get(keys))
        .with_state(minter)
        .layer(from_fn(for_any_origin))
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
}

async fn tokens(
    State(minter): State<Minter>,
    headers: HeaderMap,
    body: Result<Json<TokenRequest>, JsonRejection>,
) -> Result<Response, Response> {
    issue(&headers, body, |request, origin| {
        let token = minter.mint(request, origin)?;
        Ok(json!({ "token": token }))
    })
    .map_err(refused)
}

async fn keys() -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json; charset=utf-8"),
        (CACHE_CONTROL, "public, max-age=3600"),
    ];
    (headers, root_keys_json()).into_response()
}
