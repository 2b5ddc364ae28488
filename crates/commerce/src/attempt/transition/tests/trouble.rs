//! Missing answers, expired keys, and gateways that contradict themselves.

use super::fixture::*;
use crate::attempt::{
    AttemptState, Call, Commit, DeclineReason, Effect, Event, FailureReason, PaymentOutcome,
    Progress, Reservation, ReviewReason,
};
use crate::money::{Currency, MinorUnits, Money};
use crate::order::OrderPayment;

fn no_answer(driven: &mut Driven, call: Call) {
    let step = driven.step(&Event::NoAnswer { call });
    assert!(step.effects.is_empty());
    assert_eq!(step.commit, Commit::Nothing);
}

/// [B.03] After a lost answer the identical request is repeated under the same key.
#[test]
fn without_an_answer_the_identical_request_is_repeated() {
    let mut driven = Driven::reserved();
    let first = driven.step(&started()).effects;
    no_answer(&mut driven, Call::Authorise);
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(1_000)));
    assert_eq!(driven.due().effects, first);
    driven.later(10_000);
    no_answer(&mut driven, Call::Authorise);
    assert_eq!(driven.attempt.due_at, Some(driven.now.plus(2_000)));
    assert_eq!(
        driven.due().effects,
        [Effect::Query],
        "every other time it is only asked"
    );
    driven.answered(Call::Query, PaymentOutcome::Unknown);
    assert_eq!(driven.due().effects, first);
}

#[test]
fn a_dead_server_is_replaced_when_its_lease_ends() {
    let mut driven = Driven::reserved();
    let first = driven.step(&started()).effects;
    assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(policy().call_ms)));
    assert_eq!(driven.due().effects, first);
}

#[test]
fn a_buyer_who_has_just_begun_does_not_wait_long_whatever_died() {
    let mut driven = Driven::authorising();
    for _ in 0..10 {
        // Another server took the lease over early each time.
        driven.later(100).step(&Event::DueReached);
    }
    no_answer(&mut driven, Call::Query);
    assert_eq!(driven.attempt.due_at, Some(driven.now.plus(1_000)));
}

#[test]
fn repetitions_wait_longer_and_longer_up_to_the_cap() {
    let mut driven = Driven::authorising();
    let mut longest = 0;
    while driven.now < BEGAN.plus(20 * HOUR) {
        no_answer(&mut driven, Call::Authorise);
        let wait = driven.attempt.due_at.expect("due").0 - driven.now.0;
        assert!(wait >= longest, "{wait} after {longest}");
        longest = wait;
        driven.due();
    }
    assert_eq!(longest, policy().back_off.cap_ms);
}

/// [B.03] A query of a challenge is repeated at the end of the challenge at the latest. After that end it is repeated after
/// a pause like any other: the end has passed, so it can be no due time.
#[test]
fn a_query_is_repeated_at_the_end_of_the_challenge_at_the_latest() {
    let end = policy().challenge_ms;
    let pause = policy().back_off.first_ms;
    for (asked, due) in [
        (end - pause - 1, end - 1),
        (end - pause + 1, end),
        (end - 1, end),
        (end, end + pause),
        (end + 1, end + 1 + pause),
    ] {
        let mut driven = Driven::challenged();
        no_answer(driven.later(asked), Call::Query);
        assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(due)), "{asked}");
    }
    // The gateway answers that the buyer has not decided yet.
    for open in [PaymentOutcome::Pending, challenge("r1")] {
        let mut driven = Driven::challenged();
        driven.later(end - 1).answered(Call::Query, open);
        assert_eq!(driven.attempt.due_at, Some(BEGAN.plus(end)));
    }
}

/// [B.03] Never a new authorisation: after the key's lifetime the gateway is only queried, then a person reviews.
#[test]
fn after_the_keys_lifetime_nothing_is_asked_for_again() {
    let mut driven = Driven::authorising();
    driven.later(24 * HOUR - policy().key_margin_ms);
    for _ in 0..4 {
        assert_eq!(driven.due().effects, [Effect::Query]);
        no_answer(&mut driven, Call::Query);
    }
    driven.now = BEGAN.plus(policy().honour_ms);
    let step = driven.due();
    assert_eq!(
        step.effects,
        [Effect::Query],
        "once more, for the person who looks"
    );
    assert_eq!(
        *driven.state(),
        AttemptState::NeedsReview {
            reason: ReviewReason::OutcomeUnknown,
            reference: None
        }
    );
    assert_eq!(driven.attempt.reservation, Reservation::Held);
}

/// The server crashed after storing the step and before calling the gateway; the shop is back the next day.
#[test]
fn a_payment_never_asked_for_in_time_is_not_asked_for_any_more() {
    let mut driven = Driven::authorising();
    driven.later(20 * HOUR);
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.answered(Call::Query, PaymentOutcome::Unknown);
    assert_eq!(step.commit, Commit::Release);
    assert_eq!(
        *driven.state(),
        AttemptState::Failed {
            reason: FailureReason::TooLate
        }
    );
}

#[test]
fn a_payment_asked_for_in_the_last_moment_is_looked_for_until_it_must_have_arrived() {
    let mut driven = Driven::authorising();
    driven.later(policy().start_within_ms);
    assert_eq!(driven.due().effects, [Effect::Query]);
    driven.answered(Call::Query, PaymentOutcome::Unknown);
    assert!(matches!(driven.state(), AttemptState::Authorising { .. }));
    driven.later(policy().key_margin_ms);
    assert_eq!(driven.due().effects, [Effect::Query]);
    let step = driven.answered(Call::Query, held("r1"));
    assert!(
        matches!(step.commit, Commit::MakeOrder { .. }),
        "it had arrived"
    );
}

#[test]
fn a_late_notification_decides_what_nobody_knew() {
    let unknown = || {
        let mut driven = Driven::authorising();
        driven.later(policy().honour_ms).due();
        driven
    };
    let mut driven = unknown();
    let step = driven.notified(declined(DeclineReason::Declined));
    assert_eq!(step.commit, Commit::Release);

    let mut driven = unknown();
    driven.notified(held("r1"));
    assert!(matches!(
        driven.state(),
        AttemptState::Voiding {
            reason: FailureReason::TooLate,
            ..
        }
    ));
    let step = driven.answered(void_of("r1"), voided("r1"));
    assert_eq!(step.commit, Commit::Release);

    let mut driven = unknown();
    driven.notified(challenge("r1"));
    assert!(matches!(driven.state(), AttemptState::Voiding { .. }));

    let mut driven = unknown();
    let step = driven.notified(voided("r1"));
    assert_eq!(step.commit, Commit::Release);

    let mut driven = unknown();
    let step = driven.notified(taken("r1"));
    assert_eq!(step.commit, Commit::Nothing);
    driven.ignores(&held("r1"));
}

#[test]
fn a_capture_or_void_never_confirmed_ends_with_a_person() {
    let mut driven = Driven::authorised();
    for _ in 0..policy().max_retries {
        let step = driven.due();
        assert_eq!(step.effects.len(), 1);
        no_answer(&mut driven, Call::Capture);
    }
    let step = driven.due();
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::NeedsReview)
    );
    assert!(step.effects.is_empty());

    let mut driven = Driven::voiding();
    for _ in 0..policy().max_retries {
        driven.due();
        driven.answered(void_of("r1"), PaymentOutcome::Unknown);
    }
    driven.due();
    assert!(matches!(driven.state(), AttemptState::NeedsReview { .. }));
    assert_eq!(
        driven.attempt.progress(),
        Progress::InReview,
        "the buyer is not kept waiting for a person"
    );
    assert_eq!(driven.attempt.reservation, Reservation::Held);
}

/// [B.03] Taking over from a crashed server does not count as an unanswered call.
#[test]
fn restarts_alone_never_end_with_a_person() {
    let mut captured = Driven::authorised();
    let mut voided_one = Driven::voiding();
    let mut strayed = Driven::authorised();
    strayed.answered(Call::Capture, taken("r1"));
    strayed.notified(held("r2"));
    for driven in [&mut captured, &mut voided_one, &mut strayed] {
        for _ in 0..=policy().max_retries {
            let step = driven.later(100).step(&Event::DueReached);
            assert_eq!(step.effects.len(), 1, "{:?}", driven.attempt.state);
        }
    }
    captured.answered(Call::Capture, taken("r1"));
    assert!(matches!(captured.state(), AttemptState::Captured { .. }));
}

#[test]
fn an_answer_to_a_call_of_another_state_is_no_reason_to_wait() {
    let driven = Driven::authorised();
    for call in [Call::Authorise, Call::Query] {
        assert!(driven.try_step(&Event::NoAnswer { call }).is_err());
    }
    let driven = Driven::authorising();
    let late = Event::Answered {
        call: Call::Capture,
        outcome: PaymentOutcome::Pending,
    };
    assert!(driven.try_step(&late).is_err());
}

/// [B.03] The order's money is exactly the order's total: a capture of another amount, or in another currency, is never
/// taken for it, whether it answers our call or was reported.
#[test]
fn a_capture_of_another_amount_needs_a_person() {
    let less = czk(MinorUnits::new(TOTAL - 1));
    let euros = Money {
        currency: Currency::new("EUR").expect("a currency"),
        ..czk(MinorUnits::new(TOTAL))
    };
    for amount in [less, euros] {
        let wrong = taken_of("r1", amount);
        let needs_review = Commit::UpdateOrderPayment(OrderPayment::NeedsReview);
        let step = Driven::authorised().answered(Call::Capture, wrong.clone());
        assert_eq!(step.commit, needs_review, "an answer over {amount:?}");
        let step = Driven::authorised().notified(wrong.clone());
        assert_eq!(step.commit, needs_review, "a report over {amount:?}");

        let mut captured = Driven::authorised();
        captured.answered(Call::Capture, taken("r1"));
        let step = captured.notified(wrong);
        assert_eq!(step.commit, needs_review, "after the capture, {amount:?}");
    }
}

#[test]
fn while_capturing_only_a_capture_counts() {
    let mut driven = Driven::authorised();
    for old in [
        held("r1"),
        challenge("r1"),
        declined(DeclineReason::Declined),
        voided("r1"),
        PaymentOutcome::Unknown,
    ] {
        driven.ignores(&old);
    }
    driven.answered(Call::Capture, held("r1"));
    assert!(matches!(driven.state(), AttemptState::Authorised { .. }));
    assert!(matches!(driven.due().effects[..], [Effect::Capture { .. }]));
}

/// [B.03] A second payment under one key is voided; the first one's order stands.
#[test]
fn a_second_payment_under_the_same_key_is_voided_beside_the_order() {
    let mut driven = Driven::authorised();
    let step = driven.notified(held("r2"));
    assert_eq!(
        step.effects,
        [Effect::Void {
            reference: "r2".to_owned()
        }]
    );
    driven.ignores(&held("r2"));
    driven.answered(Call::Capture, taken("r1"));
    assert!(
        driven.attempt.due_at.is_some(),
        "the other payment is not settled"
    );
    // A decline may be older than the authorisation.
    driven.ignores(&PaymentOutcome::Declined {
        reference: Some("r2".to_owned()),
        reason: DeclineReason::Declined,
    });
    let step = driven.step(&Event::NoAnswer {
        call: void_of("r2"),
    });
    assert!(step.effects.is_empty());
    assert_eq!(
        driven.due().effects,
        [Effect::Void {
            reference: "r2".to_owned()
        }]
    );
    driven.answered(void_of("r2"), voided("r2"));
    assert!(matches!(driven.state(), AttemptState::Captured { .. }));
    assert_eq!(driven.attempt.due_at, None);
}

#[test]
fn a_second_payment_that_was_taken_or_cannot_be_let_go_needs_a_person() {
    let mut driven = Driven::authorised();
    driven.notified(held("r2"));
    driven.answered(Call::Capture, taken("r1"));
    let step = driven.answered(void_of("r2"), taken("r2"));
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::NeedsReview)
    );
    driven.ignores(&taken("r1"));
    driven.ignores(&voided("r1"));

    let mut driven = Driven::authorised();
    driven.answered(Call::Capture, taken("r1"));
    driven.notified(held("r2"));
    for _ in 0..policy().max_retries {
        driven.due();
        no_answer(&mut driven, void_of("r2"));
    }
    let step = driven.due();
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::NeedsReview)
    );
    assert!(driven.attempt.strays.is_empty());
}

/// [B.03] A second payment that was captured does not prevent the capture of the first one.
#[test]
fn a_stray_capture_waits_for_the_end_of_the_own_payment() {
    let mut driven = Driven::authorised();
    driven.notified(taken("r2"));
    assert!(matches!(driven.state(), AttemptState::Authorised { .. }));
    driven.ignores(&taken("r2"));
    no_answer(&mut driven, Call::Capture);
    let step = driven.due();
    assert!(step.effects.contains(&Effect::Capture {
        reference: "r1".to_owned(),
        amount: czk(MinorUnits::new(TOTAL))
    }));
    let step = driven.answered(Call::Capture, taken("r1"));
    assert_eq!(
        step.commit,
        Commit::UpdateOrderPayment(OrderPayment::Captured { card: card() })
    );
    assert_eq!(
        driven.due().effects,
        [Effect::Void {
            reference: "r2".to_owned()
        }]
    );
    driven.answered(void_of("r2"), taken("r2"));
    assert_eq!(
        *driven.state(),
        AttemptState::NeedsReview {
            reason: ReviewReason::SecondPayment,
            reference: Some("r1".to_owned())
        }
    );
}

/// [B.03] A void without an answer is repeated only for a stray that is known, and after the own payment has ended.
#[test]
fn only_a_known_stray_is_voided_again() {
    let void = |reference| Event::NoAnswer {
        call: void_of(reference),
    };
    let mut driven = Driven::authorised();
    driven.notified(held("r2"));
    assert!(driven.try_step(&void("r2")).is_err(), "while capturing");
    driven.answered(Call::Capture, taken("r1"));
    assert!(driven.try_step(&void("r3")).is_err(), "unknown");
    assert!(driven.try_step(&void("r2")).is_ok());
}

#[test]
fn a_payment_that_was_never_asked_for_makes_no_order() {
    let mut driven = Driven::reserved();
    driven.notified(held("r1"));
    assert!(matches!(driven.state(), AttemptState::Voiding { .. }));
    let mut driven = Driven::reserved();
    driven.notified(taken("r1"));
    assert!(matches!(driven.state(), AttemptState::NeedsReview { .. }));
    Driven::reserved().ignores(&declined(DeclineReason::Declined));
}
