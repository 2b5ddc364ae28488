//! Looks up the codes that buyers enter.

use crate::ring::KeyRing;
use zkratka_commerce::gift_card::{CartGiftCard, GiftCardCode};
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{GiftCardState, Store, StoreError};

/// The result of looking up a code that a buyer has entered.
#[derive(Debug, PartialEq, Eq)]
pub enum CodeLookup {
    Card(CartGiftCard),
    /// A card with a zero balance.
    Empty,
    /// An expired or disabled card.
    Void,
    /// A card whose order is not paid yet, or that no person has confirmed yet.
    Unpaid,
    /// A card whose order's payment somebody contests.
    Withheld,
    /// No card in the shop's currency has this code.
    Unknown,
}

/// Looks up the card with the code `text`, as a buyer typed it, for a cart in `currency`.
///
/// The caller asks the rate limiter for codes first, because each call tries out a code. A text that is no code and a card
/// in another currency are [`CodeLookup::Unknown`], so an answer never reveals that such a card exists.
pub async fn look_up(
    store: &dyn Store,
    ring: &KeyRing,
    text: &str,
    currency: Currency,
    now: Timestamp,
) -> Result<CodeLookup, StoreError> {
    let Ok(code) = GiftCardCode::parse(text) else {
        return Ok(CodeLookup::Unknown);
    };
    let found = store.gift_card(&ring.digests(&code)).await?;
    let ours = found.filter(|card| card.currency == currency);
    let Some(card) = ours else {
        return Ok(CodeLookup::Unknown);
    };
    Ok(match card.state(now) {
        GiftCardState::Expired | GiftCardState::Disabled => CodeLookup::Void,
        GiftCardState::AwaitsPayment | GiftCardState::Unconfirmed => CodeLookup::Unpaid,
        GiftCardState::Withheld => CodeLookup::Withheld,
        GiftCardState::Usable if card.balance.is_zero() => CodeLookup::Empty,
        GiftCardState::Usable => CodeLookup::Card(CartGiftCard {
            id: card.id,
            last_characters: card.last_characters,
        }),
    })
}
