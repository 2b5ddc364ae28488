//! The purchase that an attempt stands for, and what others read from the attempt.

use super::fixture::*;
use crate::attempt::{
    Attempt, AttemptState, Call, ContentsDigest, DeclineReason, Event, FailureReason, NoTransition,
    PaymentOutcome, Progress, Reservation, ReviewReason, begin,
};
use crate::cart::{BoundPayment, Cart, CartStatus};
use crate::gift_card::{CodeKeyId, SealedToken};
use crate::ids::{AttemptKey, CartKey, OrderNumber, Secret};
use crate::money::MinorUnits;
use crate::payment::PaymentMethod;

fn cart() -> Cart {
    Cart::new(CartKey(1), Secret([1; 16]), Secret([2; 16]), BEGAN)
}

fn on_delivery() -> Attempt {
    let mut new = new_attempt(PaymentMethod::CashOnDelivery);
    new.contents = ContentsDigest::of(&cart());
    begin(new).attempt
}

fn paid(method: PaymentMethod, minor: i64) -> Cart {
    Cart {
        payment: Some(BoundPayment {
            amount: czk(MinorUnits::new(minor)),
            on_top: MinorUnits::ZERO,
            method,
            revision: 1,
        }),
        ..cart()
    }
}

fn edited(cart: Cart) -> Cart {
    Cart {
        note: Some("Zazvonit".to_owned()),
        ..cart
    }
}

/// [B.03] An attempt token stands for one purchase: an open cart with other contents or another payment is another one.
#[test]
fn an_open_cart_is_the_same_purchase_if_contents_and_payment_are() {
    use PaymentMethod::{BankTransfer, CashOnDelivery};
    for (cart, is_same) in [
        (cart(), true),
        (paid(CashOnDelivery, TOTAL), true),
        (paid(BankTransfer, TOTAL), false),
        (paid(CashOnDelivery, TOTAL + 1), false),
        (edited(cart()), false),
        (edited(paid(CashOnDelivery, TOTAL)), false),
        (edited(paid(BankTransfer, TOTAL)), false),
    ] {
        assert_eq!(on_delivery().began_with(&cart), is_same, "{cart:?}");
    }
    // Of an attempt without a digest only the payment can differ.
    let old = begin(new_attempt(CashOnDelivery)).attempt;
    assert!(old.began_with(&edited(paid(CashOnDelivery, TOTAL))));
    assert!(!old.began_with(&paid(BankTransfer, TOTAL)));
}

/// [B.03] Nobody can change a cart that is closed, so one that the attempt itself closed is the same purchase.
#[test]
fn a_closed_cart_is_the_purchase_of_the_attempt_that_closed_it() {
    for (key, is_same) in [(1, true), (2, false)] {
        let attempt = AttemptKey(key);
        for status in [
            CartStatus::Completing { attempt },
            CartStatus::Completed {
                attempt,
                order: OrderNumber(1_001),
            },
        ] {
            let cart = Cart {
                status,
                ..edited(paid(PaymentMethod::BankTransfer, 1))
            };
            assert_eq!(on_delivery().began_with(&cart), is_same, "{cart:?}");
        }
    }
}

/// [B.03] An attempt keeps its cart closed until there is an order or the stock is released.
#[test]
fn an_attempt_is_live_while_it_holds_the_stock() {
    assert!(Driven::reserved().attempt.is_live());
    assert!(Driven::voiding().attempt.is_live());
    assert!(!Driven::authorised().attempt.is_live());
    let mut declined_one = Driven::authorising();
    declined_one.answered(Call::Authorise, declined(DeclineReason::Declined));
    assert!(!declined_one.attempt.is_live());
}

/// A buyer waits for an order, a failure, a person's review, or something to do; only the last can lead further.
#[test]
fn progress_says_whether_waiting_makes_sense() {
    let redirect_url = "https://bank.example/challenge";
    for (progress, is_settled, is_ended) in [
        (Progress::InProgress, false, false),
        (Progress::ActionRequired { redirect_url }, true, false),
        (Progress::Ordered(OrderNumber(1_001)), true, true),
        (Progress::Failed(FailureReason::Declined), true, true),
        (Progress::InReview, true, true),
    ] {
        assert_eq!(progress.is_settled(), is_settled, "{progress:?}");
        assert_eq!(progress.is_ended(), is_ended, "{progress:?}");
    }
}

/// [B.03] A request that arrives after the key's lifetime would be a second payment, so none is sent within the margin.
#[test]
fn the_keys_lifetime_less_its_margin_ends_the_authorisation() {
    let (margin, start_within) = (policy().key_margin_ms, policy().start_within_ms);
    for (key_lives, authorise) in [
        (start_within, start_within - margin),
        (start_within + margin, start_within),
        (start_within + 2 * margin, start_within),
    ] {
        let mut attempt = Driven::reserved().attempt;
        attempt.key_expires_at = BEGAN.plus(key_lives);
        let until = BEGAN.plus(authorise);
        assert_eq!(policy().authorise_until(&attempt), until);
        assert_eq!(policy().never_sent_from(&attempt), until.plus(margin));
    }
}

/// [B.03] Stock that was released makes no order, although the attempt is in review for want of an outcome.
#[test]
fn released_stock_is_not_sold_by_a_late_report() {
    let mut driven = Driven::authorising();
    driven.attempt.state = AttemptState::NeedsReview {
        reason: ReviewReason::OutcomeUnknown,
        reference: None,
    };
    driven.attempt.reservation = Reservation::Released;
    let reported = driven.try_step(&Event::Notified {
        outcome: held("r1"),
    });
    assert_eq!(reported, Err(NoTransition::NothingChanges));
}

#[test]
fn events_have_stable_names_in_logs() {
    let call = Call::Query;
    let outcome = PaymentOutcome::Pending;
    for (event, name) in [
        (started(), "started"),
        (
            Event::Answered {
                call: call.clone(),
                outcome: outcome.clone(),
            },
            "answered",
        ),
        (Event::NoAnswer { call }, "no_answer"),
        (Event::Notified { outcome }, "notified"),
        (Event::BuyerReturned, "buyer_returned"),
        (Event::BuyerGaveUp, "buyer_gave_up"),
        (Event::DueReached, "due_reached"),
    ] {
        assert_eq!(event.name(), name);
    }
}

#[test]
fn reasons_and_outcomes_have_stable_names_in_timelines() {
    for (reason, name) in [
        (FailureReason::Declined, "declined"),
        (FailureReason::ChallengeFailed, "challenge_failed"),
        (FailureReason::ChallengeExpired, "challenge_expired"),
        (FailureReason::SessionInvalid, "session_invalid"),
        (FailureReason::Refused, "refused"),
        (FailureReason::AnswerMismatch, "answer_mismatch"),
        (FailureReason::TooLate, "too_late"),
        (FailureReason::Cancelled, "cancelled"),
    ] {
        assert_eq!(reason.name(), name);
    }
    for (outcome, name) in [
        (held("r1"), "authorised"),
        (taken("r1"), "captured"),
        (challenge("r1"), "requires_action"),
        (declined(DeclineReason::Declined), "declined"),
        (voided("r1"), "voided"),
        (PaymentOutcome::Pending, "pending"),
        (PaymentOutcome::Unknown, "unknown"),
    ] {
        assert_eq!(outcome.name(), name);
    }
}

/// The links of an attempt that sells gift cards are made with the key that its stored token names.
#[test]
fn a_sealed_token_names_the_key_of_the_links() {
    let key = CodeKeyId::parse("2026").unwrap();
    let mut attempt = on_delivery();
    assert_eq!(attempt.link_key(), None);
    attempt.token = SealedToken::new(&key, "00ff").as_str().to_owned();
    assert_eq!(attempt.link_key(), Some(key));
}
