//! The entry of a company, for the checkout's script.

use crate::app::SharedApp;
use crate::http::ClientAddress;
use crate::http::same_site;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zkratka_abuse::RateLimitKey;
use zkratka_commerce::company::CompanyId;
use zkratka_company_register::{Company, NoEntry};

/// The greatest size of a request's body, in bytes.
pub(crate) const MAX_BYTES: usize = 256;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    company_id: String,
}

#[derive(Serialize)]
struct Answer {
    /// `None` if the register has no such company.
    company: Option<Company>,
}

/// `POST /checkout/company`. The number is in the body, because it can belong to a person and URLs are logged.
///
/// Only pages of this very origin may ask: nobody gets the register through this server.
pub async fn company(
    State(app): State<SharedApp>,
    ClientAddress(client): ClientAddress,
    headers: HeaderMap,
    body: Result<Json<Question>, JsonRejection>,
) -> Response {
    let Some(register) = &app.company_register else {
        return StatusCode::NOT_FOUND.into_response();
    };
    if !same_site::is_from(&app.config.server.public_origin, &headers) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let asked = body
        .ok()
        .and_then(|Json(it)| CompanyId::parse(&it.company_id));
    let Some(id) = asked else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let now = app.clock.now();
    if let Err(wait) = app
        .company_rate_limiter
        .take(&[RateLimitKey::at(client)], now)
    {
        return later(StatusCode::TOO_MANY_REQUESTS, wait);
    }
    match register.company(&id, now).await {
        Ok(company) => Json(Answer { company }).into_response(),
        Err(reason) => {
            tracing::warn!(%reason, "the register gave no company");
            match reason {
                NoEntry::Busy => later(StatusCode::SERVICE_UNAVAILABLE, Duration::ZERO),
                _ => StatusCode::BAD_GATEWAY.into_response(),
            }
        }
    }
}

/// How long to wait before asking again: a second at least.
fn later(status: StatusCode, wait: Duration) -> Response {
    let seconds = HeaderValue::from(wait.as_secs().max(1));
    (status, [(RETRY_AFTER, seconds)]).into_response()
}
