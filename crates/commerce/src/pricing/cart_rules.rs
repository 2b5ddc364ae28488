//! Finds the merchant's rules that priced lines break.

use super::PricedLine;
use crate::cart::Cart;
use crate::delivery::Destination;
use crate::money::MinorUnits;
use crate::rules::{CartRule, Condition, Consequence, ShopRules};

/// Whether a rule allows finishing this cart only in the checkout.
#[must_use]
pub(super) fn is_for_checkout(cart: &Cart, lines: &[PricedLine], rules: &ShopRules) -> bool {
    broken_rules(cart, lines, rules)
        .any(|(_, rule)| rule.consequence == Consequence::FinishInCheckout)
}

/// The rules that a cart with these lines breaks, with their indices among all rules.
pub(crate) fn broken_rules<'r>(
    cart: &Cart,
    lines: &[PricedLine],
    rules: &'r ShopRules,
) -> impl Iterator<Item = (usize, &'r CartRule)> {
    // A market has the same rules in the same order, with converted amounts.
    let local = rules
        .pricing_context_of(cart)
        .rules
        .cart_rules
        .iter()
        .enumerate();
    local.filter(|(_, rule)| rule.is_broken(lines, cart.destination()))
}

impl CartRule {
    /// Whether these lines, delivered to this destination, break the rule.
    fn is_broken(&self, lines: &[PricedLine], destination: Option<Destination<'_>>) -> bool {
        let bought = || lines.iter().filter(|line| line.quantity > 0);
        let ruled = || bought().filter(|line| self.goods.hold(&line.product));
        if ruled().next().is_none() {
            return false;
        }
        let pieces = || -> u64 { ruled().map(|line| u64::from(line.quantity)).sum() };
        let cost = || ruled().fold(MinorUnits::ZERO, |sum, line| sum.saturating_add(line.total));
        match &self.condition {
            Condition::MoreThan(most) => pieces() > *most,
            Condition::FewerThan(least) => pieces() < *least,
            Condition::CostsMoreThan(most) => cost() > *most,
            Condition::CostsLessThan(least) => cost() < *least,
            Condition::SentTo(places) => {
                let held = |place| places.iter().any(|part| part.holds(place));
                let shipped = ruled().any(|line| line.variant().requires_shipping);
                shipped && destination.is_some_and(held)
            }
            Condition::TogetherWith(others) => {
                bought().any(|line| others.hold(&line.product) && !self.goods.hold(&line.product))
            }
            Condition::Always => true,
        }
    }
}
