//! The cards that an order has sold, with their codes. This is the only place that makes a stored card's code again.

use crate::ring::KeyRing;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::Money;
use zkratka_store::{GiftCard, Store, StoreError};

/// A sold card with its code, which only its buyer and the merchant may see.
#[derive(Clone, Debug)]
pub struct IssuedCard {
    pub card: GiftCard,
    pub code: GiftCardCode,
}

impl IssuedCard {
    /// The value with which the card was sold.
    #[must_use]
    pub const fn amount(&self) -> Money {
        Money {
            minor: self.card.initial,
            currency: self.card.currency,
        }
    }
}

/// The cards that the order sold, in the order of its lines. `attempt` is the attempt that made the order. A card whose
/// key is not configured is left out.
pub async fn sold_cards(
    store: &dyn Store,
    ring: &KeyRing,
    order: OrderNumber,
    attempt: &Attempt,
) -> Result<Vec<IssuedCard>, StoreError> {
    let Some(secret) = &attempt.secret else {
        return Ok(Vec::new());
    };
    if !attempt.snapshot.sells_gift_cards() {
        return Ok(Vec::new());
    }
    let mut cards = Vec::new();
    for card in store.gift_cards_of(order).await? {
        match ring.code_of(&card, secret) {
            Some(code) => cards.push(IssuedCard { card, code }),
            None => tracing::error!(
                order = order.0,
                card = card.id.0,
                key = card.digest.key.as_ref().map(tracing::field::display),
                "the code of a sold gift card cannot be made: its key is not configured"
            ),
        }
    }
    Ok(cards)
}
