//! Requests with an idempotency key.

use super::answer::Refusal;
use crate::graphql::caller::{STARTS_CHECKOUT, WALLET_NAME};
use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Response, StatusCode};
use zkratka_idempotency::{KeyEnd, KeyError, Keyed, REPLAYED_HEADER};

pub(super) fn read(parts: &Parts, body: &[u8]) -> Option<Result<Keyed, KeyError>> {
    Keyed::of(
        &parts.headers,
        &parts.uri,
        &[WALLET_NAME, STARTS_CHECKOUT],
        body,
    )
}

pub(super) fn refuse(error: KeyError) -> Response<Body> {
    let status = StatusCode::from_u16(error.status()).unwrap_or(StatusCode::BAD_REQUEST);
    Refusal::new(status, error.code(), error.message()).answer()
}

/// The answer to a request with a key, given the answer of its operation.
pub(super) fn marked(keyed: &Keyed, mut answer: Response<Body>) -> Response<Body> {
    match keyed.end() {
        None => {}
        Some(KeyEnd::Refused(error)) => return refuse(error),
        Some(KeyEnd::Replayed) => {
            let repeated = HeaderValue::from_static("true");
            answer.headers_mut().insert(REPLAYED_HEADER, repeated);
        }
    }
    answer
}
