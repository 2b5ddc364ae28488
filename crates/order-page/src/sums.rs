//! The sums of an order, as its page and its e-mails show them.

use serde::Serialize;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order::{OrderSnapshot, OrderedDelivery};
use zkratka_texts::{
    delivery_label, discount_label, format_money, format_rate, gift_card_label, labels,
};

/// A row of the sums: the label and the amount in Czech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderSum {
    pub label: String,
    pub amount: String,
    pub kind: SumKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SumKind {
    /// A part of the total, or of what pays it.
    Part,
    /// Tax that prices include. It adds nothing.
    IncludedTax,
    /// What the order costs.
    Total,
    /// What is left to pay after gift cards.
    Due,
}

impl OrderSum {
    const fn part(label: String, amount: String) -> Self {
        Self {
            label,
            amount,
            kind: SumKind::Part,
        }
    }
}

/// The sums in the order of an invoice. Gift cards pay the total, they do not lower it.
#[must_use]
pub fn order_sums(snapshot: &OrderSnapshot) -> Vec<OrderSum> {
    let money = |amount| format_money(amount, snapshot.currency);
    let part = |label: &str, amount| OrderSum::part(label.to_owned(), money(amount));
    let mut sums = vec![part(labels::SUBTOTAL, snapshot.subtotal)];
    sums.extend(
        snapshot
            .discounts
            .iter()
            .map(|given| part(&discount_label(given.trigger.name()), -given.amount)),
    );
    sums.extend(deliveries(snapshot));
    if snapshot.duty.is_positive() {
        sums.push(part(labels::DUTY, snapshot.duty));
    }
    if snapshot.taxation == Taxation::Added {
        sums.extend(taxes(snapshot, labels::TAX, SumKind::Part));
    }
    let rounding =
        (!snapshot.rounding.is_zero()).then(|| part(labels::ROUNDING, snapshot.rounding));
    let by_cards: MinorUnits = snapshot.gift_cards.iter().map(|card| card.amount).sum();
    let has_cards = !snapshot.gift_cards.is_empty();
    // What is rounded is what is left to pay.
    let (before, after, rest) = if has_cards {
        (None, rounding, by_cards - snapshot.rounding)
    } else {
        (rounding, None, MinorUnits::ZERO)
    };
    sums.extend(before);
    sums.push(OrderSum {
        kind: SumKind::Total,
        ..part(labels::TOTAL, snapshot.total + rest)
    });
    if snapshot.taxation == Taxation::Included {
        sums.extend(taxes(snapshot, labels::TAX_INCLUDED, SumKind::IncludedTax));
    }
    sums.extend(
        snapshot
            .gift_cards
            .iter()
            .map(|card| part(&gift_card_label(&card.last_characters), -card.amount)),
    );
    sums.extend(after);
    if has_cards {
        sums.push(OrderSum {
            kind: SumKind::Due,
            ..part(labels::LEFT_TO_PAY, snapshot.total)
        });
    }
    sums
}

fn deliveries(snapshot: &OrderSnapshot) -> impl Iterator<Item = OrderSum> + '_ {
    let ways = snapshot.delivery.iter().flat_map(OrderedDelivery::ways);
    ways.map(|(group, option)| {
        let amount = match option.price {
            MinorUnits::ZERO => labels::FREE.to_owned(),
            price => format_money(price, snapshot.currency),
        };
        OrderSum::part(delivery_label(group).to_owned(), amount)
    })
}

fn taxes<'a>(
    snapshot: &'a OrderSnapshot,
    label: &'a str,
    kind: SumKind,
) -> impl Iterator<Item = OrderSum> + 'a {
    let charged = snapshot.taxes.iter().filter(|tax| !tax.tax.is_zero());
    charged.map(move |tax| OrderSum {
        label: format!("{label} {}", format_rate(tax.rate)),
        amount: format_money(tax.tax, snapshot.currency),
        kind,
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use super::{SumKind, order_sums};
    use serde_json::{Value, json};

    /// Label and amount of each row, without the kind.
    fn told(more: &Value) -> Vec<String> {
        let option = |title: &str, price: i64| {
            json!({
                "handle": title, "code": title, "title": title, "description": null, "kind": "SHIPPING",
                "price": price, "cash_on_delivery": true,
            })
        };
        let mut delivery = option("PPL", 11_900);
        delivery["subscription"] = option("Balíkovna", 0);
        let mut snapshot = json!({
            "currency": "CZK", "email": "jana@example.cz", "phone": null, "delivery_address": null,
            "billing_address": null, "lines": [], "delivery": delivery, "note": null, "attributes": [],
            "subtotal": 78_000, "total": 89_900, "taxes": [{ "rate": 2_100, "base": 74_298, "tax": 15_602 }],
            "payment": { "kind": "cash_on_delivery" },
        });
        for (key, value) in more.as_object().unwrap() {
            snapshot[key] = value.clone();
        }
        let sums = order_sums(&serde_json::from_value(snapshot).unwrap());
        let ends = sums
            .iter()
            .filter(|sum| matches!(sum.kind, SumKind::Total | SumKind::Due));
        assert!(ends.count() <= 2);
        sums.iter()
            .map(|sum| format!("{}: {}", sum.label, sum.amount).replace('\u{a0}', " "))
            .collect()
    }

    /// [3.03] [8.03] Gift cards pay the total and do not lower it; what is then left is rounded.
    #[test]
    fn gift_cards_pay_the_total() {
        let card = json!({ "id": 1, "last_characters": "2026", "amount": 10_050, "left": 0 });
        let rows = told(&json!({ "gift_cards": [card], "total": 89_900, "rounding": 50 }));
        assert_eq!(
            rows,
            [
                "Mezisoučet: 780 Kč",
                "Doprava jednorázového nákupu: 119 Kč",
                "Doprava předplatného: zdarma",
                "Celkem: 999 Kč",
                "z toho DPH 21 %: 156,02 Kč",
                "Dárková karta …2026: −100,50 Kč",
                "Zaokrouhlení: 0,50 Kč",
                "K úhradě: 899 Kč",
            ]
        );
    }

    /// [3.02] Duty and tax on top of prices are parts of the total.
    #[test]
    fn duty_and_tax_from_abroad_are_parts() {
        let rows = told(&json!({
            "currency": "USD", "taxation": "added", "duty": 780, "delivery": null,
            "taxes": [{ "rate": 725, "base": 7_800, "tax": 566 }],
        }));
        let parts: Vec<_> = rows.iter().map(String::as_str).collect();
        assert_eq!(parts[1..3], ["Clo: 7,80 US$", "Daň 7,25 %: 5,66 US$"]);
        assert_eq!(parts.len(), 4);
    }
}
