//! The intake of browsers' reports about what a page was refused.

use crate::app::SharedApp;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{Extensions, HeaderMap, StatusCode, Uri};
use zkratka_abuse::RateLimitKey;
use zkratka_listener::{Client, client_network};
use zkratka_page_policy::ReportError;

/// `POST /reports`
pub(super) async fn reports(
    State(app): State<SharedApp>,
    extensions: Extensions,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> StatusCode {
    let proxies = &app.config.server.trusted_proxies;
    let client = Client::of_parts(&extensions, &headers, &uri, proxies);
    let who = RateLimitKey::at(client.address);
    let now = app.clock.now();
    let who = [who];
    if app.report_rate_limiter.take(&who, now).is_err() {
        return StatusCode::TOO_MANY_REQUESTS;
    }
    let kind = headers.get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    match app
        .reports
        .receive(kind, &body, client_network(client.address), now)
    {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(ReportError::TooLarge) => StatusCode::PAYLOAD_TOO_LARGE,
        Err(ReportError::WrongType) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Err(ReportError::Unreadable) => StatusCode::BAD_REQUEST,
    }
}
