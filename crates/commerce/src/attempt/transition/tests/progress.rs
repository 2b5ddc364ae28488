//! The way to an order.

use super::fixture::*;
use crate::attempt::{
    AttemptState, Call, Commit, Effect, Event, Progress, Refused, Reservation, begin,
};
use crate::ids::OrderNumber;
use crate::order::OrderPayment;
use crate::payment::PaymentMethod;

#[test]
fn without_a_gateway_the_order_is_made_at_once() {
    for (payment, expected) in [
        (PaymentMethod::CashOnDelivery, OrderPayment::DueOnDelivery),
        (PaymentMethod::BankTransfer, OrderPayment::AwaitingTransfer),
        (PaymentMethod::Free, OrderPayment::Free),
    ] {
        let beginning = begin(new_attempt(payment));
        assert_eq!(beginning.order, Some(expected));
        assert_eq!(beginning.attempt.state, AttemptState::Placed);
        assert_eq!(beginning.attempt.reservation, Reservation::Sold);
        assert_eq!(beginning.attempt.due_at, None);
        let driven = Driven {
            attempt: beginning.attempt,
            now: BEGAN,
        };
        assert_eq!(driven.try_step(&started()), Err(Refused::NoGateway));
        assert_eq!(driven.try_step(&Event::DueReached), Err(Refused::NoGateway));
    }
}

#[test]
fn a_card_attempt_waits_for_its_start() {
    let driven = Driven::reserved();
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(20_000)));
    assert_eq!(driven.attempt.progress(), Progress::InProgress);
    assert_eq!(
        driven.try_step(&Event::DueReached),
        Err(Refused::NothingChanges)
    );
}

/// [B.03] The amount asked for is the amount of the snapshot.
#[test]
fn it_is_stored_that_the_gateway_will_be_asked_before_it_is_asked() {
    let mut driven = Driven::reserved();
    let step = driven.step(&started());
    assert_eq!(
        step.effects,
        [Effect::Authorise {
            session: "ses_1".to_owned(),
            amount: czk(TOTAL),
            return_url: URL.to_owned(),
            not_after: BEGAN.plus(policy().start_within_ms),
        }]
    );
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(policy().call_ms)));
    assert_eq!(driven.try_step(&started()), Err(Refused::NothingChanges));
}

/// [B.03] Capture follows by itself once the order exists.
#[test]
fn money_held_as_asked_makes_the_order_and_then_is_captured() {
    let mut driven = Driven::authorising();
    let step = driven.answered(Call::Authorise, held("r1"));
    assert_eq!(
        step.commit,
        Commit::MakeOrder(OrderPayment::Authorised { card: card() })
    );
    assert_eq!(
        step.effects,
        [Effect::Capture {
            reference: "r1".to_owned(),
            amount: czk(TOTAL)
        }]
    );
    assert_eq!(driven.attempt.reservation, Reservation::Sold);
    driven.attempt.order = Some(OrderNumber(1_001));
    let step = driven.answered(Call::Capture, taken("r1"));
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::Captured { card: card() })
    );
    assert!(step.effects.is_empty());
    assert_eq!(
        driven.attempt.progress(),
        Progress::Ordered(OrderNumber(1_001))
    );
}

#[test]
fn a_notification_is_as_good_as_an_answer() {
    let mut driven = Driven::authorising();
    let step = driven.notified(held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder(_)));
    driven.ignores(&held("r1"));
    driven.notified(taken("r1"));
    assert!(matches!(driven.state(), AttemptState::Captured { .. }));
}

#[test]
fn a_challenge_sends_the_buyer_to_the_bank_and_the_return_asks_how_it_went() {
    let mut driven = Driven::challenged();
    assert_eq!(
        driven.attempt.progress(),
        Progress::ActionRequired {
            redirect_url: "https://bank.example/challenge"
        }
    );
    assert_eq!(
        driven.attempt.due_at,
        Some(BEGAN.plus(policy().challenge_ms))
    );
    let step = driven.later(60_000).step(&Event::BuyerReturned);
    assert_eq!(step.effects, [Effect::Query]);
    let step = driven.answered(Call::Query, held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder(_)));
}

#[test]
fn coming_back_does_not_put_off_the_end_of_the_challenge() {
    let mut driven = Driven::challenged();
    driven
        .later(policy().challenge_ms - 1_000)
        .step(&Event::BuyerReturned);
    let ends = BEGAN.plus(policy().challenge_ms);
    assert_eq!(driven.attempt.due_at, Some(ends));
}

#[test]
fn a_buyer_who_returns_undecided_can_go_on_deciding() {
    let mut driven = Driven::challenged();
    driven.later(60_000).step(&Event::BuyerReturned);
    driven.answered(Call::Query, challenge("r1"));
    assert!(matches!(
        driven.state(),
        AttemptState::RequiresAction { .. }
    ));
    driven.ignores(&challenge("r1"));
    let step = driven.due();
    assert_eq!(step.effects, [Effect::Query]);
}

#[test]
fn money_already_taken_makes_a_captured_order() {
    let mut driven = Driven::authorising();
    let step = driven.answered(Call::Query, taken("r1"));
    assert_eq!(
        step.commit,
        Commit::MakeOrder(OrderPayment::Captured { card: card() })
    );
    assert!(step.effects.is_empty());
}
