//! Responses about one cart: caches must not store them, and browsers must not send their URLs as referrers.

use super::policy::Secrecy;
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};

/// Adds the headers that protect a cart's secret. Errors and redirects get them as well as pages.
pub(super) fn keep_secret(secrecy: Secrecy, headers: &mut HeaderMap) {
    let is_secret = match secrecy {
        Secrecy::Secret => true,
        Secrecy::Public => leads_to_secret(headers),
    };
    if is_secret {
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
