//! Whether a cart can become an order, and what the order would say.

use crate::cart::Cart;
use crate::error::Fault;
use crate::order::OrderSnapshot;
use crate::pricing::PricedCart;
use crate::rules::ShopRules;

/// Everything that stands in the way of preparing the cart, in the order a buyer would mend it; payment apart.
/// Field paths start at the cart (`["deliveryAddress", "zip"]`, `["buyerIdentity", "email"]`, `["lines", "0", "quantity"]`).
#[must_use]
pub fn faults_before_payment(_cart: &Cart, _priced: &PricedCart, _rules: &ShopRules) -> Vec<Fault> {
    unimplemented!()
}

/// The order this cart would become, if nothing stands in the way: contents, delivery, and payment all present,
/// offered and of the amount due.
///
/// # Errors
/// Every fault found.
pub fn complete(
    _cart: &Cart,
    _priced: &PricedCart,
    _rules: &ShopRules,
) -> Result<OrderSnapshot, Vec<Fault>> {
    unimplemented!()
}
