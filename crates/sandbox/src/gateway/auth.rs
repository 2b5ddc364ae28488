//! Authenticates the shop by the shared secret.

use super::state::Gateway;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;
use zkratka_commerce::hex;

pub(super) async fn require_secret(
    State(gateway): State<Gateway>,
    request: Request,
    next: Next,
) -> Response {
    let expected = gateway.inner.settings.secret.as_bytes();
    let given = request
        .headers()
        .get(header::AUTHORIZATION)
        .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "))
        .unwrap_or_default();
    if bool::from(given.ct_eq(expected)) && !expected.is_empty() {
        next.run(request).await
    } else {
        StatusCode::UNAUTHORIZED.into_response()
    }
}

/// An unguessable name: a prefix and 128 random bits.
pub(super) fn unguessable(prefix: &str) -> Result<String, getrandom::Error> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(format!("{prefix}{}", hex::encode(&bytes)))
}
