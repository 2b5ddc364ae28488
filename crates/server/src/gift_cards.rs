//! Gift cards: generating codes, and looking up the codes that buyers enter.

use crate::app::App;
use zkratka_commerce::gift_card::CartGiftCard;
use zkratka_commerce::money::Money;
use zkratka_ids::Ids;
use zkratka_store::{GiftCardState, NewGiftCard, StoreError};

pub use zkratka_commerce::gift_card::{GiftCardCode, NotACode};

/// Generates a random code that nobody can guess.
#[must_use]
pub fn new_code(ids: &Ids) -> GiftCardCode {
    GiftCardCode::of(&ids.secret())
}

/// The result of looking up a code that a buyer has entered.
#[derive(Debug)]
pub(crate) enum CodeLookup {
    Card(CartGiftCard),
    /// A card with a zero balance.
    Empty,
    /// An expired or disabled card.
    Void,
    /// No card in the shop's currency has this code.
    Unknown,
}

pub(crate) async fn look_up(app: &App, text: &str) -> Result<CodeLookup, StoreError> {
    let Ok(code) = GiftCardCode::parse(text) else {
        return Ok(CodeLookup::Unknown);
    };
    let found = app.store.gift_card(code.digest()).await?;
    let ours = found.filter(|card| card.currency == app.rules.currency);
    let now = app.clock.now();
    Ok(match ours {
        None => CodeLookup::Unknown,
        Some(card) if card.state(now) != GiftCardState::Usable => CodeLookup::Void,
        Some(card) if card.balance.is_zero() => CodeLookup::Empty,
        Some(card) => CodeLookup::Card(CartGiftCard {
            id: card.id,
            last_characters: card.last_characters,
        }),
    })
}

/// Issues the gift cards in the configuration that the store does not have yet.
pub(crate) async fn issue_configured(app: &App) -> Result<(), StoreError> {
    for configured in &app.config.gift_cards {
        let card = NewGiftCard {
            digest: configured.code.digest(),
            last_characters: configured.code.last_characters().to_owned(),
            amount: Money::new(configured.amount, app.rules.currency),
            issued_at: app.clock.now(),
            expires_at: None,
            note: None,
        };
        app.store.issue_gift_card(card).await?;
    }
    Ok(())
}
