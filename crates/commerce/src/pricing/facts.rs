//! What a price depends on besides cart, catalogue and rules.

use crate::gift_card::{GiftCardBalance, GiftCardId};
use crate::time::Timestamp;
use std::collections::BTreeMap;

/// What is true at the moment of pricing: the time, and what the store knows of the codes of this cart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Now.
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
