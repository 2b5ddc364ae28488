//! Events after the order exists.

use super::step::Step;
use super::{Handled, Source};
use crate::attempt::event::{Call, NoTransition};
use crate::attempt::{AttemptState, PaymentOutcome, ReviewReason};
use crate::order::OrderPayment;
use crate::payment::CardSummary;

/// Capture is under way. Only the answer to the capture call, or a report of a capture, decides it. Any other report at
/// this stage is old or wrong, and the capture will show it.
pub(super) fn while_capturing(
    step: &mut Step<'_>,
    reference: String,
    card: CardSummary,
    outcome: &PaymentOutcome,
    source: Source<'_>,
) -> Handled {
    let answers_capture = matches!(source, Source::Answer(Call::Capture));
    match outcome {
        PaymentOutcome::Captured { amount, .. } if *amount == step.total() => {
            captured(step, reference, card);
        }
        PaymentOutcome::Captured { .. } => {
            step.review(ReviewReason::Contradiction, Some(reference));
        }
        PaymentOutcome::Declined { .. } | PaymentOutcome::Voided { .. } if answers_capture => {
            step.review(ReviewReason::CaptureRefused, Some(reference));
        }
        _ if answers_capture => step.repeat_later(),
        _ => return Err(NoTransition::NothingChanges),
    }
    Ok(())
}

/// The money has been captured. Only a report of another amount changes anything.
pub(super) fn after_capture(
    step: &mut Step<'_>,
    reference: String,
    outcome: &PaymentOutcome,
) -> Handled {
    match outcome {
        PaymentOutcome::Captured { amount, .. } if *amount != step.total() => {
            step.review(ReviewReason::Contradiction, Some(reference));
            Ok(())
        }
        _ => Err(NoTransition::NothingChanges),
    }
}

/// The money was captured for exactly the ordered amount.
pub(super) fn captured(step: &mut Step<'_>, reference: String, card: CardSummary) {
    let card = step.renewed_by(card);
    step.update_order(OrderPayment::Captured { card: card.clone() });
    let detail = reference.clone();
    step.enter(AttemptState::Captured { reference, card }, detail);
}
