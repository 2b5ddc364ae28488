//! The gateway's responses.

use crate::file::LedgerError;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};

/// An internal error; the caller must repeat the call.
pub(super) struct Failure;

impl From<LedgerError> for Failure {
    fn from(error: LedgerError) -> Self {
        tracing::error!(%error, "sandbox gateway");
        Self
    }
}

impl From<getrandom::Error> for Failure {
    fn from(error: getrandom::Error) -> Self {
        tracing::error!(%error, "sandbox gateway");
        Self
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    }
}

/// An outcome, with its HTTP status.
pub(super) fn answer(outcome: PaymentOutcome) -> Response {
    let status = match outcome {
        PaymentOutcome::Unknown => StatusCode::NOT_FOUND,
        PaymentOutcome::Declined {
            reason: DeclineReason::Refused,
            ..
        } => StatusCode::CONFLICT,
        _ => StatusCode::OK,
    };
    (status, Json(outcome)).into_response()
}

/// Refuses the request itself.
pub(super) const fn refused(reference: Option<String>) -> PaymentOutcome {
    PaymentOutcome::Declined {
        reference,
        reason: DeclineReason::Refused,
    }
}
