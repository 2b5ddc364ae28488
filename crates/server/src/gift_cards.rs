//! Gift cards: issuing the configured ones, and looking up the codes that buyers enter.

use crate::app::App;
use zkratka_commerce::gift_card::{CartGiftCard, GiftCardCode};
use zkratka_commerce::money::Money;
use zkratka_store::{GiftCardState, NewGiftCard, StoreError};

/// The result of looking up a code that a buyer has entered.
#[derive(Debug)]
pub(crate) enum CodeLookup {
    Card(CartGiftCard),
    /// A card with a zero balance.
    Empty,
    /// An expired or disabled card.
    Void,
    /// A card whose order is not paid yet, or for which nobody vouches yet.
    Unpaid,
    /// No card in the shop's currency has this code.
    Unknown,
}

pub(crate) async fn look_up(app: &App, text: &str) -> Result<CodeLookup, StoreError> {
    let Ok(code) = GiftCardCode::parse(text) else {
        return Ok(CodeLookup::Unknown);
    };
    let found = app.store.gift_card(code.digest()).await?;
    let ours = found.filter(|card| card.currency == app.rules.currency);
    let Some(card) = ours else {
        return Ok(CodeLookup::Unknown);
    };
    Ok(match card.state(app.clock.now()) {
        GiftCardState::Expired | GiftCardState::Disabled => CodeLookup::Void,
        GiftCardState::AwaitsPayment | GiftCardState::Unconfirmed => CodeLookup::Unpaid,
        GiftCardState::Usable if card.balance.is_zero() => CodeLookup::Empty,
        GiftCardState::Usable => CodeLookup::Card(CartGiftCard {
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

/// Logs how many cards wait for a person's word.
pub(crate) async fn warn_of_unconfirmed(app: &App) -> Result<(), StoreError> {
    let count = app.store.unconfirmed_gift_cards().await?;
    if count > 0 {
        tracing::warn!("{}", unconfirmed(count));
    }
    Ok(())
}

/// What an operator has to do about cards from before modes were recorded.
pub(crate) fn unconfirmed(count: u64) -> String {
    format!(
        "gift cards from before this database recorded its mode pay nothing until somebody vouches for them ({count}): see zkratka gift-card list, then gift-card confirm or gift-card disable"
    )
}
