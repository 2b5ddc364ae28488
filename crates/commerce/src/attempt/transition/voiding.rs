//! Events while a payment is being voided.

use super::step::Step;
use super::{Handled, Source};
use crate::attempt::event::{Call, NoTransition};
use crate::attempt::{DeclineReason, FailureReason, PaymentOutcome, ReviewReason};

/// What the answer to a void says about the money.
pub(super) enum Void {
    /// Nothing is held, and nothing will be.
    Confirmed,
    /// The money can no longer be released, or the gateway refuses to.
    Impossible,
    /// The answer is not final.
    Open,
}

impl Void {
    pub(super) const fn of_answer(outcome: &PaymentOutcome) -> Self {
        match outcome {
            PaymentOutcome::Voided { .. }
            | PaymentOutcome::Declined {
                reason:
                    DeclineReason::Declined
                    | DeclineReason::ChallengeFailed
                    | DeclineReason::SessionInvalid
                    | DeclineReason::AddressChanged,
                ..
            } => Self::Confirmed,
            PaymentOutcome::Captured { .. }
            | PaymentOutcome::Declined {
                reason: DeclineReason::Refused,
                ..
            } => Self::Impossible,
            PaymentOutcome::Authorised { .. }
            | PaymentOutcome::AddressChanged { .. }
            | PaymentOutcome::RequiresAction { .. }
            | PaymentOutcome::Pending
            | PaymentOutcome::Unknown => Self::Open,
        }
    }
}

/// Only the answer to the void call, or a report of a void or capture, counts. Any other report may be older than the
/// void.
pub(super) fn reported(
    step: &mut Step<'_>,
    reference: String,
    reason: FailureReason,
    outcome: &PaymentOutcome,
    source: Source<'_>,
) -> Handled {
    let answers_void = matches!(source, Source::Answer(Call::Void { .. }));
    let verdict = match outcome {
        PaymentOutcome::Voided { .. } => Void::Confirmed,
        PaymentOutcome::Captured { .. } => Void::Impossible,
        _ if answers_void => Void::of_answer(outcome),
        _ => return Err(NoTransition::NothingChanges),
    };
    match verdict {
        Void::Confirmed => step.voided(reference, reason),
        Void::Impossible => step.review(ReviewReason::Contradiction, Some(reference)),
        Void::Open => step.repeat_later(),
    }
    Ok(())
}
