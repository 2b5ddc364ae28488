//! `zkratka gift-card issue`

use super::arguments::GiftCardIssue;
use crate::support::{CliError, existing_shop, output, pretty};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use zkratka_commerce::decimal;
use zkratka_commerce::gift_card::GiftCardCode;
use zkratka_commerce::money::{Currency, MAX_AMOUNT, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;
use zkratka_config::Config;
use zkratka_gift_cards::{Terms, check_keys, issue};
use zkratka_ids::Ids;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_texts::format_money;

/// Maximum length of a note, in characters.
const MAX_NOTE: usize = 500;

pub(super) async fn run(arguments: GiftCardIssue) -> Result<ExitCode, CliError> {
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let now = SystemClock.now();
    let amount = amount(&arguments, &config).map_err(CliError::Input)?;
    let expires_at = end(&arguments, &config, now).map_err(CliError::Input)?;
    let note = note(&arguments).map_err(CliError::Input)?;
    let code = GiftCardCode::of(&Ids::new(Arc::new(SystemClock)).secret());
    check_keys(&*store, &config.gift_card_codes, config.server.mode, now).await?;
    let terms = Terms {
        amount,
        issued_at: now,
        expires_at,
        note,
    };
    if !issue(&*store, &config.gift_card_codes, &code, terms).await? {
        // A code has 80 random bits, so a collision is all but impossible.
        let message = "a card with this code already exists; try again";
        return Err(CliError::Work(message.to_owned()));
    }
    if arguments.json {
        let issued = json!({
            "code": code.in_groups(),
            "amount": amount.decimal(),
            "currency": amount.currency,
            "expiresAt": expires_at.map(Timestamp::rfc3339),
        });
        output::line(&pretty(&issued));
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!(
        "Gift card over {}. This is the only time its code is shown:\n\n    {}\n",
        format_money(amount.minor, amount.currency),
        code.in_groups()
    ));
    if !config.payments.gift_cards {
        output::error(
            "note: this shop takes no gift cards yet; set gift_cards = true in [payments]",
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn amount(arguments: &GiftCardIssue, config: &Config) -> Result<Money, String> {
    let shops = config.rules.currency;
    if let Some(text) = &arguments.currency {
        let named = Currency::new(text).map_err(|error| format!("--currency: {error}"))?;
        if named != shops {
            return Err(format!(
                "--currency: gift cards pay in the shop's currency only, which is {}",
                shops.as_str()
            ));
        }
    }
    let wrong = |reason: &str| {
        let amount = &arguments.amount;
        format!("the amount {amount:?} {reason}: write e.g. 500 or 499.50")
    };
    match decimal::parse(&arguments.amount, 2).map(MinorUnits::new) {
        Ok(MinorUnits::ZERO) => Err(wrong("is zero")),
        Ok(minor) if minor > MAX_AMOUNT => Err(wrong("is too large")),
        Ok(minor) => Ok(Money::new(minor, shops)),
        Err(error) => Err(wrong(&error.to_string())),
    }
}

/// Returns the end of the last day on which the card is valid.
fn end(
    arguments: &GiftCardIssue,
    config: &Config,
    now: Timestamp,
) -> Result<Option<Timestamp>, String> {
    let Some(day) = arguments.expires else {
        return Ok(None);
    };
    let end = config.rules.calendar.time.end_of(day);
    match end.filter(|end| *end > now) {
        None => Err(format!("--expires: {day} is over: give a later day")),
        end => Ok(end),
    }
}

fn note(arguments: &GiftCardIssue) -> Result<Option<String>, String> {
    let note = arguments.note.as_deref().map(str::trim);
    match note.filter(|note| !note.is_empty()) {
        Some(note) if note.chars().count() > MAX_NOTE || note.contains(char::is_control) => Err(
            format!("--note: write one line of at most {MAX_NOTE} characters"),
        ),
        note => Ok(note.map(str::to_owned)),
    }
}
