//! Carts delivered to markets.

use super::Market;
use crate::address::Address;
use crate::cart::{Cart, SelectedDelivery};
use crate::cart_changes::{bind_payment, drop_outdated_payment};
use crate::catalogue::{Product, Variant};
use crate::completion::complete;
use crate::error::{Fault, FaultCode};
use crate::fixtures::{BOOK, SAMPLE, SHIRT_M, VOUCHER, cart_of, catalogue, jana, shop, text};
use crate::market::{
    Conversion, MarketTerms, PriceList, RATE_PARTS, RateOverride, Rounding, Taxation, local_tax,
};
use crate::money::{Currency, MinorUnits, Money};
use crate::order::OrderSnapshot;
use crate::payment::PaymentMethod;
use crate::pricing::{Facts, PricedCart, price};
use crate::rules::ShopRules;
use crate::subject::Subject;
use crate::tax::TaxRate;
use std::collections::BTreeMap;

pub(crate) fn currency(code: &str) -> Currency {
    Currency::new(code).unwrap()
}

fn terms(
    handle: &str,
    countries: &[&str],
    (to, rate): (&str, i64),
    rounding: (i64, i64),
) -> MarketTerms {
    let to = currency(to);
    let rounding = Rounding::new(MinorUnits::new(rounding.0), MinorUnits::new(rounding.1)).unwrap();
    MarketTerms {
        handle: handle.to_owned(),
        countries: countries.iter().map(|&code| code.to_owned()).collect(),
        currency: to,
        taxation: Taxation::Included,
        tax: Vec::new(),
        duty: TaxRate::ZERO,
        conversion: Conversion::new(Currency::CZK, to, rate, rounding).unwrap(),
        prices: PriceList::default(),
    }
}

fn set(country: &str, province: Option<&str>, class: Option<&str>, rate: u32) -> RateOverride {
    RateOverride {
        country: country.to_owned(),
        province: province.map(ToOwned::to_owned),
        class: class.map(ToOwned::to_owned),
        rate: TaxRate::new(rate).unwrap(),
    }
}

fn market(mut terms: MarketTerms, overrides: &[RateOverride]) -> Market {
    let home = shop();
    for country in &terms.countries {
        let local = local_tax(&home.tax, country, overrides).unwrap();
        terms.tax.extend(local);
    }
    Market::new(terms, &home)
}

/// Slovakia: euros at 25 Kč rounded to x.90, tax included, books at 5 %, fixed prices for vouchers.
fn slovakia() -> Market {
    let mut terms = terms("slovensko", &["SK"], ("EUR", 25 * RATE_PARTS), (100, 90));
    terms.prices = PriceList {
        by_sku: BTreeMap::from([(format!("SKU-{}", VOUCHER.0), MinorUnits::new(2_000))]),
        by_variant: BTreeMap::new(),
    };
    market(terms, &[set("SK", None, Some("zero"), 500)])
}

/// The United States: dollars at 23 Kč, tax added in California, 15 % duty.
fn states() -> Market {
    let mut terms = terms("usa", &["US"], ("USD", 23 * RATE_PARTS), (1, 0));
    terms.taxation = Taxation::Added;
    terms.duty = TaxRate::of::<1_500>();
    market(terms, &[set("US", Some("CA"), None, 725)])
}

fn rules() -> ShopRules {
    let mut rules = shop();
    rules.countries.push("US".to_owned());
    rules.markets = vec![slovakia(), states()];
    // The fixture shop does not deliver to the States.
    for market in &mut rules.markets {
        market.rules.countries.clone_from(&rules.countries);
    }
    rules
}

fn priced(cart: &Cart) -> PricedCart {
    price(cart, &catalogue(), &rules(), &Facts::default())
}

fn going_to(mut cart: Cart, country: &str, province: Option<&str>) -> Cart {
    cart.delivery_address = Some(Address {
        country: text(country),
        province: province.map(ToOwned::to_owned),
        ..jana()
    });
    cart.buyer.email = text("jana@example.cz");
    cart
}

fn tax_lines(priced: &PricedCart) -> Vec<(u32, i64, i64)> {
    let lines = priced.taxes.iter();
    lines
        .map(|line| (line.rate.basis_points(), line.base.get(), line.tax.get()))
        .collect()
}

/// [3.02] A Slovak cart: euro prices, converted or fixed, including Slovak tax; delivery converted likewise.
#[test]
fn a_slovak_cart_costs_euros_with_slovak_tax() {
    let mut cart = going_to(
        cart_of(&[(SHIRT_M, 2), (BOOK, 1), (VOUCHER, 1)]),
        "SK",
        None,
    );
    cart.selected_delivery = SelectedDelivery::whole("ppl");
    let priced = priced(&cart);
    assert_eq!(priced.currency, currency("EUR"));
    assert_eq!(priced.market.as_deref(), Some("slovensko"));
    let units: Vec<_> = priced.lines.iter().map(|line| line.unit_price).collect();
    // 51.60 -> 51.90, 15.96 -> 15.90, fixed price 20.00.
    assert_eq!(units, [5_190, 1_590, 2_000].map(MinorUnits::new));
    assert_eq!(priced.subtotal, MinorUnits::new(2 * 5_190 + 1_590 + 2_000));
    // 3.96 -> 3.90
    assert_eq!(priced.total, priced.subtotal + MinorUnits::new(390));
    assert_eq!(
        tax_lines(&priced),
        [(2_300, 8_756, 2_014), (1_900, 1_681, 319), (500, 1_514, 76)]
    );
    assert_eq!(
        (priced.duty, priced.on_top()),
        (MinorUnits::ZERO, MinorUnits::ZERO)
    );
    assert!(priced.lines.iter().all(|line| line.is_exact));
}

/// [3.02] An American cart: prices without Czech tax, duty on shipped goods, and tax added if the province has one.
#[test]
fn an_american_cart_has_duty_and_perhaps_tax_on_top() {
    let cart = cart_of(&[(SHIRT_M, 1), (VOUCHER, 1)]);
    for (province, tax) in [(None, 0), (Some("NY"), 0), (Some("ca"), 477)] {
        let mut cart = going_to(cart.clone(), "US", province);
        cart.selected_delivery = SelectedDelivery::whole("prodejna");
        let priced = priced(&cart);
        // 1 290 / 1.21 / 23 and 500 / 1.12 / 23.
        assert_eq!(priced.subtotal, MinorUnits::new(4_635 + 1_941));
        assert_eq!(priced.duty, MinorUnits::new(695), "on the shirt alone");
        let tax = MinorUnits::new(tax);
        assert_eq!((priced.total_tax, priced.added_tax()), (tax, tax));
        assert_eq!(
            priced.total,
            MinorUnits::new(6_576 + 695) + priced.total_tax
        );
    }
}

/// [3.02] Duty is charged on the value of goods: if prices include tax, it is removed first, rate by rate.
#[test]
fn duty_is_no_part_of_a_tax_in_prices() {
    let cart = || going_to(cart_of(&[(SHIRT_M, 1), (BOOK, 1)]), "US", None);
    let duty = |taxation: Taxation| {
        let mut terms = terms("usa", &["US"], ("USD", 20 * RATE_PARTS), (1, 0));
        terms.taxation = taxation;
        terms.duty = TaxRate::of::<1_000>();
        let mut rules = rules();
        rules.markets = vec![market(
            terms,
            &[
                set("US", None, Some("standard"), 2_000),
                set("US", None, Some("zero"), 0),
            ],
        )];
        rules.markets[0]
            .rules
            .countries
            .clone_from(&rules.countries);
        let mut cart = cart();
        cart.selected_delivery = SelectedDelivery::whole("prodejna");
        let priced = price(&cart, &catalogue(), &rules, &Facts::default());
        let lines: Vec<_> = priced.lines.iter().map(|line| line.total.get()).collect();
        (lines, priced.duty.get())
    };
    // 64.50 include 10.75 of tax, 19.95 include none: 10 % of 53.75 + 19.95.
    assert_eq!(duty(Taxation::Included), (vec![6_450, 1_995], 737));
    // 64.50 without the home tax of 21 % are 53.31: 10 % of 53.31 + 19.95.
    assert_eq!(duty(Taxation::Added), (vec![5_331, 1_995], 733));
}

/// [3.10] Limits apply to the prices that the buyer sees: without tax if it is added.
#[test]
fn bounds_are_of_the_prices_shown() {
    // Zásilkovna is free from 1 500 Kč, which are 65.22 $; a shirt is 46.35 $ and a book 17.35 $.
    for (books, subtotal, is_free) in [(1, 6_370, false), (2, 8_105, true)] {
        let mut cart = going_to(cart_of(&[(SHIRT_M, 1), (BOOK, books)]), "US", None);
        cart.selected_delivery = SelectedDelivery::whole("zasilkovna-brno-stred");
        let priced = priced(&cart);
        assert_eq!(priced.subtotal, MinorUnits::new(subtotal));
        assert_eq!(priced.delivery.price().is_zero(), is_free, "{books}");
    }
    let of_states = &rules().markets[1].rules;
    assert_eq!(
        of_states.delivery[0].free_from,
        Some(MinorUnits::new(6_522))
    );
    let at_home = price(
        &going_to(cart_of(&[(SHIRT_M, 1), (BOOK, 1)]), "CZ", None),
        &catalogue(),
        &rules(),
        &Facts::default(),
    );
    assert!(
        at_home.subtotal >= MinorUnits::new(150_000),
        "the same goods, tax included"
    );
}

#[test]
fn the_country_decides_and_an_unknown_one_is_home() {
    let mut cart = cart_of(&[(SHIRT_M, 1)]);
    let currency_of = |cart: &Cart| priced(cart).currency.as_str().to_owned();
    assert_eq!(currency_of(&cart), "CZK");
    cart.buyer.country = text("SK");
    assert_eq!(currency_of(&cart), "EUR");
    cart.buyer.country = text("US");
    assert_eq!(currency_of(&cart), "USD");
    cart.delivery_address = Some(jana());
    assert_eq!(currency_of(&cart), "CZK");
    cart.delivery_address = None;
    cart.buyer.country = text("JP");
    assert_eq!(currency_of(&cart), "CZK");
}

#[test]
fn what_costs_nothing_costs_nothing_anywhere() {
    let cart = going_to(cart_of(&[(SAMPLE, 1)]), "SK", None);
    assert_eq!(priced(&cart).total, MinorUnits::ZERO);
}

#[test]
fn limits_of_delivery_are_converted_with_its_prices() {
    // Free from 1 500 Kč means free from 60.90 €: 59.70 € cost something, 103.80 € do not.
    for (shirts, cost) in [(1, 290), (2, 0)] {
        let mut cart = going_to(cart_of(&[(SHIRT_M, shirts)]), "SK", None);
        cart.selected_delivery = SelectedDelivery::whole("zasilkovna-brno-stred");
        assert_eq!(
            priced(&cart).delivery.price(),
            MinorUnits::new(cost),
            "{shirts}"
        );
    }
}

fn card() -> PaymentMethod {
    PaymentMethod::Card {
        session: "s".to_owned(),
    }
}

fn californian(payment: impl Fn(&PricedCart) -> MinorUnits) -> (Cart, Vec<Fault>) {
    let mut cart = going_to(cart_of(&[(SHIRT_M, 1)]), "US", Some("CA"));
    cart.selected_delivery = SelectedDelivery::whole("prodejna");
    let now = priced(&cart);
    let amount = Money::new(payment(&now), now.currency);
    let faults = bind_payment(&mut cart, amount, card(), &now, &rules());
    (cart, faults)
}

/// [8.03] Tax or duty added after the buyer saw the amount must be accepted. Any other difference is just a wrong
/// amount.
#[test]
fn a_payment_without_the_tax_on_top_is_told_so() {
    for (left_out, expected) in [
        ((false, false), None),
        ((true, false), Some(FaultCode::PaymentsNewTaxMustBeAccepted)),
        ((false, true), Some(FaultCode::PaymentsNewTaxMustBeAccepted)),
        ((true, true), Some(FaultCode::PaymentsNewTaxMustBeAccepted)),
    ] {
        let (_, faults) = californian(|now| {
            let duty = if left_out.0 {
                now.duty
            } else {
                MinorUnits::ZERO
            };
            let tax = if left_out.1 {
                now.total_tax
            } else {
                MinorUnits::ZERO
            };
            now.total - duty - tax
        });
        let expected = expected.map(|code| Fault::of(code, Subject::PaymentAmount));
        assert_eq!(faults, Vec::from_iter(expected));
    }
    let (_, faults) = californian(|now| now.total - MinorUnits::new(1));
    assert_eq!(
        faults,
        [Fault::of(FaultCode::InvalidPayment, Subject::PaymentAmount)]
    );
}

/// [8.03] The same if the rate changed before the cart was submitted.
#[test]
fn a_rate_that_rose_after_paying_must_be_accepted() {
    let (cart, faults) = californian(|now| now.total);
    assert_eq!(faults, []);
    for (rate, expected) in [
        (725, None),
        (900, Some(FaultCode::PaymentsNewTaxMustBeAccepted)),
        (500, Some(FaultCode::PaymentsUnacceptablePaymentAmount)),
    ] {
        let mut later = rules();
        for local in &mut later.markets[1].tax {
            let classes = local.rules.classes.values_mut();
            for class in classes.filter(|rate| rate.basis_points() == 725) {
                *class = TaxRate::new(rate).unwrap();
            }
        }
        let now = price(&cart, &catalogue(), &later, &Facts::default());
        let order = complete(&cart, &now, &later);
        let expected = expected.map(|code| Fault::of(code, Subject::PaymentAmount));
        assert_eq!(order.err().unwrap_or_default(), Vec::from_iter(expected));
    }
}

/// [4.09] A new delivery country can mean a new currency: the payment agreed in the old one is dropped.
#[test]
fn a_new_country_drops_the_payment() {
    let (mut before, _) = californian(|now| now.total);
    // The cart as stored before the change.
    before.revision = 1;
    let mut after = going_to(before.clone(), "SK", None);
    after.payment.clone_from(&before.payment);
    drop_outdated_payment(&before, &mut after);
    assert_eq!(after.payment, None);
    assert_eq!(priced(&after).currency, currency("EUR"));
}

#[test]
fn an_order_keeps_its_market() {
    let (cart, _) = californian(|now| now.total);
    let now = priced(&cart);
    let order = complete(&cart, &now, &rules()).unwrap();
    assert_eq!(order.currency, currency("USD"));
    assert_eq!(order.market.as_deref(), Some("usa"));
    assert_eq!(order.taxation, Taxation::Added);
    assert_eq!((order.duty, order.total), (now.duty, now.total));
    let stored = serde_json::to_value(&order).unwrap();
    assert_eq!(
        serde_json::from_value::<OrderSnapshot>(stored).unwrap(),
        order
    );
}

/// An order stored before markets existed is still read correctly.
#[test]
fn an_order_of_an_older_program_is_still_read() {
    let (cart, _) = californian(|now| now.total);
    let order = complete(&cart, &priced(&cart), &rules()).unwrap();
    let mut stored = serde_json::to_value(&order).unwrap();
    let fields = stored.as_object_mut().unwrap();
    for new in ["market", "taxation", "duty"] {
        fields.remove(new).unwrap();
    }
    let read: OrderSnapshot = serde_json::from_value(stored).unwrap();
    assert_eq!(
        (read.market, read.taxation, read.duty),
        (None, Taxation::Included, MinorUnits::ZERO)
    );
    let mut stored = serde_json::to_value(&cart).unwrap();
    let payment = stored["payment"].as_object_mut().unwrap();
    payment.remove("on_top").unwrap();
    let read: Cart = serde_json::from_value(stored).unwrap();
    assert_eq!(read.payment.unwrap().on_top, MinorUnits::ZERO);
}

#[test]
fn a_class_without_a_rate_is_named_in_the_union_and_free_elsewhere() {
    let mut home = shop().tax;
    home.classes
        .insert("knihy".to_owned(), TaxRate::of::<1_000>());
    let missing = local_tax(&home, "DE", &[]).unwrap_err();
    assert_eq!(
        (missing.class.as_str(), missing.country.as_str()),
        ("knihy", "DE")
    );
    assert!(local_tax(&home, "DE", &[set("DE", None, Some("knihy"), 700)]).is_ok());
    let local = local_tax(&home, "US", &[]).unwrap();
    assert!(
        local[0]
            .rules
            .classes
            .values()
            .all(|&rate| rate == TaxRate::ZERO)
    );
    let local = local_tax(&home, "GB", &[set("GB", None, None, 2_000)]).unwrap();
    let rates: Vec<_> = local[0]
        .rules
        .classes
        .values()
        .map(|rate| rate.basis_points())
        .collect();
    assert_eq!(rates, [2_000, 2_000, 2_000, 0], "zero stays zero");
}

/// [3.02] A gift card costs its value, whatever the fixed prices, rounding or added tax.
#[test]
fn a_gift_card_costs_its_worth_everywhere() {
    let catalogue = catalogue();
    let (product, variant) = catalogue.variant(VOUCHER).unwrap();
    let variant = Variant {
        price: MinorUnits::new(60_000),
        ..variant.clone()
    };
    for (market, expected) in [(slovakia(), 2_400), (states(), 2_609)] {
        for (gift_card, is_worth) in [(true, true), (false, false)] {
            let product = Product {
                gift_card,
                ..Product::clone(product)
            };
            let price = market.price(&product, &variant);
            assert_eq!(
                price == MinorUnits::new(expected),
                is_worth,
                "{} {price:?}",
                market.handle
            );
        }
    }
}
