//! The browser's side of every emulated wallet. Pages of any origin may call it, because a storefront can have another
//! origin than the shop.

use crate::refusal::Refusal;
use axum::Json;
use axum::extract::Request;
use axum::extract::rejection::JsonRejection;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, HeaderName, ORIGIN,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde::Serialize;

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Allows cross-origin posts of JSON.
pub(crate) async fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// The responses contain no cookie and no session data, so every page may read them.
pub(crate) async fn for_any_origin(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

/// Issues a token to the calling page, or refuses.
pub(crate) fn issue<Input, Token: Serialize>(
    headers: &HeaderMap,
    body: Result<Json<Input>, JsonRejection>,
    mint: impl FnOnce(Input, Option<&str>) -> Result<Token, Refusal>,
) -> Result<Response, Refusal> {
    // The error does not quote the body, because it contains a card number.
    let Json(input) =
        body.map_err(|_rejection| Refusal::Developer("the request cannot be understood"))?;
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let issued = Json(mint(input, origin)?);
    Ok(([(CACHE_CONTROL, "no-store")], issued).into_response())
}
