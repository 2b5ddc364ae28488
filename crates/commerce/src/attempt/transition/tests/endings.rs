//! Attempts that end without an order, and later events.

use super::fixture::*;
use crate::attempt::{
    AttemptState, Call, Commit, DeclineReason, Effect, Event, FailureReason, PaymentOutcome,
    Progress, Reservation, ReviewReason,
};
use crate::money::MinorUnits;
use crate::order::OrderPayment;

#[test]
fn a_decline_releases_the_stock_and_opens_the_cart() {
    for (reason, expected) in [
        (DeclineReason::Declined, FailureReason::Declined),
        (
            DeclineReason::ChallengeFailed,
            FailureReason::ChallengeFailed,
        ),
        (DeclineReason::SessionInvalid, FailureReason::SessionInvalid),
        (DeclineReason::AddressChanged, FailureReason::AddressChanged),
        (DeclineReason::Refused, FailureReason::Refused),
    ] {
        let mut driven = Driven::authorising();
        let step = driven.answered(Call::Authorise, declined(reason));
        assert_eq!(step.commit, Commit::Release);
        assert!(step.effects.is_empty());
        assert_eq!(driven.attempt.progress(), Progress::Failed(expected));
    }
}

/// [4.21] [B.03] Money of an order whose buyer has since chosen another address goes back, and only then the units return. It does
/// not matter who tells of it, or whether the attempt has ended.
#[test]
fn money_for_another_address_goes_back() {
    let changed = || PaymentOutcome::AddressChanged {
        reference: "r1".to_owned(),
    };
    let notified = || Event::Notified { outcome: changed() };
    let answered = || Event::Answered {
        call: Call::Query,
        outcome: changed(),
    };
    for event in [notified(), answered()] {
        for mut driven in [Driven::authorising(), Driven::challenged()] {
            let step = driven.step(&event);
            let void = Effect::Void {
                reference: "r1".to_owned(),
            };
            assert_eq!((step.commit, step.effects), (Commit::Nothing, vec![void]));
            // A later report of the same changes nothing: the void is under way.
            driven.ignores(&changed());
            let step = driven.answered(void_of("r1"), voided("r1"));
            assert_eq!(step.commit, Commit::Release);
            let failed = Progress::Failed(FailureReason::AddressChanged);
            assert_eq!(driven.attempt.progress(), failed);
            let late = driven.step(&notified());
            assert_eq!(late.effects.len(), 1, "voided again");
            assert_eq!(late.commit, Commit::Nothing);
        }
    }
}

/// [B.03] An amount or currency other than the one shown is never accepted.
#[test]
fn an_answer_over_another_amount_or_currency_is_voided() {
    let euro = crate::money::Money {
        currency: crate::money::Currency::new("EUR").expect("a currency"),
        ..czk(MinorUnits::new(TOTAL))
    };
    for amount in [
        czk(MinorUnits::new(TOTAL + 1)),
        czk(MinorUnits::new(TOTAL - 1)),
        czk(MinorUnits::ZERO),
        euro,
    ] {
        let mut driven = Driven::authorising();
        let step = driven.answered(Call::Authorise, held_of("r1", amount));
        assert_eq!(
            step.commit,
            Commit::Nothing,
            "stock stays until the void is confirmed"
        );
        assert_eq!(
            step.effects,
            [Effect::Void {
                reference: "r1".to_owned()
            }]
        );
        let step = driven.answered(void_of("r1"), voided("r1"));
        assert_eq!(step.commit, Commit::Release);
        assert_eq!(
            driven.attempt.progress(),
            Progress::Failed(FailureReason::AnswerMismatch)
        );
    }
}

#[test]
fn an_expired_challenge_is_voided_first_and_released_afterwards() {
    let mut driven = Driven::challenged();
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.answered(Call::Query, challenge("r1"));
    assert!(matches!(
        driven.attempt.state,
        AttemptState::Voiding {
            reason: FailureReason::ChallengeExpired,
            ..
        }
    ));
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(driven.attempt.reservation, Reservation::Held);
    // The buyer was a moment too late: the void is already stored.
    driven.ignores(&held("r1"));
    let step = driven.notified(voided("r1"));
    assert_eq!(step.commit, Commit::Release);
}

/// The buyer passed the challenge and closed the page; the notification is late.
#[test]
fn a_challenge_is_not_voided_before_the_gateway_was_asked_how_it_ended() {
    let mut driven = Driven::challenged();
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.step(&Event::NoAnswer { call: Call::Query });
    assert!(step.effects.is_empty());
    assert!(
        driven.attempt.due_at > Some(driven.now),
        "an answer that does not come is not asked for without a pause"
    );
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.answered(Call::Query, held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
}

#[test]
fn a_challenge_that_nobody_answers_for_is_voided_when_it_is_too_late_to_honour() {
    let mut driven = Driven::challenged();
    driven.later(policy().honour_ms);
    let step = driven.due();
    assert_eq!(
        step.effects,
        [Effect::Void {
            reference: "r1".to_owned()
        }]
    );
}

#[test]
fn an_authorisation_learnt_of_before_the_void_is_stored_is_honoured() {
    let mut driven = Driven::challenged();
    driven.later(policy().challenge_ms + 5_000);
    let step = driven.notified(held("r1"));
    assert!(matches!(step.commit, Commit::MakeOrder { .. }));
}

#[test]
fn an_outcome_too_late_to_honour_is_voided() {
    let mut driven = Driven::authorising();
    driven.later(policy().honour_ms);
    let step = driven.notified(held("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert!(matches!(
        driven.attempt.state,
        AttemptState::Voiding {
            reason: FailureReason::TooLate,
            ..
        }
    ));
}

#[test]
fn a_buyer_who_has_long_gone_is_not_charged() {
    let mut driven = Driven::reserved();
    driven.later(policy().start_within_ms + 1);
    let step = driven.step(&started());
    assert_eq!(step.commit, Commit::Release);
    assert!(step.effects.is_empty());
    assert_eq!(
        driven.attempt.progress(),
        Progress::Failed(FailureReason::TooLate)
    );
}

/// [B.03] Money that turns up after the stock was released never creates an order.
#[test]
fn money_after_a_failure_is_let_go_and_stock_is_not_released_twice() {
    let mut driven = Driven::authorising();
    driven.answered(Call::Authorise, declined(DeclineReason::Declined));
    let step = driven.notified(held("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert_eq!(
        step.effects,
        [Effect::Void {
            reference: "r1".to_owned()
        }]
    );
    assert_eq!(
        driven.attempt.progress(),
        Progress::Failed(FailureReason::Declined),
        "for the buyer it stays failed"
    );
    let step = driven.answered(void_of("r1"), voided("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert!(matches!(driven.state(), AttemptState::Voided { .. }));
    let step = driven.notified(held("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert!(matches!(driven.state(), AttemptState::Voiding { .. }));
}

#[test]
fn a_void_must_be_confirmed_by_its_own_answer_or_a_report_of_the_void() {
    let mut driven = Driven::voiding();
    // All of these may be older than the void.
    for old in [
        held("r1"),
        challenge("r1"),
        declined(DeclineReason::Declined),
        PaymentOutcome::Pending,
        PaymentOutcome::Unknown,
    ] {
        driven.ignores(&old);
    }
    let step = driven.step(&Event::NoAnswer {
        call: void_of("r1"),
    });
    assert!(step.effects.is_empty());
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(1_000)));
    driven.answered(void_of("r1"), PaymentOutcome::Pending);
    assert!(matches!(driven.state(), AttemptState::Voiding { .. }));
    let step = driven.due();
    assert_eq!(
        step.effects,
        [Effect::Void {
            reference: "r1".to_owned()
        }]
    );
    let step = driven.answered(void_of("r1"), declined(DeclineReason::Declined));
    assert_eq!(step.commit, Commit::Release, "nothing was held after all");
}

#[test]
fn a_void_that_cannot_be_needs_a_person_and_keeps_the_stock() {
    for answer in [taken("r1"), declined(DeclineReason::Refused)] {
        let mut driven = Driven::voiding();
        let step = driven.answered(void_of("r1"), answer);
        assert_eq!(step.commit, Commit::Nothing);
        assert_eq!(driven.attempt.reservation, Reservation::Held);
        assert_eq!(
            *driven.state(),
            AttemptState::NeedsReview {
                reason: ReviewReason::Contradiction,
                reference: Some("r1".to_owned())
            }
        );
        let step = driven.notified(voided("r1"));
        assert_eq!(
            step.commit,
            Commit::Release,
            "a late report still settles it"
        );
    }
}

/// [B.03] A capture cannot be released, even if the gateway reports it before it answers the void.
#[test]
fn a_capture_reported_during_the_void_needs_a_person() {
    let mut driven = Driven::voiding();
    driven.notified(taken("r1"));
    assert_eq!(driven.attempt.reservation, Reservation::Held);
    let contradiction = AttemptState::NeedsReview {
        reason: ReviewReason::Contradiction,
        reference: Some("r1".to_owned()),
    };
    assert_eq!(*driven.state(), contradiction);
    // After the answer as well.
    let mut driven = Driven::voiding();
    driven.answered(void_of("r1"), voided("r1"));
    driven.notified(taken("r1"));
    assert_eq!(*driven.state(), contradiction);
}

/// [B.03] A late capture mends a refused one only if it is over the order's total.
#[test]
fn a_late_capture_of_another_amount_mends_nothing() {
    let mut driven = Driven::authorised();
    driven.answered(Call::Capture, declined(DeclineReason::Refused));
    driven.ignores(&taken_of("r1", czk(MinorUnits::new(TOTAL - 1))));
}

#[test]
fn a_capture_after_everything_ended_needs_a_person() {
    let mut driven = Driven::authorising();
    driven.answered(Call::Authorise, declined(DeclineReason::Declined));
    let step = driven.notified(taken("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    assert!(matches!(
        driven.state(),
        AttemptState::NeedsReview {
            reason: ReviewReason::Contradiction,
            ..
        }
    ));
}

#[test]
fn a_refused_capture_marks_the_order_and_a_late_capture_mends_it() {
    for answer in [declined(DeclineReason::Refused), voided("r1")] {
        let mut driven = Driven::authorised();
        let step = driven.answered(Call::Capture, answer);
        assert_eq!(
            step.commit,
            Commit::UpdateOrderPayment(OrderPayment::NeedsReview)
        );
        let step = driven.notified(taken("r1"));
        assert_eq!(
            step.commit,
            Commit::UpdateOrderPayment(OrderPayment::Captured { card: card() })
        );
    }
}

#[test]
fn ended_attempts_stay_as_they_are() {
    let mut captured = Driven::authorised();
    captured.answered(Call::Capture, taken("r1"));
    let mut failed = Driven::authorising();
    failed.answered(Call::Authorise, declined(DeclineReason::Declined));
    let mut voided_one = Driven::voiding();
    voided_one.answered(void_of("r1"), voided("r1"));
    for outcome in [
        declined(DeclineReason::Declined),
        voided("r1"),
        PaymentOutcome::Pending,
        PaymentOutcome::Unknown,
    ] {
        for driven in [&captured, &failed, &voided_one] {
            driven.ignores(&outcome);
        }
    }
    captured.ignores(&held("r1"));
    captured.ignores(&taken("r1"));
    for driven in [&captured, &failed, &voided_one] {
        for event in [started(), Event::BuyerReturned, Event::DueReached] {
            assert!(driven.try_step(&event).is_err());
        }
        for call in [Call::Authorise, Call::Query, Call::Capture] {
            assert!(driven.try_step(&Event::NoAnswer { call }).is_err());
        }
    }
}
