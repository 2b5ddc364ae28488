//! `cartClone`

use super::buyer::CartIdArguments;
use super::{Failure, RequestContext};
use crate::carts::{CartReference, Created, Found};
use crate::graphql::output::{Payload, RootValue};
use crate::graphql::user_error::UserError;
use zkratka_commerce::cart::copy_contents;
use zkratka_commerce::cart_changes::Changed;

const PAYLOAD: &str = "CartClonePayload";

/// `cartClone`
pub(super) async fn clone(
    call: &RequestContext<'_>,
    arguments: CartIdArguments,
) -> Result<RootValue, Failure> {
    let none = |error| RootValue::Payload(Payload::new(PAYLOAD, None, vec![error]));
    let Some(reference) = CartReference::from_gid(&arguments.cart_id.0) else {
        return Ok(none(UserError::no_cart()));
    };
    let from = match call.carts().find(&reference).await? {
        Found::Cart(view) => view.cart,
        Found::Completed(_) => return Ok(none(UserError::completed())),
        Found::Missing => return Ok(none(UserError::no_cart())),
    };
    let carts = call.carts();
    let created = carts.create_by(|cart, _, _| {
        copy_contents(&from, cart);
        Changed::default()
    });
    Ok(match created.await? {
        Created::Cart(view) => RootValue::Payload(Payload::new(PAYLOAD, Some(view), Vec::new())),
        // A copy of a valid cart has no faults, so this should not happen.
        Created::Refused(_) => none(UserError::no_cart()),
    })
}
