//! `PayPal-Mock-Response`: PayPal's own way to ask its sandbox for a negative answer.

use super::refusal::Refusal;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;

#[derive(Deserialize)]
struct Mock {
    mock_application_codes: String,
}

/// The refusal that the request asks for, if it asks for one.
pub(super) fn asked_for(headers: &HeaderMap) -> Option<Refusal> {
    let text = headers.get("paypal-mock-response")?.to_str().ok()?;
    let Ok(Mock {
        mock_application_codes: code,
    }) = serde_json::from_str(text)
    else {
        return Some(Refusal::form(
            "INVALID_PARAMETER_SYNTAX",
            "PayPal-Mock-Response",
        ));
    };
    let status = match code.as_str() {
        "INTERNAL_SERVER_ERROR" | "INTERNAL_SERVICE_ERROR" => StatusCode::INTERNAL_SERVER_ERROR,
        "RESOURCE_NOT_FOUND" | "INVALID_RESOURCE_ID" => StatusCode::NOT_FOUND,
        "MISSING_REQUIRED_PARAMETER" | "INVALID_PARAMETER_VALUE" => StatusCode::BAD_REQUEST,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    };
    Some(Refusal::of(status, &code, ""))
}
