//! Orders that wait for a person, and the names of their states.

use super::order::{NOW, Story, card_held, card_paid, czk, fulfil, order, refund_all, units};
use crate::order::OrderPayment;
use crate::order_life::{Action, Attention, FulfilmentState, LifeEvent, MoneyState, Refusal};
use crate::refund::PaymentReport;

fn attention(story: &Story) -> Option<Attention> {
    story.life().attention(&story.order, NOW)
}

/// [B.12] A person looks at a payment in review, at a dispute, and at an order whose capture failed.
#[test]
fn what_the_gateway_leaves_open_waits_for_a_person() {
    assert_eq!(attention(&Story::of(order(card_paid()))), None);
    assert_eq!(attention(&Story::of(order(card_held()))), None);
    let in_review = Story::of(order(OrderPayment::NeedsReview));
    assert_eq!(attention(&in_review), Some(Attention::Review));
    let mut failed = Story::of(order(card_paid()));
    failed.report(PaymentReport::CaptureFailed).unwrap();
    assert_eq!(attention(&failed), Some(Attention::CaptureFailed));
}

/// [B.12] A capture that is heard of after its failure may be there: the buyer must not be asked to pay again before a person
/// has looked. Money that went back since was there.
#[test]
fn a_capture_after_its_failure_waits_for_a_person() {
    for is_cancelled in [false, true] {
        let mut story = Story::of(order(card_held()));
        if is_cancelled {
            story.operate(Action::Cancel { restock: true }).unwrap();
            let refund = story.life().refunds[0].number;
            let given_up = LifeEvent::NotCaptured { refund, lease: 1 };
            story.try_event(&given_up).unwrap();
        }
        story.order.payment = OrderPayment::NeedsReview;
        story.report(PaymentReport::CaptureFailed).unwrap();
        assert_eq!(attention(&story), Some(Attention::Review));
        story.capture();
        let failed = (!is_cancelled).then_some(Attention::CaptureFailed);
        assert_eq!(attention(&story), failed, "the failure is not older");
        story.timeline.last_mut().unwrap().at = NOW.plus(1);
        assert_eq!(attention(&story), Some(Attention::CaptureUnclear));
        assert_eq!(story.sums(), (0, 0, 0, 0), "nothing counts until then");
        assert_eq!(story.operate(refund_all()), Err(Refusal::NeedsReview));
        if !is_cancelled {
            let sent = story.operate(fulfil(&[units(1, 1)]));
            assert_eq!(sent, Err(Refusal::NeedsReview));
        }
        let back = PaymentReport::Refunded {
            reference: "re-1".to_owned(),
            amount: czk(48_900),
        };
        story.report(back).unwrap();
        assert_eq!(attention(&story), failed);
    }
}

/// [B.12] A dispute comes before the money that a cancelled order still holds, and ends with it.
#[test]
fn a_dispute_waits_for_a_person_until_it_ends() {
    let opened = PaymentReport::DisputeOpened {
        dispute: "dp_1".to_owned(),
        amount: czk(20_000),
    };
    let won = PaymentReport::DisputeWon {
        dispute: "dp_1".to_owned(),
    };
    for is_cancelled in [false, true] {
        let mut story = Story::of(order(card_paid()));
        story.report(opened.clone()).unwrap();
        if is_cancelled {
            story.operate(Action::Cancel { restock: true }).unwrap();
        }
        assert_eq!(attention(&story), Some(Attention::Disputed));
        story.report(won.clone()).unwrap();
        let withheld = Attention::PayBack(czk(20_000));
        assert_eq!(attention(&story), is_cancelled.then_some(withheld));
    }
}

/// The merchant's systems and the operators' lists read these names.
#[test]
fn states_have_stable_names() {
    for (state, name) in [
        (MoneyState::NothingDue, "nothing_due"),
        (MoneyState::Awaited, "awaited"),
        (MoneyState::Held, "held"),
        (MoneyState::Paid, "paid"),
        (MoneyState::PartlyRefunded, "partly_refunded"),
        (MoneyState::Refunded, "refunded"),
        (MoneyState::Disputed, "disputed"),
        (MoneyState::Failed, "failed"),
        (MoneyState::NeedsReview, "needs_review"),
    ] {
        assert_eq!(state.name(), name);
    }
    for (state, name) in [
        (FulfilmentState::NotNeeded, "not_needed"),
        (FulfilmentState::Unfulfilled, "unfulfilled"),
        (FulfilmentState::Partly, "partly_fulfilled"),
        (FulfilmentState::Fulfilled, "fulfilled"),
        (FulfilmentState::Cancelled, "cancelled"),
    ] {
        assert_eq!(state.name(), name);
    }
}
