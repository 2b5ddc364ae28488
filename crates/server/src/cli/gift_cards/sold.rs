//! `zkratka gift-card sold`

use super::arguments::GiftCardsSold;
use super::state::state;
use crate::cli::support::{CliError, existing_store, output, pretty};
use serde_json::{Value, json};
use std::process::ExitCode;
use zkratka_commerce::attempt::{SoldGiftCard, sold_gift_cards};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{GiftCard, Store};
use zkratka_texts::format_money;

struct Issued {
    sold: SoldGiftCard,
    card: GiftCard,
}

pub(super) async fn run(arguments: GiftCardsSold) -> Result<ExitCode, CliError> {
    let store = existing_store(&arguments.file.config).await?;
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
    let cards = issued(&*store, &order).await?;
    let now = SystemClock.now();
    if arguments.json {
        output::line(&pretty(&to_json(&order, &cards, now)));
        return Ok(ExitCode::SUCCESS);
    }
    if cards.is_empty() {
        output::line(&format!("Order {} has sold no gift cards.", number.0));
        return Ok(ExitCode::SUCCESS);
    }
    output::line(&format!("Send to {}:", order.snapshot.email));
    for Issued { sold, card } in &cards {
        output::line(&format!(
            "{:>8}  {}  {:>14}  {}",
            card.id.0,
            sold.code.in_groups(),
            format_money(sold.amount.minor, sold.amount.currency),
            state(card, now),
        ));
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the cards that an order sold, in the order of its lines. Each code is derived again from the attempt's
/// secret, and its digest identifies the card in the store.
async fn issued(store: &dyn Store, order: &Order) -> Result<Vec<Issued>, CliError> {
    let attempt = store.attempt(order.attempt).await?;
    let mut cards = Vec::new();
    for sold in attempt.iter().flat_map(sold_gift_cards) {
        if let Some(card) = store.gift_card(sold.code.digest()).await? {
            cards.push(Issued { sold, card });
        }
    }
    Ok(cards)
}

/// Describes the cards for programs. Amounts are decimals.
fn to_json(order: &Order, cards: &[Issued], now: Timestamp) -> Value {
    let cards = cards.iter().map(|Issued { sold, card }| {
        json!({
            "number": card.id,
            "code": sold.code.in_groups(),
            "amount": sold.amount.decimal(),
            "currency": sold.amount.currency,
            "state": state(card, now),
        })
    });
    json!({
        "order": order.number,
        "email": order.snapshot.email,
        "giftCards": cards.collect::<Vec<_>>(),
    })
}
