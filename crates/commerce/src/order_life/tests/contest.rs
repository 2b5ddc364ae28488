//! A dispute's money that an operator recorded, and the dispute's reports.

use super::order::{NOW, Story, card_paid, czk, minor, order, sold_card, units};
use crate::order_event::OrderEventKind;
use crate::order_life::{Action, Attention, DisputeState, MoneyState, Plan, RefundSize, Refusal};
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
    story.order.snapshot.lines[0].gift_card = Some(czk(20_000));
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

fn refunded(reference: &str, amount: i64) -> PaymentReport {
    PaymentReport::Refunded {
        reference: reference.to_owned(),
        amount: czk(amount),
    }
}

fn recorded_refund(amount: i64, line: Option<u32>) -> Action {
    Action::RecordRefund {
        reference: "re_1".to_owned(),
        size: match line {
            Some(line) => RefundSize::Lines {
                lines: vec![units(line, 1)],
                amount: Some(minor(amount)),
            },
            None => RefundSize::Amount(minor(amount)),
        },
        restock: false,
        refused: None,
    }
}

fn withheld(plan: Result<Plan, Refusal>) -> Option<bool> {
    plan.unwrap().withhold_cards
}

/// [B.12] Money that went back at the provider without lines may have been the price of a sold card: the card stays withheld
/// when the dispute beside it is closed, until an operator says which lines it was for.
#[test]
fn a_refund_without_lines_withholds_cards_when_the_dispute_is_closed() {
    let mut story = with_card();
    assert_eq!(withheld(story.report(opened())), Some(true));
    assert_eq!(withheld(story.report(refunded("re_1", 16_000))), Some(true));
    assert_eq!(withheld(story.report(won())), Some(true));
    assert!(!story.life().is_contested() && story.life().withholds_cards());
    let plan = story.operate(recorded_refund(16_000, Some(1))).unwrap();
    assert_eq!(
        (plan.disabled_cards.len(), plan.withhold_cards),
        (1, Some(false))
    );
    assert!(!story.life().withholds_cards());
}

/// [B.12] On PostgreSQL a trigger for older servers looks at disputes alone, so every step about one sets the cards again.
#[test]
fn a_dispute_that_was_never_open_releases_no_withheld_card() {
    let mut story = with_card();
    story.report(refunded("re_1", 16_000)).unwrap();
    assert_eq!(withheld(story.report(won())), Some(true));
    assert_eq!(withheld(story.report(opened())), Some(true));
}

/// [B.12] Without a dispute as well. An operator who records the amount alone says that it was for none of the cards.
#[test]
fn an_operator_releases_cards_that_a_refund_withheld() {
    let mut story = with_card();
    assert_eq!(withheld(story.report(refunded("re_1", 5_000))), Some(true));
    let plan = story.operate(recorded_refund(5_000, None)).unwrap();
    assert_eq!(
        (plan.disabled_cards.len(), plan.withhold_cards),
        (0, Some(false))
    );
    assert_eq!(plan.notes.len(), 1);
    assert_eq!(story.sums(), (43_900, 0, 0, 43_900));
    // A failed refund brings the money back.
    let mut story = with_card();
    story.report(refunded("re_1", 5_000)).unwrap();
    let failed = PaymentReport::RefundFailed {
        reference: "re_1".to_owned(),
    };
    assert_eq!(withheld(story.report(failed)), Some(false));
    // There is nothing to say about the cards if they are disabled.
    let mut story = with_card();
    story.sold[0].is_disabled = true;
    story.report(refunded("re_1", 5_000)).unwrap();
    let plan = story.operate(recorded_refund(5_000, None)).unwrap();
    assert_eq!(plan.notes, [""; 0]);
}

/// [B.12] An order whose cards pay nothing because of a refund without lines waits for a person, until somebody says what the
/// refund was for. An order without gift cards does not.
#[test]
fn a_refund_without_lines_waits_for_a_person() {
    for (line, disabled) in [(Some(1), false), (None, false), (None, true)] {
        let mut story = with_card();
        story.sold[0].is_disabled = disabled;
        story.report(refunded("re_1", 16_000)).unwrap();
        let attention = |story: &Story| story.life().attention(&story.order, NOW);
        assert_eq!(attention(&story), Some(Attention::UnexplainedRefund));
        story.operate(recorded_refund(16_000, line)).unwrap();
        assert_eq!(attention(&story), None, "{line:?}");
    }
    let mut story = Story::of(order(card_paid()));
    story.report(refunded("re_1", 16_000)).unwrap();
    assert_eq!(story.life().attention(&story.order, NOW), None);
}

/// [B.12] A refund that was recorded as an amount gets its lines later. Its money counts once.
#[test]
fn a_recorded_refund_gets_its_lines_later() {
    let mut story = with_card();
    story.operate(recorded_refund(16_000, None)).unwrap();
    let known = Err(Refusal::ReferenceKnown("re_1".to_owned()));
    assert_eq!(story.operate(recorded_refund(15_999, Some(1))), known);
    assert_eq!(story.operate(recorded_refund(16_000, None)), known);
    let plan = story.operate(recorded_refund(16_000, Some(1))).unwrap();
    assert_eq!((plan.disabled_cards.len(), plan.calls.len()), (1, 0));
    assert_eq!(plan.events, []);
    assert_eq!(
        plan.timeline[0].detail,
        "1 x line 1, of the refund made elsewhere: re_1, by jana: test"
    );
    assert_eq!(story.sums(), (32_900, 0, 0, 32_900));
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 1);
}

/// [B.12] The lines of a refund of everything are named when nothing is left.
#[test]
fn a_recorded_refund_of_everything_gets_its_lines_later() {
    let mut story = Story::of(order(card_paid()));
    story.operate(recorded_refund(48_900, None)).unwrap();
    assert_eq!(story.sums(), (0, 0, 0, 0));
    let everything = Action::RecordRefund {
        reference: "re_1".to_owned(),
        size: RefundSize::Everything,
        restock: false,
        refused: None,
    };
    story.operate(everything).unwrap();
    let refunded = [1, 2].map(|line| story.life().refunded(crate::ids::LineId(line)));
    assert_eq!(refunded, [3, 1]);
    assert_eq!(story.sums(), (0, 0, 0, 0));
}

/// Only an amount without lines that the gateway has told leaves open whether it paid for a gift card.
#[test]
fn a_refund_says_that_cards_stay_only_if_it_may_be_theirs() {
    let notes = |is_told: bool, line| {
        let mut story = with_card();
        story.sold.push(sold_card(2, 1, 20_000));
        if is_told {
            story.report(refunded("re_1", 16_000)).unwrap();
        }
        let plan = story.operate(recorded_refund(16_000, line)).unwrap();
        plan.notes.len()
    };
    assert_eq!(notes(true, None), 1);
    assert_eq!(notes(true, Some(1)), 0);
    assert_eq!(notes(false, None), 0);
}

fn named(restock: bool, line: u32, count: u32) -> Action {
    Action::RecordRefund {
        reference: "re_1".to_owned(),
        size: RefundSize::Lines {
            lines: vec![units(line, count)],
            amount: Some(minor(16_000)),
        },
        restock,
        refused: None,
    }
}

/// [B.12] One refund has one set of lines: whoever names them again, in whichever words, refunds no further unit, disables no
/// further card and puts nothing on the stock. Another refund has lines of its own.
#[test]
fn the_lines_of_a_recorded_refund_are_named_once() {
    let mut story = with_card();
    story.sold.push(sold_card(2, 1, 20_000));
    story.operate(recorded_refund(16_000, None)).unwrap();
    let plan = story.operate(named(false, 1, 1)).unwrap();
    assert_eq!(plan.disabled_cards.len(), 1);
    let refused = Err(Refusal::LinesNamed("re_1".to_owned()));
    for again in [named(true, 1, 1), named(false, 1, 2), named(false, 2, 1)] {
        assert_eq!(story.operate(again), refused);
    }
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 1);
    assert_eq!(story.sums(), (32_900, 0, 0, 32_900));

    let other = |size| Action::RecordRefund {
        reference: "re_2".to_owned(),
        size,
        restock: false,
        refused: None,
    };
    let amount = minor(1_000);
    story.operate(other(RefundSize::Amount(amount))).unwrap();
    let size = RefundSize::Lines {
        lines: vec![units(2, 1)],
        amount: Some(amount),
    };
    story.operate(other(size)).unwrap();
    assert_eq!(story.life().refunded(crate::ids::LineId(2)), 1);
}

/// [B.12] Lines that were named later stand and fall with their refund.
#[test]
fn the_lines_of_a_refund_that_fails_are_not_refunded() {
    let mut story = with_card();
    story.operate(recorded_refund(16_000, None)).unwrap();
    story.operate(named(false, 1, 1)).unwrap();
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 1);
    let failed = PaymentReport::RefundFailed {
        reference: "re_1".to_owned(),
    };
    story.report(failed).unwrap();
    assert_eq!(story.life().refunded(crate::ids::LineId(1)), 0);
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
}

/// [B.12] The end of a dispute that a refund settled is recorded with no money, as the gateway's report of it says.
#[test]
fn an_open_dispute_that_a_refund_settled_is_recorded() {
    let mut story = with_card();
    assert_eq!(story.operate(recorded(0)), Err(Refusal::NoAmount));
    story.report(opened()).unwrap();
    let plan = story.operate(recorded(0)).unwrap();
    assert_eq!(plan.events, [OrderEventKind::DisputeLost]);
    assert_eq!(story.sums(), (48_900, 0, 0, 48_900));
    assert_eq!(story.life().disputes["dp_1"].state(), DisputeState::Lost);
    assert_eq!(story.report(lost(0)), Err(Refusal::NothingNew));
    let again = story.operate(recorded(0));
    assert_eq!(again, Err(Refusal::ReferenceKnown("dp_1".to_owned())));
}
