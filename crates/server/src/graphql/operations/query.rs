//! `cart`.

use super::{Failure, RequestContext};
use crate::carts::{CartReference, Found};
use crate::graphql::input::Id;
use crate::graphql::output::RootValue;
use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct CartArguments {
    id: Id,
}

/// Returns the cart; null if it has become an order or does not exist.
pub(super) async fn cart(
    call: &RequestContext<'_>,
    arguments: CartArguments,
) -> Result<RootValue, Failure> {
    let Some(reference) = CartReference::from_gid(&arguments.id.0) else {
        return Ok(RootValue::Cart(None));
    };
    let view = match call.carts().find(&reference).await? {
        Found::Cart(view) => Some(view),
        Found::Completed(_) | Found::Missing => None,
    };
    Ok(RootValue::Cart(view))
}
