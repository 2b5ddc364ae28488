//! Reads the shop of `golden/shop.json` into the program's types.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use zkratka_commerce::address::Address;
use zkratka_commerce::cart::{Cart, CartLine};
use zkratka_commerce::catalogue::{Catalogue, Product, Stock, Variant};
use zkratka_commerce::delivery::{DeliveryMethod, DeliveryMethodType, DeliveryRate, ShopCalendar};
use zkratka_commerce::discount::{Benefit, Class, Discount, Entitlement, Purchase, Trigger};
use zkratka_commerce::gift_card::{CartGiftCard, GiftCardBalance, GiftCardId};
use zkratka_commerce::ids::{CartKey, LineId, ProductId, Secret, SellingPlanId, VariantId};
use zkratka_commerce::market::{Conversion, LocalTax, MarketTerms, PriceList, Rounding, Taxation};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::{ManualPaymentLimits, OfferedPayments, Wallet};
use zkratka_commerce::pricing::Facts;
use zkratka_commerce::rules::{Market, ShopRules};
use zkratka_commerce::selling_plan::{
    Adjustment, Interval, PriceAdjustment, Schedule, SellingPlan, SellingPlanGroup, SellingPlans,
};
use zkratka_commerce::tax::{TaxRate, TaxRules};
use zkratka_commerce::time::Timestamp;

pub(crate) const SHOP: &str = include_str!("../golden/shop.json");

/// The shop in which the stories take place.
pub(crate) struct Shop {
    pub(crate) catalogue: Catalogue,
    pub(crate) rules: ShopRules,
    numbers: BTreeMap<String, u64>,
}

impl Shop {
    pub(crate) fn new(shop: &Value) -> Self {
        Self {
            catalogue: catalogue(shop),
            rules: rules(shop),
            numbers: numbers(shop),
        }
    }

    /// The cart of a story, and the store's data about its gift cards.
    pub(crate) fn cart(&self, story: &Value) -> (Cart, Facts) {
        cart(story, &self.numbers)
    }
}

pub(crate) fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

const CLASSES: [&str; 3] = ["standard", "reduced", "zero"];

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn minor(value: &Value) -> MinorUnits {
    Money::parse_decimal(&text(value), Currency::CZK)
        .unwrap()
        .minor
}

fn amount(value: &Value, currency: Currency) -> MinorUnits {
    Money::parse_decimal(&text(value), currency).unwrap().minor
}

/// A rate from per cent.
fn rate(value: &Value) -> TaxRate {
    TaxRate::parse_per_cent(&text(value)).unwrap()
}

fn points(value: &Value) -> u32 {
    rate(value).basis_points()
}

fn currency(value: &Value) -> Currency {
    Currency::new(&text(value)).unwrap()
}

fn tax(rates: &Value) -> TaxRules {
    let classes = CLASSES.map(|class| (class.to_owned(), rate(&rates[class])));
    TaxRules {
        classes: BTreeMap::from(classes),
        default_class: "standard".to_owned(),
        product_types: BTreeMap::new(),
        delivery_class: "standard".to_owned(),
    }
}

/// The id of each product's only variant, by product name.
fn numbers(shop: &Value) -> BTreeMap<String, u64> {
    let names = shop["products"].as_object().unwrap().keys().cloned();
    names.zip(1..).collect()
}

fn catalogue(shop: &Value) -> Catalogue {
    let product = |(name, id): (String, u64)| {
        let given = &shop["products"][&name];
        let variant = Variant {
            id: VariantId(id),
            option_values: Vec::new(),
            sku: name.clone(),
            price: minor(&given["price"]),
            compare_at_price: given.get("before").map(minor),
            stock: Stock::Untracked,
            grams: u32::try_from(given["grams"].as_u64().unwrap()).unwrap(),
            requires_shipping: given["digital"] != true,
            requires_components: false,
            taxable: true,
            tax_class: given["class"].as_str().map(ToOwned::to_owned),
            image: None,
            pickup_places: None,
            download: None,
        };
        Product {
            id: ProductId(id),
            handle: name.clone(),
            title: name,
            description_html: String::new(),
            vendor: String::new(),
            product_type: String::new(),
            tags: Vec::new(),
            published: true,
            gift_card: false,
            options: Vec::new(),
            images: Vec::new(),
            variants: vec![variant],
        }
    };
    Catalogue::new(numbers(shop).into_iter().map(product).collect())
}

fn method(given: &Value) -> DeliveryMethod {
    let rate = |given: &Value| DeliveryRate {
        up_to_grams: given[0].as_u64(),
        price: minor(&given[1]),
        ..DeliveryRate::default()
    };
    DeliveryMethod {
        handle: text(&given["handle"]),
        title: text(&given["handle"]),
        description: None,
        kind: DeliveryMethodType::Shipping,
        zones: Vec::new(),
        rates: list(&given["rates"]).iter().map(rate).collect(),
        carrier: None,
        free_from: given.get("freeFrom").map(minor),
        points: Vec::new(),
        cash_on_delivery: false,
        promise: None,
    }
}

fn discount(given: &Value) -> Discount {
    let benefit = if given["freeDelivery"] == true {
        Benefit::FreeDelivery {
            countries: Vec::new(),
            methods: Vec::new(),
        }
    } else if given.get("percentage").is_some() {
        Benefit::Percentage(points(&given["percentage"]))
    } else {
        Benefit::Amount(minor(&given["amount"]))
    };
    let products: Vec<_> = list(&given["products"]).iter().map(text).collect();
    let combines = given["combines"] == true;
    let others: &[Class] = if combines {
        &[Class::Goods, Class::Order, Class::Delivery]
    } else {
        &[]
    };
    Discount {
        trigger: match given.get("code") {
            Some(code) => Trigger::Code(text(code)),
            None => Trigger::Automatic(text(&given["title"])),
        },
        benefit,
        entitled: if products.is_empty() {
            Entitlement::All
        } else {
            Entitlement::Goods {
                products,
                collections: Vec::new(),
            }
        },
        minimum_subtotal: given.get("minimum").map(minor),
        minimum_quantity: None,
        usage_limit: None,
        once_per_buyer: false,
        buyers: Vec::new(),
        purchase: Purchase::Any,
        starts_at: None,
        ends_at: None,
        combines_with: others.to_vec(),
    }
}

fn plan(given: &Value) -> SellingPlan {
    let interval = given
        .get("interval")
        .map_or("MONTH", |name| name.as_str().unwrap());
    let count = given
        .get("count")
        .map_or(1, |count| count.as_u64().unwrap());
    let schedule = Schedule {
        interval: Interval::parse(interval).unwrap(),
        count: u32::try_from(count).unwrap(),
    };
    let introductory = given.get("introductory").map(|given| PriceAdjustment {
        value: adjustment(given).unwrap(),
        order_count: Some(u32::try_from(given["orders"].as_u64().unwrap()).unwrap()),
    });
    let lasting = adjustment(given).map(|value| PriceAdjustment {
        value,
        order_count: None,
    });
    SellingPlan {
        id: SellingPlanId(given["id"].as_u64().unwrap()),
        name: "Předplatné".to_owned(),
        description: None,
        options: Vec::new(),
        billing: schedule,
        delivery: schedule,
        recurring_deliveries: true,
        adjustments: introductory.into_iter().chain(lasting).collect(),
    }
}

fn adjustment(given: &Value) -> Option<Adjustment> {
    let has = |name| given.get(name).is_some();
    if has("percentage") {
        Some(Adjustment::Percentage(points(&given["percentage"])))
    } else if has("amount") {
        Some(Adjustment::Amount(minor(&given["amount"])))
    } else {
        has("price").then(|| Adjustment::Price(minor(&given["price"])))
    }
}

fn market(given: &Value, home: &ShopRules) -> Market {
    let currency = currency(&given["currency"]);
    let places = u64::from(currency.exponent());
    assert_eq!(given["places"], places, "{currency}");
    let (step, ending) = (
        amount(&given["step"], currency),
        amount(&given["ending"], currency),
    );
    // Parsed as an amount of CLF, a currency with four decimal places.
    let parts = Money::parse_decimal(&text(&given["rate"]), Currency::new("CLF").unwrap());
    let conversion = Conversion::new(
        home.currency,
        currency,
        // From ten-thousandths to millionths.
        parts.unwrap().minor.get() * 100,
        Rounding::new(step, ending).unwrap(),
    );
    let local = |rates: &Value| LocalTax {
        country: text(&rates["country"]),
        province: rates["province"].as_str().map(ToOwned::to_owned),
        rules: tax(rates),
    };
    let listed = given["prices"].as_object().into_iter().flatten();
    let terms = MarketTerms {
        handle: text(&given["handle"]),
        countries: list(&given["countries"]).iter().map(text).collect(),
        currency,
        taxation: match given["tax"].as_str() {
            Some("added") => Taxation::Added,
            _ => Taxation::Included,
        },
        tax: list(&given["rates"]).iter().map(local).collect(),
        duty: given.get("duty").map_or(TaxRate::ZERO, rate),
        conversion: conversion.unwrap(),
        prices: PriceList {
            by_sku: listed
                .map(|(sku, price)| (sku.clone(), amount(price, currency)))
                .collect(),
            by_variant: BTreeMap::new(),
        },
    };
    Market::new(terms, home)
}

fn rules(shop: &Value) -> ShopRules {
    let markets = list(&shop["markets"]);
    let abroad = markets
        .iter()
        .flat_map(|market| list(&market["countries"]))
        .map(text);
    let products = list(&shop["plans"])
        .iter()
        .map(|plan| text(&plan["product"]));
    let group = SellingPlanGroup {
        handle: "predplatne".to_owned(),
        name: "Předplatné".to_owned(),
        plans: list(&shop["plans"])
            .iter()
            .map(|given| Arc::new(plan(given)))
            .collect(),
        products: products.collect::<BTreeSet<_>>(),
        ..SellingPlanGroup::default()
    };
    let mut rules = ShopRules {
        currency: Currency::CZK,
        countries: ["CZ".to_owned()].into_iter().chain(abroad).collect(),
        tax: tax(&shop["tax"]),
        delivery: list(&shop["delivery"]).iter().map(method).collect(),
        discounts: list(&shop["discounts"]).iter().map(discount).collect(),
        calendar: ShopCalendar::default(),
        selling_plans: SellingPlans {
            groups: vec![group],
        },
        markets: Vec::new(),
        gift_card_limit: None,
        sells_gift_cards: true,
        payments: OfferedPayments {
            card: true,
            cash_on_delivery: true,
            bank_transfer: true,
            wallets: [Wallet::GooglePay].into_iter().collect(),
        },
        manual_payments: ManualPaymentLimits::default(),
        transfers: zkratka_commerce::transfer::TransferTerms::default(),
        cart_rules: Vec::new(),
        company_fields: zkratka_commerce::company::CompanyFields::default(),
        max_lines: 50,
        max_quantity: 100,
    };
    rules.markets = markets.iter().map(|given| market(given, &rules)).collect();
    rules
}

fn cart(story: &Value, numbers: &BTreeMap<String, u64>) -> (Cart, Facts) {
    let mut cart = Cart::new(
        CartKey(1),
        Secret([1; 16]),
        Secret([2; 16]),
        Timestamp(1_000),
    );
    for (given, id) in list(&story["lines"]).iter().zip(1..) {
        cart.lines.push(CartLine {
            id: LineId(id),
            variant: VariantId(numbers[&text(&given[0])]),
            quantity: u32::try_from(given[1].as_u64().unwrap()).unwrap(),
            attributes: Vec::new(),
            parent: None,
            selling_plan: given[2].as_u64().map(SellingPlanId),
        });
    }
    let optional = |name: &str| story[name].as_str().map(ToOwned::to_owned);
    if story.get("province").is_some() {
        cart.delivery_address = Some(Address {
            country: optional("country"),
            province: optional("province"),
            ..Address::default()
        });
    } else {
        cart.buyer.country = optional("country");
    }
    let chosen = match &story["delivery"] {
        Value::Array(each) => Some(each.iter().map(text).collect::<Vec<_>>().join(",")),
        whole => whole.as_str().map(ToOwned::to_owned),
    };
    cart.selected_delivery = chosen.into();
    cart.discount_codes = list(&story["codes"]).iter().map(text).collect();
    let mut facts = Facts::default();
    for (given, id) in list(&story["giftCards"]).iter().zip(1..) {
        let (id, currency) = (GiftCardId(id), currency(&given[2]));
        let balance = amount(&given[1], currency);
        facts
            .gift_cards
            .insert(id, GiftCardBalance { balance, currency });
        cart.gift_cards.push(CartGiftCard {
            id,
            last_characters: text(&given[0]),
        });
    }
    (cart, facts)
}
