//! The browser's routes.

use super::mint::{Merchant, Minter, TokenRequest};
use super::refusal::refused;
use crate::browser::{for_any_origin, issue, preflight};
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::middleware::from_fn;
use axum::response::Response;
use axum::routing::post;
use axum::{Json, Router};
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;

/// Enough for a merchant session and a card.
const MAX_BODY_BYTES: usize = 16 * 1_024;

#[derive(Clone)]
pub struct ApplePaySettings {
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    pub merchant: Merchant,
}

/// `POST /tokens`
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
) -> Result<Response, Response> {
    issue(&headers, body, |request, origin| {
        minter.mint(&request, origin)
    })
    .map_err(refused)
}
