//! PayPal's errors.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// A refusal with PayPal's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) issue: String,
    /// A JSON pointer into the body; may be empty.
    pub(super) field: String,
}

impl Refusal {
    /// The body violates the schema.
    pub(super) fn schema(issue: &str, field: impl Into<String>) -> Self {
        Self::of(StatusCode::BAD_REQUEST, issue, field)
    }

    /// The body matches the schema, but the request cannot be executed.
    pub(super) fn rule(issue: &str, field: impl Into<String>) -> Self {
        Self::of(StatusCode::UNPROCESSABLE_ENTITY, issue, field)
    }

    pub(super) fn not_found() -> Self {
        Self::of(StatusCode::NOT_FOUND, "INVALID_RESOURCE_ID", "")
    }

    pub(super) fn of(status: StatusCode, issue: &str, field: impl Into<String>) -> Self {
        Self {
            status,
            issue: issue.to_owned(),
            field: field.into(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let name = match self.status {
            StatusCode::BAD_REQUEST => "INVALID_REQUEST",
            StatusCode::NOT_FOUND => "RESOURCE_NOT_FOUND",
            StatusCode::UNPROCESSABLE_ENTITY => "UNPROCESSABLE_ENTITY",
            StatusCode::UNAUTHORIZED => "AUTHENTICATION_FAILURE",
            StatusCode::FORBIDDEN => "NOT_AUTHORIZED",
            _ => "INTERNAL_SERVER_ERROR",
        };
        let body = json!({
            "name": name,
            "message": "The request was refused.",
            "debug_id": "sandbox",
            "details": [{ "issue": self.issue, "field": self.field }],
        });
        (self.status, [("paypal-debug-id", "sandbox")], Json(body)).into_response()
    }
}
