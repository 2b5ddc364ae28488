//! Everything that determines a cart's price at one moment.

use std::sync::{Arc, OnceLock};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::pricing::{Facts, PricedCart, Question, are_priced_alike, price};
use zkratka_commerce::rules::ShopRules;

/// Everything that determines a cart's price, and the prices of the first cart that was priced with it.
pub struct Prices<'p> {
    pub catalogue: Arc<Catalogue>,
    pub rules: &'p ShopRules,
    /// The store's data on the cart's codes and gift cards.
    pub facts: Facts,
    first: OnceLock<(Box<Cart>, Arc<PricedCart>)>,
}

impl<'p> Prices<'p> {
    #[must_use]
    pub fn new(catalogue: Arc<Catalogue>, rules: &'p ShopRules, facts: Facts) -> Self {
        Self {
            catalogue,
            rules,
            facts,
            first: OnceLock::new(),
        }
    }

    /// Prices the cart, unless its prices are those of the first cart.
    #[must_use]
    pub fn of(&self, cart: &Cart) -> Arc<PricedCart> {
        let calculated = || Arc::new(price(cart, &self.catalogue, self.rules, &self.facts));
        let (first, priced) = self
            .first
            .get_or_init(|| (Box::new(cart.clone()), calculated()));
        if are_priced_alike(first, cart) {
            Arc::clone(priced)
        } else {
            calculated()
        }
    }

    /// The cart's prices, if they are known.
    pub(super) fn known(self, cart: &Cart) -> Option<PricedCart> {
        let (first, priced) = self.first.into_inner()?;
        are_priced_alike(&first, cart).then(|| Arc::unwrap_or_clone(priced))
    }

    /// Whether these prices would be calculated again now: the catalogue is the same, and the store has no data on this
    /// cart that could have changed.
    pub(super) fn hold_for(&self, cart: &Cart, catalogue: &Arc<Catalogue>) -> bool {
        Arc::ptr_eq(&self.catalogue, catalogue) && Question::about(cart, self.rules).is_empty()
    }
}
