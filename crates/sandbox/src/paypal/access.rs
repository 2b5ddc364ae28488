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
use std::sync::PoisonError;
use zkratka_commerce::hex;
use zkratka_commerce::time::Timestamp;

/// The owner of an access token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenOwner {
    /// The shop's server, which knows the application's secret.
    Server,
    /// A page. It knows only the public client id, and may create, read and change orders.
    Page,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct AccessToken {
    owner: TokenOwner,
    expires_at: Timestamp,
}

/// Whose credentials these are, if anybody's.
fn owner_of(headers: &HeaderMap) -> Option<TokenOwner> {
    let given = headers.get(header::AUTHORIZATION)?;
    let is = |secret: &str| {
        let known = format!("Basic {}", STANDARD.encode(format!("{CLIENT_ID}:{secret}")));
        given.as_bytes() == known.as_bytes()
    };
    match (is(SECRET), is("")) {
        (true, _) => Some(TokenOwner::Server),
        (_, true) => Some(TokenOwner::Page),
        _ => None,
    }
}

/// `POST /v1/oauth2/token`
pub(super) async fn issue(
    State(paypal): State<PayPalSandbox>,
    headers: HeaderMap,
    body: String,
) -> Response {
    let Some(owner) = owner_of(&headers) else {
        let body = json!({ "error": "invalid_client", "error_description": "Client Authentication failed" });
        return (StatusCode::UNAUTHORIZED, Json(body)).into_response();
    };
    if body != "grant_type=client_credentials" {
        let body = json!({ "error": "unsupported_grant_type" });
        return (StatusCode::BAD_REQUEST, Json(body)).into_response();
    }
    let Ok(bytes) = random::<24>() else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let token = format!("A21AA{}", hex::encode(&bytes));
    let life = paypal.inner.settings.token_life;
    let now = paypal.now();
    let expires_at = now.plus(i64::try_from(life.as_millis()).unwrap_or(i64::MAX));
    let mut tokens = paypal
        .inner
        .tokens
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    tokens.retain(|_text, token| token.expires_at > now);
    tokens.insert(token.clone(), AccessToken { owner, expires_at });
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
    match paypal.owner_of(&request) {
        Some(TokenOwner::Server | TokenOwner::Page) => next.run(request).await,
        None => invalid_token(),
    }
}

/// Refuses requests without an access token of the shop's server.
pub(super) async fn require_server_token(
    State(paypal): State<PayPalSandbox>,
    request: Request,
    next: Next,
) -> Response {
    match paypal.owner_of(&request) {
        Some(TokenOwner::Server) => next.run(request).await,
        Some(TokenOwner::Page) => {
            Refusal::of(StatusCode::FORBIDDEN, "PERMISSION_DENIED", "").into_response()
        }
        None => invalid_token(),
    }
}

fn invalid_token() -> Response {
    Refusal::of(StatusCode::UNAUTHORIZED, "INVALID_TOKEN", "").into_response()
}

impl PayPalSandbox {
    /// The owner of the request's access token, if it is valid.
    fn owner_of(&self, request: &Request) -> Option<TokenOwner> {
        let given = request.headers().get(header::AUTHORIZATION)?;
        let text = given.to_str().ok()?.strip_prefix("Bearer ")?;
        let tokens = self
            .inner
            .tokens
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let token = tokens.get(text)?;
        (token.expires_at > self.now()).then_some(token.owner)
    }
}
