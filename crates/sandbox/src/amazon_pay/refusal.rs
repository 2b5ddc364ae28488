//! Amazon Pay's errors.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Amazon's codes for errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    InvalidHeaderValue,
    InvalidRequest,
    InvalidParameterValue,
    InvalidRequestFormat,
    MissingHeader,
    MissingHeaderValue,
    MissingParameterValue,
    UnrecognizedField,
    InvalidSandboxSimulationSpecified,
    DuplicateIdempotencyKey,
    InvalidParameterCombination,
    CurrencyMismatch,
    UnauthorizedAccess,
    InvalidRequestSignature,
    ResourceNotFound,
    UnsupportedOperation,
    InvalidCheckoutSessionStatus,
    InvalidChargeStatus,
    InvalidChargePermissionStatus,
    ChargePermissionNotModifiable,
    TransactionAmountExceeded,
    SoftDeclined,
    HardDeclined,
    AmazonRejected,
    TransactionTimedOut,
    ProcessingFailure,
}

impl Reason {
    /// Amazon's documentation names the status of most; 403 for a wrong signature is not confirmed.
    const fn status(self) -> StatusCode {
        match self {
            Self::InvalidHeaderValue
            | Self::InvalidRequest
            | Self::InvalidParameterValue
            | Self::InvalidRequestFormat
            | Self::MissingHeader
            | Self::MissingHeaderValue
            | Self::MissingParameterValue
            | Self::UnrecognizedField
            | Self::InvalidSandboxSimulationSpecified
            | Self::DuplicateIdempotencyKey
            | Self::InvalidParameterCombination
            | Self::CurrencyMismatch => StatusCode::BAD_REQUEST,
            Self::UnauthorizedAccess => StatusCode::UNAUTHORIZED,
            Self::InvalidRequestSignature => StatusCode::FORBIDDEN,
            Self::ResourceNotFound => StatusCode::NOT_FOUND,
            Self::UnsupportedOperation => StatusCode::METHOD_NOT_ALLOWED,
            Self::InvalidCheckoutSessionStatus
            | Self::InvalidChargeStatus
            | Self::InvalidChargePermissionStatus
            | Self::ChargePermissionNotModifiable
            | Self::TransactionAmountExceeded
            | Self::SoftDeclined
            | Self::HardDeclined
            | Self::AmazonRejected
            | Self::TransactionTimedOut => StatusCode::UNPROCESSABLE_ENTITY,
            Self::ProcessingFailure => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// A refusal with Amazon's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) reason: Reason,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(reason: Reason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
        }
    }

    /// The value at this place in the body is invalid.
    pub(super) fn value(at: &str) -> Self {
        let message = format!("The value provided for '{at}' is invalid.");
        Self::new(Reason::InvalidParameterValue, message)
    }

    pub(super) fn missing(at: &str) -> Self {
        let message = format!("'{at}' is required.");
        Self::new(Reason::MissingParameterValue, message)
    }

    pub(super) fn not_found() -> Self {
        Self::new(Reason::ResourceNotFound, "There is no such object.")
    }

    /// This object does not know this simulation.
    pub(super) fn simulation(code: &str) -> Self {
        let message = format!("'{code}' cannot be simulated for this operation.");
        Self::new(Reason::InvalidSandboxSimulationSpecified, message)
    }

    pub(super) const fn status(&self) -> StatusCode {
        self.reason.status()
    }

    pub(super) fn body(&self) -> Value {
        json!({ "reasonCode": format!("{:?}", self.reason), "message": self.message })
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status(), Json(self.body())).into_response()
    }
}
