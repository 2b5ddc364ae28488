//! Measures how long pricing takes. It asserts nothing; it prints. Run it with:
//!
//! `cargo test --release -p zkratka-commerce --test pricing_speed -- --ignored --nocapture`

#[cfg(test)]
mod golden_shop;

use golden_shop::{Shop, parse};
use serde_json::json;
use std::hint::black_box;
use std::time::Instant;
use zkratka_commerce::pricing::price;

const LINES: usize = 50;
const TIMES: u32 = 20_000;

/// A cart of 50 lines with plans, three discounts and three tax rates, at home and in a market with conversion and
/// added tax.
#[test]
#[ignore = "a measurement"]
fn fifty_lines_with_plans_discounts_and_taxes() {
    let shop = Shop::new(&parse(golden_shop::SHOP));
    for country in ["CZ", "SK", "US"] {
        let names = ["kosile", "kniha", "caj", "kava", "lampa"];
        let lines = (0..LINES).map(|place| match names[place % names.len()] {
            "kava" => json!(["kava", 2, 1 + place % 3]),
            name => json!([name, 1]),
        });
        let story = json!({
            "lines": lines.collect::<Vec<_>>(), "country": country, "province": "CA",
            "delivery": "odber", "codes": ["KNIHY50", "CAJ15", "LETO10"],
        });
        let (cart, facts) = shop.cart(&story);
        let started = Instant::now();
        for _ in 0..TIMES {
            black_box(price(
                black_box(&cart),
                &shop.catalogue,
                &shop.rules,
                &facts,
            ));
        }
        let each = started.elapsed() / TIMES;
        eprintln!("{LINES} lines to {country}: {each:?} each (the goal: under 50 µs)");
    }
}
