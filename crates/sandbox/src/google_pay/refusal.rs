//! Refusals in the words of the real SDK.

pub use crate::refusal::Refusal;

use axum::response::Response;

/// The response with which the SDK rejects.
pub(super) fn refused(refusal: Refusal) -> Response {
    refusal.answer(match refusal {
        Refusal::Developer(_) => "DEVELOPER_ERROR",
        Refusal::Merchant(_) => "MERCHANT_ACCOUNT_ERROR",
        Refusal::Internal => "INTERNAL_ERROR",
    })
}
