//! Properties of any cart after any operations.

use crate::address::{Address, Strictness, faults};
use crate::cart::{
    Attribute, BuyerIdentity, Cart, SelectedDelivery, remove_personal_data, set_billing_address,
    set_buyer, set_delivery_address,
};
use crate::cart_changes::{
    LineInput, LineUpdate, ParentReference, PlanChange, add_lines, bind_payment, remove_lines,
    select_delivery, update_lines,
};
use crate::catalogue::{Catalogue, Stock, Variant};
use crate::completion::complete;
use crate::delivery;
use crate::fixtures::{empty_cart, input, jana, products, shop, variant};
use crate::ids::{LineId, SellingPlanId, VariantId};
use crate::money::{Currency, MinorUnits, Money};
use crate::order::OrderedDelivery;
use crate::payment::{PaymentMethod, Wallet};
use crate::pricing::{Facts, PricedCart, PricedLine, price};
use crate::selling_plan::PurchaseType;
use proptest::prelude::*;
use std::collections::{HashMap, HashSet};

/// Variants 1 to 8 may exist; greater ids do not.
const VARIANTS: u64 = 8;

fn any_stock() -> impl Strategy<Value = Stock> {
    let available = prop_oneof![1 => Just(i64::MIN), 10 => -3..30_i64, 1 => Just(i64::MAX)];
    prop_oneof![
        Just(Stock::Untracked),
        (available, prop::bool::weighted(0.3)).prop_map(|(available, oversell)| Stock::Tracked {
            available,
            oversell
        }),
    ]
}

fn any_price() -> impl Strategy<Value = i64> {
    prop_oneof![20 => 1..500_000_i64, 2 => Just(0), 1 => any::<i64>(), 1 => Just(i64::MAX)]
}

fn any_variant(id: u64) -> impl Strategy<Value = Variant> {
    let class = prop_oneof![
        Just(None),
        Just(Some("reduced".to_owned())),
        Just(Some("zero".to_owned()))
    ];
    let grams = prop_oneof![0..40_000_u32, Just(u32::MAX)];
    let flags = (any::<bool>(), any::<bool>());
    (any_price(), any_stock(), grams, class, flags).prop_map(
        move |(price, stock, grams, tax_class, (requires_shipping, taxable))| Variant {
            stock,
            requires_shipping,
            taxable,
            tax_class,
            ..variant(VariantId(id), MinorUnits::new(price), grams)
        },
    )
}

/// Two products with four variants each; either may be unpublished.
fn any_catalogue() -> impl Strategy<Value = Catalogue> {
    let variants: Vec<_> = (1..=VARIANTS).map(any_variant).collect();
    (
        variants,
        prop::bool::weighted(0.95),
        prop::bool::weighted(0.95),
    )
        .prop_map(|(variants, first, second)| {
            let (one, two) = variants.split_at(variants.len() / 2);
            let mut made = products();
            made.truncate(2);
            made[0].variants = one.to_vec();
            made[0].published = first;
            made[1].variants = two.to_vec();
            made[1].published = second;
            Catalogue::new(made)
        })
}

/// An operation of a storefront on a cart.
#[derive(Clone, Debug)]
enum Step {
    Add(Vec<LineInput>),
    Update(Vec<LineUpdate>),
    Remove(Vec<LineId>),
    Deliver(Option<Address>),
    Choose(PurchaseType, usize),
    Identify(BuyerIdentity),
    Bill(Option<Address>),
    Pay(PaymentMethod),
    Forget,
}

fn any_quantity() -> impl Strategy<Value = i64> {
    prop_oneof![20 => 1..8_i64, 1 => Just(0), 1 => any::<i64>()]
}

fn any_attributes() -> impl Strategy<Value = Vec<Attribute>> {
    let attribute = prop_oneof![Just("Jana"), Just("Petr")].prop_map(|value| Attribute {
        key: "Rytina".to_owned(),
        value: value.to_owned(),
    });
    prop::collection::vec(attribute, 0..2)
}

/// Mostly none. Plans up to 3 are for the goods of these tests, others are not.
fn any_plan() -> impl Strategy<Value = Option<SellingPlanId>> {
    let id = prop_oneof![20 => 1..=3_u64, 1 => 4..6_u64].prop_map(SellingPlanId);
    prop::option::weighted(0.4, id)
}

fn any_plan_change() -> impl Strategy<Value = PlanChange> {
    let change = |plan: Option<_>| plan.map_or(PlanChange::Once, PlanChange::Under);
    prop_oneof![Just(PlanChange::Keep), any_plan().prop_map(change)]
}

/// Mostly one that exists.
fn any_variant_id() -> impl Strategy<Value = VariantId> {
    prop_oneof![20 => 1..=VARIANTS, 1 => Just(0), 1 => Just(VARIANTS + 1)].prop_map(VariantId)
}

fn any_input() -> impl Strategy<Value = LineInput> {
    let wish = (
        any_variant_id(),
        any_quantity(),
        any_attributes(),
        any_plan(),
        prop::option::weighted(0.3, any_parent()),
    );
    wish.prop_map(
        |(variant, quantity, attributes, selling_plan, parent)| LineInput {
            variant,
            quantity,
            attributes,
            selling_plan,
            parent,
        },
    )
}

fn any_parent() -> impl Strategy<Value = ParentReference> {
    prop_oneof![
        any_line().prop_map(ParentReference::Line),
        any_variant_id().prop_map(ParentReference::Variant),
    ]
}

fn any_line() -> impl Strategy<Value = LineId> {
    (0..12_u32).prop_map(LineId)
}

fn any_update() -> impl Strategy<Value = LineUpdate> {
    let variant = prop::option::of(any_variant_id());
    let quantity = prop::option::of(any_quantity());
    (
        any_line(),
        quantity,
        variant,
        prop::option::of(any_attributes()),
        any_plan_change(),
    )
        .prop_map(
            |(id, quantity, variant, attributes, selling_plan)| LineUpdate {
                id,
                quantity,
                variant,
                attributes,
                selling_plan,
            },
        )
}

fn any_address() -> impl Strategy<Value = Option<Address>> {
    let country = prop_oneof![Just("CZ"), Just("SK"), Just("US"), Just("??")];
    prop::option::of(country.prop_map(|country| Address {
        country: Some(country.to_owned()),
        ..jana()
    }))
}

fn any_buyer() -> impl Strategy<Value = BuyerIdentity> {
    let email = prop_oneof![3 => Just("jana@example.cz"), 1 => Just("jana")];
    email.prop_map(|email| BuyerIdentity {
        email: Some(email.to_owned()),
        phone: None,
        country: Some("CZ".to_owned()),
    })
}

fn any_method() -> impl Strategy<Value = PaymentMethod> {
    prop_oneof![
        Just(PaymentMethod::Card {
            session: "s".to_owned()
        }),
        Just(PaymentMethod::Wallet {
            wallet: Wallet::GooglePay,
            session: "s".to_owned()
        }),
        Just(PaymentMethod::SavedCard {
            mandate: "m".to_owned(),
            network: "visa".to_owned(),
            last_four: "1111".to_owned(),
            confirmation: "c".to_owned(),
        }),
        Just(PaymentMethod::CashOnDelivery),
        Just(PaymentMethod::BankTransfer),
        Just(PaymentMethod::Free),
    ]
}

fn any_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        4 => prop::collection::vec(any_input(), 0..3).prop_map(Step::Add),
        2 => prop::collection::vec(any_update(), 0..3).prop_map(Step::Update),
        1 => prop::collection::vec(any_line(), 0..3).prop_map(Step::Remove),
        3 => any_address().prop_map(Step::Deliver),
        3 => (any_purchase(), 0..5_usize).prop_map(|(group, place)| Step::Choose(group, place)),
        2 => any_buyer().prop_map(Step::Identify),
        1 => any_address().prop_map(Step::Bill),
        3 => any_method().prop_map(Step::Pay),
        1 => Just(Step::Forget),
    ]
}

fn any_purchase() -> impl Strategy<Value = PurchaseType> {
    prop_oneof![
        Just(PurchaseType::OneTimePurchase),
        Just(PurchaseType::Subscription)
    ]
}

/// The operations of a buyer who wants to buy.
fn any_checkout() -> impl Strategy<Value = Vec<Step>> {
    let some = (
        1..=VARIANTS,
        1..4_i64,
        prop::option::weighted(0.3, 1..=3_u64),
    );
    let some = some.prop_map(|(id, quantity, plan)| LineInput {
        selling_plan: plan.map(SellingPlanId),
        ..input(VariantId(id), quantity)
    });
    let inputs = prop::collection::vec(some, 1..3);
    let wish = (inputs, (0..5_usize, 0..5_usize), any_method());
    wish.prop_map(|(inputs, delivery, method)| {
        let buyer = BuyerIdentity {
            email: Some("jana@example.cz".to_owned()),
            ..BuyerIdentity::default()
        };
        vec![
            Step::Add(inputs),
            Step::Identify(buyer),
            Step::Deliver(Some(jana())),
            Step::Choose(PurchaseType::OneTimePurchase, delivery.0),
            Step::Choose(PurchaseType::Subscription, delivery.1),
            Step::Pay(method),
        ]
    })
}

/// Any operations of a storefront; half of the time with a checkout.
fn any_story() -> impl Strategy<Value = Vec<Step>> {
    let wandering = prop::collection::vec(any_step(), 0..8);
    (
        wandering,
        prop::option::weighted(0.8, any_checkout()),
        prop::collection::vec(any_step(), 0..2),
    )
        .prop_map(|(wandering, checkout, afterthought)| {
            let checkout = checkout.unwrap_or_default();
            let afterthought = Vec::from_iter(afterthought);
            [wandering, checkout, afterthought].concat()
        })
}

/// Performs a step; returns whether it was refused.
fn perform(cart: &mut Cart, step: Step, catalogue: &Catalogue) -> bool {
    let rules = shop();
    let faults = match step {
        Step::Add(inputs) => add_lines(cart, &inputs, catalogue, &rules).faults,
        Step::Update(updates) => update_lines(cart, &updates, catalogue, &rules).faults,
        Step::Remove(ids) => remove_lines(cart, &ids).faults,
        Step::Deliver(address) => set_delivery_address(cart, address, Strictness::Strict),
        Step::Bill(address) => set_billing_address(cart, address, Strictness::Strict),
        Step::Identify(buyer) => set_buyer(cart, buyer),
        Step::Choose(group, position) => {
            let priced = price(cart, catalogue, &rules, &Facts::default());
            let offered = priced.delivery.get(group);
            let offered = offered.and_then(|group| group.options.get(position));
            let handle = offered.map_or("nic", |option| option.handle.as_str());
            select_delivery(cart, 0, group, handle, &priced)
        }
        Step::Pay(method) => {
            let priced = price(cart, catalogue, &rules, &Facts::default());
            let amount = Money::new(priced.total, Currency::CZK);
            bind_payment(cart, amount, method, &priced, &rules)
        }
        Step::Forget => {
            remove_personal_data(cart);
            Vec::new()
        }
    };
    !faults.is_empty()
}

/// Every total is the sum of its parts, and none is negative.
fn assert_adds_up(priced: &PricedCart) -> Result<(), TestCaseError> {
    let delivery = priced.delivery.price();
    let lines: MinorUnits = priced.lines.iter().map(|line| line.total).sum();
    let quantity: u64 = priced
        .lines
        .iter()
        .map(|line| u64::from(line.quantity))
        .sum();
    let gross: MinorUnits = priced.taxes.iter().map(|line| line.base + line.tax).sum();
    let tax: MinorUnits = priced.taxes.iter().map(|line| line.tax).sum();
    prop_assert_eq!(priced.subtotal, lines);
    prop_assert_eq!(priced.total, lines + delivery);
    prop_assert_eq!(priced.total_quantity, quantity);
    prop_assert_eq!(gross, priced.total);
    prop_assert_eq!(tax, priced.total_tax);
    prop_assert!(
        priced
            .lines
            .iter()
            .all(|line| !line.total.is_negative() && !line.unit_price.is_negative())
    );
    prop_assert!(
        !delivery.is_negative()
            && priced.total >= priced.subtotal
            && !priced.subtotal.is_negative()
    );
    Ok(())
}

/// [3.10] Every line is in the group of its purchase type and in no other. Each group is delivered like its own goods
/// alone, and the groups together cost what they cost separately.
fn assert_grouped(cart: &Cart, priced: &PricedCart) -> Result<(), TestCaseError> {
    let shipped = |line: &&PricedLine| line.quantity > 0 && line.variant().requires_shipping;
    let shipped: Vec<_> = priced.lines.iter().filter(shipped).collect();
    let types: Vec<_> = priced
        .delivery
        .iter()
        .map(|(purchase, _)| purchase)
        .collect();
    prop_assert_eq!(priced.requires_shipping(), !shipped.is_empty());
    let (mut apart, mut grams, mut worth) = (MinorUnits::ZERO, 0_u64, MinorUnits::ZERO);
    for (purchase, group) in priced.delivery.iter() {
        let own: Vec<_> = shipped
            .iter()
            .filter(|line| line.purchase_type() == purchase)
            .collect();
        prop_assert!(!own.is_empty());
        for line in &own {
            prop_assert!(priced.holds(purchase, line));
        }
        let weight = own
            .iter()
            .map(|line| u64::from(line.quantity) * u64::from(line.variant().grams));
        prop_assert_eq!(group.goods.grams, weight.fold(0, u64::saturating_add));
        if let Some(destination) = cart.destination() {
            let alone = delivery::options(shop().delivery_terms(), destination, group.goods, &[]);
            prop_assert_eq!(&alone, &group.options);
        }
        let handle = group.selected().map(|option| option.handle.as_str());
        prop_assert!(handle.is_none() || handle == cart.selected_delivery.of(purchase));
        apart += group
            .selected()
            .map_or(MinorUnits::ZERO, |option| option.price);
        grams = grams.saturating_add(group.goods.grams);
        worth += group.goods.subtotal;
    }
    for line in &shipped {
        prop_assert!(types.contains(&line.purchase_type()));
    }
    prop_assert_eq!(
        (apart, grams),
        (priced.delivery.price(), priced.delivery.grams())
    );
    prop_assert_eq!(
        worth,
        if types.is_empty() {
            MinorUnits::ZERO
        } else {
            priced.subtotal
        }
    );
    Ok(())
}

/// Base and tax of each rate add up to the amount paid at that rate.
fn assert_taxes(priced: &PricedCart) -> Result<(), TestCaseError> {
    let delivery_rate = shop().tax.delivery_rate();
    for tax in &priced.taxes {
        let lines = priced.lines.iter().filter(|line| line.tax_rate == tax.rate);
        let goods: MinorUnits = lines.map(|line| line.total).sum();
        let sent = if tax.rate == delivery_rate {
            priced.delivery.price()
        } else {
            MinorUnits::ZERO
        };
        prop_assert_eq!(tax.base + tax.tax, goods + sent);
        prop_assert!(!tax.tax.is_negative() && !tax.base.is_negative());
    }
    let rates: Vec<_> = priced.taxes.iter().map(|line| line.rate).collect();
    prop_assert!(rates.is_sorted_by(|one, next| one > next));
    Ok(())
}

/// No variant is sold beyond its stock.
fn assert_in_stock(priced: &PricedCart) -> Result<(), TestCaseError> {
    let mut sold: HashMap<VariantId, u64> = HashMap::new();
    for line in &priced.lines {
        let sum = sold.entry(line.variant().id).or_default();
        *sum += u64::from(line.quantity);
        prop_assert!(line.variant().stock.left().is_none_or(|left| *sum <= left));
    }
    Ok(())
}

/// Line numbers are unique and increasing; no line exceeds the limits; child lines follow their parent.
fn assert_sound(cart: &Cart) -> Result<(), TestCaseError> {
    let ids: Vec<_> = cart.lines.iter().map(|line| line.id.0).collect();
    let above = cart.lines.iter().filter(|line| line.parent.is_none());
    prop_assert!(above.is_sorted_by(|one, next| one.id.0 < next.id.0));
    prop_assert!(ids.iter().collect::<HashSet<_>>().len() == ids.len());
    for (place, line) in cart.lines.iter().enumerate() {
        let Some(parent) = line.parent else { continue };
        let nearest = cart.lines[..place].iter().rev();
        let above = nearest
            .filter(|other| other.parent.is_none())
            .map(|other| (other.id, other.variant));
        let above = above.take(1).collect::<Vec<_>>();
        prop_assert!(above.len() == 1 && above[0].0 == parent && above[0].1 != line.variant);
    }
    prop_assert!(ids.iter().all(|&id| id < cart.next_line));
    prop_assert!(cart.lines.len() <= shop().max_lines);
    prop_assert!(
        cart.lines
            .iter()
            .all(|line| line.quantity <= shop().max_quantity)
    );
    Ok(())
}

/// An order matches what was shown, and is paid in full.
fn assert_order(cart: &Cart, priced: &PricedCart) -> Result<(), TestCaseError> {
    let Ok(order) = complete(cart, priced, &shop()) else {
        return Ok(());
    };
    let delivery = order
        .delivery
        .as_ref()
        .map_or(MinorUnits::ZERO, OrderedDelivery::price);
    let lines: MinorUnits = order
        .lines
        .iter()
        .map(|l| l.unit_price * i64::from(l.quantity))
        .sum();
    let gross: MinorUnits = order.taxes.iter().map(|line| line.base + line.tax).sum();
    prop_assert_eq!(order.subtotal, lines);
    prop_assert_eq!(order.total, lines + delivery);
    prop_assert_eq!(gross, order.total);
    // An order that renews is never free: something must be charged later.
    let is_free = order.total.is_zero() && !order.has_selling_plan();
    prop_assert_eq!(is_free, order.payment == PaymentMethod::Free);
    prop_assert_eq!(
        cart.payment.as_ref().map(|payment| payment.amount.minor),
        Some(order.total)
    );
    prop_assert!(!order.lines.is_empty() && order.lines.iter().all(|line| line.quantity > 0));
    for line in &cart.lines {
        let bought = order.lines.iter().find(|bought| bought.id == line.id);
        prop_assert_eq!(bought.map_or(0, |bought| bought.quantity), line.quantity);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1_000) })]

    #[test]
    fn whatever_is_done_a_cart_adds_up(
        catalogue in any_catalogue(),
        later in any_catalogue(),
        steps in any_story(),
    ) {
        let mut cart = empty_cart();
        for step in steps {
            let before = cart.clone();
            let refused = perform(&mut cart, step, &catalogue);
            prop_assert!(!refused || cart == before, "a fault applies nothing");
            assert_sound(&cart)?;
        }
        // With the catalogue at the time, and after prices and stock have changed arbitrarily.
        for catalogue in [&catalogue, &later] {
            let priced = price(&cart, catalogue, &shop(), &Facts::default());
            assert_adds_up(&priced)?;
            assert_grouped(&cart, &priced)?;
            assert_taxes(&priced)?;
            assert_in_stock(&priced)?;
            assert_order(&cart, &priced)?;
        }
    }

    #[test]
    fn adding_loses_no_line_and_invents_no_unit(
        catalogue in any_catalogue(),
        first in prop::collection::vec(any_input(), 0..4),
        then in prop::collection::vec(any_input(), 1..4),
    ) {
        let mut cart = empty_cart();
        let _ = add_lines(&mut cart, &first, &catalogue, &shop());
        let before = cart.clone();
        let changed = add_lines(&mut cart, &then, &catalogue, &shop());
        for line in &before.lines {
            prop_assert!(cart.lines.iter().any(|kept| kept.id == line.id));
        }
        if changed.faults.is_empty() && changed.warnings.is_empty() {
            let units = |cart: &Cart| cart.lines.iter().map(|l| i64::from(l.quantity)).sum::<i64>();
            let added: i64 = then.iter().map(|input| input.quantity).sum();
            prop_assert_eq!(units(&cart), units(&before) + added);
        }
    }

    #[test]
    fn a_cart_prices_the_same_after_it_was_stored(
        catalogue in any_catalogue(),
        steps in prop::collection::vec(any_step(), 0..8),
    ) {
        let mut cart = empty_cart();
        for step in steps {
            perform(&mut cart, step, &catalogue);
        }
        let stored = serde_json::to_vec(&cart).unwrap();
        let read: Cart = serde_json::from_slice(&stored).unwrap();
        prop_assert_eq!(&read, &cart);
        let once = format!("{:?}", price(&cart, &catalogue, &shop(), &Facts::default()));
        prop_assert_eq!(once, format!("{:?}", price(&read, &catalogue, &shop(), &Facts::default())));
    }

    #[test]
    fn any_quantity_and_any_price_can_be_priced(
        price_of_one: i64,
        quantities in prop::collection::vec(any::<u32>(), 1..5),
    ) {
        let mut made = products();
        made[1].variants[0].price = MinorUnits::new(price_of_one);
        let book = made[1].variants[0].id;
        let catalogue = Catalogue::new(made);
        let mut cart = empty_cart();
        cart.delivery_address = Some(jana());
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        for (id, quantity) in (1..).zip(quantities) {
            let line = crate::cart::CartLine {
                id: LineId(id),
                variant: book,
                quantity,
                attributes: Vec::new(),
                parent: None,
                selling_plan: (id > 1).then_some(SellingPlanId(u64::from(id) - 1)),
            };
            cart.lines.push(line);
        }
        let priced = price(&cart, &catalogue, &shop(), &Facts::default());
        assert_adds_up(&priced)?;
        assert_taxes(&priced)?;
    }

    #[test]
    fn any_text_can_be_judged_as_an_address(texts in prop::array::uniform10(prop::option::of(any::<String>()))) {
        let [first_name, last_name, company, address1, address2, city, zip, province, country, phone] = texts;
        let address = Address {
            first_name, last_name, company, address1, address2, city, zip, province, country, phone,
        };
        let tidied = address.clone().tidied();
        prop_assert_eq!(tidied.clone().tidied(), tidied.clone());
        for strictness in [Strictness::CountryOnly, Strictness::Strict] {
            for for_delivery in [true, false] {
                let judged = faults(&tidied, strictness, for_delivery);
                let mut fields: Vec<_> = judged.iter().map(|fault| fault.subject).collect();
                fields.dedup();
                prop_assert_eq!(fields.len(), judged.len(), "one fault per field");
            }
        }
        let _ = crate::address::display_lines(&address);
    }
}
