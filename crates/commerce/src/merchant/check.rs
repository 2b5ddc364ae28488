//! Finds the merchant's rules that a cart breaks, and the part of the input to report.

use crate::cart::Cart;
use crate::catalogue::Catalogue;
use crate::error::{Fault, FaultCode};
use crate::ids::VariantId;
use crate::pricing::{PricedCart, PricedLine, broken_rules, shown_lines};
use crate::rules::{CartRule, Condition, Consequence, ShopRules};
use crate::subject::{LinePart, Subject};

/// Restores the cart to `before` if a change of its lines broke a rule that adding goods can never satisfy. A cart that
/// already broke the rule, because the rule is newer, can still be changed; the checkout reports the rule. `touched`
/// are the variants of the change's entries; faults carry indices into it.
#[must_use]
pub fn keep_to_rules(
    before: &Cart,
    cart: &mut Cart,
    touched: &[VariantId],
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Vec<Fault> {
    let found: Vec<_> = newly_broken(before, cart, catalogue, rules)
        .into_iter()
        .filter_map(|rule| {
            let place = entry_of(rule, touched, catalogue);
            refusal(rule, Subject::Line(place, rule.condition.line_part()))
        })
        .collect();
    if !found.is_empty() {
        cart.clone_from(before);
    }
    found
}

/// Faults for the rules that a change of the destination has broken.
#[must_use]
pub fn destination_faults(
    before: &Cart,
    cart: &Cart,
    catalogue: &Catalogue,
    rules: &ShopRules,
) -> Vec<Fault> {
    if before.destination() == cart.destination() {
        return Vec::new();
    }
    let broken = newly_broken(before, cart, catalogue, rules).into_iter();
    broken
        .filter_map(|rule| refusal(rule, Subject::DeliveryAddressField(rule.condition.place()?)))
        .collect()
}

/// Faults that would stop a purchase started with this cart, reported before the buyer enters anything: minimums not
/// reached, and goods that cannot be bought `in_sheet` (in a wallet's sheet). Faults carry indices into `touched`.
#[must_use]
pub fn opening_faults(
    cart: &Cart,
    touched: &[VariantId],
    catalogue: &Catalogue,
    rules: &ShopRules,
    in_sheet: bool,
) -> Vec<Fault> {
    if rules.cart_rules.is_empty() {
        return Vec::new();
    }
    let lines = shown_lines(cart, catalogue, rules);
    let at = |rule: &CartRule, part| Subject::Line(entry_of(rule, touched, catalogue), part);
    let broken = broken_rules(cart, &lines, rules);
    broken
        .filter_map(|(_, rule)| match rule.consequence {
            Consequence::Refuse { .. } => refusal(rule, at(rule, rule.condition.line_part())),
            Consequence::FinishInCheckout => {
                let redirect = FaultCode::RedirectToCheckoutRequired;
                in_sheet.then(|| Fault::of(redirect, at(rule, LinePart::Merchandise)))
            }
        })
        .collect()
}

/// Faults for every rule that stops the cart from becoming an order.
#[must_use]
pub fn completion_faults(cart: &Cart, priced: &PricedCart, rules: &ShopRules) -> Vec<Fault> {
    broken_rules(cart, &priced.lines, rules)
        .filter_map(|(_, rule)| {
            if let Some(place) = rule.condition.place() {
                return refusal(rule, Subject::DeliveryAddressField(place));
            }
            let line = first_line(rule, cart, priced);
            refusal(rule, Subject::Line(line, rule.condition.line_part()))
        })
        .collect()
}

/// The index in the cart of the first line that the rule applies to.
fn first_line(rule: &CartRule, cart: &Cart, priced: &PricedCart) -> usize {
    let concerned = |line: &&PricedLine| line.quantity > 0 && rule.goods.hold(&line.product);
    let first = priced.lines.iter().find(concerned).map(|line| line.id);
    let mut lines = cart.lines.iter();
    let found = lines.position(|line| Some(line.id) == first);
    found.unwrap_or_default()
}

/// The rules that the cart breaks and `before` did not. Only rules that adding goods can never satisfy are included.
fn newly_broken<'r>(
    before: &Cart,
    cart: &Cart,
    catalogue: &Catalogue,
    rules: &'r ShopRules,
) -> Vec<&'r CartRule> {
    if rules.cart_rules.is_empty() {
        return Vec::new();
    }
    let lines = shown_lines(before, catalogue, rules);
    let known: Vec<_> = broken_rules(before, &lines, rules)
        .map(|(place, _)| place)
        .collect();
    let lines = shown_lines(cart, catalogue, rules);
    broken_rules(cart, &lines, rules)
        .filter(|(place, rule)| rule.condition.grows() && !known.contains(place))
        .map(|(_, rule)| rule)
        .collect()
}

/// The index of the last entry that contains goods of the rule, or goods that these cannot be bought with. If there is
/// none, the last index.
fn entry_of(rule: &CartRule, touched: &[VariantId], catalogue: &Catalogue) -> usize {
    let concerned = |variant: &VariantId| {
        catalogue.variant(*variant).is_some_and(|(product, _)| {
            let beside = match &rule.condition {
                Condition::TogetherWith(others) => others.hold(product),
                _ => false,
            };
            beside || rule.goods.hold(product)
        })
    };
    let found = touched.iter().rposition(concerned);
    found.unwrap_or_else(|| touched.len().saturating_sub(1))
}

/// A fault with the merchant's message; `None` for a rule that refuses nothing.
fn refusal(rule: &CartRule, subject: Subject) -> Option<Fault> {
    match &rule.consequence {
        Consequence::FinishInCheckout => None,
        Consequence::Refuse { message } => Some(Fault {
            code: FaultCode::ValidationCustom,
            subject,
            message: Some(message.clone()),
        }),
    }
}
