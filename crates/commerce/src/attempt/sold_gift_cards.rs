//! The gift cards that an order brings: one for each unit of each line that is one.

use super::Attempt;
use crate::gift_card::GiftCardCode;
use crate::ids::LineId;
use crate::money::Money;

/// A gift card that an attempt sells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldGiftCard {
    /// The order's line.
    pub line: LineId,
    /// Which unit of the line, from 0.
    pub unit: u32,
    /// Its code. For the store's digest, and for the buyer's eyes.
    pub code: GiftCardCode,
    /// What can be paid with it.
    pub amount: Money,
}

/// The gift cards of an attempt's lines, the same ones whenever they are asked for. None where the attempt has no secret to
/// make codes of (it was begun by a program that sold none).
#[must_use]
pub fn sold_gift_cards(attempt: &Attempt) -> Vec<SoldGiftCard> {
    let Some(secret) = &attempt.secret else {
        return Vec::new();
    };
    let lines = attempt.snapshot.lines.iter();
    let units = lines.filter_map(|line| Some((line, line.gift_card?)));
    units
        .flat_map(|(line, amount)| {
            (0..line.quantity).map(move |unit| SoldGiftCard {
                line: line.id,
                unit,
                code: GiftCardCode::sold(secret, line.id, unit),
                amount,
            })
        })
        .collect()
}
