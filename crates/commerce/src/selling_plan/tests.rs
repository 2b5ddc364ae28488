//! Prices under plans, worked out by hand, and properties of any plan.

use super::*;
use crate::address::Address;
use crate::cart::{Attribute, Cart, CartLine, SelectedDelivery};
use crate::cart_changes::add_lines;
use crate::company::{CompanyFields, VAT_ID};
use crate::completion::faults_before_payment;
use crate::error::{Fault, FaultCode};
use crate::fixtures::{
    BOOK, INTRODUCTORY, QUARTERLY, SHIRT_M, VOUCHER, WEEKLY, YEARLY, cart_of, catalogue,
    empty_cart, input, jana, place, plan, planned, priced, selling_plans, shop, shop_with_members,
    text,
};
use crate::ids::{LineId, SellingPlanId};
use crate::money::{MAX_AMOUNT, MinorUnits};
use crate::pricing::{Facts, price};
use crate::rules::ShopRules;
use crate::subject::{LinePart, Subject};
use proptest::prelude::*;
use std::sync::Arc;

fn schedule(interval: Interval, count: u32) -> Schedule {
    Schedule { interval, count }
}

fn known(id: SellingPlanId) -> Arc<SellingPlan> {
    let plans = selling_plans();
    let mut all = plans.groups.iter().flat_map(|group| &group.plans);
    Arc::clone(all.find(|plan| plan.id == id).unwrap())
}

/// [3.05] Prices under every kind of adjustment: one payment, the same without a plan, one delivery, and the number of
/// orders.
#[test]
fn a_plan_changes_what_a_piece_costs() {
    for (id, unit, expected) in [
        (WEEKLY, 39_900, &[(35_910, 39_900, 35_910, None)][..]),
        // 10 % of 0.05 is half a haléř: the shop keeps it.
        (WEEKLY, 5, &[(5, 5, 5, None)]),
        // Three deliveries of 379 Kč.
        (QUARTERLY, 39_900, &[(113_700, 119_700, 37_900, None)]),
        (QUARTERLY, 1_999, &[(0, 5_997, 0, None)]),
        (
            INTRODUCTORY,
            39_900,
            &[
                (19_900, 39_900, 19_900, Some(3)),
                (37_905, 39_900, 37_905, None),
            ],
        ),
        (YEARLY, 50_000, &[(50_000, 50_000, 50_000, None)]),
    ] {
        let allocation = Allocation::of(&known(id), MinorUnits::new(unit));
        let phases: Vec<_> = allocation
            .phases
            .iter()
            .map(|one| {
                let prices = [one.price, one.compare_at, one.per_delivery];
                let [price, compare_at, per_delivery] = prices.map(MinorUnits::get);
                (price, compare_at, per_delivery, one.order_count)
            })
            .collect();
        assert_eq!(phases, expected, "{id:?} of {unit}");
        assert_eq!(allocation.checkout_charge(), MinorUnits::new(expected[0].0));
        assert_eq!(allocation.compare_at(), MinorUnits::new(expected[0].1));
        assert_eq!(
            allocation.plan.first_price(MinorUnits::new(unit)),
            Some(MinorUnits::new(expected[0].0))
        );
    }
}

#[test]
fn the_first_orders_cost_one_thing_and_the_later_ones_another() {
    let allocation = Allocation::of(&known(INTRODUCTORY), MinorUnits::new(39_900));
    for (order, price) in [
        (0, 19_900),
        (1, 19_900),
        (3, 19_900),
        (4, 37_905),
        (u32::MAX, 37_905),
    ] {
        assert_eq!(
            allocation.price_of(order),
            MinorUnits::new(price),
            "order {order}"
        );
    }
}

#[test]
fn payments_fall_on_deliveries() {
    use Interval::{Day, Month, Week, Year};
    for (payment, delivery, count) in [
        ((Week, 1), (Week, 1), Some(1)),
        ((Week, 2), (Day, 7), Some(2)),
        ((Year, 1), (Month, 1), Some(12)),
        ((Year, 2), (Month, 8), Some(3)),
        ((Month, 3), (Month, 2), None),
        ((Week, 1), (Month, 1), None),
        ((Month, 1), (Week, 1), None),
        ((Day, 1), (Week, 1), None),
        ((Year, u32::MAX), (Month, 1), None),
    ] {
        let (payment, delivery) = (
            schedule(payment.0, payment.1),
            schedule(delivery.0, delivery.1),
        );
        assert_eq!(payment.holds(delivery), count, "{payment:?} {delivery:?}");
    }
}

#[test]
fn plans_that_make_no_sense_are_told() {
    let off = Adjustment::Percentage(500);
    let monthly = (Interval::Month, 1);
    let made = |adjustments: &[_]| plan(SellingPlanId(9), "Zkouška", monthly, adjustments);
    for (adjustments, expected) in [
        (&[][..], Ok(())),
        (&[(off, None)], Ok(())),
        (&[(off, Some(1)), (off, None)], Ok(())),
        (&[(off, Some(3))], Err(InvalidPlan::Endless)),
        (&[(off, None), (off, None)], Err(InvalidPlan::Endless)),
        (
            &[(off, Some(1)), (off, Some(1)), (off, None)],
            Err(InvalidPlan::TooManyAdjustments),
        ),
    ] {
        assert_eq!(made(adjustments).check(), expected, "{adjustments:?}");
    }
    let odd = SellingPlan {
        delivery: schedule(Interval::Week, 1),
        ..made(&[])
    };
    assert_eq!(odd.check(), Err(InvalidPlan::Billing));
}

/// [5.16] Recurring totals per interval, using the price of each line after its first orders.
#[test]
fn recurring_totals_are_summed_per_interval() {
    let mut cart = empty_cart();
    let inputs = [
        input(BOOK, 2),
        planned(BOOK, 2, WEEKLY),
        planned(SHIRT_M, 1, WEEKLY),
        planned(VOUCHER, 3, YEARLY),
        planned(BOOK, 1, INTRODUCTORY),
    ];
    assert_eq!(
        add_lines(&mut cart, &inputs, &catalogue(), &shop()).faults,
        []
    );
    let always = |amount| vec![(amount, None)];
    let totals: Vec<_> = priced(&cart)
        .recurring_totals()
        .into_iter()
        .map(|total| {
            let phases = total.phases.iter();
            let phases: Vec<_> = phases
                .map(|one| (one.amount.get(), one.order_count))
                .collect();
            (total.schedule, phases)
        })
        .collect();
    assert_eq!(
        totals,
        [
            (schedule(Interval::Week, 1), always(2 * 35_910 + 116_100)),
            (
                schedule(Interval::Month, 1),
                vec![(19_900, Some(3)), (37_905, None)]
            ),
            (schedule(Interval::Year, 1), always(150_000)),
        ]
    );
}

/// [5.16] Prices of one schedule that end at different orders: each phase starts where the previous one ends.
#[test]
fn phases_follow_each_other_where_prices_end_at_different_orders() {
    let monthly = (Interval::Month, 1);
    let ends_after = |id, orders: &[(i64, u32)], last: i64| {
        let ending = orders.iter();
        let ending =
            ending.map(|&(price, count)| (Adjustment::Price(MinorUnits::new(price)), Some(count)));
        let prices: Vec<_> = ending
            .chain([(Adjustment::Price(MinorUnits::new(last)), None)])
            .collect();
        Allocation::of(
            &Arc::new(plan(SellingPlanId(id), "Měsíčně", monthly, &prices)),
            MinorUnits::new(90_000),
        )
    };
    let first = ends_after(91, &[(10_000, 2), (20_000, 3)], 30_000);
    let second = ends_after(92, &[(1_000, 3)], 2_000);
    let totals = recurring_totals([(&first, 1), (&second, 2)]);
    let phases = totals[0].phases.iter();
    let phases: Vec<_> = phases
        .map(|one| (one.amount.get(), one.order_count))
        .collect();
    assert_eq!(totals.len(), 1);
    assert_eq!(
        phases,
        [
            (12_000, Some(2)),
            (22_000, Some(1)),
            (24_000, Some(2)),
            (34_000, None),
        ]
    );
}

/// [5.16] A line with quantity 0 never recurs: it makes no total, not even one of zero, and ends no phase.
#[test]
fn a_line_of_nothing_recurs_never() {
    let [introductory, yearly, weekly] = [INTRODUCTORY, YEARLY, WEEKLY]
        .map(|id| Allocation::of(&known(id), MinorUnits::new(39_900)));
    assert_eq!(recurring_totals([(&introductory, 0), (&yearly, 0)]), []);
    let totals = recurring_totals([(&introductory, 0), (&weekly, 1)]);
    let schedules: Vec<_> = totals.iter().map(|total| total.schedule).collect();
    assert_eq!(schedules, [schedule(Interval::Week, 1)]);
}

#[test]
fn what_is_bought_once_recurs_never() {
    assert_eq!(priced(&cart_of(&[(BOOK, 1)])).recurring_totals(), []);
    assert!(!priced(&cart_of(&[(BOOK, 1)])).has_selling_plan());
}

/// [3.10] One-time purchases and subscriptions are delivered separately; goods that are not shipped are not delivered
/// at all.
#[test]
fn goods_go_by_purchase_type() {
    use PurchaseType::{OneTimePurchase, Subscription};
    let kind = |inputs: &[_]| {
        let mut cart = empty_cart();
        assert_eq!(
            add_lines(&mut cart, inputs, &catalogue(), &shop()).faults,
            []
        );
        let priced = priced(&cart);
        let groups = priced.delivery.iter();
        groups.map(|(purchase, _)| purchase).collect::<Vec<_>>()
    };
    assert_eq!(kind(&[input(BOOK, 1)]), [OneTimePurchase]);
    assert_eq!(kind(&[planned(BOOK, 1, WEEKLY)]), [Subscription]);
    assert_eq!(
        kind(&[planned(BOOK, 1, WEEKLY), planned(SHIRT_M, 1, QUARTERLY)]),
        [Subscription]
    );
    assert_eq!(
        kind(&[planned(BOOK, 1, WEEKLY), input(SHIRT_M, 1)]),
        [OneTimePurchase, Subscription]
    );
    assert_eq!(
        kind(&[planned(BOOK, 1, WEEKLY), input(VOUCHER, 1)]),
        [Subscription]
    );
    assert_eq!(kind(&[input(VOUCHER, 1)]), []);
    assert_eq!(kind(&[]), []);
}

/// [3.05] [3.10] Goods paid ahead for three deliveries are shipped, and taken off the stock, once for now. Parcel and
/// delivery price are those of the first delivery. Later parcels are the merchant's task.
#[test]
fn what_is_paid_ahead_is_delivered_once_for_now() {
    let lines = [input(SHIRT_M, 4), planned(SHIRT_M, 4, QUARTERLY)];
    let [once, ahead] = lines.map(|line| {
        let mut cart = empty_cart();
        cart.buyer.country = text("CZ");
        cart.selected_delivery = SelectedDelivery::whole("ppl");
        let changed = add_lines(&mut cart, &[line], &catalogue(), &shop());
        // Five are in stock, and three times four would be too many.
        assert_eq!((changed.faults, changed.warnings), (vec![], vec![]));
        priced(&cart)
    });
    assert_eq!(once.lines[0].total, MinorUnits::new(4 * 129_000));
    assert_eq!(
        ahead.lines[0].total,
        MinorUnits::new(4 * 3 * (129_000 - 2_000))
    );
    for priced in [once, ahead] {
        assert_eq!((priced.total_quantity, priced.delivery.grams()), (4, 1_200));
        assert_eq!(priced.delivery.price(), MinorUnits::new(9_900));
    }
}

/// [3.10] A sold-out line stays with its own purchase type and never joins the other group's parcel.
#[test]
fn a_sold_out_line_is_in_no_parcel_but_its_own() {
    let mut cart = empty_cart();
    let inputs = [planned(BOOK, 1, WEEKLY), input(SHIRT_M, 1)];
    assert_eq!(
        add_lines(&mut cart, &inputs, &catalogue(), &shop()).faults,
        []
    );
    let held = |cart: &Cart| {
        let priced = priced(cart);
        let subscription = PurchaseType::Subscription;
        let lines = priced.lines.iter();
        lines
            .map(|line| priced.holds(subscription, line))
            .collect::<Vec<_>>()
    };
    assert_eq!(held(&cart), [true, false]);
    cart.lines[1].quantity = 0;
    assert_eq!(held(&cart), [true, false]);
}

/// [8.03] A plan that is no longer offered stops the order, and so does a plan that has become required.
#[test]
fn a_cart_whose_plans_are_offered_no_more_cannot_be_bought() {
    let mut cart = cart_of(&[(BOOK, 1), (VOUCHER, 1)]);
    cart.lines[0].selling_plan = Some(WEEKLY);
    cart.buyer.email = text("jana@example.cz");
    let mut rules = shop_with_members();
    rules.selling_plans.groups[0].products.clear();
    let now = price(&cart, &catalogue(), &rules, &Facts::default());
    assert_eq!(
        now.lines[0].unit_price,
        MinorUnits::new(39_900),
        "no plan, no adjustment"
    );
    let found = faults_before_payment(&cart, &now, &rules);
    let at = |code, index| Fault::of(code, Subject::Line(index, LinePart::SellingPlan));
    assert_eq!(
        found[..2],
        [
            at(FaultCode::SellingPlanNotApplicable, 0),
            at(FaultCode::VariantRequiresSellingPlan, 1),
        ]
    );
}

/// [8.03] A plan closed to companies is refused to a buyer whose invoice names a company, or who enters company numbers
/// where the shop asks for them. Without a plan, or under a plan of another group, a company can buy like anybody.
#[test]
fn a_plan_can_be_closed_to_companies() {
    let mut cart = cart_of(&[(BOOK, 1), (BOOK, 2)]);
    cart.lines[0].selling_plan = Some(WEEKLY);
    cart.buyer.email = text("jana@example.cz");
    cart.billing_address = Some(jana());
    let mut rules = shop_with_members();
    let found = |cart: &Cart, rules: &ShopRules| {
        let now = price(cart, &catalogue(), rules, &Facts::default());
        let found = faults_before_payment(cart, &now, rules).into_iter();
        let of_plans = found.filter(|fault| fault.code == FaultCode::SellingPlanClosedToCompanies);
        of_plans.map(|fault| place(&fault)).collect::<Vec<_>>()
    };
    let named = |cart: &Cart| {
        let mut cart = cart.clone();
        cart.billing_address = Some(Address {
            company: text("Lněná dílna s.r.o."),
            ..jana()
        });
        cart
    };
    let numbered = |cart: &Cart| {
        let mut cart = cart.clone();
        cart.attributes = vec![Attribute {
            key: VAT_ID.to_owned(),
            value: "CZ27082440".to_owned(),
        }];
        cart
    };
    assert_eq!(found(&named(&cart), &rules), [""; 0], "open to everybody");
    rules.selling_plans.groups[0].closed_to_companies = true;
    let first = ["lines.0.sellingPlanId"];
    assert_eq!(found(&cart, &rules), [""; 0], "a person");
    assert_eq!(found(&named(&cart), &rules), first);
    assert_eq!(
        found(&numbered(&cart), &rules),
        [""; 0],
        "numbers mean nothing"
    );
    rules.company_fields = CompanyFields::Optional;
    assert_eq!(found(&numbered(&cart), &rules), first);
    cart.lines[0].quantity = 0;
    assert_eq!(found(&named(&cart), &rules), [""; 0], "not bought");
}

#[test]
fn a_group_is_for_products_by_handle_or_tag() {
    let mut plans = selling_plans();
    plans.groups[0].products.clear();
    plans.groups[0].tags.insert("káva".to_owned());
    let shop = catalogue();
    let mut product = shop.product("kniha-o-lnu").unwrap().as_ref().clone();
    assert_eq!(plans.plans_for(&product).count(), 0);
    product.tags.push("káva".to_owned());
    assert_eq!(plans.plans_for(&product).count(), 3);
    assert!(plans.plan_for(WEEKLY, &product).is_some());
    assert!(plans.plan_for(YEARLY, &product).is_none());
}

/// A cart stored before plans existed.
#[test]
fn an_old_line_is_bought_once() {
    let line = r#"{"id":1,"variant":21,"quantity":2,"attributes":[]}"#;
    let read: CartLine = serde_json::from_str(line).unwrap();
    assert_eq!(read.selling_plan, None);
    let written = serde_json::to_string(&read).unwrap();
    assert_eq!(written, line, "and is written as before");
    assert_eq!(read.id, LineId(1));
}

fn any_adjustment() -> impl Strategy<Value = Adjustment> {
    let amount = prop_oneof![5 => 0..200_000_i64, 1 => any::<i64>()].prop_map(MinorUnits::new);
    prop_oneof![
        prop_oneof![5 => 0..=10_000_u32, 1 => any::<u32>()].prop_map(Adjustment::Percentage),
        amount.clone().prop_map(Adjustment::Amount),
        amount.prop_map(Adjustment::Price),
    ]
}

fn any_plan() -> impl Strategy<Value = SellingPlan> {
    let adjustments = prop_oneof![
        Just(Vec::new()),
        any_adjustment().prop_map(|one| vec![(one, None)]),
        (any_adjustment(), any_adjustment(), 1..6_u32)
            .prop_map(|(one, other, count)| vec![(one, Some(count)), (other, None)]),
    ];
    let interval = prop::sample::select(&Interval::ALL[..]);
    (adjustments, interval, 1..4_u32, 1..5_u32, any::<bool>()).prop_map(
        |(adjustments, interval, count, times, recurring_deliveries)| SellingPlan {
            billing: schedule(interval, count * times),
            recurring_deliveries,
            ..plan(WEEKLY, "Zkouška", (interval, count), &adjustments)
        },
    )
}

fn any_price() -> impl Strategy<Value = i64> {
    prop_oneof![10 => 0..500_000_i64, 1 => any::<i64>(), 1 => Just(i64::MAX)]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn no_plan_makes_a_price_negative_or_immense(made in any_plan(), unit in any_price()) {
        prop_assert_eq!(made.check(), Ok(()));
        let allocation = Allocation::of(&Arc::new(made), MinorUnits::new(unit));
        prop_assert_eq!(allocation.phases.len(), allocation.plan.adjustments.len().max(1));
        for phase in &allocation.phases {
            prop_assert!((MinorUnits::ZERO..=MAX_AMOUNT).contains(&phase.price));
            prop_assert!((MinorUnits::ZERO..=MAX_AMOUNT).contains(&phase.compare_at));
            let deliveries = i64::from(allocation.plan.deliveries_per_payment());
            let rest = phase.price - phase.per_delivery * deliveries;
            prop_assert!(!phase.per_delivery.is_negative() && (0..deliveries).contains(&rest.get()));
        }
        let charge = allocation.checkout_charge();
        prop_assert_eq!(allocation.price_of(1), charge);
        // An exact price is charged exactly.
        if (0..=MAX_AMOUNT.get()).contains(&unit) {
            let exact = allocation.plan.first_price(MinorUnits::new(unit));
            prop_assert!(exact.is_none_or(|exact| exact == charge));
        }
    }

    #[test]
    fn less_is_never_dearer(unit in 0..500_000_i64, more in 0..500_000_i64, adjustment in any_adjustment()) {
        prop_assert!(adjustment.apply(MinorUnits::new(unit)) <= adjustment.apply(MinorUnits::new(unit + more)));
        if !matches!(adjustment, Adjustment::Price(_)) {
            prop_assert!(adjustment.apply(MinorUnits::new(unit)) <= MinorUnits::new(unit));
        }
    }

    #[test]
    fn recurring_totals_are_the_sums_of_their_lines_at_every_order(
        lines in prop::collection::vec((any_plan(), 0..500_000_i64, 0..9_u32), 0..6),
        order in 1..15_u32,
    ) {
        let lines: Vec<_> = lines
            .into_iter()
            .map(|(made, unit, quantity)| (Allocation::of(&Arc::new(made), MinorUnits::new(unit)), quantity))
            .collect();
        let pairs = || lines.iter().map(|(allocation, quantity)| (allocation, *quantity));
        let totals = recurring_totals(pairs());
        let at_order = |phases: &[RecurringPhase]| {
            let mut before = 0;
            for phase in phases {
                match phase.order_count {
                    Some(count) if order > before + count => before += count,
                    _ => return phase.amount,
                }
            }
            MinorUnits::new(-1)
        };
        let summed: MinorUnits = totals.iter().map(|total| at_order(&total.phases)).sum();
        let expected: MinorUnits = pairs()
            .map(|(allocation, quantity)| allocation.price_of(order) * i64::from(quantity))
            .sum();
        prop_assert_eq!(summed, expected);
        for total in &totals {
            let last = total.phases.last();
            prop_assert!(last.is_some_and(|phase| phase.order_count.is_none()));
        }
        let schedules: Vec<_> = totals.iter().map(|total| total.schedule).collect();
        prop_assert!(schedules.is_sorted_by(|one, next| one < next), "each schedule stands once");
        prop_assert_eq!(totals, recurring_totals(pairs()));
    }

    #[test]
    fn the_first_order_is_what_the_cart_costs(quantity in 1..20_u32, id in 1..=3_u64) {
        let mut cart: Cart = cart_of(&[(BOOK, 1)]);
        cart.lines[0].quantity = quantity;
        cart.lines[0].selling_plan = Some(SellingPlanId(id));
        let now = priced(&cart);
        let due: MinorUnits = now.recurring_totals().iter().map(|total| total.phases[0].amount).sum();
        prop_assert_eq!(now.subtotal, due);
        prop_assert_eq!(now.total, due);
    }
}
