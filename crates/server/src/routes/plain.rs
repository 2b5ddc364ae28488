//! Errors for programs, in the server's own words instead of a library's.

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde_json::json;

/// Replaces a library's text in an error response with the text from [`words`]. Status and headers (Allow, Retry-After)
/// stay.
pub(super) fn as_text(response: Response) -> Response {
    if !is_error(&response) || !has_type(&response, b"text/plain") {
        return response;
    }
    let words = words(response.status());
    reworded(response, "text/plain; charset=utf-8", format!("{words}\n"))
}

/// Converts an error response that the cart API did not write itself into the API's JSON.
pub(super) fn as_api_error(response: Response) -> Response {
    if !is_error(&response) || has_type(&response, b"application/json") {
        return response;
    }
    let status = response.status();
    let extensions = json!({ "code": code(status) });
    let error = json!({ "message": words(status), "extensions": extensions });
    let body = json!({ "errors": [error] }).to_string();
    reworded(response, "application/json", body)
}

/// Whether the response has an error status.
pub(super) fn is_error(response: &Response) -> bool {
    let status = response.status();
    status.is_client_error() || status.is_server_error()
}

/// Whether the response has this media type.
pub(super) fn has_type(response: &Response, kind: &[u8]) -> bool {
    let given = response.headers().get(CONTENT_TYPE);
    given.is_some_and(|given| given.as_bytes().starts_with(kind))
}

fn reworded(response: Response, kind: &'static str, body: String) -> Response {
    let (mut parts, _library) = response.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let kind = HeaderValue::from_static(kind);
    parts.headers.insert(CONTENT_TYPE, kind);
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
