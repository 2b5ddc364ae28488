//! Why no token is issued, in the words of the real SDK.

use crate::random::NoRandomness;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

/// Why no token is issued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The request is wrong: the developer's fault.
    #[error("{0}")]
    Developer(&'static str),
    /// The merchant may not do this: not registered for the origin, or its `authJwt` does not hold.
    #[error("{0}")]
    Merchant(&'static str),
    /// The sandbox itself failed.
    #[error("the sandbox failed")]
    Internal,
}

impl Refusal {
    /// The `statusCode` of the SDK's error.
    #[must_use]
    pub const fn status_code(&self) -> &'static str {
        match self {
            Self::Developer(_) => "DEVELOPER_ERROR",
            Self::Merchant(_) => "MERCHANT_ACCOUNT_ERROR",
            Self::Internal => "INTERNAL_ERROR",
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self {
            Self::Developer(_) => StatusCode::BAD_REQUEST,
            Self::Merchant(_) => StatusCode::FORBIDDEN,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let body = json!({ "statusCode": self.status_code(), "statusMessage": self.to_string() });
        (status, Json(body)).into_response()
    }
}

impl From<NoRandomness> for Refusal {
    fn from(_: NoRandomness) -> Self {
        Self::Internal
    }
}
