//! Carts whose amounts were calculated independently by `golden/worksheet.mjs`, in fractions, from the same shop and
//! the same stories. The two calculations share no code.

#[cfg(test)]
mod golden_shop;

use golden_shop::{Shop, list, parse};
use serde_json::{Value, json};
use zkratka_commerce::discount::Trigger;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::{PricedCart, price};
use zkratka_commerce::tax::TaxRate;

const STORIES: &str = include_str!("golden/stories.json");
const FIGURES: &str = include_str!("golden/figures.json");

/// A rate in the worksheet's format: `21`, `7.25`.
fn per_cent(rate: TaxRate) -> Value {
    if rate.basis_points().is_multiple_of(100) {
        return json!(rate.basis_points() / 100);
    }
    json!(f64::from(rate.basis_points()) / 100.0)
}

/// The price of the only group's delivery, or of each group's.
fn delivery(priced: &PricedCart) -> Value {
    let groups = priced.delivery.iter();
    let costs = groups.map(|(_, group)| json!(group.selected().map(|option| option.price)));
    match costs.collect::<Vec<_>>().as_slice() {
        [] => Value::Null,
        [only] => only.clone(),
        each => json!(each),
    }
}

/// The recurring totals.
fn recurring(priced: &PricedCart) -> Value {
    let totals = priced.recurring_totals();
    let totals = totals.iter().map(|total| {
        let (interval, count) = (total.schedule.interval.as_str(), total.schedule.count);
        let amounts = total.phases.iter();
        let amounts = amounts.map(|phase| json!([phase.amount, phase.order_count]));
        json!({ "every": format!("{interval} {count}"), "amounts": amounts.collect::<Vec<_>>() })
    });
    json!(totals.collect::<Vec<_>>())
}

/// The program's amounts in the worksheet's format.
fn figures(story: &Value, priced: &PricedCart) -> Value {
    let off = |place: usize| -> MinorUnits {
        let given = priced.discounts.iter();
        given.filter_map(|given| given.shares.get(place)).sum()
    };
    let lines = priced.lines.iter().enumerate().map(|(place, line)| {
        json!({
            "unit": line.unit_price, "total": line.total, "rate": per_cent(line.tax_rate), "off": off(place),
        })
    });
    let discounts = priced.discounts.iter().map(|given| {
        let name = match &given.trigger {
            Trigger::Code(name) | Trigger::Automatic(name) => name,
        };
        json!({ "name": name, "amount": given.amount, "shares": given.shares })
    });
    let taxes = priced
        .taxes
        .iter()
        .map(|line| json!({ "rate": per_cent(line.rate), "base": line.base, "tax": line.tax }));
    let cards = priced.gift_cards.iter();
    json!({
        "story": story["story"],
        "currency": priced.currency.as_str(),
        "market": priced.market,
        "lines": lines.collect::<Vec<_>>(),
        "subtotal": priced.subtotal,
        "discounts": discounts.collect::<Vec<_>>(),
        "delivery": delivery(priced),
        "duty": priced.duty,
        "taxes": taxes.collect::<Vec<_>>(),
        "totalTax": priced.total_tax,
        "value": priced.total + priced.paid_by_gift_cards(),
        "recurring": recurring(priced),
        "giftCards": cards.map(|paid| json!({ "pays": paid.amount, "left": paid.left })).collect::<Vec<_>>(),
        "total": priced.total,
    })
}

/// [3.02] [3.03] [5.16] Every amount of every story matches the worksheet.
#[test]
fn every_story_costs_what_the_worksheet_says() {
    let shop = Shop::new(&parse(golden_shop::SHOP));
    let (stories, expected) = (parse(STORIES), parse(FIGURES));
    let (stories, expected) = (list(&stories), list(&expected));
    assert!(stories.len() >= 60, "only {} stories", stories.len());
    assert_eq!(stories.len(), expected.len());
    for (story, expected) in stories.iter().zip(expected) {
        let (cart, facts) = shop.cart(story);
        let priced = price(&cart, &shop.catalogue, &shop.rules, &facts);
        let found = figures(story, &priced);
        assert_eq!(&found, expected, "{}", story["story"]);
    }
}
