//! What a step stores and what it leaves as it was.

use super::order::{
    NOW, Story, card_held, card_paid, czk, fulfil, minor, order, refund_all, refund_lines,
    refunded, sold_card, units,
};
use crate::gift_card::GiftCardId;
use crate::ids::LineId;
use crate::order::{OrderPayment, TimelineEntry};
use crate::order_life::{
    Action, Change, Fulfilment, FulfilmentState, LifeEvent, Operation, OperationKey, RefundSize,
    RefundStatus, Refusal, gateway_reference,
};
use crate::refund::{PaymentReport, RefundOutcome, RefundRefusal};

const CANCEL: Action = Action::Cancel { restock: true };

fn refunded_elsewhere() -> PaymentReport {
    PaymentReport::Refunded {
        reference: "re_1".to_owned(),
        amount: czk(16_000),
    }
}

/// [B.12] Names, reasons and keys have at most 200 characters each.
#[test]
fn a_text_of_an_operator_has_its_longest_length() {
    let operate = |lengths: [usize; 3]| {
        let [by, reason, key] = lengths.map(|length| "ř".repeat(length));
        Story::of(order(card_paid())).try_event(&LifeEvent::Operated(Operation {
            key: Some(OperationKey(key)),
            by,
            reason,
            action: CANCEL,
        }))
    };
    assert!(operate([200, 200, 200]).is_ok());
    for lengths in [[201, 1, 1], [1, 201, 1], [1, 1, 201], [1, 1, 202]] {
        assert_eq!(operate(lengths), Err(Refusal::TooLong), "{lengths:?}");
    }
}

/// [B.12] Each entry of an operation is found by its key, and no other.
#[test]
fn entries_are_found_by_the_key_of_their_operation() {
    let mut story = Story::of(order(card_paid()));
    let sent = fulfil(&[units(1, 1)]);
    story.operate_as(Some("parcel"), sent).unwrap();
    let refund = refund_lines(&[units(2, 1)], false);
    story.operate_as(Some("refund"), refund).unwrap();
    story.report(refunded_elsewhere()).unwrap();
    let life = story.life();
    for (key, sequences) in [("parcel", &[1][..]), ("refund", &[2]), ("other", &[])] {
        let found = life.of_operation(key).map(|entry| entry.sequence);
        assert_eq!(found.collect::<Vec<_>>(), sequences, "{key}");
    }
}

/// [B.12] Goods were sent once a parcel holds a unit; a record without units is no parcel.
#[test]
fn goods_are_sent_once_a_parcel_holds_a_unit() {
    let mut story = Story::of(order(card_paid()));
    let empty = [vec![], vec![units(1, 0)]].map(|lines| Fulfilment {
        lines,
        carrier: Some("PPL".to_owned()),
        tracking_number: None,
    });
    let mut life = story.life();
    life.fulfilments.extend(empty.map(|sent| (NOW, sent)));
    assert!(!life.has_sent());
    assert_eq!(
        life.fulfilment_state(&story.order.snapshot),
        FulfilmentState::Unfulfilled
    );

    story.operate(fulfil(&[units(1, 1)])).unwrap();
    let life = story.life();
    assert!(life.has_sent());
    assert_eq!(
        life.fulfilment_state(&story.order.snapshot),
        FulfilmentState::Partly
    );
}

/// [B.12] Only a step about a dispute sets cards again that a refund without lines withheld.
#[test]
fn a_parcel_does_not_touch_withheld_cards() {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(1, 2, 20_000)];
    let plan = story.report(refunded_elsewhere()).unwrap();
    assert_eq!(plan.withhold_cards, Some(true));
    let plan = story.operate(fulfil(&[units(1, 1)])).unwrap();
    assert_eq!(plan.withhold_cards, None);
}

/// [B.12] Money whose capture was recorded counts while a person reviews the payment, until the gateway takes it back.
#[test]
fn a_recorded_capture_counts_during_a_review() {
    let mut story = Story::of(order(card_held()));
    story.order.payment = OrderPayment::NeedsReview;
    assert_eq!(story.sums(), (0, 0, 0, 0));
    story.capture();
    story.order.payment = OrderPayment::NeedsReview;
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    story.report(PaymentReport::CaptureFailed).unwrap();
    assert_eq!(story.sums(), (0, 0, 0, 0));
}

/// [B.12] Units of a line whose stock is not tracked return to no stock.
#[test]
fn only_tracked_units_return_to_stock() {
    let mut story = Story::of(order(card_paid()));
    story.order.snapshot.lines[1].tracked = false;
    let both = [units(1, 1), units(2, 1)];
    let plan = story.operate(refund_lines(&both, true)).unwrap();
    assert_eq!(plan.restocked, [units(1, 1)]);
}

/// [B.12] A cancellation names the lines that are left: what was refunded and returned before it is not named again.
#[test]
fn a_cancellation_takes_what_refunds_left() {
    let mut story = Story::of(order(card_paid()));
    let before = [units(1, 1), units(2, 1)];
    story.operate(refund_lines(&before, true)).unwrap();
    let plan = story.operate(CANCEL).unwrap();
    assert_eq!(plan.restocked, [units(1, 2)]);
    let [cancelled, refund] = &plan.entries[..] else {
        panic!("{:?}", plan.entries);
    };
    let Change::Cancelled { restocked, .. } = &cancelled.change else {
        panic!("{cancelled:?}");
    };
    assert_eq!(restocked[..], [units(1, 2)]);
    let Change::Refund(refund) = &refund.change else {
        panic!("{refund:?}");
    };
    let lines = refund.lines.iter().map(|line| (line.line, line.units));
    assert_eq!(lines.collect::<Vec<_>>(), [(LineId(1), 2)]);
    // Delivery and two of three mugs.
    assert_eq!(refund.amount, minor(24_900));
}

/// [B.12] A refund takes the card that somebody has disabled already before one that still pays.
#[test]
fn a_refund_takes_disabled_cards_first() {
    let mut story = Story::of(order(card_paid()));
    story.sold = [7, 8, 9].map(|id| sold_card(id, 1, 20_000)).to_vec();
    story.sold[1].is_disabled = true;
    let one = || refund_lines(&[units(1, 1)], false);
    assert_eq!(story.operate(one()).unwrap().disabled_cards, []);
    let plan = story.operate(one()).unwrap();
    assert_eq!(plan.disabled_cards, [GiftCardId(7)]);
}

/// [B.12] An operator who returns units to stock records a refused refund only if its units are there already; otherwise
/// the record is a refund of its own, which returns them.
#[test]
fn a_record_with_restock_is_a_refund_whose_units_are_in_stock() {
    for (was_restocked, refunds, restocked) in [(true, 1, &[][..]), (false, 2, &[units(1, 1)][..])]
    {
        let mut story = Story::of(order(card_paid()));
        let refund = refund_lines(&[units(1, 1)], was_restocked);
        let begun = story.operate(refund).unwrap();
        let reason = RefundRefusal::Refused;
        let refusal = RefundOutcome::Refused { reason };
        story.answer(begun.calls[0].refund, refusal).unwrap();
        let recorded = Action::RecordRefund {
            reference: "re_1".to_owned(),
            size: RefundSize::Lines {
                lines: vec![units(1, 1)],
                amount: None,
            },
            restock: true,
            refused: None,
        };
        let plan = story.operate(recorded).unwrap();
        assert_eq!(plan.restocked, restocked);
        assert_eq!(story.life().refunds.len(), refunds);
    }
}

/// [B.12] The payment's reference is the last one that the timeline names for an authorisation or a capture.
#[test]
fn the_timeline_names_the_gateways_reference() {
    let timeline = |entries: &[(&str, &str)]| -> Vec<TimelineEntry> {
        let entries = entries.iter().map(|(event, detail)| TimelineEntry {
            at: NOW,
            event: (*event).to_owned(),
            detail: (*detail).to_owned(),
        });
        entries.collect()
    };
    for (entries, reference) in [
        (&[][..], None),
        (&[("placed", "pay_1")], None),
        (&[("captured", "")], None),
        (&[("authorised", "pay_1")], Some("pay_1")),
        (
            &[
                ("authorised", "pay_1"),
                ("captured", "pay_2"),
                ("refunded", "re_1"),
            ],
            Some("pay_2"),
        ),
        (&[("authorised", "pay_1"), ("captured", "")], Some("pay_1")),
    ] {
        let timeline = timeline(entries);
        assert_eq!(gateway_reference(&timeline), reference, "{entries:?}");
    }
}

/// [B.12] A refund that the gateway accepts waits for its end: an acceptance counts once. If two servers called for it and
/// the first was refused, the second one's acceptance counts, and servers ask what becomes of it.
#[test]
fn an_acceptance_counts_once_and_after_a_refusal() {
    let accepted = || RefundOutcome::Pending {
        reference: "re_1".to_owned(),
    };
    let begun = || {
        let mut story = Story::of(order(card_paid()));
        let refund = refund_lines(&[units(2, 1)], false);
        story.operate(refund).unwrap();
        story
    };
    let mut story = begun();
    let plan = story.answer(1, accepted()).unwrap();
    assert_eq!((plan.entries.len(), plan.settled.len()), (1, 0));
    assert_eq!(story.answer(1, accepted()), Err(Refusal::NothingNew));
    let mut story = begun();
    let reason = RefundRefusal::Refused;
    let refused = || RefundOutcome::Refused { reason };
    story.answer(1, refused()).unwrap();
    let plan = story.answer(1, accepted()).unwrap();
    assert_eq!((plan.calls.len(), plan.calls[0].refund), (1, 1));
    assert_eq!(story.life().refunds[0].status, RefundStatus::Pending);
    assert_eq!(story.answer(1, accepted()), Err(Refusal::NothingNew));
    let plan = story.answer(1, refused()).unwrap();
    assert_eq!(plan.settled, [1]);
    let mut story = begun();
    story.answer(1, refused()).unwrap();
    story.report(refunded_elsewhere()).unwrap();
    let plan = story.answer(1, accepted()).unwrap();
    assert_eq!((plan.calls.len(), plan.settled), (0, vec![1]));
    assert_eq!(story.life().refunds[0].status, RefundStatus::Done);
}

/// [B.12] The timeline names the amount of a report and the gateway's id.
#[test]
fn the_timeline_names_what_the_gateway_refunded() {
    let mut story = Story::of(order(card_paid()));
    let plan = story.report(refunded_elsewhere()).unwrap();
    assert_eq!(plan.timeline[0].detail, "160.00 CZK, re_1");
}

/// [B.12] Only a captured payment has a reference under which it can be refunded.
#[test]
fn a_payment_is_refunded_under_the_reference_of_its_capture() {
    let reference = |payment| {
        let life = Story::of(order(payment)).life();
        life.captured_reference().map(str::to_owned)
    };
    assert_eq!(reference(card_paid()).as_deref(), Some("pay-1"));
    assert_eq!(reference(card_held()), None);
    assert_eq!(reference(OrderPayment::AwaitingTransfer), None);
}

/// [B.12] A line without shipping, and a cancelled order, have nothing to send.
#[test]
fn what_is_not_shipped_or_is_cancelled_is_not_sent() {
    let mut story = Story::of(order(card_paid()));
    story.order.snapshot.lines[1].requires_shipping = false;
    let to_send = |story: &Story| {
        let lines = story.order.snapshot.lines.iter();
        let units = lines.map(|line| story.life().to_send(line));
        units.collect::<Vec<_>>()
    };
    assert_eq!(to_send(&story), [3, 0]);
    story.operate(CANCEL).unwrap();
    assert_eq!(to_send(&story), [0, 0]);
}

/// [B.12] A refund of everything that is left names no line without units.
#[test]
fn the_rest_of_an_order_without_units_left_is_its_delivery() {
    let mut story = Story::of(order(card_paid()));
    let all = [units(1, 3), units(2, 1)];
    story.operate(refund_lines(&all, true)).unwrap();
    let plan = story.operate(refund_all()).unwrap();
    let Change::Refund(rest) = &plan.entries[0].change else {
        panic!("{:?}", plan.entries);
    };
    assert_eq!((rest.amount, rest.lines.len()), (minor(8_900), 0));
}

/// [B.12] A refused refund whose units another refund has taken since is not the one that an operator records.
#[test]
fn a_record_takes_no_units_that_another_refund_took() {
    let mut story = Story::of(order(card_paid()));
    let plate = || refund_lines(&[units(2, 1)], false);
    let begun = story.operate(plate()).unwrap();
    let reason = RefundRefusal::Refused;
    let refusal = RefundOutcome::Refused { reason };
    story.answer(begun.calls[0].refund, refusal).unwrap();
    let begun = story.operate(plate()).unwrap();
    let done = refunded("re_1", 16_000);
    story.answer(begun.calls[0].refund, done).unwrap();
    let recorded = Action::RecordRefund {
        reference: "re_2".to_owned(),
        size: RefundSize::Amount(minor(16_000)),
        restock: false,
        refused: None,
    };
    story.operate(recorded).unwrap();
    let life = story.life();
    assert_eq!((life.refunds.len(), life.refunded(LineId(2))), (3, 1));
}
