//! Tests of names of goods: the keys that hold them, their lines, and the faults of names that the catalogue does not have.

use super::{SMALLEST, parse};
use crate::{GoodsKind, GoodsName, KnownGoods};
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// Every key that names goods. The name is on the last line of its section.
const NAMING: &[(&str, &str, GoodsKind)] = &[
    (
        "[[discounts]]\ntitle = \"A\"\npercentage = \"5\"\nproducts = [\"NAME\"]",
        "discounts.products",
        GoodsKind::Product,
    ),
    (
        "[[discounts]]\ntitle = \"A\"\npercentage = \"5\"\ncollections = [\"NAME\"]",
        "discounts.collections",
        GoodsKind::Collection,
    ),
    (
        "[[cart_rules]]\naction = \"checkout\"\nproducts = [\"NAME\"]",
        "cart_rules.products",
        GoodsKind::Product,
    ),
    (
        "[[cart_rules]]\naction = \"checkout\"\ncollections = [\"NAME\"]",
        "cart_rules.collections",
        GoodsKind::Collection,
    ),
    (
        "[[cart_rules]]\naction = \"checkout\"\nproduct_types = [\"NAME\"]",
        "cart_rules.product_types",
        GoodsKind::ProductType,
    ),
    (
        "[[cart_rules]]\naction = \"checkout\"\ntags = [\"NAME\"]",
        "cart_rules.tags",
        GoodsKind::Tag,
    ),
    (
        "[[cart_rules]]\nmessage = \"Ne.\"\nnot_with_products = [\"NAME\"]",
        "cart_rules.not_with_products",
        GoodsKind::Product,
    ),
    (
        "[[cart_rules]]\nmessage = \"Ne.\"\nnot_with_collections = [\"NAME\"]",
        "cart_rules.not_with_collections",
        GoodsKind::Collection,
    ),
    (
        "[[cart_rules]]\nmessage = \"Ne.\"\nnot_with_product_types = [\"NAME\"]",
        "cart_rules.not_with_product_types",
        GoodsKind::ProductType,
    ),
    (
        "[[cart_rules]]\nmessage = \"Ne.\"\nnot_with_tags = [\"NAME\"]",
        "cart_rules.not_with_tags",
        GoodsKind::Tag,
    ),
    (
        "[[selling_plans]]\nid = 1\ngroup = \"g\"\nname = \"P\"\ninterval = \"WEEK\"\n[[selling_plan_groups]]\nhandle = \"g\"\nname = \"G\"\nproducts = [\"NAME\"]",
        "selling_plan_groups.products",
        GoodsKind::Product,
    ),
    (
        "[[selling_plans]]\nid = 1\ngroup = \"g\"\nname = \"P\"\ninterval = \"WEEK\"\n[[selling_plan_groups]]\nhandle = \"g\"\nname = \"G\"\ntags = [\"NAME\"]",
        "selling_plan_groups.tags",
        GoodsKind::Tag,
    ),
    (
        "[tax.product_types]\n\"NAME\" = \"reduced\"",
        "tax.product_types.NAME",
        GoodsKind::ProductType,
    ),
    (
        "[[markets]]\nhandle = \"sk\"\ncountries = [\"SK\"]\ncurrency = \"EUR\"\nrate = \"25\"\nprices = [{ price = \"1\", sku = \"NAME\" }]",
        "markets.prices.sku",
        GoodsKind::Sku,
    ),
    (
        "[[markets]]\nhandle = \"sk\"\ncountries = [\"SK\"]\ncurrency = \"EUR\"\nrate = \"25\"\nprices = [{ price = \"1\", variant = 77 }]",
        "markets.prices.variant",
        GoodsKind::Variant,
    ),
];

fn lamp() -> Product {
    Product {
        id: ProductId(1),
        handle: "lampa".to_owned(),
        title: "Lampa".to_owned(),
        description_html: String::new(),
        vendor: String::new(),
        product_type: "Svítidla".to_owned(),
        tags: vec!["Na míru".to_owned()],
        published: false,
        gift_card: false,
        options: Vec::new(),
        images: Vec::new(),
        variants: vec![Variant {
            id: VariantId(5),
            option_values: Vec::new(),
            sku: "LAMPA-01".to_owned(),
            price: MinorUnits::new(100),
            compare_at_price: None,
            stock: Stock::Untracked,
            grams: 0,
            requires_shipping: true,
            requires_components: false,
            taxable: true,
            tax_class: None,
            image: None,
            pickup_places: None,
            download: None,
        }],
    }
}

/// Returns the name of goods in the section, with `name` in place of the placeholder.
fn named(section: &str, name: &str) -> GoodsName {
    let text = format!("{SMALLEST}{}\n", section.replace("NAME", name));
    let config = parse(&text).unwrap_or_else(|faults| panic!("{section}: {faults:?}"));
    let [named] = &config.goods_names[..] else {
        panic!("{section}: {:?}", config.goods_names);
    };
    named.clone()
}

/// The fault of an unknown name has the line, the key and the name, and suggests a similar known name.
#[test]
fn unknown_goods_are_told_by_line_key_and_value() {
    let lamp = lamp();
    let known = KnownGoods::of([&lamp]);
    for &(section, key, kind) in NAMING {
        let (right, near, far) = match kind {
            GoodsKind::Product => ("lampa", "lampy", "zahrada"),
            GoodsKind::Sku => ("LAMPA-01", "LAMPA-O1", "XY"),
            GoodsKind::Variant => ("5", "77", "77"),
            GoodsKind::Collection => ("na-miru", "na-mire", "x"),
            GoodsKind::Tag => ("Na míru", "na míru", "x"),
            GoodsKind::ProductType => ("Svítidla", "Svitidla", "x"),
        };
        let line = SMALLEST.lines().count() + section.lines().count();
        let found = named(section, near);
        assert_eq!((found.line, found.kind), (line, kind), "{section}");
        let fault = found.fault(&known).expect("a fault");
        assert_eq!(fault.line, line);
        assert_eq!(fault.key, key.replace("NAME", near));
        assert!(fault.message.contains(&format!("\"{near}\"")), "{fault:?}");
        if kind == GoodsKind::Variant {
            continue;
        }
        let asked = format!(": did you mean \"{right}\"?");
        assert!(fault.message.ends_with(&asked), "{fault:?}");
        let fault = named(section, far).fault(&known).expect("a fault");
        assert!(!fault.message.contains("did you mean"), "{fault:?}");
        assert_eq!(named(section, right).fault(&known), None, "{section}");
    }
}

/// Only the store assigns numbers, so without a store no number is wrong.
#[test]
fn goods_without_numbers_say_nothing_about_numbers() {
    let mut unstored = lamp();
    unstored.variants[0].id = VariantId(0);
    let by_number = GoodsName {
        line: 1,
        key: String::new(),
        kind: GoodsKind::Variant,
        name: "5".to_owned(),
    };
    assert_eq!(by_number.fault(&KnownGoods::of([&lamp()])), None);
    assert_eq!(by_number.fault(&KnownGoods::of([&unstored])), None);
    let mut other = lamp();
    other.variants[0].id = VariantId(6);
    assert!(by_number.fault(&KnownGoods::of([&other])).is_some());
}
