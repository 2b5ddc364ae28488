//! The goods and sums of an e-mail.

use serde::Serialize;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{OrderLine, OrderSnapshot, OrderedDelivery};
use zkratka_texts::{format_money, format_rate, labels};

/// Goods with their sums, as Czechs write them.
#[derive(Debug, Serialize)]
pub(crate) struct Goods {
    lines: Vec<Line>,
    sums: Vec<Sum>,
}

#[derive(Debug, Serialize)]
struct Line {
    title: String,
    /// The variant and the selling plan.
    details: Vec<String>,
    quantity: u32,
    total: String,
}

#[derive(Debug, Serialize)]
struct Sum {
    label: String,
    amount: String,
    /// Whether it is the amount that the buyer pays.
    is_total: bool,
}

impl Sum {
    const fn new(label: String, amount: String) -> Self {
        Self {
            label,
            amount,
            is_total: false,
        }
    }
}

impl Goods {
    pub(crate) fn of(snapshot: &OrderSnapshot) -> Self {
        Self {
            lines: snapshot
                .lines
                .iter()
                .map(|line| Line::of(line, snapshot))
                .collect(),
            sums: sums(snapshot),
        }
    }
}

impl Line {
    fn of(line: &OrderLine, snapshot: &OrderSnapshot) -> Self {
        let plan = line.selling_plan.as_deref();
        let plan = plan.map(|plan| plan.name.clone());
        Self {
            title: line.title.clone(),
            details: line.variant_title.iter().cloned().chain(plan).collect(),
            quantity: line.quantity,
            total: format_money(line.total, snapshot.currency),
        }
    }
}

/// The sums in the order of an invoice. Gift cards pay the total, they do not lower it.
fn sums(snapshot: &OrderSnapshot) -> Vec<Sum> {
    let money = |amount| format_money(amount, snapshot.currency);
    let delivery = snapshot.delivery.as_ref().map(OrderedDelivery::price);
    let mut sums = vec![Sum::new(
        labels::SUBTOTAL.to_owned(),
        money(snapshot.subtotal),
    )];
    sums.extend(snapshot.discounts.iter().map(|given| {
        let label = format!("{} {}", labels::DISCOUNT, given.trigger.name());
        Sum::new(label, money(-given.amount))
    }));
    sums.extend(delivery.map(|price| {
        let amount = match price {
            MinorUnits::ZERO => labels::FREE.to_owned(),
            price => money(price),
        };
        Sum::new(labels::DELIVERY.to_owned(), amount)
    }));
    if snapshot.duty.is_positive() {
        sums.push(Sum::new(labels::DUTY.to_owned(), money(snapshot.duty)));
    }
    if snapshot.taxation == Taxation::Added {
        sums.extend(taxes(snapshot, labels::TAX));
    }
    let rounding = (!snapshot.rounding.is_zero())
        .then(|| Sum::new(labels::ROUNDING.to_owned(), money(snapshot.rounding)));
    let by_cards: MinorUnits = snapshot.gift_cards.iter().map(|card| card.amount).sum();
    // What is rounded is what is left to pay.
    let (rounding, rest) = match (rounding, snapshot.gift_cards.is_empty()) {
        (rounding, true) => {
            sums.extend(rounding);
            (None, MinorUnits::ZERO)
        }
        (rounding, false) => (rounding, by_cards - snapshot.rounding),
    };
    sums.push(Sum {
        is_total: snapshot.gift_cards.is_empty(),
        ..Sum::new(labels::TOTAL.to_owned(), money(snapshot.total + rest))
    });
    if snapshot.taxation == Taxation::Included {
        sums.extend(taxes(snapshot, labels::TAX_INCLUDED));
    }
    sums.extend(snapshot.gift_cards.iter().map(|card| {
        let label = format!("{} …{}", labels::GIFT_CARD, card.last_characters);
        Sum::new(label, money(-card.amount))
    }));
    sums.extend(rounding);
    if !snapshot.gift_cards.is_empty() {
        sums.push(Sum {
            is_total: true,
            ..Sum::new(labels::LEFT_TO_PAY.to_owned(), money(snapshot.total))
        });
    }
    sums
}

fn taxes<'a>(snapshot: &'a OrderSnapshot, label: &'a str) -> impl Iterator<Item = Sum> + 'a {
    let charged = snapshot.taxes.iter().filter(|tax| !tax.tax.is_zero());
    charged.map(move |tax| {
        let label = format!("{label} {}", format_rate(tax.rate));
        Sum::new(label, format_money(tax.tax, snapshot.currency))
    })
}
