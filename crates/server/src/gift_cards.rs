//! Gift cards at the start: the keys of their codes, and the configured cards.

use crate::app::App;
use zkratka_commerce::catalogue::Catalogue;
use zkratka_commerce::money::Money;
use zkratka_commerce::rules::ShopRules;
use zkratka_gift_cards::{IssueError, KeyFault, Terms, check_keys, issue};
use zkratka_store::StoreError;

/// Why the server cannot start with its gift cards.
#[derive(Debug, thiserror::Error)]
pub enum GiftCardsError {
    #[error(transparent)]
    Keys(#[from] KeyFault),
    #[error("a gift card cannot be issued: {0}")]
    Issue(#[from] IssueError),
    #[error(
        "the catalogue sells gift cards (\"{0}\"), but [gift_card_codes] names no key for their codes: make one with `openssl rand -base64 32`, and name its file or variable there"
    )]
    NoKey(String),
}

/// Checks the keys, and issues the configured gift cards that the store does not have yet.
pub(crate) async fn prepare(app: &App) -> Result<(), GiftCardsError> {
    let (store, ring, now) = (&*app.store, &app.config.gift_card_codes, app.clock.now());
    check_keys(store, ring, app.config.server.mode, now).await?;
    for configured in &app.config.gift_cards {
        let terms = Terms {
            amount: Money::new(configured.amount, app.rules.currency),
            issued_at: now,
            expires_at: None,
            note: None,
        };
        issue(store, ring, &configured.code, terms).await?;
    }
    Ok(())
}

/// Refuses a catalogue that sells gift cards in a shop without a key.
pub(crate) fn check_catalogue(
    rules: &ShopRules,
    catalogue: &Catalogue,
) -> Result<(), GiftCardsError> {
    if rules.sells_gift_cards {
        return Ok(());
    }
    let mut products = catalogue.products().iter();
    match products.find(|product| product.gift_card && product.published) {
        Some(product) => Err(GiftCardsError::NoKey(product.handle.clone())),
        None => Ok(()),
    }
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
