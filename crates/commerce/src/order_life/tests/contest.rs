//! A dispute's money that an operator recorded, and the dispute's reports.

use super::order::{Story, card_paid, czk, minor, order, sold_card};
use crate::order_event::OrderEventKind;
use crate::order_life::{Action, DisputeState, MoneyState, Refusal};
use crate::refund::PaymentReport;

fn recorded(amount: i64) -> Action {
    Action::RecordReversal {
        reference: "dp_1".to_owned(),
        amount: minor(amount),
    }
}

fn opened() -> PaymentReport {
    PaymentReport::DisputeOpened {
        dispute: "dp_1".to_owned(),
        amount: czk(10_000),
    }
}

fn won() -> PaymentReport {
    PaymentReport::DisputeWon {
        dispute: "dp_1".to_owned(),
    }
}

fn lost(amount: i64) -> PaymentReport {
    PaymentReport::DisputeLost {
        dispute: "dp_1".to_owned(),
        amount: czk(amount),
    }
}

fn with_card() -> Story {
    let mut story = Story::of(order(card_paid()));
    story.sold = vec![sold_card(1, 1, 20_000)];
    story
}

/// [B.12] The gift cards that a recorded dispute withheld pay again once it is won, and are withheld again if it is lost
/// after an appeal. Its money counts once.
#[test]
fn a_recorded_dispute_that_is_won_pays_again() {
    let mut story = with_card();
    let plan = story.operate(recorded(10_000)).unwrap();
    assert_eq!(plan.withhold_cards, Some(true));
    let plan = story.report(won()).unwrap();
    assert_eq!(plan.withhold_cards, Some(false));
    assert!(!story.life().is_contested());
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    // Late.
    assert_eq!(story.report(opened()), Err(Refusal::NothingNew));
    let plan = story.report(lost(9_000)).unwrap();
    assert_eq!(plan.withhold_cards, Some(true));
    assert_eq!(story.sums(), (39_900, 0, 0, 39_900));
    assert_eq!(story.report(lost(9_000)), Err(Refusal::NothingNew));
    let again = story.operate(recorded(10_000));
    assert_eq!(again, Err(Refusal::ReferenceKnown("dp_1".to_owned())));
}

/// [B.12] The loss after an appeal can be recorded as well.
#[test]
fn a_loss_after_an_appeal_is_recorded() {
    let mut story = with_card();
    story.operate(recorded(10_000)).unwrap();
    story.report(won()).unwrap();
    let plan = story.operate(recorded(10_000)).unwrap();
    assert_eq!(plan.withhold_cards, Some(true));
    assert_eq!(plan.events, [OrderEventKind::DisputeLost]);
    assert_eq!(story.sums(), (38_900, 0, 0, 38_900));
    let again = story.operate(recorded(10_000));
    assert_eq!(again, Err(Refusal::ReferenceKnown("dp_1".to_owned())));
}

/// [B.12] A lost dispute that the gateway reports replaces the reversal that an operator recorded for it.
#[test]
fn the_reported_loss_counts_instead_of_the_recorded() {
    let mut story = with_card();
    story.operate(recorded(10_000)).unwrap();
    assert_eq!(story.report(lost(10_000)), Err(Refusal::NothingNew));
    assert_eq!(story.report(lost(9_000)).unwrap().withhold_cards, None);
    assert_eq!(story.sums(), (39_900, 0, 0, 39_900));
    assert!(story.life().reversals.is_empty());
}

/// [B.12] A dispute that is known to be open, recorded as lost by hand, withholds nothing more, and is not final.
#[test]
fn an_open_dispute_that_is_recorded_as_lost_may_still_be_won() {
    let mut story = with_card();
    assert_eq!(story.report(opened()).unwrap().withhold_cards, Some(true));
    let plan = story.operate(recorded(10_000)).unwrap();
    assert_eq!(plan.events, [OrderEventKind::Reversed]);
    assert_eq!(plan.withhold_cards, None);
    assert_eq!(story.sums(), (38_900, 0, 0, 38_900));
    assert_eq!(story.life().money_state(), MoneyState::PartlyRefunded);
    assert_eq!(story.report(opened()), Err(Refusal::NothingNew));
    let plan = story.report(won()).unwrap();
    assert_eq!(plan.withhold_cards, Some(false));
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    assert_eq!(story.life().disputes["dp_1"].state(), DisputeState::Won);

    let mut story = with_card();
    story.report(opened()).unwrap();
    story.operate(recorded(10_000)).unwrap();
    story.report(lost(9_000)).unwrap();
    assert_eq!(story.sums(), (39_900, 0, 0, 39_900));
}
