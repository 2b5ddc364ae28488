//! JSON responses to scripts: the cart, or an error.

use super::failure::Failure;
use axum::Json;
use axum::http::header::{CACHE_CONTROL, REFERRER_POLICY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_texts::fault_text;

const NOT_CHANGED: &str = "Košík se nepodařilo změnit";
const NOT_SHOWN: &str = "Košík se nepodařilo načíst";

/// The error format of themes' scripts: they show `description`, some of them `message`.
#[derive(Serialize)]
struct Refusal<'a> {
    status: u16,
    message: &'a str,
    description: &'a str,
}

/// A JSON response that caches must not store, because it contains the cart's secret.
pub(super) fn json(status: StatusCode, content: impl Serialize) -> Response {
    let mut response = (status, Json(content)).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Responds with the faults of the requested change.
pub(super) fn refused(faults: &[Fault]) -> Response {
    let is_missing = |fault: &Fault| {
        matches!(
            fault.code,
            FaultCode::MerchandiseIdInvalid
                | FaultCode::MerchandiseProductNotPublished
                | FaultCode::InvalidMerchandiseLine
        )
    };
    let status = if faults.iter().all(is_missing) {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    refusal(status, &texts(faults).join(" "))
}

/// The texts of the faults, without duplicates.
pub(super) fn texts(faults: &[Fault]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in faults.iter().map(fault_text) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// Responds that the cart was not changed. `description` is in Czech.
pub(super) fn refusal(status: StatusCode, description: &str) -> Response {
    unanswered(status, NOT_CHANGED, description)
}

/// Responds that a change failed before it reached the cart.
pub(super) fn failure(failure: Failure) -> Response {
    // The conversion also logs a failure of the server.
    let status = failure.into_response().status();
    refusal(status, reason(status))
}

/// Responds to a script whose request failed without an answer from a handler.
pub(crate) fn failed(method: &Method, status: StatusCode) -> Response {
    let message = if method.is_safe() {
        NOT_SHOWN
    } else {
        NOT_CHANGED
    };
    unanswered(status, message, reason(status))
}

fn unanswered(status: StatusCode, message: &str, description: &str) -> Response {
    let content = Refusal {
        status: status.as_u16(),
        message,
        description,
    };
    json(status, content)
}

fn reason(status: StatusCode) -> &'static str {
    match status {
        StatusCode::BAD_REQUEST => "Požadavek není úplný. Načtěte prosím stránku znovu.",
        StatusCode::FORBIDDEN => "Požadavek nepřišel z našeho obchodu.",
        StatusCode::NOT_FOUND => "Na této adrese košík není.",
        StatusCode::METHOD_NOT_ALLOWED => "Tuto adresu nelze otevřít přímo.",
        StatusCode::PAYLOAD_TOO_LARGE => "Požadavek je příliš velký.",
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
            "Obchod je právě vytížený. Zkuste to prosím za chvíli znovu."
        }
        _ => "Něco se nepovedlo. Zkuste to prosím znovu.",
    }
}
