use crate::random::NoRandomness;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why an emulated wallet refuses a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request is invalid: a developer's error.
    #[error("{0}")]
    Developer(&'static str),
    /// The merchant is not the one it claims to be, or lacks the permission.
    #[error("{0}")]
    Merchant(&'static str),
    /// An internal error.
    #[error("the sandbox failed")]
    Internal,
}

impl Refusal {
    pub(crate) const fn status(self) -> StatusCode {
        match self {
            Self::Developer(_) => StatusCode::BAD_REQUEST,
            Self::Merchant(_) => StatusCode::FORBIDDEN,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The response, with the wallet's own code for it.
    pub(crate) fn answer(self, code: &str) -> Response {
        let body = json!({ "statusCode": code, "statusMessage": self.to_string() });
        (self.status(), Json(body)).into_response()
    }
}

impl From<NoRandomness> for Refusal {
    fn from(_: NoRandomness) -> Self {
        Self::Internal
    }
}
