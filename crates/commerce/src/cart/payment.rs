//! Binding a payment to what the buyer was shown.

use super::Cart;
use crate::error::Fault;
use crate::money::Money;
use crate::payment::PaymentMethod;
use crate::pricing::PricedCart;
use crate::rules::ShopRules;

/// Binds a payment to the priced content: the amount shown must be the total now, the way to pay offered and applicable.
/// Quantities that pricing had lowered are lowered in the cart too: the buyer agreed to what was priced.
/// Fields: `amount`, or empty for the method.
#[must_use]
pub fn bind_payment(
    _cart: &mut Cart,
    _amount: Money,
    _method: PaymentMethod,
    _priced: &PricedCart,
    _rules: &ShopRules,
) -> Vec<Fault> {
    unimplemented!()
}
