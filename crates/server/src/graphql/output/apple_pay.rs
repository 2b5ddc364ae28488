//! The answer of `applePaySessionCreate`.

use super::object::{object, text};
use super::payload::user_errors;
use crate::graphql::user_error::UserError;

/// `ApplePaySessionCreatePayload`
#[derive(Debug)]
pub(in crate::graphql) struct SessionPayload {
    /// The session exactly as Apple sent it.
    pub(in crate::graphql) body: Option<String>,
    pub(in crate::graphql) errors: Vec<UserError>,
}

pub(super) struct SessionObject<'v> {
    pub(super) payload: &'v SessionPayload,
}

object!(SessionObject<'_>, "ApplePaySessionCreatePayload", |this, arguments| {
    "body" => text(this.payload.body.as_deref()),
    "userErrors" => user_errors(&this.payload.errors),
});
