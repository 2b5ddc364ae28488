//! Why a page cannot be shown; what the buyer sees then is rendered at the edge, in the theme.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use zkratka_store::StoreError;

/// Why a page cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// There is no such page.
    #[error("there is no such page")]
    NotFound,
    /// The request cannot be understood.
    #[error("the request cannot be understood")]
    BadRequest,
    /// The request comes from another site.
    #[error("the request comes from another site")]
    OtherSite,
    /// The body is too large.
    #[error("the body is too large")]
    TooLarge,
    /// The store did not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The theme is faulty.
    #[error("the theme is faulty: {0:#}")]
    Theme(#[from] minijinja::Error),
    /// Something else that a buyer need not know.
    #[error("{0}")]
    Internal(&'static str),
}

impl Failure {
    const fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest => StatusCode::BAD_REQUEST,
            Self::OtherSite => StatusCode::FORBIDDEN,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Store(StoreError::Busy) => StatusCode::TOO_MANY_REQUESTS,
            Self::Store(_) | Self::Theme(_) | Self::Internal(_) => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = self.status();
        if status.is_server_error() {
            tracing::error!(error = %self, "a page failed");
        }
        // Without a body: the edge renders the theme's page for the status.
        status.into_response()
    }
}
