//! What a command does, in words.

use zkratka_commerce::ids::LineId;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::Order;
use zkratka_commerce::order_life::{Change, Entry, LineUnits, Plan, Refund, RefundWay};
use zkratka_texts::format_money;

/// One line for each entry and for each consequence.
pub(crate) fn in_words(order: &Order, plan: &Plan) -> Vec<String> {
    let mut lines: Vec<String> = plan
        .entries
        .iter()
        .map(|entry| entry_in_words(order, entry))
        .collect();
    for units in &plan.restocked {
        lines.push(format!(
            "  back in stock: {}",
            units_in_words(order, *units)
        ));
    }
    if !plan.disabled_cards.is_empty() {
        let cards: Vec<String> = plan
            .disabled_cards
            .iter()
            .map(|id| id.0.to_string())
            .collect();
        lines.push(format!("  sold gift cards disabled: {}", cards.join(", ")));
    }
    for credit in &plan.credited_cards {
        let mut paid = order.snapshot.gift_cards.iter();
        let card = paid.find(|paid| paid.id == credit.card);
        let end = card.map_or("", |card| card.last_characters.as_str());
        let amount = money(order, credit.amount);
        lines.push(format!("  back to the gift card ...{end}: {amount}"));
    }
    if plan.returns_discount_uses && !order.snapshot.discounts.is_empty() {
        lines.push("  discount codes can be used again".to_owned());
    }
    lines.extend(plan.notes.iter().map(|note| format!("  {note}")));
    lines
}

/// An operator's entry in words.
pub(crate) fn entry_in_words(order: &Order, entry: &Entry) -> String {
    match &entry.change {
        Change::Paid { amount } => format!("  payment received: {}", money(order, *amount)),
        Change::Fulfilled(sent) => {
            let units = sent.lines.iter().map(|units| units_in_words(order, *units));
            let mut text = format!("  sent: {}", units.collect::<Vec<_>>().join(", "));
            for name in [&sent.carrier, &sent.tracking_number].into_iter().flatten() {
                text.push_str(", ");
                text.push_str(name);
            }
            text
        }
        Change::Cancelled { .. } => "  the order is cancelled".to_owned(),
        Change::Refund(refund) => refund_in_words(order, refund),
        Change::Refunded {
            refund,
            reference,
            amount,
        } => {
            let number = refund.map_or_else(String::new, |number| format!(" {number}"));
            let amount = money(order, *amount);
            format!("  refund{number} was made at the gateway as {reference}: {amount}")
        }
        Change::Reversed { reference, amount } => {
            format!("  reversal {reference}: {}", money(order, *amount))
        }
        Change::DisputeLost { dispute, amount } => {
            format!("  dispute {dispute} is lost: {}", money(order, *amount))
        }
        // Not by an operator.
        _ => String::new(),
    }
}

fn refund_in_words(order: &Order, refund: &Refund) -> String {
    let way = match refund.way {
        RefundWay::Gateway if refund.made_elsewhere => "made with the gateway's own tools",
        RefundWay::Gateway => "through the gateway",
        RefundWay::ByHand => "by hand",
    };
    let mut text = format!("  refund {way}: {}", money(order, refund.amount));
    let lines: Vec<String> = refund
        .lines
        .iter()
        .map(|line| {
            let units = LineUnits {
                line: line.line,
                units: line.units,
            };
            units_in_words(order, units)
        })
        .collect();
    if !lines.is_empty() {
        text.push_str(", for ");
        text.push_str(&lines.join(", "));
    }
    text
}

fn units_in_words(order: &Order, units: LineUnits) -> String {
    let LineId(number) = units.line;
    let mut lines = order.snapshot.lines.iter();
    let line = lines.find(|line| line.id == units.line);
    let title = line.map_or("", |line| line.title.as_str());
    format!("{} × {title} (line {number})", units.units)
}

fn money(order: &Order, amount: MinorUnits) -> String {
    format_money(amount, order.snapshot.currency)
}
