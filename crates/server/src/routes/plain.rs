//! Errors for programs: in our own words, whatever library found them.

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::json;

/// Where the cart API is.
pub(super) const API: &str = "/api/";

/// The answer; where it is an error that a library worded, with a body of ours: JSON from the cart API, otherwise a line
/// of text. What else the answer says (Allow, Retry-After) stays.
pub(super) fn in_our_words(path: &str, response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(CONTENT_TYPE);
    let kind = kind.map_or(&b""[..], HeaderValue::as_bytes);
    let is_api = path.starts_with(API);
    let is_ours = match (is_api, kind) {
        (true, kind) => kind.starts_with(b"application/json"),
        (false, kind) => !kind.starts_with(b"text/plain"),
    };
    if !is_error || is_ours {
        return response;
    }
    let words = words(status);
    let (kind, body) = if is_api {
        let extensions = json!({ "code": code(status) });
        let error = json!({ "message": words, "extensions": extensions });
        ("application/json", json!({ "errors": [error] }).to_string())
    } else {
        ("text/plain; charset=utf-8", format!("{words}\n"))
    };
    let (mut parts, _library) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    parts
        .headers
        .insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    Response::from_parts(parts, Body::from(body))
}

fn words(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "There is nothing at this address.",
        StatusCode::METHOD_NOT_ALLOWED => "This address does not take this method.",
        StatusCode::REQUEST_TIMEOUT => "The request took too long.",
        StatusCode::PAYLOAD_TOO_LARGE => "The body is too large.",
        StatusCode::UNSUPPORTED_MEDIA_TYPE => "The body is of a kind that is not taken here.",
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            "The shop is busy: try again in a while."
        }
        status if status.is_server_error() => "Something went wrong on our side.",
        _ => "The request cannot be understood.",
    }
}

fn code(status: StatusCode) -> &'static str {
    match status {
        StatusCode::NOT_FOUND => "NOT_FOUND",
        StatusCode::METHOD_NOT_ALLOWED => "METHOD_NOT_ALLOWED",
        StatusCode::PAYLOAD_TOO_LARGE => "PAYLOAD_TOO_LARGE",
        StatusCode::REQUEST_TIMEOUT => "REQUEST_TIMEOUT",
        StatusCode::TOO_MANY_REQUESTS => "THROTTLED",
        status if status.is_server_error() => "INTERNAL_SERVER_ERROR",
        _ => "BAD_REQUEST",
    }
}
