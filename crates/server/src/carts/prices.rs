//! Everything that determines a cart's price at one moment.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::pricing::{Facts, PricedCart, price};
use zkratka_commerce::rules::ShopRules;

/// Everything that determines a cart's price.
pub struct Prices<'p> {
    pub catalogue: &'p Catalogue,
    pub rules: &'p ShopRules,
    /// The store's data on the cart's codes and gift cards.
    pub facts: Facts,
}

impl Prices<'_> {
    /// Prices the cart.
    #[must_use]
    pub fn of(&self, cart: &Cart) -> PricedCart {
        price(cart, self.catalogue, self.rules, &self.facts)
    }
}
