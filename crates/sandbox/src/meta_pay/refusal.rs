//! Refusals of the emulated sheet.

pub use crate::refusal::Refusal;

use axum::response::Response;

/// The response with which the script rejects. The codes are the emulation's own.
pub(super) fn refused(refusal: Refusal) -> Response {
    refusal.answer(match refusal {
        Refusal::Developer(_) => "INVALID_REQUEST",
        Refusal::Merchant(_) => "CONTAINER_REFUSED",
        Refusal::Internal => "INTERNAL_ERROR",
    })
}
