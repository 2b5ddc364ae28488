//! What carts are priced with, at one moment.

use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::pricing::{Facts, PricedCart, price};
use zkratka_commerce::rules::ShopRules;

/// What a cart is priced with.
pub struct Prices<'p> {
    /// Products, as of now.
    pub catalogue: &'p Catalogue,
    /// What the merchant has configured.
    pub rules: &'p ShopRules,
    /// What the store knows of the cart's codes.
    pub facts: Facts,
}

impl Prices<'_> {
    /// What the cart costs.
    #[must_use]
    pub fn of(&self, cart: &Cart) -> PricedCart {
        price(cart, self.catalogue, self.rules, &self.facts)
    }
}
