//! What a price depends on besides cart, catalogue and rules.

use crate::cart::{Cart, CartStatus};
use crate::discount::{Discount, code_key};
use crate::gift_card::{GiftCardBalance, GiftCardId};
use crate::ids::AttemptKey;
use crate::rules::ShopRules;
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// What is true at the moment of pricing: the time, and what the store knows of the codes of this cart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub now: Timestamp,
    /// How often the discounts of the cart's codes have been used, by [`crate::discount::code_key`]; absent: never.
    pub uses: BTreeMap<String, Uses>,
    /// The gift cards of the cart that the store knows. What the cart's own attempt holds of them counts as there.
    pub gift_cards: BTreeMap<GiftCardId, GiftCardBalance>,
}

/// How often a discount has been used. What live attempts hold counts as used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// In all.
    pub total: u64,
    /// Whether the buyer of this cart is among those who have.
    pub by_buyer: bool,
}

impl Facts {
    /// What is true of a cart without codes and gift cards.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self {
            now,
            ..Self::default()
        }
    }
}

/// What must be asked of the store to price a cart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// Keys of the cart's codes whose uses are limited.
    pub codes: Vec<String>,
    /// The buyer's e-mail address in lower case, as far as known.
    pub buyer: Option<String>,
    /// The cart's gift cards.
    pub gift_cards: Vec<GiftCardId>,
    /// The attempt that holds the cart: what it holds of the gift cards counts as there.
    pub attempt: Option<AttemptKey>,
}

impl Question {
    /// What must be known of this cart.
    #[must_use]
    pub fn about(cart: &Cart, rules: &ShopRules) -> Self {
        let is_limited =
            |discount: &&Discount| discount.usage_limit.is_some() || discount.once_per_buyer;
        let limited = rules.discounts.iter().filter(is_limited);
        let limited: Vec<_> = limited.filter_map(Discount::code).map(code_key).collect();
        let entered = cart.discount_codes.iter().map(|code| code_key(code));
        Self {
            codes: entered.filter(|key| limited.contains(key)).collect(),
            buyer: cart.buyer.email.as_deref().map(str::to_lowercase),
            gift_cards: cart.gift_cards.iter().map(|card| card.id).collect(),
            attempt: match cart.status {
                CartStatus::Open => None,
                CartStatus::Completing { attempt } | CartStatus::Completed { attempt, .. } => {
                    Some(attempt)
                }
            },
        }
    }

    /// Whether nothing need be asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty() && self.gift_cards.is_empty()
    }
}
