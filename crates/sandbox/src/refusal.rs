//! Why an emulated wallet does not do what it is asked for.

use crate::random::NoRandomness;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why an emulated wallet does not do what it is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request is wrong: the developer's fault.
    #[error("{0}")]
    Developer(&'static str),
    /// The merchant is not who it says, or may not do this.
    #[error("{0}")]
    Merchant(&'static str),
    /// The sandbox itself failed.
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

    /// The answer with a wallet's own code for it.
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
