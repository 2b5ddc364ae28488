//! What an operator records of the gateway's own tools.

use super::order::{
    Story, card_held, card_paid, czk, minor, order, refund_lines, refunded, sold_card, units,
};
use crate::order::OrderPayment;
use crate::order_event::OrderEventKind;
use crate::order_life::{
    Action, LineUnits, MoneyState, RefundFailure, RefundSize, RefundStatus, Refusal,
};
use crate::refund::{PaymentReport, RefundOutcome, RefundRefusal};

fn record(reference: &str, size: RefundSize) -> Action {
    Action::RecordRefund {
        reference: reference.to_owned(),
        size,
        restock: false,
        refused: None,
    }
}

fn record_amount(reference: &str, amount: i64) -> Action {
    record(reference, RefundSize::Amount(minor(amount)))
}

fn lines(lines: &[LineUnits], amount: i64) -> RefundSize {
    RefundSize::Lines {
        lines: lines.to_vec(),
        amount: Some(minor(amount)),
    }
}

fn reversal(reference: &str, amount: i64) -> Action {
    Action::RecordReversal {
        reference: reference.to_owned(),
        amount: minor(amount),
    }
}

fn reported(reference: &str, amount: i64) -> PaymentReport {
    PaymentReport::Refunded {
        reference: reference.to_owned(),
        amount: czk(amount),
    }
}

/// [B.12] A refund made elsewhere is recorded without a call, with its lines, and counts once whenever the gateway reports it.
#[test]
fn a_refund_made_elsewhere_counts_once() {
    let mut story = Story::of(order(card_paid()));
    let one = lines(&[units(1, 1)], 8_000);
    let plan = story.operate(record("re_1", one)).unwrap();
    assert_eq!((plan.calls.len(), plan.settled.len()), (0, 0));
    assert_eq!(plan.events, [OrderEventKind::Refunded]);
    let detail = &plan.timeline[0].detail;
    assert_eq!(
        detail,
        "80.00 CZK, 1 x line 1, made elsewhere: re_1, by jana: test"
    );
    assert_eq!(story.sums(), (40_900, 0, 0, 40_900));
    let life = story.life();
    assert_eq!(life.refunded(crate::ids::LineId(1)), 1);
    assert_eq!(life.refunds[0].status, RefundStatus::Done);
    assert!(life.refunds[0].refund.made_elsewhere);
    assert_eq!(
        story.report(reported("re_1", 8_000)),
        Err(Refusal::NothingNew)
    );
    let payment = story.operate(record_amount("pay-1", 1_000));
    assert_eq!(payment, Err(Refusal::NotARefund("pay-1".to_owned())));
    let again = story.operate(record_amount("re_1", 8_000));
    assert_eq!(again, Err(Refusal::ReferenceKnown("re_1".to_owned())));
    // Reported first.
    story.report(reported("re_2", 1_000)).unwrap();
    let known = story.operate(record_amount("re_2", 1_000));
    assert_eq!(known, Err(Refusal::ReferenceKnown("re_2".to_owned())));
    assert_eq!(story.sums(), (39_900, 0, 0, 39_900));
    // It did not reach the buyer.
    let failed = PaymentReport::RefundFailed {
        reference: "re_1".to_owned(),
    };
    story.report(failed).unwrap();
    assert_eq!(story.sums(), (47_900, 0, 0, 47_900));
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 0);
}

/// [B.12] What cannot have happened, or may be the shop's own refund, is not recorded.
#[test]
fn what_cannot_have_happened_is_not_recorded() {
    let mut story = Story::of(order(card_paid()));
    for (reference, refusal) in [
        ("", Refusal::NotAReference(String::new())),
        ("re 1", Refusal::NotAReference("re 1".to_owned())),
        ("re\n1", Refusal::NotAReference("re\n1".to_owned())),
    ] {
        assert_eq!(story.operate(record_amount(reference, 1)), Err(refusal));
    }
    let too_much = story.operate(record_amount("re_1", 48_901));
    assert!(
        matches!(too_much, Err(Refusal::TooMuch { .. })),
        "{too_much:?}"
    );
    assert_eq!(
        story.operate(record_amount("re_1", 0)),
        Err(Refusal::NoAmount)
    );
    assert_eq!(story.operate(reversal("rv_1", 0)), Err(Refusal::NoAmount));
    story
        .operate(refund_lines(&[units(1, 1)], false))
        .expect("begun");
    let underway = story.operate(record_amount("re_1", 8_000));
    assert_eq!(underway, Err(Refusal::RefundUnderway(1)));
    for (payment, refusal) in [
        (OrderPayment::AwaitingTransfer, Refusal::NotByGateway),
        (card_held(), Refusal::NotCapturedYet),
        (OrderPayment::NeedsReview, Refusal::NeedsReview),
    ] {
        let mut story = Story::of(order(payment));
        assert_eq!(
            story.operate(record_amount("re_1", 1)),
            Err(refusal.clone())
        );
        assert_eq!(story.operate(reversal("rv_1", 1)), Err(refusal));
    }
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(1, 2, 19_999)];
    let spent = story.operate(record("re_1", lines(&[units(2, 1)], 16_000)));
    assert!(matches!(spent, Err(Refusal::CardSpent { .. })), "{spent:?}");
}

/// [B.12] A refund that the gateway has refused in its answer and made nevertheless keeps its lines, and its late answer
/// does not count again.
#[test]
fn a_refused_refund_that_was_made_keeps_its_lines() {
    let refuse = RefundOutcome::Refused {
        reason: RefundRefusal::Refused,
    };
    let mut story = Story::of(order(card_paid()));
    story
        .operate(refund_lines(&[units(1, 2)], true))
        .expect("begun");
    story.answer(1, refuse.clone()).expect("refused");
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    let plan = story.operate(record_amount("re_1", 16_000)).unwrap();
    assert_eq!((plan.restocked.len(), plan.calls.len()), (0, 0));
    assert_eq!(story.sums(), (32_900, 0, 0, 32_900));
    let life = story.life();
    assert_eq!(life.refunds.len(), 1);
    assert_eq!(life.refunded(crate::ids::LineId(1)), 2);
    assert_eq!(
        story.answer(1, refunded("re_1", 16_000)),
        Err(Refusal::NothingNew)
    );

    // Of other lines: a refund of its own, and the late answer names what counts already.
    let mut story = Story::of(order(card_paid()));
    story
        .operate(refund_lines(&[units(1, 2)], false))
        .expect("begun");
    story.answer(1, refuse).expect("refused");
    story
        .operate(record("re_1", lines(&[units(2, 1)], 16_000)))
        .expect("recorded");
    assert_eq!(
        story.answer(1, refunded("re_1", 16_000)),
        Err(Refusal::NothingNew)
    );
    let reference = "re_1".to_owned();
    assert_eq!(
        story.answer(1, RefundOutcome::Pending { reference }),
        Err(Refusal::NothingNew)
    );
    assert_eq!(story.sums(), (32_900, 0, 0, 32_900));
    let status = story.life().refunds[0].status;
    let failed = RefundFailure::Refused(RefundRefusal::Refused);
    assert_eq!(status, RefundStatus::Failed(failed));
}

/// [B.12] Of two refused refunds of one amount the recorded one is the one that the operator names, and without a number the
/// one of the same lines.
#[test]
fn a_recorded_refund_is_paired_with_its_own() {
    // A refund's number is that of its entry.
    let refused = || {
        let mut story = Story::of(order(card_paid()));
        for (number, size) in [
            (1, lines(&[units(1, 1)], 8_000)),
            (3, RefundSize::Amount(minor(8_000))),
            (5, lines(&[units(2, 1)], 8_000)),
        ] {
            let restock = false;
            story.operate(Action::Refund { size, restock }).unwrap();
            let reason = RefundRefusal::Refused;
            let refusal = RefundOutcome::Refused { reason };
            story.answer(number, refusal).unwrap();
        }
        story
    };
    let size = || RefundSize::Amount(minor(8_000));
    for (size, named, expected) in [
        (size(), None, 3),
        (size(), Some(1), 1),
        (size(), Some(5), 5),
        (lines(&[units(2, 1)], 8_000), None, 5),
        (lines(&[units(2, 1)], 8_000), Some(5), 5),
    ] {
        let mut story = refused();
        let recorded = Action::RecordRefund {
            reference: "re_1".to_owned(),
            size,
            restock: false,
            refused: named,
        };
        story.operate(recorded).unwrap();
        let life = story.life();
        let done = life.refunds.iter().filter(|one| one.reference.is_some());
        let done: Vec<u32> = done.map(|one| one.number).collect();
        assert_eq!((done, life.refunds.len()), (vec![expected], 3));
    }
    // Another amount, other lines, or no refund at all.
    for (size, named) in [
        (RefundSize::Amount(minor(8_001)), 1),
        (lines(&[units(2, 1)], 8_000), 1),
        (size(), 2),
    ] {
        let recorded = Action::RecordRefund {
            reference: "re_1".to_owned(),
            size,
            restock: false,
            refused: Some(named),
        };
        assert_eq!(refused().operate(recorded), Err(Refusal::NotRefused(named)));
    }
}

/// [B.12] A reversal counts once, also under the id of a dispute that the gateway reports later.
#[test]
fn a_recorded_reversal_counts_once() {
    let opened = || PaymentReport::DisputeOpened {
        dispute: "dp_1".to_owned(),
        amount: czk(10_000),
    };
    let lost = || PaymentReport::DisputeLost {
        dispute: "dp_1".to_owned(),
        amount: czk(10_000),
    };
    let won = || PaymentReport::DisputeWon {
        dispute: "dp_1".to_owned(),
    };
    let mut story = Story::of(order(card_paid()));
    let plan = story.operate(reversal("rv_1", 8_900)).unwrap();
    assert_eq!(plan.events, [OrderEventKind::Reversed]);
    assert_eq!(story.sums().0, 40_000);
    let again = story.operate(reversal("rv_1", 8_900));
    assert_eq!(again, Err(Refusal::ReferenceKnown("rv_1".to_owned())));
    let report = PaymentReport::Reversed {
        reference: "rv_1".to_owned(),
        amount: czk(8_900),
    };
    assert_eq!(story.report(report), Err(Refusal::NothingNew));

    // A dispute of which the order has heard nothing.
    story.operate(reversal("dp_1", 10_000)).unwrap();
    assert_eq!(story.report(opened()), Err(Refusal::NothingNew));
    assert_eq!(story.report(lost()), Err(Refusal::NothingNew));
    assert_eq!(story.sums(), (30_000, 0, 0, 30_000));
    story.report(won()).unwrap();
    assert_eq!(story.sums(), (40_000, 0, 0, 40_000));

    // A dispute that is open here ends with it.
    let mut story = Story::of(order(card_paid()));
    story.report(opened()).unwrap();
    assert_eq!(story.life().money_state(), MoneyState::Disputed);
    let plan = story.operate(reversal("dp_1", 10_000)).unwrap();
    assert_eq!(plan.events, [OrderEventKind::Reversed]);
    assert_eq!(story.sums(), (38_900, 0, 0, 38_900));
    assert_eq!(story.report(lost()), Err(Refusal::NothingNew));
}

/// [B.12] A refund that the gateway has told already gets its lines, and counts once.
#[test]
fn a_refund_that_was_told_already_gets_its_lines() {
    let told = || {
        let mut story = Story::of(order(card_paid()));
        story.report(reported("re_1", 8_000)).unwrap();
        story
    };
    let mut story = told();
    let known = || Err(Refusal::ReferenceKnown("re_1".to_owned()));
    let other = record("re_1", lines(&[units(1, 1)], 7_999));
    assert_eq!(story.operate(other), known());
    let one = Action::RecordRefund {
        reference: "re_1".to_owned(),
        size: lines(&[units(1, 1)], 8_000),
        restock: true,
        refused: None,
    };
    let plan = story.operate(one).unwrap();
    assert_eq!(plan.restocked, [units(1, 1)]);
    assert_eq!((plan.calls.len(), plan.settled.len()), (0, 0));
    assert_eq!(story.sums(), (40_900, 0, 0, 40_900));
    let life = story.life();
    assert_eq!(life.refunded(crate::ids::LineId(1)), 1);
    assert!(life.foreign_refunds.is_empty());
    let again = record("re_1", lines(&[units(2, 1)], 8_000));
    assert_eq!(story.operate(again), known());
    assert_eq!(
        story.report(reported("re_1", 8_000)),
        Err(Refusal::NothingNew)
    );

    // Of the whole order, of which nothing is left.
    let mut story = Story::of(order(card_paid()));
    story.report(reported("re_1", 48_900)).unwrap();
    story
        .operate(record("re_1", RefundSize::Everything))
        .unwrap();
    assert_eq!(story.sums(), (0, 0, 0, 0));
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 3);

    // It did not reach the buyer.
    let mut story = told();
    let failed = PaymentReport::RefundFailed {
        reference: "re_1".to_owned(),
    };
    story.report(failed).unwrap();
    let one = record("re_1", lines(&[units(1, 1)], 8_000));
    assert_eq!(story.operate(one), known());
}

/// [B.12] A bank may take back what was refunded already, as the gateway's report may say.
#[test]
fn a_reversal_may_exceed_the_balance_but_not_what_was_paid() {
    let mut story = Story::of(order(card_paid()));
    story.report(reported("re_1", 40_000)).unwrap();
    let too_much = story.operate(reversal("rv_1", 48_901));
    assert!(
        matches!(too_much, Err(Refusal::TooMuch { .. })),
        "{too_much:?}"
    );
    story.operate(reversal("rv_1", 48_900)).unwrap();
    assert_eq!(story.sums(), (-40_000, 0, 0, 0));
}
