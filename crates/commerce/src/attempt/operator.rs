//! Lets an operator release an attempt in review.

use super::event::{Commit, Transition};
use super::{Attempt, AttemptState, FailureReason, Reservation};
use crate::ids::OrderNumber;
use crate::order::TimelineEntry;
use crate::time::Timestamp;

/// Why an operator cannot release an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReleasable {
    /// It is not in review: it continues, or has ended, without an operator.
    #[error("it does not need a person; it is {0}")]
    NotInReview(&'static str),
    #[error("it has made order {}, which this command cannot undo", .0.0)]
    Ordered(OrderNumber),
    /// Its stock and cart have already been released.
    #[error("its stock and cart have been released already")]
    AlreadyReleased,
}

/// Releases stock and cart after an operator has checked that the gateway holds nothing for this attempt. If money
/// turns up later, it is voided like that of any other attempt that has ended.
pub fn release_by_operator(attempt: &Attempt, now: Timestamp) -> Result<Transition, NotReleasable> {
    let AttemptState::NeedsReview { reason, reference } = &attempt.state else {
        return Err(NotReleasable::NotInReview(attempt.state.name()));
    };
    match (attempt.order, attempt.reservation) {
        (Some(order), _) => return Err(NotReleasable::Ordered(order)),
        (None, Reservation::Held) => {}
        (None, Reservation::Sold | Reservation::Released) => {
            return Err(NotReleasable::AlreadyReleased);
        }
    }
    let too_late = FailureReason::TooLate;
    let state = match reference.clone() {
        Some(reference) => AttemptState::Voided {
            reference,
            reason: too_late,
        },
        None => AttemptState::Failed { reason: too_late },
    };
    Ok(Transition {
        attempt: Attempt {
            state,
            reservation: Reservation::Released,
            version: attempt.version + 1,
            retries: 0,
            // Due only if strays are still being voided; those voids continue.
            ..attempt.clone()
        },
        commit: Commit::Release,
        effects: Vec::new(),
        timeline: vec![TimelineEntry {
            at: now,
            event: "released_by_operator".to_owned(),
            detail: reason.name().to_owned(),
        }],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attempt::{
        Event, NewAttempt, PaymentOutcome, Policy, ReviewReason, begin, transition,
    };
    use crate::gift_card::NoSoldCodes;
    use crate::ids::{AttemptKey, CartKey, Secret};
    use crate::money::MinorUnits;
    use crate::money::{Currency, Money};
    use crate::order::OrderSnapshot;
    use crate::payment::PaymentMethod;

    const BEGAN: Timestamp = Timestamp(1_760_000_000_000);
    const LATER: Timestamp = Timestamp(1_760_300_000_000);

    fn reserved() -> Attempt {
        let session = "ses_1".to_owned();
        let snapshot = OrderSnapshot {
            currency: Currency::CZK,
            market: None,
            taxation: crate::market::Taxation::Included,
            rounding: MinorUnits::ZERO,
            duty: MinorUnits::ZERO,
            email: "jana@example.cz".to_owned(),
            phone: None,
            delivery_address: None,
            billing_address: None,
            lines: Vec::new(),
            delivery: None,
            note: None,
            attributes: Vec::new(),
            visitor_consent: crate::consent::VisitorConsent::default(),
            download_consent: None,
            save_for: None,
            subtotal: MinorUnits::new(100),
            discounts: Vec::new(),
            gift_cards: Vec::new(),
            total: MinorUnits::new(100),
            taxes: Vec::new(),
            payment: PaymentMethod::Card { session },
        };
        let new = NewAttempt {
            key: AttemptKey(1),
            token_secret: Secret([1; 16]),
            secret: Secret([2; 16]),
            cart: CartKey(1),
            token: "token".to_owned(),
            cart_revision: 1,
            contents: None,
            now: BEGAN,
            key_expires_at: LATER,
            due_at: BEGAN,
            snapshot,
        };
        begin(new).attempt
    }

    fn in_review(reference: Option<&str>) -> Attempt {
        Attempt {
            state: AttemptState::NeedsReview {
                reason: ReviewReason::OutcomeUnknown,
                reference: reference.map(ToOwned::to_owned),
            },
            due_at: None,
            ..reserved()
        }
    }

    /// [B.03] An operator who has checked that nothing is held releases stock and cart, in one fenced step.
    #[test]
    fn what_holds_nothing_is_released() {
        for reference in [None, Some("r1")] {
            let attempt = in_review(reference);
            let released = release_by_operator(&attempt, LATER).unwrap();
            assert_eq!(released.attempt.version, attempt.version + 1);
            assert_eq!(released.attempt.reservation, Reservation::Released);
            assert_eq!(released.attempt.state.reference(), reference);
            assert_eq!(released.attempt.due_at, None);
            assert_eq!(released.commit, Commit::Release);
            assert_eq!(released.effects, []);
            let entry = TimelineEntry {
                at: LATER,
                event: "released_by_operator".to_owned(),
                detail: "outcome_unknown".to_owned(),
            };
            assert_eq!(released.timeline, [entry]);
        }
    }

    /// [B.03] The operator was wrong: money that turns up late is voided and creates no order.
    #[test]
    fn money_that_turns_up_afterwards_is_let_go() {
        for reference in [None, Some("r1")] {
            let released = release_by_operator(&in_review(reference), LATER).unwrap();
            let held = Event::Notified {
                outcome: PaymentOutcome::Authorised {
                    reference: "r1".to_owned(),
                    amount: Money::new(MinorUnits::new(100), Currency::CZK),
                    card: crate::payment::CardSummary {
                        network: "visa".to_owned(),
                        last_four: "1111".to_owned(),
                        mandate: None,
                        expires: None,
                    },
                },
            };
            let next = transition(
                &released.attempt,
                &held,
                LATER,
                &Policy::default(),
                &NoSoldCodes,
            )
            .unwrap();
            assert!(matches!(next.attempt.state, AttemptState::Voiding { .. }));
            assert_eq!(next.commit, Commit::Nothing);
        }
    }

    #[test]
    fn nothing_else_is_released() {
        let ordered = Attempt {
            order: Some(OrderNumber(1001)),
            reservation: Reservation::Sold,
            ..in_review(Some("r1"))
        };
        let before = Attempt {
            reservation: Reservation::Released,
            ..in_review(Some("r1"))
        };
        for (attempt, expected) in [
            (reserved(), NotReleasable::NotInReview("reserved")),
            (ordered, NotReleasable::Ordered(OrderNumber(1001))),
            (before, NotReleasable::AlreadyReleased),
        ] {
            assert_eq!(release_by_operator(&attempt, LATER).err(), Some(expected));
        }
    }
}
