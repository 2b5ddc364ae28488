//! Answers about one cart: nobody keeps them, and their addresses are passed on to nobody.

use super::policy::Secrecy;
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderValue};

/// Adds what keeps a cart's secret, to errors and redirections as well as to pages.
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
