//! Refusals in the format of Apple's servers.

pub use crate::refusal::Refusal;

use axum::response::Response;

pub(super) fn refused(refusal: Refusal) -> Response {
    refusal.answer(refusal.status().as_str())
}
