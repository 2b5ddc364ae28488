//! A repeated `cartCreate`: finds the cart that its idempotency key has created.

use super::create::PAYLOAD;
use super::{Failure, RequestContext};
use crate::carts::Found;
use crate::graphql::output::{Payload, RootValue};
use crate::graphql::user_error::UserError;
use zkratka_idempotency::Keyed;
use zkratka_store::KeyedCart;

/// The answer to a repeated request. `None` if the key is new; that counts against the limit of its address.
pub(super) async fn earlier(
    call: &RequestContext<'_>,
    keyed: &Keyed,
) -> Result<Option<RootValue>, Failure> {
    let request = keyed.at(call.app.clock.now());
    if let Some(earlier) = call.app.store.keyed_cart(&request).await? {
        return repeated(call, keyed, &earlier).await.map(Some);
    }
    call.take_from(&call.app.keyed_cart_limiter)?;
    Ok(None)
}

/// Answers with the cart as it is now.
pub(super) async fn repeated(
    call: &RequestContext<'_>,
    keyed: &Keyed,
    earlier: &KeyedCart,
) -> Result<RootValue, Failure> {
    let payload = |cart, errors| RootValue::Payload(Payload::new(PAYLOAD, cart, errors));
    if !keyed.repeats(earlier) {
        return Ok(payload(None, Vec::new()));
    }
    Ok(match call.carts().find_by_key(earlier.cart).await? {
        Found::Cart(view) => payload(Some(view), Vec::new()),
        Found::Completed(_) => payload(None, vec![UserError::completed()]),
        Found::Missing => payload(None, vec![UserError::no_cart()]),
    })
}
