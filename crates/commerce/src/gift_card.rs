//! Gift cards: money paid before, which lowers what is left to pay.

mod code;
mod goods;

pub use code::{GiftCardCode, NotACode};
pub use goods::price_fault;

use crate::money::{Currency, MinorUnits};
use serde::{Deserialize, Serialize};

/// A gift card's number in the store; its code is known to whoever holds it, and to nobody else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GiftCardId(pub u64);

/// Greatest number of gift cards that pay for one cart.
pub const MAX_GIFT_CARDS: usize = 10;

/// A gift card that a buyer has put on a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartGiftCard {
    /// Which.
    pub id: GiftCardId,
    /// The end of its code, for the buyer to know it by.
    pub last_characters: String,
}

/// What the store knows of a gift card now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiftCardBalance {
    /// What can be paid with it, minor units.
    pub balance: MinorUnits,
    pub currency: Currency,
}

/// What a gift card pays of a cart or an order. Amounts are minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiftCardPayment {
    /// Which.
    pub id: GiftCardId,
    /// The end of its code.
    pub last_characters: String,
    /// What it pays.
    pub amount: MinorUnits,
    /// What is then left on it.
    pub left: MinorUnits,
}

/// What each card pays of an amount: one after another, in the order in which they were put on the cart, until nothing is
/// left to pay. A card that the store does not know, that is of another currency or empty pays nothing.
#[must_use]
pub fn payments(
    cards: &[CartGiftCard],
    amount: MinorUnits,
    balance_of: impl Fn(GiftCardId) -> Option<GiftCardBalance>,
    currency: Currency,
) -> Vec<GiftCardPayment> {
    let mut due = amount.max(MinorUnits::ZERO);
    let pay = |card: &CartGiftCard| {
        let known = balance_of(card.id).filter(|known| known.currency == currency);
        let balance = known.map_or(MinorUnits::ZERO, |known| {
            known.balance.max(MinorUnits::ZERO)
        });
        let paid = balance.min(due);
        due -= paid;
        GiftCardPayment {
            id: card.id,
            last_characters: card.last_characters.clone(),
            amount: paid,
            left: balance - paid,
        }
    };
    cards.iter().map(pay).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(id: u64) -> CartGiftCard {
        CartGiftCard {
            id: GiftCardId(id),
            last_characters: format!("000{id}"),
        }
    }

    /// Cards 1 and 2 hold 300 and 500, card 3 is of another currency, card 4 is unknown.
    fn balance(id: GiftCardId) -> Option<GiftCardBalance> {
        let (balance, currency) = match id.0 {
            1 => (300, Currency::CZK),
            2 => (500, Currency::CZK),
            3 => (900, Currency::new("EUR").ok()?),
            _ => return None,
        };
        Some(GiftCardBalance {
            balance: MinorUnits::new(balance),
            currency,
        })
    }

    #[test]
    fn cards_pay_one_after_another_and_never_more_than_is_due() {
        for (due, expected) in [
            (1_000, &[(1, 300, 0), (2, 500, 0), (3, 0, 0), (4, 0, 0)][..]),
            (400, &[(1, 300, 0), (2, 100, 400), (3, 0, 0), (4, 0, 0)]),
            (0, &[(1, 0, 300), (2, 0, 500), (3, 0, 0), (4, 0, 0)]),
            (-5, &[(1, 0, 300), (2, 0, 500), (3, 0, 0), (4, 0, 0)]),
        ] {
            let cards: Vec<_> = (1..=4).map(card).collect();
            let paid: Vec<_> = payments(&cards, MinorUnits::new(due), balance, Currency::CZK)
                .iter()
                .map(|paid| (paid.id.0, paid.amount.get(), paid.left.get()))
                .collect();
            assert_eq!(paid, expected, "{due}");
        }
    }
}
