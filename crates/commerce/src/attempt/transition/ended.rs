//! Events after an attempt has ended. Money that turns up late is voided and never becomes an order, because the stock
//! was released or a person is reviewing the attempt.

use super::step::Step;
use super::{Handled, ordered};
use crate::attempt::event::NoTransition;
use crate::attempt::{FailureReason, PaymentOutcome, Reservation, ReviewReason};

/// The gateway had reported that nothing is held.
pub(super) fn after_failed(
    step: &mut Step<'_>,
    reason: FailureReason,
    outcome: &PaymentOutcome,
) -> Handled {
    match outcome {
        PaymentOutcome::Authorised { reference, .. }
        | PaymentOutcome::AddressChanged { reference }
        | PaymentOutcome::RequiresAction { reference, .. } => {
            step.void(reference.clone(), reason);
            Ok(())
        }
        PaymentOutcome::Captured { reference, .. } => {
            step.review(ReviewReason::Contradiction, Some(reference.clone()));
            Ok(())
        }
        _ => Err(NoTransition::NothingChanges),
    }
}

/// The gateway had confirmed the void. A late report of the authorisation is most likely older than the void, but the
/// void is sent again to be safe.
pub(super) fn after_voided(
    step: &mut Step<'_>,
    reference: String,
    reason: FailureReason,
    outcome: &PaymentOutcome,
) -> Handled {
    match outcome {
        PaymentOutcome::Authorised { .. } | PaymentOutcome::AddressChanged { .. } => {
            step.void(reference, reason);
            Ok(())
        }
        PaymentOutcome::Captured { .. } => {
            step.review(ReviewReason::Contradiction, Some(reference));
            Ok(())
        }
        _ => Err(NoTransition::NothingChanges),
    }
}

/// A person is reviewing the attempt. A report of the outcome they are waiting for settles it.
pub(super) fn in_review(
    step: &mut Step<'_>,
    reason: ReviewReason,
    reference: Option<String>,
    outcome: &PaymentOutcome,
) -> Handled {
    let Some(reference) = reference else {
        return Err(NoTransition::NothingChanges);
    };
    match (reason, step.reservation(), outcome) {
        (
            ReviewReason::CaptureRefused,
            Reservation::Sold,
            PaymentOutcome::Captured { amount, card, .. },
        ) if *amount == step.total() => {
            ordered::captured(step, reference, card.clone());
            Ok(())
        }
        (
            ReviewReason::Contradiction,
            Reservation::Held | Reservation::Released,
            PaymentOutcome::Voided { .. },
        ) => {
            step.voided(reference, FailureReason::Cancelled);
            Ok(())
        }
        _ => Err(NoTransition::NothingChanges),
    }
}
