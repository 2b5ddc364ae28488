//! The reasons why a page cannot be shown. The server's edge renders the page that the buyer then sees, with the theme.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use zkratka_store::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    #[error("there is no such page")]
    NotFound,
    #[error("the request cannot be understood")]
    BadRequest,
    #[error("the request comes from another site")]
    OtherSite,
    #[error("the body is too large")]
    TooLarge,
    #[error("too much of this work is under way")]
    Busy,
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the theme is faulty: {0:#}")]
    Theme(#[from] minijinja::Error),
    /// A failure whose details a buyer need not know.
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
            Self::Busy | Self::Store(StoreError::Busy) => StatusCode::TOO_MANY_REQUESTS,
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
        // The body stays empty: the edge renders the theme's page for the status.
        status.into_response()
    }
}
