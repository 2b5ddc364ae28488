//! The gift cards that an order creates: one for each unit of each gift card line.

use super::Attempt;
use crate::gift_card::{CodeDigest, SoldCodes};
use crate::ids::LineId;
use crate::money::Money;
use crate::order::OrderSnapshot;

/// A gift card sold by an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldGiftCard {
    pub unit: GiftCardUnit,
    /// The end of the code, by which the holder recognises the card.
    pub last_characters: String,
    pub digest: CodeDigest,
}

/// A unit of a gift card line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GiftCardUnit {
    /// The line in the order.
    pub line: LineId,
    /// Unit of the line, counted from 0.
    pub unit: u32,
    /// The card's value.
    pub amount: Money,
}

/// The units of an order's gift card lines, each of which becomes a card.
pub fn gift_card_units(order: &OrderSnapshot) -> impl Iterator<Item = GiftCardUnit> + '_ {
    let lines = order.lines.iter();
    let sold = lines.filter_map(|line| Some((line, line.gift_card?)));
    sold.flat_map(|(line, amount)| {
        (0..line.quantity).map(move |unit| GiftCardUnit {
            line: line.id,
            unit,
            amount,
        })
    })
}

/// The gift cards of the attempt's lines. Cards are missing if `codes` has no key, or if the attempt has no secret, like
/// those of versions that sold no gift cards.
#[must_use]
pub(crate) fn sold_gift_cards(attempt: &Attempt, codes: &dyn SoldCodes) -> Vec<SoldGiftCard> {
    let card = |unit: GiftCardUnit| {
        let secret = attempt.secret.as_ref()?;
        let code = codes.sell(secret, unit.line, unit.unit)?;
        Some(SoldGiftCard {
            unit,
            last_characters: code.last_characters,
            digest: code.digest,
        })
    };
    gift_card_units(&attempt.snapshot)
        .filter_map(card)
        .collect()
}
