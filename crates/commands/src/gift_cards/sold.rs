//! `zkratka gift-card sold`

use super::arguments::GiftCardsSold;
use super::state::state;
use crate::support::{CliError, existing_shop, output, pretty};
use serde_json::{Value, json};
use std::process::ExitCode;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::time::Timestamp;
use zkratka_gift_cards::{IssuedCard, KeyRing, SoldCards, check_keys, sold_cards};
use zkratka_store::GiftCard;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_texts::format_money;

pub(super) async fn run(arguments: GiftCardsSold) -> Result<ExitCode, CliError> {
    let (config, store) = existing_shop(&arguments.file.config).await?;
    let number = OrderNumber(arguments.order);
    let record = store.order(number).await?;
    let Some(order) = record.map(|record| record.order) else {
        let message = format!("there is no order {}", number.0);
        return Err(CliError::Work(message));
    };
    if order.payment == OrderPayment::NeedsReview {
        let message = format!(
            "the payment of order {} is under review: see zkratka orders show {}",
            number.0, number.0
        );
        return Err(CliError::Work(message));
    }
    let (ring, now) = (&config.gift_card_codes, SystemClock.now());
    check_keys(&*store, ring, config.server.mode, now).await?;
    let sold = match store.attempt(order.attempt).await? {
        Some(attempt) => sold_cards(&*store, ring, number, &attempt).await?,
        None => SoldCards::default(),
    };
    let cards = &sold.issued;
    if arguments.json {
        output::line(&pretty(&to_json(&order, cards, now)));
        return Ok(tell_of(&sold.without_code, ring));
    }
    if cards.is_empty() && sold.without_code.is_empty() {
        output::line(&format!("Order {} has sold no gift cards.", number.0));
        return Ok(ExitCode::SUCCESS);
    }
    let (to_send, rest): (Vec<_>, Vec<_>) =
        cards.iter().partition(|one| one.card.pays_or_will(now));
    if !to_send.is_empty() {
        output::line(&format!("Send to {}:", order.snapshot.email));
        list(&to_send, now);
    }
    if !rest.is_empty() {
        output::line("Do not send these cards, they pay nothing now:");
        list(&rest, now);
    }
    Ok(tell_of(&sold.without_code, ring))
}

fn list(cards: &[&IssuedCard], now: Timestamp) {
    for issued in cards {
        let amount = issued.amount();
        output::line(&format!(
            "{:>8}  {}  {:>14}  {}{}",
            issued.card.id.0,
            issued.code.in_groups(),
            format_money(amount.minor, amount.currency),
            state(&issued.card, now),
            spent(&issued.card),
        ));
    }
}

/// What was spent of a card that is withheld: goods for which the shop may get no money.
fn spent(card: &GiftCard) -> String {
    if !card.withheld || card.spent().is_zero() {
        return String::new();
    }
    format!(", {} was spent", format_money(card.spent(), card.currency))
}

/// Names the cards whose codes are missing above, because the list would otherwise look complete.
fn tell_of(without_code: &[GiftCard], ring: &KeyRing) -> ExitCode {
    for card in without_code {
        output::error(&format!(
            "gift card {} (...{}, {}) has no code here: {}",
            card.id.0,
            card.last_characters,
            format_money(card.initial, card.currency),
            ring.why_no_code(card),
        ));
    }
    ExitCode::from(u8::from(!without_code.is_empty()))
}

/// Describes the cards for programs. Amounts are decimals.
fn to_json(order: &Order, cards: &[IssuedCard], now: Timestamp) -> Value {
    let cards = cards.iter().map(|issued| {
        let amount = issued.amount();
        json!({
            "number": issued.card.id,
            "code": issued.code.in_groups(),
            "amount": amount.decimal(),
            "spent": issued.card.spent().in_currency(amount.currency).decimal(),
            "currency": amount.currency,
            "state": state(&issued.card, now),
        })
    });
    json!({
        "order": order.number,
        "email": order.snapshot.email,
        "giftCards": cards.collect::<Vec<_>>(),
    })
}
