//! The buyer gives a challenge up, and everything that may happen at the same moment.

use super::fixture::*;
use crate::attempt::{
    AttemptState, Call, Commit, DeclineReason, Effect, Event, FailureReason, NoTransition,
    PaymentOutcome, Progress, Reservation,
};
use crate::ids::OrderNumber;
use crate::time::Timestamp;

/// A minute after the challenge began, the buyer gives it up.
fn given_up() -> Driven {
    let mut driven = Driven::challenged();
    driven.later(60_000).step(&Event::BuyerGaveUp);
    driven
}

fn end_of_challenge(driven: &Driven) -> Timestamp {
    let AttemptState::RequiresAction { expires_at, .. } = driven.state() else {
        panic!("no challenge: {:?}", driven.state());
    };
    *expires_at
}

fn voids(reference: &str) -> [Effect; 1] {
    [Effect::Void {
        reference: reference.to_owned(),
    }]
}

/// [B.03] Nothing is released before the gateway has confirmed that it holds nothing.
#[test]
fn a_challenge_given_up_is_voided_first_and_released_afterwards() {
    let mut driven = Driven::challenged();
    let step = driven.later(60_000).step(&Event::BuyerGaveUp);
    assert_eq!(step.effects, [Effect::Query]);
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(end_of_challenge(&driven), driven.now);
    let told: Vec<_> = step.timeline.iter().map(|it| it.event.as_str()).collect();
    assert_eq!(told, ["buyer_gave_up"]);

    let step = driven.answered(Call::Query, challenge("r1"));
    assert_eq!(step.effects, voids("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(driven.attempt.reservation, Reservation::Held);
    assert_eq!(driven.attempt.progress(), Progress::InProgress);

    let step = driven.answered(void_of("r1"), voided("r1"));
    assert_eq!(step.commit, Commit::Release);
    let expired = Progress::Failed(FailureReason::ChallengeExpired);
    assert_eq!(driven.attempt.progress(), expired);
}

/// [B.03] The buyer has passed the challenge in another tab.
#[test]
fn a_challenge_passed_at_this_moment_makes_the_order() {
    for outcome in [held("r1"), taken("r1")] {
        let mut driven = given_up();
        let step = driven.answered(Call::Query, outcome);
        assert!(matches!(step.commit, Commit::MakeOrder { .. }));
        driven.attempt.order = Some(OrderNumber(1_001));
        let ordered = Progress::Ordered(OrderNumber(1_001));
        assert_eq!(driven.attempt.progress(), ordered);
        let again = driven.try_step(&Event::BuyerGaveUp);
        assert_eq!(again, Err(NoTransition::NothingChanges));
    }
}

/// [B.03] The notification comes before the answer, or before the buyer gives up.
#[test]
fn a_notification_may_come_first() {
    let mut driven = given_up();
    let step = driven.notified(held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
    let stale = Event::Answered {
        call: Call::Query,
        outcome: challenge("r1"),
    };
    assert!(driven.try_step(&stale).is_err(), "the order stays");

    let mut driven = given_up();
    driven.ignores(&challenge("r1"));
    let step = driven.notified(declined(DeclineReason::ChallengeFailed));
    assert_eq!(step.commit, Commit::Release);

    let mut driven = Driven::challenged();
    driven.notified(held("r1"));
    let late = driven.try_step(&Event::BuyerGaveUp);
    assert_eq!(late, Err(NoTransition::NothingChanges));
}

/// [B.03] The buyer passes the challenge after the void is stored: the money is not kept, and there is no order.
#[test]
fn a_challenge_passed_after_the_void_is_stored_makes_no_order() {
    let mut driven = given_up();
    driven.answered(Call::Query, challenge("r1"));
    driven.ignores(&held("r1"));
    let step = driven.answered(void_of("r1"), voided("r1"));
    assert_eq!(step.commit, Commit::Release);
    let step = driven.notified(held("r1"));
    assert_eq!(step.effects, voids("r1"));
    assert_eq!(step.commit, Commit::Nothing);
}

/// A caller cannot make the server ask without end.
#[test]
fn giving_up_twice_asks_the_gateway_once() {
    let mut driven = given_up();
    let ended = end_of_challenge(&driven);
    for later in [0, 1_000, 60_000] {
        let again = driven.later(later).try_step(&Event::BuyerGaveUp);
        assert_eq!(again, Err(NoTransition::NothingChanges));
    }
    assert_eq!(end_of_challenge(&driven), ended);
    driven.answered(Call::Query, challenge("r1"));
    let voiding = driven.try_step(&Event::BuyerGaveUp);
    assert_eq!(voiding, Err(NoTransition::NothingChanges));
}

#[test]
fn giving_up_never_puts_off_the_end_of_a_challenge() {
    let mut driven = Driven::challenged();
    let ends = end_of_challenge(&driven);
    let late = driven
        .later(policy().challenge_ms + 1)
        .try_step(&Event::BuyerGaveUp);
    assert_eq!(late, Err(NoTransition::NothingChanges));
    assert_eq!(end_of_challenge(&driven), ends);
}

/// [B.03] The gateway does not answer, or the server dies after it has stored the step: the query is due again.
#[test]
fn the_query_is_repeated_until_the_gateway_answers() {
    let mut driven = given_up();
    let call_ended = driven.now.plus(policy().call_ms);
    assert_eq!(driven.attempt.due_at, Some(call_ended));
    assert_eq!(driven.due().effects, [Effect::Query]);

    let step = driven.step(&Event::NoAnswer { call: Call::Query });
    assert!(step.effects.is_empty());
    assert_eq!(driven.attempt.reservation, Reservation::Held);
    let due = driven.attempt.due_at.expect("a repeat");
    assert!(due > driven.now && due < driven.now.plus(policy().challenge_ms));
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.answered(Call::Query, PaymentOutcome::Pending);
    assert_eq!(step.effects, voids("r1"));
}

/// The browser of another tab comes back late from the bank.
#[test]
fn a_late_return_does_not_move_the_end() {
    let mut driven = given_up();
    let ended = end_of_challenge(&driven);
    let step = driven.later(5_000).step(&Event::BuyerReturned);
    assert_eq!(step.effects, [Effect::Query]);
    assert_eq!(end_of_challenge(&driven), ended);
    let step = driven.answered(Call::Query, challenge("r1"));
    assert_eq!(step.effects, voids("r1"));
    let again = driven.try_step(&Event::BuyerReturned);
    assert_eq!(again, Err(NoTransition::NothingChanges));
}

/// The answer to a query of before is as good: the buyer has given up since, and the challenge was still open.
#[test]
fn the_answer_to_a_query_of_before_ends_the_challenge() {
    let mut driven = Driven::challenged();
    driven.later(60_000).step(&Event::BuyerReturned);
    driven.step(&Event::BuyerGaveUp);
    let step = driven.answered(Call::Query, challenge("r1"));
    assert_eq!(step.effects, voids("r1"));
    let late = Event::Answered {
        call: Call::Query,
        outcome: challenge("r1"),
    };
    assert_eq!(driven.try_step(&late), Err(NoTransition::NothingChanges));
}

#[test]
fn only_a_challenge_can_be_given_up() {
    let mut failed = Driven::authorising();
    failed.answered(Call::Authorise, declined(DeclineReason::Declined));
    for driven in [
        Driven::reserved(),
        Driven::authorising(),
        Driven::authorised(),
        Driven::voiding(),
        failed,
    ] {
        let given_up = driven.try_step(&Event::BuyerGaveUp);
        assert_eq!(given_up, Err(NoTransition::NothingChanges));
    }
}
