//! The entry script, at a URL that never changes.

use super::failure::Failure;
use crate::app::SharedApp;
use axum::body::Body;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, LINK};
use axum::response::Response;

/// `GET /accelerated-checkout.js`: loads the hashed entry script, which browsers may cache forever.
pub async fn entry_script(State(app): State<SharedApp>) -> Result<Response, Failure> {
    let entry = app.manifest.embed.entry.as_deref();
    let entry = entry.ok_or(Failure::NotFound)?;
    let mut response = Response::new(Body::from(format!("export * from '{entry}';\n")));
    let headers = response.headers_mut();
    let script = HeaderValue::from_static("text/javascript; charset=utf-8");
    headers.insert(CONTENT_TYPE, script);
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=300"),
    );
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    if let Ok(link) = HeaderValue::from_str(&format!("<{entry}>; rel=modulepreload")) {
        headers.insert(LINK, link);
    }
    Ok(response)
}
