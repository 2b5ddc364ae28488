//! The cards that an order has sold, with their codes. This is the only place that makes a stored card's code again.

use crate::ring::KeyRing;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::gift_card::{CodeKeyId, GiftCardCode};
use zkratka_commerce::ids::{OrderNumber, Secret};
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

/// The cards that an order sold, in the order of its lines.
#[derive(Clone, Debug, Default)]
pub struct SoldCards {
    pub issued: Vec<IssuedCard>,
    /// Cards whose code cannot be made again: see [`KeyRing::why_no_code`].
    pub without_code: Vec<GiftCard>,
}

impl SoldCards {
    pub(crate) fn new(ring: &KeyRing, secret: &Secret, cards: Vec<GiftCard>) -> Self {
        let mut sold = Self::default();
        for card in cards {
            match ring.code_of(&card, secret) {
                Some(code) => sold.issued.push(IssuedCard { card, code }),
                None => sold.without_code.push(card),
            }
        }
        sold
    }
}

/// The cards that the order sold. `attempt` is the attempt that made the order.
pub async fn sold_cards(
    store: &dyn Store,
    ring: &KeyRing,
    order: OrderNumber,
    attempt: &Attempt,
) -> Result<SoldCards, StoreError> {
    let Some(secret) = &attempt.secret else {
        return Ok(SoldCards::default());
    };
    if !attempt.snapshot.sells_gift_cards() {
        return Ok(SoldCards::default());
    }
    let sold = SoldCards::new(ring, secret, store.gift_cards_of(order).await?);
    for card in &sold.without_code {
        if TOLD.is_first(card.digest.key.as_ref()) {
            tracing::error!(
                order = order.0,
                card = card.id.0,
                reason = ring.why_no_code(card),
                "the code of a sold gift card cannot be made; the log does not tell of more cards of this key"
            );
        }
    }
    Ok(sold)
}

/// The missing keys that are logged already: buyers look at an order's page often.
static TOLD: Told = Told(Mutex::new(BTreeSet::new()));

#[derive(Debug)]
pub(crate) struct Told(pub(crate) Mutex<BTreeSet<Option<CodeKeyId>>>);

impl Told {
    pub(crate) fn is_first(&self, key: Option<&CodeKeyId>) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.insert(key.cloned())
    }
}
