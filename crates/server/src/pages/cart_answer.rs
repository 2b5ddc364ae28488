//! What scripts are answered about the cart: the cart, or what is wrong.

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

/// What themes know to show: they read `description`, some of them `message`.
#[derive(Serialize)]
struct Refusal<'a> {
    status: u16,
    message: &'a str,
    description: &'a str,
}

/// JSON that nobody keeps: it carries the cart's secret.
pub(super) fn json(status: StatusCode, content: impl Serialize) -> Response {
    let mut response = (status, Json(content)).into_response();
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

/// Says what is wrong with the change that was asked for.
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

/// Each fault's text, once.
pub(super) fn texts(faults: &[Fault]) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in faults.iter().map(fault_text) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts
}

/// A refusal in Czech.
pub(super) fn refusal(status: StatusCode, description: &str) -> Response {
    unanswered(status, NOT_CHANGED, description)
}

/// Says why a change could not be made at all.
pub(super) fn failure(failure: Failure) -> Response {
    // Logs what is the server's own fault.
    let status = failure.into_response().status();
    refusal(status, reason(status))
}

/// Says why a script's request failed that no handler answered.
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
