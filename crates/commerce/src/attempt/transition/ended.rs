//! The attempt has ended. Money that turns up all the same is let go; it never becomes an order, because stock was
//! released or a person is looking.

use super::step::Step;
use super::{Handled, ordered};
use crate::attempt::event::Refused;
use crate::attempt::{FailureReason, PaymentOutcome, Reservation, ReviewReason};

/// The gateway had said that nothing is held.
pub(super) fn after_failed(
    step: &mut Step<'_>,
    reason: FailureReason,
    outcome: &PaymentOutcome,
) -> Handled {
    match outcome {
        PaymentOutcome::Authorised { reference, .. }
        | PaymentOutcome::RequiresAction { reference, .. } => {
            step.void(reference.clone(), reason);
            Ok(())
        }
        PaymentOutcome::Captured { reference, .. } => {
            step.review(ReviewReason::Contradiction, Some(reference.clone()));
            Ok(())
        }
        _ => Err(Refused::NothingChanges),
    }
}

/// The gateway had confirmed the void. A late report of the authorisation is most likely older than that, but money is
/// worth a second confirmation.
pub(super) fn after_voided(
    step: &mut Step<'_>,
    reference: String,
    reason: FailureReason,
    outcome: &PaymentOutcome,
) -> Handled {
    match outcome {
        PaymentOutcome::Authorised { .. } => {
            step.void(reference, reason);
            Ok(())
        }
        PaymentOutcome::Captured { .. } => {
            step.review(ReviewReason::Contradiction, Some(reference));
            Ok(())
        }
        _ => Err(Refused::NothingChanges),
    }
}

/// A person is looking; the report of what they are waiting for settles it.
pub(super) fn in_review(
    step: &mut Step<'_>,
    reason: ReviewReason,
    reference: Option<String>,
    outcome: &PaymentOutcome,
) -> Handled {
    let Some(reference) = reference else {
        return Err(Refused::NothingChanges);
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
        _ => Err(Refused::NothingChanges),
    }
}
