//! Properties of any cart in any market, with discounts, plans, delivery and gift cards combined.

use super::Market;
use super::tests::currency;
use crate::address::{Address, Strictness};
use crate::cart::{Cart, add_gift_cards, set_delivery_address, set_discount_codes};
use crate::cart_changes::{LineInput, add_lines, bind_payment, remove_lines, select_delivery};
use crate::completion::complete;
use crate::discount::{Benefit, Class, Discount, Entitlement, Purchase, Trigger};
use crate::fixtures::{
    BOOK, SAMPLE, SHIRT_M, VOUCHER, catalogue, empty_cart, input, jana, plan, shop, text,
};
use crate::gift_card::{CartGiftCard, GiftCardBalance, GiftCardId};
use crate::ids::{LineId, SellingPlanId};
use crate::market::{Conversion, LocalTax, MarketTerms, PriceList, RATE_PARTS, Rounding, Taxation};
use crate::money::{Currency, MinorUnits, Money};
use crate::payment::PaymentMethod;
use crate::pricing::{Facts, PricedCart, price};
use crate::rules::ShopRules;
use crate::selling_plan::{Adjustment, Interval, SellingPlanGroup, SellingPlans};
use crate::tax::{TaxRate, TaxRules};
use proptest::prelude::*;
use std::sync::Arc;

const ABROAD: [(&str, &str); 4] = [("SK", "EUR"), ("US", "USD"), ("JP", "JPY"), ("KW", "KWD")];
const CODES: [&str; 4] = ["PRVNI", "DRUHA", "TRETI", "NENI"];

fn any_rate() -> impl Strategy<Value = TaxRate> {
    prop_oneof![Just(0), 1..3_000_u32, Just(10_000)].prop_map(|rate| TaxRate::new(rate).unwrap())
}

fn any_tax(country: &'static str) -> impl Strategy<Value = LocalTax> {
    (any_rate(), any_rate(), any_rate()).prop_map(move |(standard, reduced, zero)| {
        let home = shop().tax;
        let rates = [("standard", standard), ("reduced", reduced), ("zero", zero)];
        let classes = rates.map(|(class, rate)| (class.to_owned(), rate));
        LocalTax {
            country: country.to_owned(),
            province: None,
            rules: TaxRules {
                classes: classes.into(),
                ..home
            },
        }
    })
}

fn any_terms((country, code): (&'static str, &'static str)) -> impl Strategy<Value = MarketTerms> {
    let rounding = prop_oneof![
        Just((1, 0)),
        Just((5, 0)),
        Just((100, 0)),
        Just((100, 99)),
        Just((1_000, 990))
    ];
    let rate = prop_oneof![1..RATE_PARTS, RATE_PARTS..100 * RATE_PARTS];
    let list = prop::collection::btree_map(11..40_u64, 0..50_000_i64, 0..3);
    let parts = (rate, rounding, any_tax(country), any_rate(), list);
    (parts, any::<bool>()).prop_map(move |((rate, (step, ending), tax, duty, list), added)| {
        let rounding = Rounding::new(MinorUnits::new(step), MinorUnits::new(ending)).unwrap();
        let to = currency(code);
        let listed = list.into_iter();
        MarketTerms {
            handle: country.to_lowercase(),
            countries: vec![country.to_owned()],
            currency: to,
            taxation: if added {
                Taxation::Added
            } else {
                Taxation::Included
            },
            tax: vec![tax],
            duty,
            conversion: Conversion::new(Currency::CZK, to, rate, rounding).unwrap(),
            prices: PriceList {
                by_sku: listed
                    .map(|(id, price)| (format!("SKU-{id}"), MinorUnits::new(price)))
                    .collect(),
                ..PriceList::default()
            },
        }
    })
}

fn any_discount(code: Option<&'static str>) -> impl Strategy<Value = Discount> {
    let benefit = prop_oneof![
        (0..=10_000_u32).prop_map(Benefit::Percentage),
        (0..300_000_i64).prop_map(|amount| Benefit::Amount(MinorUnits::new(amount))),
        Just(Benefit::FreeDelivery {
            countries: Vec::new(),
            methods: Vec::new()
        }),
    ];
    let products = prop_oneof![
        2 => Just(Entitlement::All),
        1 => Just(Entitlement::Goods {
            products: vec!["kniha-o-lnu".to_owned(), "poukaz".to_owned()],
            collections: Vec::new(),
        }),
    ];
    let minimum = prop::option::of(0..200_000_i64);
    (benefit, products, minimum, any::<bool>()).prop_map(
        move |(benefit, entitled, minimum_subtotal, combines)| Discount {
            trigger: code.map_or_else(
                || Trigger::Automatic("Sama".to_owned()),
                |code| Trigger::Code(code.to_owned()),
            ),
            benefit,
            entitled,
            minimum_subtotal: minimum_subtotal.map(MinorUnits::new),
            minimum_quantity: None,
            usage_limit: None,
            once_per_buyer: false,
            buyers: Vec::new(),
            purchase: Purchase::Any,
            starts_at: None,
            ends_at: None,
            combines_with: if combines {
                vec![Class::Goods, Class::Order, Class::Delivery]
            } else {
                Vec::new()
            },
        },
    )
}

/// Plans for shirts and books: by percentage, by amount, at a fixed price.
fn plans(percentage: u32, amount: MinorUnits, fixed: MinorUnits) -> SellingPlans {
    let made = |id, value| {
        let monthly = (Interval::Month, 1);
        Arc::new(plan(
            SellingPlanId(id),
            "Měsíčně",
            monthly,
            &[(value, None)],
        ))
    };
    let group = SellingPlanGroup {
        handle: "predplatne".to_owned(),
        plans: vec![
            made(1, Adjustment::Percentage(percentage)),
            made(2, Adjustment::Amount(amount)),
            made(3, Adjustment::Price(fixed)),
        ],
        products: ["lnena-kosile", "kniha-o-lnu"]
            .map(ToOwned::to_owned)
            .into(),
        ..SellingPlanGroup::default()
    };
    SellingPlans {
        groups: vec![group],
    }
}

fn any_rules() -> impl Strategy<Value = ShopRules> {
    let markets = ABROAD.map(any_terms);
    let discounts = (
        any_discount(Some(CODES[0])),
        any_discount(Some(CODES[1])),
        any_discount(Some(CODES[2])),
        any_discount(None),
    );
    let adjusted = (0..=10_000_u32, 0..200_000_i64, 0..200_000_i64);
    (markets, discounts, adjusted).prop_map(|(markets, discounts, (percentage, amount, fixed))| {
        let mut rules = shop();
        rules.countries = ["CZ", "SK", "US", "JP", "KW"].map(ToOwned::to_owned).into();
        rules.discounts = vec![discounts.0, discounts.1, discounts.2, discounts.3];
        rules.selling_plans = plans(percentage, MinorUnits::new(amount), MinorUnits::new(fixed));
        let markets = markets.into_iter();
        rules.markets = markets.map(|terms| Market::new(terms, &rules)).collect();
        rules
    })
}

/// A buyer's operation.
#[derive(Clone, Debug)]
enum Step {
    Add(LineInput),
    Remove(u32),
    Go(&'static str),
    Choose(bool, usize),
    Enter(Vec<&'static str>),
    Charge(u64),
}

fn any_step() -> impl Strategy<Value = Step> {
    let variant = prop::sample::select(vec![SHIRT_M, BOOK, VOUCHER, SAMPLE]);
    let added = (variant, 1..4_i64, prop::option::of(1..=3_u64));
    let countries = prop::sample::select(vec!["CZ", "SK", "US", "JP", "KW", "BR"]);
    prop_oneof![
        4 => added.prop_map(|(variant, quantity, plan)| Step::Add(LineInput {
            selling_plan: plan.map(SellingPlanId),
            ..input(variant, quantity)
        })),
        1 => (0..6_u32).prop_map(Step::Remove),
        2 => countries.prop_map(Step::Go),
        3 => (any::<bool>(), 0..4_usize).prop_map(|(last, place)| Step::Choose(last, place)),
        2 => prop::collection::vec(prop::sample::select(CODES.to_vec()), 0..4).prop_map(Step::Enter),
        1 => (1..=3_u64).prop_map(Step::Charge),
    ]
}

fn perform(cart: &mut Cart, step: Step, rules: &ShopRules, facts: &Facts) {
    let catalogue = catalogue();
    match step {
        Step::Add(input) => drop(add_lines(cart, &[input], &catalogue, rules)),
        Step::Remove(id) => drop(remove_lines(cart, &[LineId(id)])),
        Step::Go(country) => {
            let address = Address {
                country: text(country),
                ..jana()
            };
            let strictness = Strictness::CountryOnly;
            drop(set_delivery_address(cart, Some(address), strictness));
        }
        Step::Choose(last, place) => {
            let now = price(cart, &catalogue, rules, facts);
            let mut groups = now.delivery.iter();
            let group = if last { groups.last() } else { groups.next() };
            let Some((purchase, group)) = group else {
                return;
            };
            if let Some(option) = group.options.get(place) {
                let faults = select_delivery(cart, 0, purchase, &option.handle, &now);
                assert_eq!(faults, []);
            }
        }
        Step::Enter(codes) => {
            let codes = codes.into_iter().map(ToOwned::to_owned).collect();
            drop(set_discount_codes(cart, codes));
        }
        Step::Charge(id) => {
            let charged = CartGiftCard {
                id: GiftCardId(id),
                last_characters: "0001".to_owned(),
            };
            drop(add_gift_cards(cart, &[charged]));
        }
    }
}

/// Totals are the sums of their parts, in minor units, and no amount is negative.
fn assert_adds_up(priced: &PricedCart) -> Result<(), TestCaseError> {
    let lines: MinorUnits = priced.lines.iter().map(|line| line.total).sum();
    let groups = priced.delivery.iter().map(|(_, group)| group.selected());
    let postage = groups
        .flatten()
        .map(|option| option.price)
        .sum::<MinorUnits>();
    let net = lines + postage - priced.off();
    prop_assert_eq!(priced.subtotal, lines);
    let value = net + priced.duty + priced.added_tax();
    prop_assert_eq!(priced.total, value - priced.paid_by_gift_cards());
    let tax: MinorUnits = priced.taxes.iter().map(|line| line.tax).sum();
    let base: MinorUnits = priced.taxes.iter().map(|line| line.base).sum();
    prop_assert_eq!(priced.total_tax, tax);
    let taxed = match priced.taxation {
        Taxation::Included => base + tax,
        Taxation::Added => base,
    };
    prop_assert_eq!(taxed, net);
    let parts = [
        lines,
        postage,
        priced.off(),
        net,
        priced.duty,
        tax,
        base,
        priced.total,
    ];
    prop_assert!(
        parts.into_iter().all(|part| !part.is_negative()),
        "{:?}",
        parts
    );
    Ok(())
}

/// Discounts are split exactly over lines, and take at most the line's price off it.
fn assert_fair(priced: &PricedCart) -> Result<(), TestCaseError> {
    for given in priced
        .discounts
        .iter()
        .filter(|given| given.class != Class::Delivery)
    {
        prop_assert_eq!(given.shares.len(), priced.lines.len());
        prop_assert_eq!(given.shares.iter().sum::<MinorUnits>(), given.amount);
    }
    for (place, line) in priced.lines.iter().enumerate() {
        let shares = priced
            .discounts
            .iter()
            .filter_map(|given| given.shares.get(place));
        prop_assert!(shares.sum::<MinorUnits>() <= line.total);
        prop_assert_eq!(line.unit_price * i64::from(line.quantity), line.total);
    }
    Ok(())
}

/// The amount paid is the amount shown, in the currency shown.
fn assert_sold(
    cart: &mut Cart,
    priced: &PricedCart,
    rules: &ShopRules,
) -> Result<(), TestCaseError> {
    let method = match priced.total {
        MinorUnits::ZERO => PaymentMethod::Free,
        _ => PaymentMethod::BankTransfer,
    };
    let amount = Money::new(priced.total, priced.currency);
    if !bind_payment(cart, amount, method, priced, rules).is_empty() {
        return Ok(());
    }
    if let Ok(order) = complete(cart, priced, rules) {
        prop_assert_eq!(
            (order.total, order.currency),
            (priced.total, priced.currency)
        );
        prop_assert_eq!((order.duty, &order.taxes), (priced.duty, &priced.taxes));
        prop_assert_eq!(
            (&order.market, order.taxation),
            (&priced.market, priced.taxation)
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(600) })]

    /// [3.02] Any mix of discounts, plans, taxes, delivery, gift cards and currencies, after any sequence of
    /// operations.
    #[test]
    fn any_mix_adds_up(
        rules in any_rules(),
        steps in prop::collection::vec(any_step(), 1..12),
        balance in 0..400_000_i64,
    ) {
        let mut facts = Facts::default();
        for (id, currency) in [(1, Currency::CZK), (2, currency("EUR")), (3, currency("JPY"))] {
            facts.gift_cards.insert(GiftCardId(id), GiftCardBalance { balance: MinorUnits::new(balance), currency });
        }
        let mut cart = empty_cart();
        cart.buyer.email = text("jana@example.cz");
        for step in steps {
            perform(&mut cart, step, &rules, &facts);
            let priced = price(&cart, &catalogue(), &rules, &facts);
            let lines: Vec<_> = priced.lines.iter().map(|line| line.id).collect();
            prop_assert_eq!(lines, cart.lines.iter().map(|line| line.id).collect::<Vec<_>>());
            assert_adds_up(&priced)?;
            assert_fair(&priced)?;
            // The same cart costs the same after it was stored and read.
            let stored = serde_json::to_vec(&cart).unwrap();
            let read: Cart = serde_json::from_slice(&stored).unwrap();
            let again = price(&read, &catalogue(), &rules, &facts);
            prop_assert_eq!(format!("{priced:?}"), format!("{again:?}"));
            assert_sold(&mut cart.clone(), &priced, &rules)?;
        }
    }
}
