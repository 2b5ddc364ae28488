use super::refusal::Refusal;
use super::{CLIENT_ID, PayPalSandbox, SECRET};
use crate::random::random;
use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use std::fmt::Write as _;
use std::sync::PoisonError;
use zkratka_commerce::time::Timestamp;

/// `POST /v1/oauth2/token`
pub(super) async fn issue(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let known = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{SECRET}")));
    let given = headers.get(header::AUTHORIZATION);
    if given.is_none_or(|given| given.as_bytes() != known.as_bytes()) {
        let body = json!({ "error": "invalid_client", "error_description": "Client Authentication failed" });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    }
    if body != "grant_type=client_credentials" {
        let body = json!({ "error": "unsupported_grant_type" });
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    }
    let Ok(bytes) = random::<24>() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let token = bytes.iter().fold("A21AA".to_owned(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    });
    let life = paypal.inner.settings.token_life;
    let now = paypal.now();
    let ends = now.plus(i64::try_from(life.as_millis()).unwrap_or(i64::MAX));
    let mut tokens = paypal
        .inner
        .tokens
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    tokens.retain(|_token, ends| *ends > now);
    tokens.insert(token.clone(), ends);
    let body =
        json!({ "access_token": token, "token_type": "Bearer", "expires_in": life.as_secs() });
    Json(body).into_response()
}

/// Refuses requests without a valid access token.
pub(super) async fn require_token(
    State(paypal): State<PayPalSandbox>,
    request: Request,
    next: Next,
) -> Response {
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if given.is_some_and(|token| paypal.is_valid(token, paypal.now())) {
        return next.run(request).await;
    }
    Refusal::of(StatusCode::UNAUTHORIZED, "INVALID_TOKEN", "").into_response()
}

impl PayPalSandbox {
    fn is_valid(&self, token: &str, now: Timestamp) -> bool {
        let tokens = self
            .inner
            .tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        tokens.get(token).is_some_and(|ends| *ends > now)
    }
}
