//! Rules, products and carts.

use std::collections::BTreeMap;
use zkratka_commerce::address::Address;
use zkratka_commerce::cart::{BoundPayment, BuyerIdentity, Cart, CartLine, SelectedDelivery};
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_commerce::company::CompanyFields;
use zkratka_commerce::delivery::{DeliveryMethod, DeliveryMethodType, DeliveryRate, ShopCalendar};
use zkratka_commerce::ids::{CartKey, LineId, ProductId, Secret, VariantId};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::payment::{ManualPaymentLimits, OfferedPayments, PaymentMethod, Wallet};
use zkratka_commerce::pricing::{Facts, price};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::selling_plan::SellingPlans;
use zkratka_commerce::tax::{TaxRate, TaxRules};
use zkratka_commerce::time::Timestamp;
use zkratka_store::Store;

pub(crate) const NOW: Timestamp = Timestamp(1_760_000_000_000);
pub(crate) const DAY: i64 = 86_400_000;

pub(crate) fn rules() -> ShopRules {
    ShopRules {
        currency: Currency::CZK,
        markets: Vec::new(),
        countries: vec!["CZ".into()],
        tax: TaxRules {
            classes: BTreeMap::from([("standard".into(), TaxRate::of::<2_100>())]),
            default_class: "standard".into(),
            product_types: BTreeMap::new(),
            delivery_class: "standard".into(),
        },
        delivery: vec![DeliveryMethod {
            handle: "ppl".into(),
            title: "PPL".into(),
            description: None,
            kind: DeliveryMethodType::Shipping,
            zones: Vec::new(),
            rates: vec![DeliveryRate {
                price: MinorUnits::new(8_900),
                ..DeliveryRate::default()
            }],
            carrier: None,
            free_from: None,
            points: Vec::new(),
            cash_on_delivery: true,
            promise: None,
        }],
        discounts: Vec::new(),
        calendar: ShopCalendar::default(),
        selling_plans: SellingPlans::default(),
        gift_card_limit: None,
        sells_gift_cards: true,
        payments: OfferedPayments {
            card: true,
            cash_on_delivery: true,
            bank_transfer: true,
            wallets: Wallet::ALL.into_iter().collect(),
        },
        manual_payments: ManualPaymentLimits::default(),
        transfers: zkratka_commerce::transfer::TransferTerms::default(),
        cart_rules: Vec::new(),
        company_fields: CompanyFields::Off,
        max_lines: 100,
        max_quantity: 1_000,
    }
}

pub(crate) const fn tracked(available: i64) -> Stock {
    Stock::Tracked {
        available,
        oversell: false,
    }
}

/// A product with one option, and one variant for each of its values.
pub(crate) fn product(handle: &str, variants: &[(&str, i64, Stock)]) -> Product {
    Product {
        id: ProductId(0),
        handle: handle.into(),
        title: format!("Hrnek {handle}"),
        description_html: "<p>Ručně točený.</p>".into(),
        vendor: "Dílna".into(),
        product_type: "Keramika".into(),
        tags: vec!["novinka".into()],
        published: true,
        gift_card: false,
        options: vec!["Barva".into()],
        images: Vec::new(),
        variants: variants
            .iter()
            .map(|&(option, price, stock)| variant(option, price, stock))
            .collect(),
    }
}

fn variant(option: &str, price: i64, stock: Stock) -> Variant {
    Variant {
        id: VariantId(0),
        option_values: vec![option.into()],
        sku: format!("SKU-{option}"),
        price: MinorUnits::new(price),
        compare_at_price: None,
        stock,
        grams: 300,
        requires_shipping: true,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
        download: None,
    }
}

pub(crate) async fn stock_of(store: &dyn Store, variant: VariantId) -> Stock {
    let catalogue = store.catalogue().await.unwrap();
    catalogue
        .variant(variant)
        .expect("the variant is sold")
        .1
        .stock
}

pub(crate) async fn available(store: &dyn Store, variant: VariantId) -> i64 {
    match stock_of(store, variant).await {
        Stock::Tracked { available, .. } => available,
        Stock::Untracked => panic!("stock of {variant:?} is not tracked"),
    }
}

pub(crate) fn empty_cart(key: u64) -> Cart {
    let low = u8::try_from(key % 251).unwrap();
    Cart::new(CartKey(key), Secret([low; 16]), Secret([low + 1; 16]), NOW)
}

pub(crate) fn card() -> PaymentMethod {
    PaymentMethod::Card {
        session: "session-1".into(),
    }
}

/// Stores a complete cart: contents, buyer, address, delivery, and a payment of the amount due now.
pub(crate) async fn ready_cart(
    store: &dyn Store,
    key: u64,
    contents: &[(VariantId, u32)],
    method: PaymentMethod,
) -> Cart {
    let mut cart = empty_cart(key);
    fill(&mut cart, contents);
    bind(store, &mut cart, method).await;
    store.insert_cart(&cart).await.unwrap();
    cart
}

/// Binds a payment of the amount due now.
pub(crate) async fn bind(store: &dyn Store, cart: &mut Cart, method: PaymentMethod) {
    let catalogue = store.catalogue().await.unwrap();
    let priced = price(cart, &catalogue, &rules(), &Facts::at(NOW));
    cart.payment = Some(BoundPayment {
        on_top: MinorUnits::ZERO,
        amount: Money {
            minor: priced.total,
            currency: Currency::CZK,
        },
        method,
        revision: cart.revision,
    });
}

pub(crate) fn fill(cart: &mut Cart, contents: &[(VariantId, u32)]) {
    cart.lines = (1..)
        .zip(contents)
        .map(|(id, &(variant, quantity))| CartLine {
            id: LineId(id),
            variant,
            quantity,
            attributes: Vec::new(),
            selling_plan: None,
            parent: None,
        })
        .collect();
    cart.next_line = u32::try_from(contents.len()).unwrap() + 1;
    cart.buyer = BuyerIdentity {
        email: Some("jana@example.cz".into()),
        phone: None,
        country: Some("CZ".into()),
    };
    cart.delivery_address = Some(Address {
        first_name: Some("Jana".into()),
        last_name: Some("Nováková".into()),
        address1: Some("Lidická 12".into()),
        city: Some("Brno".into()),
        zip: Some("602 00".into()),
        country: Some("CZ".into()),
        phone: Some("+420601123456".into()),
        ..Address::default()
    });
    cart.selected_delivery = SelectedDelivery::whole("ppl");
}
