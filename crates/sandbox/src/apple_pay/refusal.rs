//! Why the sandbox does not do what it is asked for, as Apple's servers say it.

pub use crate::refusal::Refusal;

use axum::response::Response;

/// The answer of Apple's servers.
pub(super) fn refused(refusal: Refusal) -> Response {
    refusal.answer(refusal.status().as_str())
}
