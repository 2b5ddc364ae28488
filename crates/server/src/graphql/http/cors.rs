//! Cross-origin requests: a storefront on another origin may call the API if that origin is configured.

use super::access::TOKEN_HEADERS;
use axum::body::Body;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ALLOW, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode};

/// Headers that public clients send besides the access token.
const CLIENT_HEADERS: [&str; 15] = [
    "accept",
    "content-type",
    zkratka_idempotency::HEADER,
    "shopify-storefront-id",
    "shopify-storefront-s",
    "shopify-storefront-y",
    "x-request-id",
    "x-sdk-variant",
    "x-sdk-variant-source",
    "x-sdk-version",
    "x-shopify-uniquetoken",
    "x-shopify-visittoken",
    "x-start-wallet-checkout",
    "x-wallet-name",
    "accept-language",
];
/// How long a browser may cache the answer to a preflight request, in seconds.
const MAX_AGE: HeaderValue = HeaderValue::from_static("86400");

/// Answers a preflight request. Without the headers below, the browser does not send the actual request.
pub(crate) fn preflight(headers: &HeaderMap, allowed: &[String]) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let allow = HeaderValue::from_static("POST, OPTIONS");
    response.headers_mut().insert(ALLOW, allow.clone());
    if allow_origin(headers, allowed, &mut response) {
        let names: Vec<&str> = TOKEN_HEADERS
            .iter()
            .chain(&CLIENT_HEADERS)
            .copied()
            .collect();
        let answer = response.headers_mut();
        answer.insert(ACCESS_CONTROL_ALLOW_METHODS, allow);
        if let Ok(names) = HeaderValue::from_str(&names.join(", ")) {
            answer.insert(ACCESS_CONTROL_ALLOW_HEADERS, names);
        }
        answer.insert(ACCESS_CONTROL_MAX_AGE, MAX_AGE);
    }
    response
}

/// Allows a configured origin to read the response. Returns whether the request's origin is configured.
pub(crate) fn allow_origin(
    headers: &HeaderMap,
    allowed: &[String],
    response: &mut Response<Body>,
) -> bool {
    let answer = response.headers_mut();
    answer.append(VARY, HeaderValue::from_static("origin"));
    let Some(origin) = headers.get(ORIGIN) else {
        return false;
    };
    if !allowed
        .iter()
        .any(|known| known.as_bytes() == origin.as_bytes())
    {
        return false;
    }
    answer.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin.clone());
    let exposed = HeaderValue::from_static("x-request-id, idempotent-replayed");
    answer.insert(ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    true
}
