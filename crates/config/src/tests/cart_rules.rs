//! Tests of `[[cart_rules]]`: values, and the line and key of each fault.

use super::{SMALLEST, faults, parse};
use zkratka_commerce::rules::{Condition, Consequence, ShopRules};

#[test]
fn rules_are_read() {
    let text = format!(
        "{SMALLEST}{}{}{}",
        "[[cart_rules]]\nmessage = \" Nejvýše dva. \"\nproducts = [\"lampa\"]\nmaximum_quantity = 2\n",
        "[[cart_rules]]\naction = \"checkout\"\ncollections = [\"na-miru\"]\n",
        "[[cart_rules]]\nmessage = \"Ne.\"\ntags = [\"výbušné\"]\nnot_with_tags = [\"křehké\"]\nnot_with_product_types = [\"Sklo\"]\n",
    );
    let rules = parse(&text).unwrap().rules.cart_rules;
    let message = "Nejvýše dva.".to_owned();
    assert_eq!(rules[0].consequence, Consequence::Refuse { message });
    assert_eq!(rules[0].condition, Condition::MoreThan(2));
    assert_eq!(rules[0].goods.products, ["lampa"]);
    assert_eq!(rules[1].consequence, Consequence::FinishInCheckout);
    assert_eq!(rules[1].condition, Condition::Always);
    assert_eq!(rules[2].goods.tags, ["výbušné"]);
    let Condition::TogetherWith(others) = &rules[2].condition else {
        panic!("{:?}", rules[2]);
    };
    assert_eq!(
        (&others.tags[0][..], &others.product_types[0][..]),
        ("křehké", "Sklo")
    );
    assert_eq!(rules.len(), 3);
}

/// [8.03] A message shows its amount in the buyer's currency.
#[test]
fn an_amount_in_a_message_is_the_buyers_own() {
    let text = format!(
        "{SMALLEST}{}{}",
        "[[cart_rules]]\nmessage = \"Nejmenší objednávka je za {amount}.\"\nminimum_subtotal = \"500\"\n",
        "[[markets]]\nhandle = \"sk\"\ncountries = [\"SK\"]\ncurrency = \"EUR\"\nrate = \"25\"\n",
    );
    let rules = parse(&text).unwrap().rules;
    let said = |rules: &ShopRules| match &rules.cart_rules[0].consequence {
        Consequence::Refuse { message } => message.replace('\u{a0}', " "),
        Consequence::FinishInCheckout => String::new(),
    };
    assert_eq!(said(&rules), "Nejmenší objednávka je za 500 Kč.");
    assert_eq!(
        said(&rules.markets[0].rules),
        "Nejmenší objednávka je za 20 €."
    );
    let found = faults(&format!(
        "{SMALLEST}[[cart_rules]]\nmessage = \"Nejvýše za {{amount}}.\"\nmaximum_quantity = 1\n"
    ));
    assert_eq!(found[0].key, "cart_rules.message");
    assert!(
        found[0]
            .message
            .contains("maximum_subtotal or minimum_subtotal")
    );
}

/// Lines count from the first line of the case's text.
#[test]
fn a_rule_that_could_not_be_meant_is_refused() {
    let above = SMALLEST.lines().count();
    let long = format!("message = \"{}\"\nmaximum_quantity = 1\n", "ř".repeat(501));
    for (text, line, key, expected) in [
        (
            "maximum_quantity = 2\n",
            1,
            "message",
            "write a sentence for the buyer",
        ),
        (
            "message = \"Ne.\"\n",
            1,
            "maximum_quantity",
            "write exactly one of",
        ),
        (
            "message = \"Ne.\"\nmaximum_quantity = 2\nminimum_subtotal = \"5\"\n",
            3,
            "maximum_quantity",
            "write exactly one of",
        ),
        (
            "message = \"Ne.\"\naction = \"maybe\"\n",
            3,
            "action",
            "\"refuse\" or \"checkout\"",
        ),
        (
            "message = \"Ne.\"\naction = \"checkout\"\n",
            2,
            "message",
            "leave it out",
        ),
        (
            "message = \"Ne.\"\nminimum_quantity = 1\n",
            3,
            "minimum_quantity",
            "at least 2",
        ),
        (
            "message = \"Ne.\"\nmaximum_quantity = -1\n",
            3,
            "maximum_quantity",
            "found -1",
        ),
        (
            "message = \"Ne.\"\nminimum_subtotal = \"0\"\n",
            3,
            "minimum_subtotal",
            "greater than 0",
        ),
        (
            "message = \"Ne.\"\nmaximum_subtotal = \"-5\"\n",
            3,
            "maximum_subtotal",
            "greater than 0",
        ),
        (
            "message = \"Ne.\"\ncountries = [\"Atlantida\"]\n",
            3,
            "countries",
            "Atlantida",
        ),
        (
            "message = \"Ne.\"\ncountries = [\"DE\"]\n",
            3,
            "countries",
            "not a country that the shop delivers to",
        ),
        (
            "message = \"Ne.\"\nzips = [\"7\"]\n",
            3,
            "zips",
            "exactly one country in countries",
        ),
        (
            "message = \"Ne.\"\ncountries = [\"CZ\"]\nzips = [\"--\"]\n",
            4,
            "zips",
            "--",
        ),
        (
            "message = \"Ne.\"\nproducts = [\" \"]\nmaximum_quantity = 1\n",
            3,
            "products",
            "handles",
        ),
        (long.as_str(), 2, "message", "at most 500 characters"),
    ] {
        let found = faults(&format!("{SMALLEST}[[cart_rules]]\n{text}"));
        let key = format!("cart_rules.{key}");
        let is_told = found.iter().any(|fault| {
            fault.line == above + line && fault.key == key && fault.message.contains(expected)
        });
        assert!(is_told, "{text}: {found:?}");
    }
}
