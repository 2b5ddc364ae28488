//! A shop with products and a full cart, for the comparison.

use crate::carts::{CartReference, Carts, Created, NewCart};
use crate::{Overrides, RunningServer, Server};
use zkratka_commerce::address::{Address, Strictness};
use zkratka_commerce::cart::{Attribute, BuyerIdentity};
use zkratka_commerce::cart_changes::LineInput;
use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, SellingPlanId, VariantId};
use zkratka_commerce::money::MinorUnits;
use zkratka_config::Config;
use zkratka_ids::gid;

const CONFIG: &str = r#"
[server]
listen = "127.0.0.1:0"
public_origin = ""
mode = "test"
[shop]
id = 7
name = "Krám"
[storefront]
access_token = "token-of-the-shop"
[tax]
default = "standard"
delivery = "standard"
[tax.classes]
standard = "21"
[[delivery]]
handle = "ppl"
title = "PPL"
type = "SHIPPING"
rates = [{ price = "99" }]
[[selling_plan_groups]]
handle = "predplatne"
name = "Předplatné"
options = ["Doručení"]
tags = ["a"]
[[selling_plans]]
id = 1
group = "predplatne"
name = "Každý týden"
interval = "WEEK"
adjustments = [{ percentage = "20", orders = 3 }, { price = "99" }]
[[selling_plans]]
id = 2
group = "predplatne"
name = "Na čtvrt roku"
interval = "MONTH"
interval_count = 3
delivery_interval = "MONTH"
adjustments = [{ amount = "10" }]
[payments]
card = false
bank_transfer = false
"#;

fn products() -> Vec<Product> {
    let variant = |value: &str, price: i64| Variant {
        id: VariantId(0),
        option_values: vec![value.to_owned()],
        sku: String::new(),
        price: MinorUnits::new(price),
        compare_at_price: (price > 100).then_some(MinorUnits::new(price * 2)),
        stock: Stock::Tracked {
            available: price,
            oversell: price < 100,
        },
        grams: 100,
        requires_shipping: price > 100,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
        download: None,
    };
    vec![Product {
        id: ProductId(0),
        handle: "hrnek".to_owned(),
        title: "Hrnek \"U \\ lomítka\"".to_owned(),
        description_html: "<p>Pěkný\n</p>".to_owned(),
        vendor: String::new(),
        product_type: String::new(),
        tags: vec!["a".to_owned(), "b".to_owned()],
        published: true,
        gift_card: false,
        options: vec!["Barva".to_owned()],
        images: vec![Image {
            source: "https://example.com/a.jpg".to_owned(),
            alt: "Hrnek".to_owned(),
        }],
        variants: vec![variant("modrá", 20_000), variant("bílá", 50)],
    }]
}

/// Starts the shop.
pub(super) async fn shop(folder: &std::path::Path) -> RunningServer {
    let config = Config::parse(CONFIG, folder).unwrap();
    let store = zkratka_testing::open_store(folder).await;
    store.import(products()).await.unwrap();
    let overrides = Overrides {
        store: Some(store),
        ..Overrides::default()
    };
    Server::start(config, overrides).await.unwrap()
}

/// Creates a cart that uses every feature, and returns its global id.
pub(super) async fn cart(server: &RunningServer) -> String {
    let app = server.app();
    let catalogue = app.catalogue.current();
    let variants = &catalogue.product("hrnek").unwrap().variants;
    let line = |variant: &Variant| LineInput {
        variant: variant.id,
        quantity: 2,
        attributes: vec![Attribute {
            key: "a".to_owned(),
            value: "1".to_owned(),
        }],
        selling_plan: (variant.price > MinorUnits::new(100)).then_some(SellingPlanId(1)),
        parent: None,
    };
    let country = Some("CZ".to_owned());
    let new = NewCart {
        lines: variants.iter().map(line).collect(),
        buyer: BuyerIdentity {
            country: country.clone(),
            ..BuyerIdentity::default()
        },
        note: Some("Nezvonit\u{1f514}".to_owned()),
        delivery: Some((
            Address {
                city: Some("Praha".to_owned()),
                country,
                ..Address::default()
            },
            Strictness::CountryOnly,
        )),
        ..NewCart::default()
    };
    let Created::Cart(view) = Carts::new(app).create(new).await.unwrap() else {
        panic!("no cart");
    };
    let reference = CartReference::from(&view.cart);
    gid::cart(&reference.token, &reference.secret)
}
