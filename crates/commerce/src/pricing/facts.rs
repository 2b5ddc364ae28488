//! The facts that a price depends on besides cart, catalogue and rules.

use crate::cart::{Cart, CartStatus};
use crate::contact_key::ContactKey;
use crate::discount::code_key;
use crate::gift_card::{GiftCardBalance, GiftCardId};
use crate::ids::AttemptKey;
use crate::rules::ShopRules;
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// The facts at the moment of pricing: the time, and the store's data about the cart's codes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub now: Timestamp,
    /// Uses of the discounts of the cart's codes, by [`crate::discount::code_key`]; a missing entry means no use.
    pub uses: BTreeMap<String, Uses>,
    /// The cart's gift cards known to the store. Money reserved by the cart's own attempt counts as available.
    pub gift_cards: BTreeMap<GiftCardId, GiftCardBalance>,
}

/// Uses of a discount. Reservations by live attempts count as uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// By all buyers.
    pub total: u64,
    /// Whether this cart's buyer has used it.
    pub by_buyer: bool,
}

impl Facts {
    /// The facts of a cart without codes and gift cards.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self {
            now,
            ..Self::default()
        }
    }
}

/// The data that pricing needs from the store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Keys of the cart's codes with limited uses.
    pub codes: Vec<String>,
    /// The buyer as uses are stored ([`buyer_keys`]). Empty if the buyer is not known, or if none of the codes is limited for
    /// each buyer.
    pub buyers: Vec<String>,
    pub gift_cards: Vec<GiftCardId>,
    /// The attempt that holds the cart. Money it reserved on the gift cards counts as available.
    pub attempt: Option<AttemptKey>,
}

/// The names under which uses by this buyer are stored: the digest, and the digests and the address as older versions
/// stored them.
#[must_use]
pub fn buyer_keys(email: &str) -> Vec<String> {
    let digests = [
        ContactKey::of_email(email),
        ContactKey::of_unicode(email),
        ContactKey::of_spelled(email),
    ];
    let mut keys = Vec::new();
    for key in digests {
        let key = key.as_str().to_owned();
        if !keys.contains(&key) {
            keys.push(key);
        }
    }
    keys.push(email.to_lowercase());
    keys
}

impl Question {
    /// The data needed to price this cart.
    #[must_use]
    pub fn about(cart: &Cart, rules: &ShopRules) -> Self {
        let limited = limited_codes(cart, rules);
        let email = cart.buyer.email.as_deref();
        // The digests cost more than pricing a small cart, so they are not calculated for nothing.
        let email = email.filter(|_| limited.iter().any(|code| code.is_once_per_buyer));
        Self {
            codes: limited.into_iter().map(|code| code.key).collect(),
            buyers: email.map(buyer_keys).unwrap_or_default(),
            gift_cards: cart.gift_cards.iter().map(|card| card.id).collect(),
            attempt: match cart.status {
                CartStatus::Open => None,
                CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } => {
                    Some(attempt)
                }
            },
        }
    }

    /// Whether the store need not be asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.gift_cards.is_empty()
    }
}

/// A code of a cart whose uses are limited.
struct LimitedCode {
    key: String,
    is_once_per_buyer: bool,
}

/// The cart's codes with limited uses.
fn limited_codes(cart: &Cart, rules: &ShopRules) -> Vec<LimitedCode> {
    if cart.discount_codes.is_empty() {
        return Vec::new();
    }
    let mut limited = BTreeMap::new();
    for discount in &rules.discounts {
        if let Some(code) = discount.code()
            && (discount.usage_limit.is_some() || discount.once_per_buyer)
        {
            *limited.entry(code_key(code)).or_insert(false) |= discount.once_per_buyer;
        }
    }
    let entered = cart.discount_codes.iter().map(|code| code_key(code));
    let limited = entered.filter_map(|key| {
        let &is_once_per_buyer = limited.get(&key)?;
        Some(LimitedCode {
            key,
            is_once_per_buyer,
        })
    });
    limited.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.12] A use counts under every name that a version of the program has stored.
    #[test]
    fn a_buyer_is_found_under_older_names() {
        let wide = "Jana+x@\u{ff45}xample.cz";
        let digest = |key: ContactKey| key.as_str().to_owned();
        let expected = [
            digest(ContactKey::of_email("jana@example.cz")),
            digest(ContactKey::of_spelled(wide)),
            wide.to_lowercase(),
        ];
        assert_eq!(buyer_keys(wide), expected);
        let plain = buyer_keys("jana@example.cz");
        assert_eq!(plain, [&expected[0], "jana@example.cz"]);
        let before = digest(ContactKey::of_spelled("jana@háčky.example"));
        for spelled in ["jana@háčky.example", "jana@xn--hky-ela4t.example"] {
            assert!(buyer_keys(spelled).contains(&before), "{spelled}");
        }
    }
}
