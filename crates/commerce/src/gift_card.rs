//! Gift cards: prepaid money that reduces the amount to pay.

mod code;
mod goods;
mod key;
mod sealed_token;

pub use code::{GiftCardCode, NotACode};
pub use goods::{GiftCardSales, fault};
pub use key::{CodeDigest, CodeKeyId, LinkTo, NoSoldCodes, NotAKeyId, SoldCode, SoldCodes};
pub use sealed_token::SealedToken;

use crate::money::{Currency, MinorUnits};
use serde::{Deserialize, Serialize};

/// A gift card's number in the store. Only the holder of the card knows its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GiftCardId(pub u64);

/// Maximum number of gift cards on one cart.
pub const MAX_GIFT_CARDS: usize = 10;

/// A gift card that a buyer has added to a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CartGiftCard {
    pub id: GiftCardId,
    /// The last characters of its code, by which the buyer recognises it.
    pub last_characters: String,
}

/// The store's current data of a gift card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiftCardBalance {
    /// Balance that can be spent, in minor units.
    pub balance: MinorUnits,
    pub currency: Currency,
}

/// The part of a cart or an order that a gift card pays. Amounts are in minor units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GiftCardPayment {
    pub id: GiftCardId,
    /// The last characters of its code.
    pub last_characters: String,
    /// Amount paid by the card.
    pub amount: MinorUnits,
    /// Balance left after the payment.
    pub left: MinorUnits,
}

/// The payment of each card towards an amount. The cards pay one after another, in the order in which the buyer added
/// them, until nothing is left to pay. A card that is unknown to the store, empty or of another currency pays nothing.
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

    /// Cards 1 and 2 hold 300 and 500, card 3 has another currency, card 4 is unknown.
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
