//! What every emulated wallet answers browsers with. Pages of any origin may ask: a storefront need not stand where the
//! shop does.

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

/// Allows to post JSON.
pub(crate) async fn preflight() -> Response {
    let headers = [
        (ACCESS_CONTROL_ALLOW_METHODS, "POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "content-type"),
        (ACCESS_CONTROL_MAX_AGE, "600"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// The answers carry no cookie and nothing of a session: every page may read them.
pub(crate) async fn for_any_origin(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    response
}

/// Issues a token to the page that asks for it, or says why not.
pub(crate) fn issue<Asked, Issued: Serialize>(
    headers: &HeaderMap,
    body: Result<Json<Asked>, JsonRejection>,
    mint: impl FnOnce(Asked, Option<&str>) -> Result<Issued, Refusal>,
) -> Result<Response, Refusal> {
    // What is wrong with the body is not repeated: it holds a card number.
    let Json(asked) =
        body.map_err(|_rejection| Refusal::Developer("the request cannot be understood"))?;
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    let issued = Json(mint(asked, origin)?);
    Ok(([(CACHE_CONTROL, "no-store")], issued).into_response())
}
