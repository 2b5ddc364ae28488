//! A name for each request, so that a client's report can be found in the log.

use crate::ids::{Ids, secret_hex};
use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// The header that carries it, both ways.
pub(super) const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Greatest length of one that a proxy or client has given.
const MAX_LENGTH: usize = 64;

/// The request's id: a given one if it is harmless, else a new one.
pub(super) fn request_id(headers: &HeaderMap, ids: &Ids) -> HeaderValue {
    let given = headers.get(&REQUEST_ID).filter(|value| is_harmless(value));
    given.cloned().unwrap_or_else(|| {
        let made = secret_hex(&ids.secret());
        HeaderValue::from_str(&made).unwrap_or(HeaderValue::from_static("none"))
    })
}

/// Nothing that could spoil a log.
fn is_harmless(value: &HeaderValue) -> bool {
    let bytes = value.as_bytes();
    (1..=MAX_LENGTH).contains(&bytes.len())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.'))
}
