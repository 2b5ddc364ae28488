//! Operators' actions.

use super::order::{
    Story, card_held, card_paid, fulfil, line, minor, order, partly_by_gift_card, refund_all,
    refund_amount, refund_lines, refunded, sold_card, units,
};
use crate::gift_card::GiftCardId;
use crate::market::Taxation;
use crate::order::OrderPayment;
use crate::order_event::OrderEventKind;
use crate::order_life::{
    Action, CardCredit, FulfilmentState, MoneyState, RefundFailure, RefundSize, Refusal,
};
use crate::refund::{RefundOutcome, RefundRefusal};
use crate::tax::{TaxLine, TaxRate};

const CANCEL: Action = Action::Cancel { restock: true };

/// [B.12] A transfer that arrived is recorded once, and frees the contact's place.
#[test]
fn a_transfer_that_arrived_is_paid_once() {
    let mut story = Story::of(order(OrderPayment::AwaitingTransfer));
    assert_eq!(story.life().money_state(), MoneyState::Awaited);
    let plan = story.operate(Action::MarkPaid).unwrap();
    assert!(plan.frees_contact);
    assert_eq!(plan.events, [OrderEventKind::Paid]);
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    assert_eq!(story.life().money_state(), MoneyState::Paid);
    assert_eq!(story.operate(Action::MarkPaid), Err(Refusal::AlreadyPaid));
    for (payment, refusal) in [
        (card_paid(), Refusal::PaidByGateway),
        (OrderPayment::Free, Refusal::NothingDue),
    ] {
        let mut story = Story::of(order(payment));
        assert_eq!(story.operate(Action::MarkPaid), Err(refusal));
    }
}

/// [B.12] The same key does the same thing once; with other contents it is refused. Without a key the contents decide.
#[test]
fn an_operation_happens_once_under_its_key() {
    let mut story = Story::of(order(card_paid()));
    story.operate_as(Some("a"), refund_amount(1_000)).unwrap();
    let again = story.operate_as(Some("a"), refund_amount(1_000));
    assert!(matches!(again, Err(Refusal::Repeated(_))), "{again:?}");
    let other = story.operate_as(Some("a"), refund_amount(2_000));
    assert!(matches!(other, Err(Refusal::KeyReused(_))), "{other:?}");
    story.operate_as(None, refund_amount(1_000)).unwrap();
    let again = story.operate_as(None, refund_amount(1_000));
    assert!(matches!(again, Err(Refusal::Repeated(_))), "{again:?}");
    story.operate_as(None, refund_amount(1_001)).unwrap();
    assert_eq!(story.sums(), (48_900, 3_001, 0, 45_899));
}

/// [B.12] A line is worth what the buyer paid for it, and its units together exactly that.
#[test]
fn units_of_a_line_are_refunded_at_what_was_paid_for_them() {
    let mut story = Story::of(order(card_paid()));
    let mut parts = Vec::new();
    for _ in 0..3 {
        let plan = story.operate(refund_lines(&[units(1, 1)], true)).unwrap();
        parts.push(plan.calls[0].amount.minor.get());
        assert_eq!(plan.restocked, [units(1, 1)]);
    }
    assert_eq!(parts, [8_000, 8_000, 8_000]);
    assert_eq!(
        story.operate(refund_lines(&[units(1, 1)], true)),
        Err(Refusal::TooManyToRefund {
            line: crate::ids::LineId(1),
            left: 0
        })
    );
    let plan = story.operate(refund_lines(&[units(2, 1)], false)).unwrap();
    assert_eq!(plan.calls[0].amount.minor, minor(16_000));
    assert_eq!(plan.restocked, []);
    // The delivery is left.
    assert_eq!(story.sums(), (48_900, 40_000, 0, 8_900));
    let refused = story.operate(refund_amount(8_901));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "89.01 CZK is too much: 89.00 CZK can be refunded (400.00 CZK is being refunded)"
    );
}

#[test]
fn odd_units_and_added_tax_are_divided_exactly() {
    let mut bought = order(card_paid());
    bought.snapshot.taxation = Taxation::Added;
    bought.snapshot.lines = vec![line(1, 3, 10_000)];
    bought.snapshot.discounts.clear();
    // 100.00 of goods and 50.00 of delivery at 21 %.
    bought.snapshot.taxes = vec![TaxLine {
        rate: TaxRate::of::<2_100>(),
        base: minor(15_000),
        tax: minor(3_150),
    }];
    bought.snapshot.total = minor(18_150);
    let mut story = Story::of(bought);
    let mut refund = || {
        let plan = story.operate(refund_lines(&[units(1, 1)], false)).unwrap();
        plan.calls[0].amount.minor.get()
    };
    assert_eq!([refund(), refund(), refund()], [4_033, 4_034, 4_033]);
    assert_eq!(story.sums(), (18_150, 12_100, 0, 6_050));
}

/// [B.12] Money goes back the way it came, and then to the gift cards that paid.
#[test]
fn gift_cards_that_paid_get_the_rest_back() {
    let mut story = Story::of(partly_by_gift_card(card_paid()));
    story.operate(refund_amount(30_000)).unwrap();
    let plan = story.operate(refund_amount(12_000)).unwrap();
    assert_eq!(plan.calls[0].amount.minor, minor(8_900));
    let credit = |amount| CardCredit {
        card: GiftCardId(5),
        amount: minor(amount),
    };
    assert_eq!(plan.credited_cards, [credit(3_100)]);
    let plan = story.operate(refund_all()).unwrap();
    assert_eq!(
        (plan.calls.len(), &plan.credited_cards[..]),
        (0, &[credit(6_900)][..])
    );
    assert_eq!(story.operate(refund_all()), Err(Refusal::NothingLeft));
}

/// [B.12] The credits of several gift cards add up to what is refunded to them, and to no more.
#[test]
fn several_gift_cards_share_the_rest() {
    let mut order = partly_by_gift_card(card_paid());
    order.snapshot.total = minor(32_900);
    let mut second = order.snapshot.gift_cards[0].clone();
    second.id = GiftCardId(6);
    second.amount = minor(6_000);
    order.snapshot.gift_cards.push(second);
    let mut story = Story::of(order);
    let plan = story.operate(refund_amount(44_900)).unwrap();
    assert_eq!(plan.calls[0].amount.minor, minor(32_900));
    let credit = |card, amount| CardCredit {
        card: GiftCardId(card),
        amount: minor(amount),
    };
    assert_eq!(plan.credited_cards, [credit(5, 10_000), credit(6, 2_000)]);
    let plan = story.operate(refund_all()).unwrap();
    assert_eq!(plan.credited_cards, [credit(6, 4_000)]);
}

/// [B.12] A sold gift card is disabled when its price goes back; one of which something was spent is not refunded.
#[test]
fn a_sold_gift_card_is_not_refunded_after_it_was_spent() {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![
        sold_card(7, 1, 19_999),
        sold_card(8, 1, 20_000),
        sold_card(9, 2, 20_000),
    ];
    let plan = story.operate(refund_lines(&[units(1, 1)], false)).unwrap();
    assert_eq!(plan.disabled_cards, [GiftCardId(8)], "the whole one first");
    let refused = story.operate(refund_lines(&[units(1, 1)], false));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "0.01 CZK was spent of the gift card ...0007 that this order sold, so its line cannot be refunded: refund other lines, or another amount with --amount"
    );
    let refused = story.operate(CANCEL);
    assert!(
        matches!(refused, Err(Refusal::CardSpent { .. })),
        "{refused:?}"
    );
    assert_eq!(story.sums().1, 8_000, "a refused operation changes nothing");
}

/// A refund that failed has disabled a card: the next try takes the same card.
#[test]
fn a_repeated_refund_of_a_gift_card_takes_the_same_card() {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(7, 1, 20_000), sold_card(8, 1, 20_000)];
    let first = story.operate(refund_lines(&[units(1, 1)], true)).unwrap();
    let reason = RefundRefusal::TooOld;
    story
        .answer(first.calls[0].refund, RefundOutcome::Refused { reason })
        .unwrap();
    let second = story.operate(refund_lines(&[units(1, 1)], true)).unwrap();
    assert_eq!(
        (first.disabled_cards.len(), second.disabled_cards.len()),
        (1, 0)
    );
    assert_eq!(
        (first.restocked.len(), second.restocked.len()),
        (1, 0),
        "the unit is in stock"
    );
    let third = story.operate(refund_lines(&[units(1, 1)], true)).unwrap();
    assert_eq!((third.disabled_cards.len(), third.restocked.len()), (1, 1));
}

/// [B.12] A cancelled order is refunded as a whole, restocked once, and sends nothing more.
#[test]
fn a_captured_order_is_cancelled_with_its_refund() {
    let mut story = Story::of(order(card_paid()));
    let plan = story.operate(CANCEL).unwrap();
    assert_eq!(plan.restocked, [units(1, 3), units(2, 1)]);
    assert_eq!(plan.calls[0].amount.minor, minor(48_900));
    assert!(plan.frees_contact && plan.returns_discount_uses);
    assert_eq!(plan.events, [OrderEventKind::Cancelled]);
    assert_eq!(story.operate(CANCEL), Err(Refusal::AlreadyCancelled));
    assert_eq!(story.operate(fulfil(&[])), Err(Refusal::CancelledNotSent));
    story
        .answer(plan.calls[0].refund, refunded("r-1", 48_900))
        .unwrap();
    let life = story.life();
    assert_eq!(life.money_state(), MoneyState::Refunded);
    assert_eq!(
        life.fulfilment_state(&story.order.snapshot),
        FulfilmentState::Cancelled
    );
}

/// [B.12] A cancellation that meets the capture: the refund waits for the money, and ends if there is none.
#[test]
fn money_that_arrives_after_the_cancellation_goes_back() {
    let mut story = Story::of(order(card_held()));
    assert_eq!(story.operate(refund_all()), Err(Refusal::NotCapturedYet));
    let plan = story.operate(CANCEL).unwrap();
    assert_eq!(plan.calls[0].amount.minor, minor(48_900));
    assert_eq!(story.sums(), (0, 48_900, 0, 0));
    assert!(story.life().awaits_capture());
    let mut refused = Story {
        order: story.order.clone(),
        sold: Vec::new(),
        timeline: story.timeline.clone(),
        entries: story.entries.clone(),
    };
    story.capture();
    assert_eq!(story.sums(), (48_900, 48_900, 0, 0));
    story
        .answer(plan.calls[0].refund, refunded("r-1", 48_900))
        .unwrap();
    assert_eq!(story.sums(), (0, 0, 0, 0));
    refused.order.payment = OrderPayment::NeedsReview;
    let ended = refused.try_event(&crate::order_life::LifeEvent::NotCaptured {
        refund: plan.calls[0].refund,
        lease: 1,
    });
    assert_eq!(ended.unwrap().events, [OrderEventKind::RefundFailed]);
    assert_eq!(refused.sums(), (0, 0, 0, 0));
    let failure = refused.life().refunds[0].status;
    assert_eq!(
        failure,
        crate::order_life::RefundStatus::Failed(RefundFailure::NotCaptured)
    );
}

/// [B.12] A transfer that arrives for a cancelled order is recorded and can be paid back.
#[test]
fn a_transfer_for_a_cancelled_order_can_be_paid_back() {
    let mut story = Story::of(order(OrderPayment::AwaitingTransfer));
    let plan = story.operate(CANCEL).unwrap();
    assert_eq!((plan.calls.len(), plan.events.len()), (0, 1));
    assert_eq!(story.operate(refund_all()), Err(Refusal::NothingPaid));
    let plan = story.operate(Action::MarkPaid).unwrap();
    assert_eq!(plan.notes.len(), 1);
    let plan = story.operate(refund_all()).unwrap();
    assert_eq!(
        (plan.calls.len(), plan.restocked.len()),
        (0, 0),
        "by hand, and in stock since"
    );
    assert_eq!(story.sums(), (0, 0, 0, 0));
}

/// [B.12] A parcel may name all that is left, and not one unit more.
#[test]
fn a_parcel_may_name_all_that_is_left() {
    let mut story = Story::of(order(card_paid()));
    let refused = story.operate(fulfil(&[units(1, 4)]));
    assert!(
        matches!(refused, Err(Refusal::TooManyToSend { left: 3, .. })),
        "{refused:?}"
    );
    story.operate(fulfil(&[units(1, 3)])).unwrap();
    let state = story.life().fulfilment_state(&story.order.snapshot);
    assert_eq!(state, FulfilmentState::Partly);
}

/// [B.12] Goods are sent in parts, never more than were bought, and not before a transfer arrives.
#[test]
fn goods_are_sent_in_parts() {
    let mut story = Story::of(order(OrderPayment::AwaitingTransfer));
    assert_eq!(story.operate(fulfil(&[])), Err(Refusal::NotPaidYet));
    story.operate(Action::MarkPaid).unwrap();
    let plan = story.operate(fulfil(&[units(1, 2)])).unwrap();
    assert_eq!(
        plan.timeline[0].detail,
        "2 x line 1, PPL, CZ1, by jana: test"
    );
    let state = |story: &Story| story.life().fulfilment_state(&story.order.snapshot);
    assert_eq!(state(&story), FulfilmentState::Partly);
    let refused = story.operate(fulfil(&[units(1, 2)]));
    assert!(
        matches!(refused, Err(Refusal::TooManyToSend { left: 1, .. })),
        "{refused:?}"
    );
    assert_eq!(
        story.operate(CANCEL),
        Err(Refusal::SentAlready { sent: 2, units: 4 })
    );
    // A refunded unit is one that was not sent, while there are any.
    story.operate(refund_lines(&[units(2, 1)], true)).unwrap();
    let plan = story.operate(fulfil(&[])).unwrap();
    assert_eq!(
        plan.timeline[0].detail,
        "1 x line 1, PPL, CZ1, by jana: test"
    );
    assert_eq!(state(&story), FulfilmentState::Fulfilled);
    assert_eq!(story.operate(fulfil(&[])), Err(Refusal::NothingToSend));
}

#[test]
fn what_cannot_be_done_is_refused_in_words() {
    let named = |lines: &[crate::order_life::LineUnits]| refund_lines(lines, false);
    for (action, words) in [
        (
            named(&[units(9, 1)]),
            "there is no line 9 in this order: `zkratka orders show` lists the lines",
        ),
        (
            named(&[units(1, 0)]),
            "the number of units must be at least 1 (line 1)",
        ),
        (
            named(&[units(1, 1), units(1, 1)]),
            "line 1 is named twice: name each line once",
        ),
        (
            named(&[units(1, 4)]),
            "of line 1 only 3 units are left to refund",
        ),
        (refund_amount(0), "the amount must be above zero"),
        (refund_amount(-5), "the amount must be above zero"),
        (
            refund_amount(48_901),
            "489.01 CZK is too much: 489.00 CZK can be refunded",
        ),
    ] {
        let mut story = Story::of(order(card_paid()));
        let refused = story.operate(action.clone()).unwrap_err();
        assert_eq!(refused.to_string(), words, "{action:?}");
        assert_eq!(story.entries, []);
    }
    let mut story = Story::of(order(OrderPayment::NeedsReview));
    for action in [refund_all(), CANCEL, fulfil(&[])] {
        assert_eq!(story.operate(action), Err(Refusal::NeedsReview));
    }
    let lines = RefundSize::Lines {
        lines: vec![units(1, 1)],
        amount: Some(minor(60_000)),
    };
    let mut story = Story::of(order(card_paid()));
    let refused = story.operate(Action::Refund {
        size: lines,
        restock: true,
    });
    assert!(
        matches!(refused, Err(Refusal::TooMuch { .. })),
        "{refused:?}"
    );
}
