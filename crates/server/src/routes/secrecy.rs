//! Answers about one cart: nobody keeps them, and their addresses are passed on to nobody.

use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};

/// Below these, addresses or what is sent to them belong to one buyer.
const PRIVATE: &[&str] = &["/checkout/", "/attempts/", "/cart/"];

/// Adds what keeps a cart's secret, to errors and redirections as well as to pages.
pub(super) fn keep_secret(path: &str, headers: &mut HeaderMap) {
    let is_private = PRIVATE.iter().any(|prefix| path.starts_with(prefix));
    if is_private || leads_to_secret(headers) {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    }
}

fn leads_to_secret(headers: &HeaderMap) -> bool {
    let location = headers.get(LOCATION).map(HeaderValue::as_bytes);
    location.is_some_and(|location| {
        location
            .windows(5)
            .any(|part| part == b"?key=" || part == b"&key=")
    })
}
