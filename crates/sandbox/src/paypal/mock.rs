//! `PayPal-Mock-Response`: PayPal's way to request an error from its sandbox.

use super::refusal::Refusal;
use axum::http::{HeaderMap, StatusCode};
use serde::Deserialize;

#[derive(Deserialize)]
struct Mock {
    mock_application_codes: String,
}

/// The requested refusal, if any.
pub(super) fn asked_for(headers: &HeaderMap) -> Option<Refusal> {
    let text = headers.get("paypal-mock-response")?.to_str().ok()?;
    let Ok(Mock {
        mock_application_codes: code,
    }) = serde_json::from_str(text)
    else {
        return Some(Refusal::schema(
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
