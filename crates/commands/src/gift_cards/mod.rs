//! `zkratka gift-card`: issues, lists and disables gift cards, and lists their keys.

mod arguments;
mod issue;
mod keys;
mod sold;
mod state;

pub use arguments::GiftCards;

use crate::support::{CliError, Listing, existing_store, local_time, output, pretty};
use arguments::{GiftCardConfirm, GiftCardDisable, GiftCardsCommand};
use serde_json::{Value, json};
use state::state;
use std::process::ExitCode;
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_store::GiftCard;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_texts::format_money;

pub async fn run(arguments: GiftCards) -> Result<ExitCode, CliError> {
    match arguments.command {
        GiftCardsCommand::Issue(arguments) => issue::run(arguments).await,
        GiftCardsCommand::List(arguments) => list(arguments).await,
        GiftCardsCommand::Sold(arguments) => sold::run(arguments).await,
        GiftCardsCommand::Keys(arguments) => keys::run(arguments).await,
        GiftCardsCommand::Disable(arguments) => disable(arguments).await,
        GiftCardsCommand::Confirm(arguments) => confirm(arguments).await,
    }
}

async fn list(arguments: Listing) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let cards = store.gift_cards(arguments.limit).await?;
    let now = SystemClock.now();
    if arguments.json {
        let list: Vec<Value> = cards.iter().map(|card| to_json(card, now)).collect();
        output::line(&pretty(&Value::Array(list)));
        return Ok(ExitCode::SUCCESS);
    }
    if cards.is_empty() {
        output::line("No gift cards yet.");
    }
    for card in &cards {
        output::line(&line(card, now));
    }
    Ok(ExitCode::SUCCESS)
}

async fn disable(arguments: GiftCardDisable) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    let (id, now) = (GiftCardId(arguments.number), SystemClock.now());
    let Some(card) = store.disable_gift_card(id, now).await? else {
        let message = format!("there is no gift card {}", arguments.number);
        return Err(CliError::Work(message));
    };
    output::line(&format!(
        "Gift card {} (...{}) is disabled; its balance was {}.",
        card.id.0,
        card.last_characters,
        format_money(card.balance, card.currency)
    ));
    Ok(ExitCode::SUCCESS)
}

async fn confirm(arguments: GiftCardConfirm) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
    for number in arguments.numbers {
        let Some(card) = store.confirm_gift_card(GiftCardId(number)).await? else {
            return Err(CliError::Work(format!("there is no gift card {number}")));
        };
        output::line(&format!(
            "Gift card {number} (...{}) is {}; its balance is {}.",
            card.last_characters,
            state(&card, SystemClock.now()),
            format_money(card.balance, card.currency)
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Describes a card in one line, for people.
fn line(card: &GiftCard, now: Timestamp) -> String {
    let mut parts = vec![format!(
        "{:>8}  ...{}  {:>14} of {:>14}  {:<11}  issued {}",
        card.id.0,
        card.last_characters,
        format_money(card.balance, card.currency),
        format_money(card.initial, card.currency),
        state(card, now),
        local_time(card.issued_at),
    )];
    let end = card.expires_at.map(local_time);
    parts.extend(end.map(|end| format!("until {end}")));
    let order = card.sold.map(|sold| sold.order.0);
    parts.extend(order.map(|number| format!("sold with order {number}")));
    parts.extend(card.note.clone());
    parts.join("  ")
}

/// Describes a card for programs. Amounts are decimals.
fn to_json(card: &GiftCard, now: Timestamp) -> Value {
    let decimal = |minor| Money::new(minor, card.currency).decimal();
    json!({
        "number": card.id,
        "lastCharacters": card.last_characters,
        "currency": card.currency,
        "initial": decimal(card.initial),
        "balance": decimal(card.balance),
        "spent": decimal(card.spent()),
        "state": state(card, now),
        "issuedAt": card.issued_at.rfc3339(),
        "expiresAt": card.expires_at.map(Timestamp::rfc3339),
        "disabledAt": card.disabled_at.map(Timestamp::rfc3339),
        "order": card.sold.map(|sold| sold.order),
        "key": card.digest.key.as_ref().map(ToString::to_string),
        "note": card.note,
    })
}
