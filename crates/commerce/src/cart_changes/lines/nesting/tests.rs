use super::super::tests::{change, engraved, faults};
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

/// A catalogue with unlimited stock.
fn full() -> Catalogue {
    catalogue_with(SHIRT_L, |shirt| shirt.stock = pieces(100))
}

fn add(cart: &mut Cart, inputs: &[LineInput]) -> Changed {
    add_lines(cart, inputs, &full(), &shop())
}

fn update(cart: &mut Cart, updates: &[LineUpdate]) -> Changed {
    update_lines(cart, updates, &full(), &shop())
}

/// Line id, variant, quantity and parent line.
fn contents(cart: &Cart) -> Vec<(u32, VariantId, u32, Option<u32>)> {
    let line = |line: &CartLine| {
        let parent = line.parent.map(|parent| parent.0);
        (line.id.0, line.variant, line.quantity, parent)
    };
    cart.lines.iter().map(line).collect()
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

/// The same goods are merged below one parent line, and never across parent lines.
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

/// Of two lines with the same goods, the one in the same call becomes the parent.
#[test]
fn a_parent_of_the_same_call_is_meant_first() {
    let mut cart = empty_cart();
    let _ = add(&mut cart, &[engraved(BOOK, 1, "Jana")]);
    let inputs = [engraved(BOOK, 1, "Petr"), below(goods(BOOK), VOUCHER, 1)];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    let expected = [
        (1, BOOK, 1, None),
        (2, BOOK, 1, None),
        (3, VOUCHER, 1, Some(2)),
    ];
    assert_eq!(contents(&cart), expected);
    let inputs = [engraved(BOOK, 1, "Jana"), below(goods(BOOK), SHIRT_M, 1)];
    assert_eq!(add(&mut cart, &inputs), Changed::default());
    assert_eq!(
        contents(&cart)[3..],
        [(4, BOOK, 1, None), (5, SHIRT_M, 1, Some(4))]
    );
}

/// Of two equal lines in one call, the one before becomes the parent. If both have the same child lines they are
/// merged, otherwise they stay apart.
#[test]
fn what_is_given_after_a_line_stands_below_that_one() {
    for (second, expected) in [
        (VOUCHER, vec![(1, BOOK, 2, None), (3, VOUCHER, 2, Some(1))]),
        (
            SHIRT_M,
            vec![
                (1, BOOK, 1, None),
                (3, VOUCHER, 1, Some(1)),
                (2, BOOK, 1, None),
                (4, SHIRT_M, 1, Some(2)),
            ],
        ),
    ] {
        let mut cart = empty_cart();
        let inputs = [
            input(BOOK, 1),
            below(goods(BOOK), VOUCHER, 1),
            input(BOOK, 1),
            below(goods(BOOK), second, 1),
        ];
        assert_eq!(add(&mut cart, &inputs), Changed::default());
        assert_eq!(contents(&cart), expected);
    }
}

/// [8.03] Refused parents: a line that does not exist, one that is a child line itself, and one with the same goods.
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

/// [8.03] A bundle has child lines, so it cannot be a child line.
#[test]
fn a_bundle_stands_below_no_line() {
    let bundles = catalogue_with(VOUCHER, |voucher| voucher.requires_components = true);
    let mut cart = cart_of(&[(BOOK, 1), (SHIRT_M, 1)]);
    let _ = add(&mut cart, &[below(line(1), SHIRT_M, 1)]);
    let before = cart.clone();
    let too_deep = [(
        "0.merchandiseId".to_owned(),
        FaultCode::ParentLineNestingTooDeep,
    )];
    for parent in [line(1), goods(BOOK)] {
        let changed = add_lines(&mut cart, &[below(parent, VOUCHER, 1)], &bundles, &shop());
        assert_eq!(faults(&changed), too_deep, "{parent:?}");
    }
    let exchange = |id| LineUpdate {
        variant: Some(VOUCHER),
        ..change(LineId(id))
    };
    let changed = update_lines(&mut cart, &[exchange(3)], &bundles, &shop());
    assert_eq!(faults(&changed), too_deep);
    assert_eq!(cart, before);
    let changed = update_lines(&mut cart, &[exchange(2)], &bundles, &shop());
    assert_eq!(changed, Changed::default());
}

/// A child line is removed with its parent: when the parent is removed or set to 0, and also when one call names both.
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
        ..change(LineId(id))
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

/// [8.03] A line with child lines can be exchanged only within its product, and never for the goods of a child line.
#[test]
fn goods_are_exchanged_with_regard_to_what_stands_below() {
    let mut cart = cart_of(&[(SHIRT_M, 1)]);
    let _ = add(&mut cart, &[below(line(1), VOUCHER, 1)]);
    let exchange = |id, variant| LineUpdate {
        variant: Some(variant),
        ..change(LineId(id))
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

/// Child lines of two equal lines, the second one added after the first, and the cart's lines afterwards.
type Melting = (
    &'static [(VariantId, i64)],
    &'static [(VariantId, i64)],
    &'static [(VariantId, u32)],
);

/// Goods added twice become one line only if each unit has the same child lines. Otherwise nobody could tell which unit
/// has which.
#[test]
fn a_line_is_merged_with_one_that_has_the_same_below_it() {
    let cases: &[Melting] = &[
        (&[(VOUCHER, 1)], &[(VOUCHER, 1)], &[(BOOK, 2), (VOUCHER, 2)]),
        (
            &[(VOUCHER, 2), (SHIRT_M, 1)],
            &[(SHIRT_M, 1), (VOUCHER, 2)],
            &[(BOOK, 2), (VOUCHER, 4), (SHIRT_M, 2)],
        ),
        (
            &[(VOUCHER, 1)],
            &[(SHIRT_M, 1)],
            &[(BOOK, 1), (VOUCHER, 1), (BOOK, 1), (SHIRT_M, 1)],
        ),
        (
            &[(VOUCHER, 1)],
            &[(VOUCHER, 2)],
            &[(BOOK, 1), (VOUCHER, 1), (BOOK, 1), (VOUCHER, 2)],
        ),
        (
            &[(VOUCHER, 1)],
            &[(VOUCHER, 1), (SHIRT_M, 1)],
            &[
                (BOOK, 1),
                (VOUCHER, 1),
                (BOOK, 1),
                (VOUCHER, 1),
                (SHIRT_M, 1),
            ],
        ),
        (&[(VOUCHER, 1)], &[], &[(BOOK, 1), (VOUCHER, 1), (BOOK, 1)]),
        (&[], &[(VOUCHER, 1)], &[(BOOK, 1), (BOOK, 1), (VOUCHER, 1)]),
        (&[], &[], &[(BOOK, 2)]),
    ];
    for (first, second, expected) in cases {
        let mut cart = empty_cart();
        for parts in [first, second] {
            let parts = parts.iter();
            let parts = parts.map(|&(variant, pieces)| below(goods(BOOK), variant, pieces));
            let inputs: Vec<_> = std::iter::once(input(BOOK, 1)).chain(parts).collect();
            assert_eq!(add(&mut cart, &inputs), Changed::default());
        }
        let found: Vec<_> = cart
            .lines
            .iter()
            .map(|line| (line.variant, line.quantity))
            .collect();
        assert_eq!(found, *expected, "{first:?} and {second:?}");
    }
}

/// Three units of a bundle have three of its part, no matter how they were added.
#[test]
fn pieces_are_weighed_by_what_each_has_below_it() {
    let mut cart = cart_of(&[(BOOK, 2)]);
    let _ = add(&mut cart, &[below(line(1), VOUCHER, 2)]);
    assert_eq!(
        add(&mut cart, &[input(BOOK, 1), below(goods(BOOK), VOUCHER, 1)]),
        Changed::default()
    );
    assert_eq!(
        contents(&cart),
        [(1, BOOK, 3, None), (2, VOUCHER, 3, Some(1))]
    );
}

/// A child line added in the same call counts when lines are merged: the second book stays a separate line.
#[test]
fn what_is_put_below_a_line_in_the_same_call_counts() {
    let mut cart = cart_of(&[(BOOK, 1)]);
    assert_eq!(
        add(&mut cart, &[input(BOOK, 1), below(line(1), VOUCHER, 1)]),
        Changed::default()
    );
    let expected = [
        (1, BOOK, 1, None),
        (3, VOUCHER, 1, Some(1)),
        (2, BOOK, 1, None),
    ];
    assert_eq!(contents(&cart), expected);
}

/// A line that is merged into an equal one does not count against the line limit, whatever child lines both have.
#[test]
fn a_full_cart_takes_more_of_what_is_in_it() {
    let mut rules = shop();
    rules.max_lines = 2;
    let inputs = [input(BOOK, 1), below(goods(BOOK), VOUCHER, 1)];
    let mut cart = empty_cart();
    for _ in 0..2 {
        let changed = add_lines(&mut cart, &inputs, &full(), &rules);
        assert_eq!(changed, Changed::default());
    }
    let other = [input(BOOK, 1), below(goods(BOOK), SHIRT_M, 1)];
    let changed = add_lines(&mut cart, &other, &full(), &rules);
    let too_large = |index: &str| (index.to_owned(), FaultCode::CartTooLarge);
    assert_eq!(faults(&changed), [too_large("0"), too_large("1")]);
}

/// Shirts of two sizes that become equal, each with its child lines.
fn two_sizes(first: &[LineInput], second: &[LineInput]) -> Cart {
    let mut cart = empty_cart();
    let sizes = [input(SHIRT_M, 1), input(SHIRT_L, 2)];
    assert_eq!(add(&mut cart, &sizes), Changed::default());
    assert_eq!(add(&mut cart, first), Changed::default());
    assert_eq!(add(&mut cart, second), Changed::default());
    let same = LineUpdate {
        variant: Some(SHIRT_L),
        ..change(LineId(1))
    };
    assert_eq!(update(&mut cart, &[same]), Changed::default());
    cart
}

/// Lines that become equal keep their child lines when merged, or stay apart.
#[test]
fn lines_that_become_equal_are_merged_if_the_same_stands_below_them() {
    let merged = two_sizes(&[below(line(1), VOUCHER, 1)], &[below(line(2), VOUCHER, 2)]);
    assert_eq!(
        contents(&merged),
        [(1, SHIRT_L, 3, None), (3, VOUCHER, 3, Some(1))]
    );
    let apart = two_sizes(&[below(line(1), VOUCHER, 1)], &[below(line(2), BOOK, 1)]);
    assert_eq!(
        contents(&apart),
        [
            (1, SHIRT_L, 1, None),
            (3, VOUCHER, 1, Some(1)),
            (2, SHIRT_L, 2, None),
            (4, BOOK, 1, Some(2)),
        ]
    );
}

/// A page sends the quantities of all lines at once, so none of the lines may disappear by merging.
#[test]
fn another_quantity_merges_nothing() {
    let mut cart = two_sizes(&[below(line(1), VOUCHER, 1)], &[]);
    assert_eq!(remove_lines(&mut cart, &[LineId(3)]), Changed::default());
    let quantity = |id, quantity| LineUpdate {
        quantity: Some(quantity),
        ..change(LineId(id))
    };
    let changed = update(&mut cart, &[quantity(1, 4), quantity(2, 5)]);
    assert_eq!(changed, Changed::default());
    assert_eq!(
        contents(&cart),
        [(1, SHIRT_L, 4, None), (2, SHIRT_L, 5, None)]
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
