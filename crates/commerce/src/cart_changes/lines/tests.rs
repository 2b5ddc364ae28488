use super::*;
use crate::cart::CartLine;
use crate::catalogue::Stock;
use crate::fixtures::{
    BOOK, QUARTERLY, SHIRT_L, SHIRT_M, UNPUBLISHED, VOUCHER, WEEKLY, YEARLY, cart_of, catalogue,
    catalogue_with, empty_cart, input, pieces, place, planned, shop, shop_with_members,
};
use crate::stock::WarningCode;

pub(super) fn engraved(variant: VariantId, quantity: i64, text: &str) -> LineInput {
    LineInput {
        attributes: vec![attribute("Rytina", text)],
        ..input(variant, quantity)
    }
}

fn attribute(key: &str, value: &str) -> Attribute {
    Attribute {
        key: key.to_owned(),
        value: value.to_owned(),
    }
}

fn add(cart: &mut Cart, inputs: &[LineInput]) -> Changed {
    add_lines(cart, inputs, &catalogue(), &shop())
}

fn update(cart: &mut Cart, updates: &[LineUpdate]) -> Changed {
    update_lines(cart, updates, &catalogue(), &shop())
}

pub(super) fn change(id: LineId) -> LineUpdate {
    LineUpdate {
        id,
        quantity: None,
        variant: None,
        attributes: None,
        selling_plan: PlanChange::Keep,
    }
}

fn quantity(id: LineId, quantity: i64) -> LineUpdate {
    LineUpdate {
        quantity: Some(quantity),
        ..change(id)
    }
}

fn contents(cart: &Cart) -> Vec<(VariantId, u32)> {
    cart.lines
        .iter()
        .map(|line| (line.variant, line.quantity))
        .collect()
}

/// Path and code of each fault.
pub(super) fn faults(changed: &Changed) -> Vec<(String, FaultCode)> {
    let of_line = |fault: &Fault| place(fault).replacen("lines.", "", 1);
    let pair = |fault: &Fault| (of_line(fault), fault.code);
    changed.faults.iter().map(pair).collect()
}

fn warned(changed: &Changed) -> Vec<(Option<LineId>, WarningCode)> {
    let pair = |warning: &crate::stock::CartWarning| (warning.line, warning.code);
    changed.warnings.iter().map(pair).collect()
}

#[test]
fn equal_lines_are_merged_and_others_are_not() {
    let mut cart = empty_cart();
    let changed = add(
        &mut cart,
        &[
            input(SHIRT_M, 1),
            input(BOOK, 2),
            input(SHIRT_M, 2),
            engraved(SHIRT_M, 1, "Jana"),
            engraved(SHIRT_M, 1, "Petr"),
        ],
    );
    assert_eq!(changed, Changed::default());
    assert_eq!(
        contents(&cart),
        [(SHIRT_M, 3), (BOOK, 2), (SHIRT_M, 1), (SHIRT_M, 1)]
    );
    let _ = add(&mut cart, &[engraved(SHIRT_M, 0, "Petr"), input(BOOK, 1)]);
    assert_eq!(cart.lines[1].quantity, 2, "a fault applies nothing");
}

#[test]
fn the_order_of_attributes_makes_no_other_line() {
    let mut cart = empty_cart();
    let (one, two) = (attribute("Barva", "bílá"), attribute("Rytina", "Jana"));
    let with = |attributes: [&Attribute; 2]| LineInput {
        attributes: attributes.map(Clone::clone).to_vec(),
        ..input(BOOK, 1)
    };
    let _ = add(&mut cart, &[with([&one, &two]), with([&two, &one])]);
    assert_eq!(contents(&cart), [(BOOK, 2)]);
    let _ = add(&mut cart, &[with([&one, &one])]);
    assert_eq!(contents(&cart), [(BOOK, 2), (BOOK, 1)]);
}

/// [3.06] The quantity of a line is 1 to the shop's limit; any other is `InvalidQuantity`.
#[test]
fn quantities_out_of_bounds_are_refused() {
    for given in [0, -1, 21, i64::from(i32::MAX) + 1, i64::MAX, i64::MIN] {
        let mut cart = cart_of(&[(BOOK, 1)]);
        let before = cart.clone();
        let changed = add(&mut cart, &[input(VOUCHER, 1), input(VOUCHER, given)]);
        assert_eq!(
            faults(&changed),
            [("1.quantity".to_owned(), FaultCode::InvalidQuantity)],
            "{given}"
        );
        assert_eq!(cart, before);
    }
}

#[test]
fn a_merged_quantity_is_held_to_the_limit_too() {
    let mut cart = cart_of(&[(BOOK, 15)]);
    let changed = add(&mut cart, &[input(BOOK, 5), input(BOOK, 1)]);
    assert_eq!(
        faults(&changed),
        [("1.quantity".to_owned(), FaultCode::InvalidQuantity)]
    );
    assert_eq!(contents(&cart), [(BOOK, 15)]);
    assert_eq!(add(&mut cart, &[input(BOOK, 5)]), Changed::default());
}

/// [5.20] A variant id of 0 is refused like any unknown id. All faults of a call are reported at once.
#[test]
fn unknown_and_unpublished_variants_are_refused() {
    let mut cart = empty_cart();
    let changed = add(
        &mut cart,
        &[
            input(VariantId(0), 1),
            input(VariantId(u64::MAX), 0),
            input(UNPUBLISHED, 1),
            input(BOOK, 1),
        ],
    );
    assert_eq!(
        faults(&changed),
        [
            (
                "0.merchandiseId".to_owned(),
                FaultCode::MerchandiseIdInvalid
            ),
            (
                "1.merchandiseId".to_owned(),
                FaultCode::MerchandiseIdInvalid
            ),
            ("1.quantity".to_owned(), FaultCode::InvalidQuantity),
            (
                "2.merchandiseId".to_owned(),
                FaultCode::MerchandiseProductNotPublished
            ),
        ]
    );
    assert!(cart.lines.is_empty());
}

/// [4.08] Data side: `NOT_ENOUGH_STOCK` lowers a line to what is left; `OUT_OF_STOCK` keeps it with quantity 0.
#[test]
fn what_is_not_there_is_not_taken() {
    let mut cart = empty_cart();
    let changed = add(&mut cart, &[input(SHIRT_M, 7), input(SHIRT_L, 1)]);
    assert_eq!(changed.faults, []);
    assert_eq!(
        warned(&changed),
        [
            (Some(LineId(1)), WarningCode::MerchandiseNotEnoughStock),
            (Some(LineId(2)), WarningCode::MerchandiseOutOfStock),
        ]
    );
    assert_eq!(contents(&cart), [(SHIRT_M, 5), (SHIRT_L, 0)]);
}

#[test]
fn a_new_line_gets_what_the_others_left() {
    let mut cart = cart_of(&[(SHIRT_M, 4)]);
    let changed = add(&mut cart, &[engraved(SHIRT_M, 3, "Jana")]);
    assert_eq!(
        warned(&changed),
        [(Some(LineId(2)), WarningCode::MerchandiseNotEnoughStock)]
    );
    assert_eq!(contents(&cart), [(SHIRT_M, 4), (SHIRT_M, 1)]);
}

#[test]
fn lines_that_a_call_is_not_about_are_left_alone() {
    let mut cart = cart_of(&[(SHIRT_M, 4)]);
    let fewer = catalogue_with(SHIRT_M, |shirt| shirt.stock = pieces(1));
    let changed = add_lines(&mut cart, &[input(BOOK, 1)], &fewer, &shop());
    assert_eq!(changed, Changed::default());
    assert_eq!(contents(&cart), [(SHIRT_M, 4), (BOOK, 1)]);
}

#[test]
fn what_may_be_oversold_is_never_lowered() {
    let oversold = catalogue_with(SHIRT_L, |shirt| {
        shirt.stock = Stock::Tracked {
            available: -2,
            oversell: true,
        };
    });
    let mut cart = empty_cart();
    let changed = add_lines(&mut cart, &[input(SHIRT_L, 20)], &oversold, &shop());
    assert_eq!(changed, Changed::default());
    assert_eq!(contents(&cart), [(SHIRT_L, 20)]);
}

#[test]
fn a_cart_holds_so_many_lines_and_no_more() {
    let mut cart = empty_cart();
    let inputs: Vec<_> = (1..=6).map(|n| engraved(BOOK, 1, &n.to_string())).collect();
    let changed = add(&mut cart, &inputs);
    assert_eq!(
        faults(&changed),
        [("5".to_owned(), FaultCode::CartTooLarge)]
    );
    assert!(cart.lines.is_empty());
    let equal = vec![input(BOOK, 1); 6];
    let expected = [("5".to_owned(), FaultCode::CartTooLarge)];
    assert_eq!(faults(&add(&mut cart, &equal)), expected);
    assert_eq!(add(&mut cart, &inputs[..5]), Changed::default());
    assert_eq!(add(&mut cart, &inputs[..1]), Changed::default());
    assert_eq!(cart.lines.len(), 5);
}

#[test]
fn line_numbers_are_never_used_again() {
    let mut cart = cart_of(&[(BOOK, 1), (VOUCHER, 1)]);
    assert_eq!(remove_lines(&mut cart, &[LineId(2)]), Changed::default());
    let _ = add(&mut cart, &[input(VOUCHER, 1)]);
    let ids: Vec<_> = cart.lines.iter().map(|line| line.id.0).collect();
    assert_eq!(ids, [1, 3]);
    cart.next_line = u32::MAX;
    let changed = add(&mut cart, &[input(SHIRT_M, 1)]);
    assert_eq!(
        faults(&changed),
        [("0".to_owned(), FaultCode::CartTooLarge)]
    );
}

#[test]
fn attributes_beyond_measure_are_refused() {
    let mut cart = empty_cart();
    let changed = add(&mut cart, &[engraved(BOOK, 1, &"a".repeat(10_000))]);
    assert_eq!(
        faults(&changed),
        [("0.attributes.0.value".to_owned(), FaultCode::Invalid)]
    );
}

#[test]
fn attributes_lose_their_control_characters() {
    let mut cart = empty_cart();
    let _ = add(&mut cart, &[engraved(SHIRT_M, 1, "J\u{1b}ana")]);
    assert_eq!(cart.lines[0].attributes, [attribute("Rytina", "Jana")]);
    let id = cart.lines[0].id;
    let changed = LineUpdate {
        attributes: Some(vec![attribute("Ry\u{7}tina", "E\u{9b}va")]),
        ..change(id)
    };
    let _ = update(&mut cart, &[changed]);
    assert_eq!(cart.lines[0].attributes, [attribute("Rytina", "Eva")]);
}

#[test]
fn an_update_changes_what_it_names() {
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 2)]);
    let first = cart.lines[0].id;
    let changed = update(
        &mut cart,
        &[
            LineUpdate {
                attributes: Some(vec![attribute("Rytina", "Jana")]),
                ..quantity(first, 3)
            },
            LineUpdate {
                variant: Some(VOUCHER),
                ..change(cart_line(2))
            },
        ],
    );
    assert_eq!(changed, Changed::default());
    assert_eq!(contents(&cart), [(BOOK, 3), (VOUCHER, 2)]);
    assert_eq!(cart.lines[0].attributes[0].value, "Jana");
}

const fn cart_line(number: u32) -> LineId {
    LineId(number)
}

#[test]
fn quantity_0_removes_a_line() {
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 2)]);
    assert_eq!(
        update(&mut cart, &[quantity(cart_line(1), 0)]),
        Changed::default()
    );
    assert_eq!(contents(&cart), [(SHIRT_M, 2)]);
}

#[test]
fn a_wrong_update_applies_nothing_of_its_call() {
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 2)]);
    let before = cart.clone();
    let changed = update(
        &mut cart,
        &[
            quantity(cart_line(1), 5),
            quantity(cart_line(2), -1),
            quantity(cart_line(2), 21),
            quantity(cart_line(9), 1),
            LineUpdate {
                variant: Some(UNPUBLISHED),
                ..change(cart_line(1))
            },
            quantity(cart_line(2), 0),
            quantity(cart_line(2), 1),
        ],
    );
    assert_eq!(
        faults(&changed),
        [
            ("1.quantity".to_owned(), FaultCode::InvalidQuantity),
            ("2.quantity".to_owned(), FaultCode::InvalidQuantity),
            ("3.id".to_owned(), FaultCode::InvalidMerchandiseLine),
            (
                "4.merchandiseId".to_owned(),
                FaultCode::MerchandiseProductNotPublished
            ),
            ("6.id".to_owned(), FaultCode::InvalidMerchandiseLine),
        ]
    );
    assert_eq!(cart, before);
}

#[test]
fn lines_that_become_equal_are_merged_into_the_earlier_one() {
    let mut cart = cart_of(&[(BOOK, 2), (VOUCHER, 1), (SHIRT_M, 3)]);
    let becomes_book = LineUpdate {
        variant: Some(BOOK),
        ..change(cart_line(3))
    };
    assert_eq!(
        update(&mut cart, std::slice::from_ref(&becomes_book)),
        Changed::default()
    );
    assert_eq!(contents(&cart), [(BOOK, 5), (VOUCHER, 1)]);

    let mut full = cart_of(&[(BOOK, 18), (VOUCHER, 1), (SHIRT_M, 3)]);
    assert_eq!(
        faults(&update(&mut full, &[becomes_book])),
        [("0.quantity".to_owned(), FaultCode::InvalidQuantity)]
    );
}

#[test]
fn a_sold_out_line_can_be_raised_again_when_stock_is_back() {
    let mut cart = cart_of(&[(SHIRT_L, 2)]);
    assert_eq!(contents(&cart), [(SHIRT_L, 0)]);
    let back = catalogue_with(SHIRT_L, |shirt| shirt.stock = pieces(1));
    let changed = update_lines(&mut cart, &[quantity(cart_line(1), 2)], &back, &shop());
    assert_eq!(
        warned(&changed),
        [(Some(LineId(1)), WarningCode::MerchandiseNotEnoughStock)]
    );
    assert_eq!(contents(&cart), [(SHIRT_L, 1)]);
}

#[test]
fn removing_an_unknown_line_removes_nothing() {
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 2)]);
    let changed = remove_lines(&mut cart, &[cart_line(1), cart_line(7)]);
    assert_eq!(
        faults(&changed),
        [("1".to_owned(), FaultCode::InvalidMerchandiseLine)]
    );
    assert_eq!(cart.lines.len(), 2);
    assert_eq!(
        remove_lines(&mut cart, &[cart_line(1), cart_line(1), cart_line(2)]),
        Changed::default()
    );
    assert!(cart.lines.is_empty());
}

fn plans(cart: &Cart) -> Vec<(VariantId, u32, Option<SellingPlanId>)> {
    let line = |line: &CartLine| (line.variant, line.quantity, line.selling_plan);
    cart.lines.iter().map(line).collect()
}

/// [3.07] The same goods under another plan are another line; under the same plan they are merged.
#[test]
fn the_plan_belongs_to_what_a_line_is() {
    let mut cart = cart_of(&[(BOOK, 1)]);
    let inputs = [
        planned(BOOK, 2, WEEKLY),
        planned(BOOK, 1, QUARTERLY),
        planned(BOOK, 3, WEEKLY),
    ];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    let expected = [
        (BOOK, 1, None),
        (BOOK, 5, Some(WEEKLY)),
        (BOOK, 1, Some(QUARTERLY)),
    ];
    assert_eq!(plans(&cart), expected);
    let becomes = |id: u32, plan| LineUpdate {
        selling_plan: plan,
        ..change(cart_line(id))
    };
    let changed = update(
        &mut cart,
        &[
            becomes(3, PlanChange::Under(WEEKLY)),
            becomes(1, PlanChange::Once),
        ],
    );
    assert_eq!(changed, Changed::default());
    assert_eq!(plans(&cart), [(BOOK, 1, None), (BOOK, 6, Some(WEEKLY))]);
    assert_eq!(
        update(&mut cart, &[becomes(2, PlanChange::Once)]),
        Changed::default(),
        "a plan can be given up"
    );
    assert_eq!(plans(&cart), [(BOOK, 7, None)]);
}

/// [8.03] `SELLING_PLAN_NOT_APPLICABLE`: the plan does not exist, or it is for other goods.
#[test]
fn a_plan_of_other_goods_is_refused() {
    let mut cart = cart_of(&[(BOOK, 1)]);
    let before = cart.clone();
    let inputs = [
        planned(BOOK, 1, SellingPlanId(99)),
        planned(BOOK, 1, YEARLY),
        planned(VOUCHER, 1, WEEKLY),
        planned(BOOK, 1, WEEKLY),
    ];
    let not_applicable = FaultCode::SellingPlanNotApplicable;
    let at = |index: &str| (format!("{index}.sellingPlanId"), not_applicable);
    assert_eq!(
        faults(&add(&mut cart, &inputs)),
        [at("0"), at("1"), at("2")]
    );
    let changed = LineUpdate {
        selling_plan: PlanChange::Under(YEARLY),
        ..change(cart_line(1))
    };
    assert_eq!(faults(&update(&mut cart, &[changed])), [at("0")]);
    assert_eq!(cart, before);
    let _ = add(&mut cart, &[planned(BOOK, 1, WEEKLY)]);
    let becomes_voucher = LineUpdate {
        variant: Some(VOUCHER),
        ..change(cart_line(2))
    };
    assert_eq!(faults(&update(&mut cart, &[becomes_voucher])), [at("0")]);
}

/// [8.03] `VARIANT_REQUIRES_SELLING_PLAN`: the goods are sold only with a plan.
#[test]
fn what_is_sold_with_a_plan_only_needs_one() {
    let rules = shop_with_members();
    let mut cart = cart_of(&[(VOUCHER, 1)]);
    let required = FaultCode::VariantRequiresSellingPlan;
    let at = |index: &str| vec![(format!("{index}.sellingPlanId"), required)];
    let inputs = [planned(VOUCHER, 1, YEARLY), input(VOUCHER, 1)];
    let refused = add_lines(&mut cart, &inputs, &catalogue(), &rules);
    assert_eq!(faults(&refused), at("1"));
    // The line was added before the merchant required a plan.
    let more = update_lines(
        &mut cart,
        &[quantity(cart_line(1), 2)],
        &catalogue(),
        &rules,
    );
    assert_eq!(faults(&more), at("0"));
    let gone = update_lines(
        &mut cart,
        &[quantity(cart_line(1), 0)],
        &catalogue(),
        &rules,
    );
    assert_eq!(gone, Changed::default());
    assert_eq!(cart.lines, []);
}
