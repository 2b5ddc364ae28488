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

    /// The cart's prices, if they are known, and the facts from which they were calculated.
    pub(super) fn known(self, cart: &Cart) -> Option<(PricedCart, Facts)> {
        let Self { first, facts, .. } = self;
        let (first, priced) = first.into_inner()?;
        are_priced_alike(&first, cart).then(|| (Arc::unwrap_or_clone(priced), facts))
    }

    /// Whether these prices would be calculated again now: the catalogue is the same, and the store has no data on this
    /// cart that could have changed.
    pub(super) fn hold_for(&self, cart: &Cart, catalogue: &Arc<Catalogue>) -> bool {
        Arc::ptr_eq(&self.catalogue, catalogue) && Question::about(cart, self.rules).is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;
    use zkratka_commerce::gift_card::{CartGiftCard, GiftCardId};
    use zkratka_commerce::ids::{CartKey, Secret};
    use zkratka_commerce::time::Timestamp;
    use zkratka_config::Config;

    const NOW: Timestamp = Timestamp(1_795_132_800_000);

    fn rules() -> ShopRules {
        let text = "[server]\npublic_origin = \"http://localhost:8080\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\n[storefront]\naccess_token = \"verejny-token\"\n";
        let config = Config::parse(text, Path::new("/nowhere")).expect("a configuration");
        config.rules
    }

    fn cart() -> Cart {
        Cart::new(CartKey(1), Secret([1; 16]), Secret([2; 16]), NOW)
    }

    /// [B.03] A cart is priced once, however often a change asks, until something changes that costs.
    #[test]
    fn a_cart_is_priced_once() {
        let rules = rules();
        let prices = Prices::new(Arc::default(), &rules, Facts::at(NOW));
        let first = prices.of(&cart());
        let mut revised = cart();
        revised.revision += 1;
        assert!(Arc::ptr_eq(&first, &prices.of(&revised)));
        let mut other = cart();
        other.discount_codes.push("HELLO".to_owned());
        assert!(!Arc::ptr_eq(&first, &prices.of(&other)));
        assert!(prices.known(&other).is_none());
    }

    /// [B.03] Prices hold while the catalogue is the same, and never for a cart on which the store has data.
    #[test]
    fn prices_that_may_have_changed_are_calculated_again() {
        let rules = rules();
        let catalogue = Arc::new(Catalogue::default());
        let prices = Prices::new(Arc::clone(&catalogue), &rules, Facts::at(NOW));
        assert!(prices.hold_for(&cart(), &catalogue));
        assert!(!prices.hold_for(&cart(), &Arc::default()));
        let mut with_card = cart();
        with_card.gift_cards.push(CartGiftCard {
            id: GiftCardId(1),
            last_characters: "ABCD".to_owned(),
        });
        assert!(!prices.hold_for(&with_card, &catalogue));
    }
}
