//! Answers and reports of the gateway.

use super::order::{
    Story, card_paid, czk, fulfil, order, refund_all, refund_amount, refunded, sold_card, units,
};
use crate::money::{Currency, MinorUnits, Money};
use crate::order_event::OrderEventKind;
use crate::order_life::{Action, LifeEvent, MoneyState, RefundFailure, RefundStatus, Refusal};
use crate::refund::{PaymentReport, RefundOutcome, RefundRefusal};

fn report_of(reference: &str, amount: i64) -> PaymentReport {
    PaymentReport::Refunded {
        reference: reference.to_owned(),
        amount: czk(amount),
    }
}

fn opened(amount: i64) -> PaymentReport {
    PaymentReport::DisputeOpened {
        dispute: "d-1".to_owned(),
        amount: czk(amount),
    }
}

fn won() -> PaymentReport {
    PaymentReport::DisputeWon {
        dispute: "d-1".to_owned(),
    }
}

fn lost() -> PaymentReport {
    PaymentReport::DisputeLost {
        dispute: "d-1".to_owned(),
        amount: czk(20_000),
    }
}

/// [B.12] Answer, report, and a repetition of each count once, in whatever order they come.
#[test]
fn a_refund_counts_once_however_it_is_heard_of() {
    for report_first in [false, true] {
        let mut story = Story::of(order(card_paid()));
        let call = story.operate(refund_amount(10_000)).unwrap().calls[0];
        let mut told = 0;
        for round in 0..4 {
            let plan = if (round % 2 == 0) == report_first {
                story.report(report_of("r-1", 10_000))
            } else {
                story.answer(call.refund, refunded("r-1", 10_000))
            };
            match plan {
                Ok(plan) => told += plan.events.len(),
                Err(refusal) => assert_eq!(refusal, Refusal::NothingNew),
            }
        }
        assert_eq!(told, 1, "report first: {report_first}");
        assert_eq!(story.sums(), (38_900, 0, 0, 38_900));
        assert_eq!(story.life().foreign_refunds.len(), 0);
        assert_eq!(story.life().money_state(), MoneyState::PartlyRefunded);
    }
}

/// [B.12] A refund that is made at the gateway lowers what can be refunded here.
#[test]
fn a_refund_made_elsewhere_counts() {
    let mut story = Story::of(order(card_paid()));
    story.report(report_of("r-9", 40_000)).unwrap();
    assert_eq!(story.sums(), (8_900, 0, 0, 8_900));
    let refused = story.operate(refund_amount(9_000));
    assert!(
        matches!(refused, Err(Refusal::TooMuch { .. })),
        "{refused:?}"
    );
    let failed = PaymentReport::RefundFailed {
        reference: "r-9".to_owned(),
    };
    story.report(failed).unwrap();
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
}

/// [B.12] A refund that is accepted first and fails later frees the money again, whichever report comes first.
#[test]
fn a_refund_that_fails_leaves_the_money() {
    let failed = PaymentReport::RefundFailed {
        reference: "r-1".to_owned(),
    };
    for failed_first in [false, true] {
        let mut story = Story::of(order(card_paid()));
        let call = story.operate(refund_all()).unwrap().calls[0];
        let pending = RefundOutcome::Pending {
            reference: "r-1".to_owned(),
        };
        let mut told = Vec::new();
        if failed_first {
            told.extend(story.report(failed.clone()).unwrap().events);
            let plan = story.answer(call.refund, pending).unwrap();
            assert_eq!(plan.settled, [call.refund]);
            assert_eq!(
                story.answer(call.refund, refunded("r-1", 48_900)),
                Err(Refusal::NothingNew)
            );
        } else {
            let plan = story.answer(call.refund, pending).unwrap();
            assert_eq!((plan.settled.len(), plan.events.len()), (0, 0));
            let plan = story.report(failed.clone()).unwrap();
            assert_eq!(plan.settled, [call.refund]);
            told.extend(plan.events);
        }
        assert_eq!(told, [OrderEventKind::RefundFailed]);
        assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
        let status = story.life().refunds[0].status;
        assert_eq!(status, RefundStatus::Failed(RefundFailure::NotReached));
    }
}

/// [B.12] Money that went back counts, even if the gateway refused the refund before, whichever is heard first.
#[test]
fn a_refund_counts_although_it_was_refused() {
    let accepted = RefundOutcome::Pending {
        reference: "r-1".to_owned(),
    };
    let refused = RefundOutcome::Refused {
        reason: RefundRefusal::Refused,
    };
    for is_accepted in [true, false] {
        for answers_come_back in [true, false] {
            let mut story = Story::of(order(card_paid()));
            let call = story.operate(refund_amount(10_000)).unwrap().calls[0];
            if is_accepted {
                story.answer(call.refund, accepted.clone()).unwrap();
            }
            story.answer(call.refund, refused.clone()).unwrap();
            assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
            let plan = if answers_come_back {
                story.answer(call.refund, refunded("r-1", 10_000))
            } else {
                story.report(report_of("r-1", 10_000))
            };
            let what = format!("accepted: {is_accepted}, answered: {answers_come_back}");
            let plan = plan.unwrap_or_else(|refusal| panic!("{what}: {refusal}"));
            assert_eq!(plan.events, [OrderEventKind::Refunded], "{what}");
            assert_eq!(story.sums(), (38_900, 0, 0, 38_900), "{what}");
            for again in [accepted.clone(), refused.clone()] {
                let _known = story.answer(call.refund, again);
                assert_eq!(story.sums(), (38_900, 0, 0, 38_900), "{what}");
            }
            let failed = PaymentReport::RefundFailed {
                reference: "r-1".to_owned(),
            };
            story.report(failed).unwrap();
            assert_eq!(story.sums(), (48_900, 0, 0, 48_900), "{what}");
        }
    }
}

/// [B.12] A refund that ended without a captured payment counts if the gateway made it after all.
#[test]
fn a_refund_counts_although_nothing_seemed_captured() {
    let mut story = Story::of(order(card_paid()));
    let call = story.operate(refund_amount(10_000)).unwrap().calls[0];
    let refund = call.refund;
    story
        .try_event(&LifeEvent::NotCaptured { refund, lease: 1 })
        .unwrap();
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    story.answer(refund, refunded("r-1", 10_000)).unwrap();
    assert_eq!(story.sums(), (38_900, 0, 0, 38_900));
    let status = story.life().refund(refund).map(|known| known.status);
    assert_eq!(status, Some(RefundStatus::Done));
}

#[test]
fn a_refused_refund_says_why() {
    let mut story = Story::of(order(card_paid()));
    let call = story.operate(refund_all()).unwrap().calls[0];
    let reason = RefundRefusal::Disputed;
    let plan = story
        .answer(call.refund, RefundOutcome::Refused { reason })
        .unwrap();
    assert_eq!(
        plan.timeline[0].detail,
        "489.00 CZK, the buyer disputes the payment"
    );
    assert_eq!(plan.settled, [call.refund]);
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    assert_eq!(
        story.answer(7, RefundOutcome::Unknown),
        Err(Refusal::NoSuchRefund(7))
    );
}

/// [B.12] A dispute withholds money from refunds; its end decides, whichever report comes first.
#[test]
fn a_dispute_withholds_until_it_ends() {
    for (reports, balance, withheld) in [
        (vec![opened(20_000)], 48_900, 20_000),
        (vec![opened(20_000), won()], 48_900, 0),
        (vec![won(), opened(20_000)], 48_900, 0),
        (vec![opened(20_000), lost()], 28_900, 0),
        (vec![lost(), opened(20_000)], 28_900, 0),
        (
            vec![lost(), lost(), opened(20_000), opened(20_000)],
            28_900,
            0,
        ),
    ] {
        let mut story = Story::of(order(card_paid()));
        for report in &reports {
            let _known = story.report(report.clone());
        }
        let refundable = balance - withheld;
        assert_eq!(
            story.sums(),
            (balance, 0, withheld, refundable),
            "{reports:?}"
        );
    }
    let mut story = Story::of(order(card_paid()));
    story.report(opened(48_900)).unwrap();
    assert_eq!(story.life().money_state(), MoneyState::Disputed);
    assert_eq!(
        story.operate(refund_amount(100)).unwrap_err().to_string(),
        "1.00 CZK is too much: 0.00 CZK can be refunded (a dispute withholds 489.00 CZK)"
    );
}

/// [B.12] Money that the bank takes back, or that never came, is not in the balance.
#[test]
fn reversals_and_failed_captures_take_the_money() {
    let mut story = Story::of(order(card_paid()));
    let reversed = PaymentReport::Reversed {
        reference: "v-1".to_owned(),
        amount: czk(10_000),
    };
    story.report(reversed.clone()).unwrap();
    assert_eq!(story.report(reversed), Err(Refusal::NothingNew));
    assert_eq!(story.sums(), (38_900, 0, 0, 38_900));

    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(7, 1, 100), sold_card(8, 1, 20_000)];
    let plan = story.report(PaymentReport::CaptureFailed).unwrap();
    assert_eq!(plan.disabled_cards.len(), 2, "spent or not");
    assert_eq!(
        story.report(PaymentReport::CaptureFailed),
        Err(Refusal::NothingNew)
    );
    assert_eq!(story.sums(), (0, 0, 0, 0));
    assert_eq!(story.operate(refund_all()), Err(Refusal::CaptureFailed));
}

#[test]
fn another_currency_is_refused() {
    let mut story = Story::of(order(card_paid()));
    let euros = Money::new(MinorUnits::new(100), Currency::new("EUR").unwrap());
    let report = PaymentReport::Reversed {
        reference: "v-1".to_owned(),
        amount: euros,
    };
    assert_eq!(story.report(report), Err(Refusal::OtherCurrency(euros)));
}

fn reversed() -> PaymentReport {
    PaymentReport::Reversed {
        reference: "rev-1".to_owned(),
        amount: czk(20_000),
    }
}

/// [B.12] While a payment is contested, nothing is sent without the operator's word, and the cards that the order sold are
/// withheld. A won dispute ends it, unless the money has gone back otherwise.
#[test]
fn a_contested_payment_withholds_goods_and_cards() {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(1, 1, 20_000)];
    for (report, withheld, contested) in [
        (opened(20_000), Some(true), true),
        // The dispute's amount changes, and nothing else.
        (opened(10_000), None, true),
        (won(), Some(false), false),
        (reversed(), Some(true), true),
        (lost(), None, true),
    ] {
        let plan = story.report(report.clone()).unwrap();
        assert_eq!(plan.withhold_cards, withheld, "{report:?}");
        assert_eq!(story.life().is_contested(), contested, "{report:?}");
        let sent = story.operate(fulfil(&[units(1, 1)]));
        // There are three units of the line, so one parcel at most goes out while it is not contested.
        assert_eq!(
            sent.err(),
            contested.then_some(Refusal::Contested),
            "{report:?}"
        );
    }
    let Action::Fulfil {
        lines,
        carrier,
        tracking_number,
        before_payment,
        ..
    } = fulfil(&[units(1, 1)])
    else {
        panic!("no parcel");
    };
    let nevertheless = Action::Fulfil {
        lines,
        carrier,
        tracking_number,
        before_payment,
        despite_dispute: true,
    };
    assert_eq!(story.operate(nevertheless).unwrap().withhold_cards, None);
}

/// [B.12] Reports of a dispute may come in any order.
#[test]
fn a_dispute_that_was_won_before_it_was_opened_withholds_nothing() {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(1, 1, 20_000)];
    for report in [won(), opened(20_000)] {
        assert_eq!(story.report(report).unwrap().withhold_cards, None);
        assert!(!story.life().is_contested());
    }
}

#[test]
fn an_order_without_gift_cards_withholds_none() {
    let mut story = Story::of(order(card_paid()));
    assert_eq!(story.report(opened(1)).unwrap().withhold_cards, None);
    assert!(story.life().is_contested());
}
