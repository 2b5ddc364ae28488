use super::super::*;
use super::*;
use crate::fixtures::{
    BOOK, SHIRT_L, SHIRT_M, VOUCHER, cart_of, catalogue_with, empty_cart, input, pieces, priced,
    shop,
};

fn below(parent: ParentReference, variant: VariantId, quantity: i64) -> LineInput {
    LineInput {
        parent: Some(parent),
        ..input(variant, quantity)
    }
}

const fn line(number: u32) -> ParentReference {
    ParentReference::Line(LineId(number))
}

const fn goods(variant: VariantId) -> ParentReference {
    ParentReference::Variant(variant)
}

fn engraved(variant: VariantId, text: &str) -> LineInput {
    LineInput {
        attributes: vec![Attribute {
            key: "Rytina".to_owned(),
            value: text.to_owned(),
        }],
        ..input(variant, 1)
    }
}

/// Everything may be bought without end.
fn full() -> Catalogue {
    catalogue_with(SHIRT_L, |shirt| shirt.stock = pieces(100))
}

fn add(cart: &mut Cart, inputs: &[LineInput]) -> Changed {
    add_lines(cart, inputs, &full(), &shop())
}

fn change(id: u32) -> LineUpdate {
    LineUpdate {
        id: LineId(id),
        quantity: None,
        variant: None,
        attributes: None,
        selling_plan: PlanChange::Keep,
    }
}

fn update(cart: &mut Cart, updates: &[LineUpdate]) -> Changed {
    update_lines(cart, updates, &full(), &shop())
}

/// Number, variant, pieces, and the line above.
fn contents(cart: &Cart) -> Vec<(u32, VariantId, u32, Option<u32>)> {
    let line = |line: &CartLine| {
        let parent = line.parent.map(|parent| parent.0);
        (line.id.0, line.variant, line.quantity, parent)
    };
    cart.lines.iter().map(line).collect()
}

fn faults(changed: &Changed) -> Vec<(String, FaultCode)> {
    let pair = |fault: &Fault| (fault.field.join("."), fault.code);
    changed.faults.iter().map(pair).collect()
}

#[test]
fn a_line_stands_right_below_its_parent_whatever_was_named_first() {
    let mut cart = empty_cart();
    let changed = add(
        &mut cart,
        &[
            below(goods(BOOK), VOUCHER, 1),
            input(BOOK, 1),
            input(SHIRT_M, 1),
        ],
    );
    assert_eq!(changed, Changed::default());
    let expected = [
        (1, BOOK, 1, None),
        (3, VOUCHER, 1, Some(1)),
        (2, SHIRT_M, 1, None),
    ];
    assert_eq!(contents(&cart), expected);
    let changed = add(&mut cart, &[below(line(1), SHIRT_L, 2)]);
    assert_eq!(changed, Changed::default());
    let order: Vec<_> = cart.lines.iter().map(|line| line.id.0).collect();
    assert_eq!(order, [1, 3, 4, 2]);
    let parents: Vec<_> = priced(&cart).lines.iter().map(|line| line.parent).collect();
    assert_eq!(parents, [None, Some(LineId(1)), Some(LineId(1)), None]);
}

/// The same goods are merged below one line, and never across lines.
#[test]
fn the_line_above_belongs_to_what_a_line_is() {
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 1), (VOUCHER, 1)]);
    let voucher = |parent| below(parent, VOUCHER, 1);
    let changed = add(
        &mut cart,
        &[voucher(line(1)), voucher(line(2)), voucher(goods(BOOK))],
    );
    assert_eq!(changed, Changed::default());
    assert_eq!(
        contents(&cart),
        [
            (1, BOOK, 1, None),
            (4, VOUCHER, 2, Some(1)),
            (2, SHIRT_M, 1, None),
            (5, VOUCHER, 1, Some(2)),
            (3, VOUCHER, 1, None),
        ]
    );
}

/// Of two lines of the same goods, the one of the same call is meant.
#[test]
fn a_parent_of_the_same_call_is_meant_first() {
    let mut cart = empty_cart();
    let _ = add(&mut cart, &[engraved(BOOK, "Jana")]);
    let inputs = [engraved(BOOK, "Petr"), below(goods(BOOK), VOUCHER, 1)];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    let expected = [
        (1, BOOK, 1, None),
        (2, BOOK, 1, None),
        (3, VOUCHER, 1, Some(2)),
    ];
    assert_eq!(contents(&cart), expected);
    let inputs = [engraved(BOOK, "Jana"), below(goods(BOOK), SHIRT_M, 1)];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    assert_eq!(contents(&cart)[1], (4, SHIRT_M, 1, Some(1)));
}

/// [8.03] No such line above, one that stands below another itself, and one of the same goods.
#[test]
fn an_impossible_parent_is_refused_at_its_argument() {
    let mut cart = cart_of(&[(BOOK, 1)]);
    let _ = add(&mut cart, &[below(line(1), VOUCHER, 1)]);
    let before = cart.clone();
    for (wish, field, code) in [
        (
            below(line(9), SHIRT_M, 1),
            "lineId",
            FaultCode::ParentLineNotFound,
        ),
        (
            below(goods(SHIRT_L), SHIRT_M, 1),
            "merchandiseId",
            FaultCode::ParentLineNotFound,
        ),
        (
            below(line(2), SHIRT_M, 1),
            "lineId",
            FaultCode::ParentLineNestingTooDeep,
        ),
        (
            below(goods(VOUCHER), SHIRT_M, 1),
            "merchandiseId",
            FaultCode::ParentLineNestingTooDeep,
        ),
        (
            below(goods(BOOK), BOOK, 1),
            "merchandiseId",
            FaultCode::ParentLineInvalidReference,
        ),
    ] {
        let changed = add(&mut cart, &[input(BOOK, 1), wish.clone()]);
        let field = format!("1.parent.{field}");
        assert_eq!(faults(&changed), [(field, code)], "{wish:?}");
        assert_eq!(cart, before);
    }
}

/// A line goes with the one above it: removed, set to 0, and wherever else one is told of both.
#[test]
fn what_stands_below_goes_with_its_parent() {
    let mut full = cart_of(&[(BOOK, 1), (SHIRT_M, 1)]);
    let _ = add(
        &mut full,
        &[below(line(1), VOUCHER, 1), below(line(2), VOUCHER, 1)],
    );
    let rest = [(2, SHIRT_M, 1, None), (4, VOUCHER, 1, Some(2))];
    let none = |id| LineUpdate {
        quantity: Some(0),
        ..change(id)
    };
    for ids in [&[1][..], &[1, 3], &[3, 1]] {
        let mut removed = full.clone();
        let named: Vec<_> = ids.iter().copied().map(LineId).collect();
        assert_eq!(remove_lines(&mut removed, &named), Changed::default());
        assert_eq!(contents(&removed), rest, "{ids:?}");
        let mut emptied = full.clone();
        let updates: Vec<_> = ids.iter().copied().map(none).collect();
        assert_eq!(update(&mut emptied, &updates), Changed::default());
        assert_eq!(contents(&emptied), rest, "{ids:?}");
    }
    assert_eq!(remove_lines(&mut full, &[LineId(3)]), Changed::default());
    assert_eq!(contents(&full).len(), 3, "the line above stays");
}

/// [8.03] Goods are exchanged within their product while something stands below them, and for nothing that does.
#[test]
fn goods_are_exchanged_with_regard_to_what_stands_below() {
    let mut cart = cart_of(&[(SHIRT_M, 1)]);
    let _ = add(&mut cart, &[below(line(1), VOUCHER, 1)]);
    let exchange = |id, variant| LineUpdate {
        variant: Some(variant),
        ..change(id)
    };
    let at = "0.merchandiseId".to_owned();
    for (wish, code) in [
        (exchange(1, BOOK), FaultCode::ParentLineOperationBlocked),
        (exchange(1, VOUCHER), FaultCode::ParentLineInvalidReference),
        (exchange(2, SHIRT_M), FaultCode::ParentLineInvalidReference),
    ] {
        let changed = update(&mut cart, std::slice::from_ref(&wish));
        assert_eq!(faults(&changed), [(at.clone(), code)], "{wish:?}");
    }
    let changed = update(&mut cart, &[exchange(1, SHIRT_L), exchange(2, BOOK)]);
    assert_eq!(changed, Changed::default());
    let expected = [(1, SHIRT_L, 1, None), (2, BOOK, 1, Some(1))];
    assert_eq!(contents(&cart), expected);
}

/// Lines that become equal take what stands below them along.
#[test]
fn a_merged_line_keeps_what_stood_below_both() {
    let mut cart = cart_of(&[(SHIRT_M, 1), (SHIRT_L, 1)]);
    let _ = add(&mut cart, &[input(SHIRT_L, 2)]);
    let second = cart.lines.iter().map(|line| line.id.0).max().unwrap();
    let inputs = [
        below(line(1), VOUCHER, 1),
        below(line(second), VOUCHER, 2),
        below(line(second), BOOK, 1),
    ];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    let same = LineUpdate {
        variant: Some(SHIRT_L),
        ..change(1)
    };
    assert_eq!(update(&mut cart, &[same]), Changed::default());
    let kept: Vec<_> = contents(&cart)
        .into_iter()
        .map(|(_, variant, quantity, parent)| (variant, quantity, parent))
        .collect();
    assert_eq!(
        kept,
        [
            (SHIRT_L, 3, None),
            (VOUCHER, 3, Some(1)),
            (BOOK, 1, Some(1))
        ]
    );
}

#[test]
fn a_cart_of_before_is_read_and_one_without_such_lines_is_written_as_before() {
    let cart = cart_of(&[(BOOK, 1)]);
    let stored = serde_json::to_string(&cart).unwrap();
    assert!(!stored.contains("parent"), "{stored}");
    let read: Cart = serde_json::from_str(&stored).unwrap();
    assert_eq!(read, cart);
}
