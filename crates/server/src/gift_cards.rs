//! Gift cards: making codes, looking up what a buyer has entered.

use crate::app::App;
use zkratka_commerce::gift_card::CartGiftCard;
use zkratka_commerce::money::Money;
use zkratka_ids::Ids;
use zkratka_store::{GiftCardState, NewGiftCard, StoreError};

pub use zkratka_commerce::gift_card::{GiftCardCode, NotACode};

/// A code that nobody has or guesses.
#[must_use]
pub fn new_code(ids: &Ids) -> GiftCardCode {
    GiftCardCode::of(&ids.secret())
}

/// What a code that a buyer has entered leads to.
#[derive(Debug)]
pub(crate) enum Looked {
    /// A card that can pay.
    Card(CartGiftCard),
    /// A card with nothing left on it.
    Empty,
    /// A card that pays no more: its time is over, or somebody has disabled it.
    Void,
    /// No card.
    Unknown,
}

/// Looks a code up.
pub(crate) async fn look_up(app: &App, text: &str) -> Result<Looked, StoreError> {
    let Ok(code) = GiftCardCode::parse(text) else {
        return Ok(Looked::Unknown);
    };
    let found = app.store.gift_card(code.digest()).await?;
    let ours = found.filter(|card| card.currency == app.rules.currency);
    let now = app.clock.now();
    Ok(match ours {
        None => Looked::Unknown,
        Some(card) if card.state(now) != GiftCardState::Usable => Looked::Void,
        Some(card) if card.balance.is_zero() => Looked::Empty,
        Some(card) => Looked::Card(CartGiftCard {
            id: card.id,
            last_characters: card.last_characters,
        }),
    })
}

/// Issues the cards of the configuration that are not there yet.
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
