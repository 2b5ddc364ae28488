//! The gift cards that an order creates: one for each unit of each gift card line.

use super::Attempt;
use crate::gift_card::GiftCardCode;
use crate::ids::LineId;
use crate::money::Money;

/// A gift card sold by an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoldGiftCard {
    /// The line in the order.
    pub line: LineId,
    /// Unit of the line, counted from 0.
    pub unit: u32,
    /// The code. It may be used only for the store's digest and for display to the buyer.
    pub code: GiftCardCode,
    /// The card's value.
    pub amount: Money,
}

/// The gift cards of the attempt's lines. Every call returns the same cards. Empty if the attempt has no secret to
/// derive codes from: older versions, which sold no gift cards, stored none.
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
