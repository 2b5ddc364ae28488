//! The state of a gift card, in words.

use zkratka_commerce::time::Timestamp;
use zkratka_store::{GiftCard, GiftCardState};

pub(super) fn state(card: &GiftCard, now: Timestamp) -> &'static str {
    match card.state(now) {
        GiftCardState::Disabled => "disabled",
        GiftCardState::AwaitsPayment => "unpaid",
        GiftCardState::Withheld => "withheld",
        GiftCardState::Unconfirmed => "unconfirmed",
        GiftCardState::Expired => "expired",
        GiftCardState::Usable if card.balance.is_zero() => "used up",
        GiftCardState::Usable => "usable",
    }
}
