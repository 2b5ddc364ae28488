//! Strays: money held under a reference that is not the attempt's own. A gateway promises one payment per key; this
//! module handles a broken promise. The attempt continues normally, and the other payment is voided beside it.

use super::Handled;
use super::step::Step;
use super::voiding::Void;
use crate::attempt::event::{Call, Effect, NoTransition};
use crate::attempt::{AttemptState, PaymentOutcome, ReviewReason, is_same_payment};

/// Whether the outcome is about a payment other than the attempt's own.
pub(super) fn is_foreign(step: &Step<'_>, outcome: &PaymentOutcome) -> bool {
    match (step.state().reference(), outcome.reference()) {
        (Some(own), Some(reported)) => !is_same_payment(own, reported),
        // The attempt has no reference (yet): the payment is foreign only if it is already a known stray.
        (None, Some(reported)) => is_known(step, reported),
        (_, None) => false,
    }
}

fn is_known(step: &Step<'_>, reference: &str) -> bool {
    step.attempt.strays.iter().any(|stray| stray == reference)
}

/// The stray that a call was made for.
pub(super) fn concerned(step: &Step<'_>, call: &Call) -> Option<String> {
    match call {
        Call::Void { reference } if step.state().reference() != Some(reference) => {
            Some(reference.clone())
        }
        _ => None,
    }
}

/// The gateway reported something about another payment.
pub(super) fn reported(step: &mut Step<'_>, outcome: &PaymentOutcome) -> Handled {
    let Some(reference) = outcome.reference().map(str::to_owned) else {
        return Err(NoTransition::NothingChanges);
    };
    match outcome {
        PaymentOutcome::Authorised { .. }
        | PaymentOutcome::AddressChanged { .. }
        | PaymentOutcome::RequiresAction { .. } => found(step, reference),
        PaymentOutcome::Captured { .. } => taken(step, &reference),
        PaymentOutcome::Voided { .. } => gone(step, &reference),
        // A decline may be older than the authorisation that was reported: only the answer to the void settles it.
        PaymentOutcome::Declined { .. } | PaymentOutcome::Pending | PaymentOutcome::Unknown => {
            Err(NoTransition::NothingChanges)
        }
    }
}

/// The gateway answered the void of a stray.
pub(super) fn answered(step: &mut Step<'_>, reference: &str, outcome: &PaymentOutcome) -> Handled {
    match Void::of_answer(outcome) {
        Void::Confirmed => gone(step, reference),
        Void::Impossible => taken(step, reference),
        Void::Open => unconfirmed(step, reference),
    }
}

fn found(step: &mut Step<'_>, reference: String) -> Handled {
    if is_known(step, &reference) {
        return Err(NoTransition::NothingChanges);
    }
    step.log("stray_authorisation", reference.clone());
    step.attempt.strays.push(reference.clone());
    step.perform(Effect::Void { reference });
    Ok(())
}

fn gone(step: &mut Step<'_>, reference: &str) -> Handled {
    if !is_known(step, reference) {
        return Err(NoTransition::NothingChanges);
    }
    step.attempt.strays.retain(|stray| stray != reference);
    step.log("stray_voided", reference);
    Ok(())
}

/// Money was captured under a foreign reference, and only a person can refund it. The attempt's own payment finishes
/// first. Until then the stray is kept; its void is repeated afterwards and reports the capture again.
fn taken(step: &mut Step<'_>, reference: &str) -> Handled {
    if !step.state().is_finished() {
        if is_known(step, reference) {
            return Err(NoTransition::NothingChanges);
        }
        step.log("stray_captured", reference);
        step.attempt.strays.push(reference.to_owned());
        return Ok(());
    }
    let mut news = is_known(step, reference);
    step.attempt.strays.retain(|stray| stray != reference);
    if !matches!(
        step.state(),
        AttemptState::NeedsReview {
            reason: ReviewReason::SecondPayment,
            ..
        }
    ) {
        let own = step.state().reference().map(str::to_owned);
        step.log("stray_captured", reference);
        step.review(ReviewReason::SecondPayment, own);
        news = true;
    }
    if news {
        Ok(())
    } else {
        Err(NoTransition::NothingChanges)
    }
}

/// The void of a stray had no usable answer: repeats it at the next due time.
pub(super) fn unconfirmed(step: &mut Step<'_>, reference: &str) -> Handled {
    if !is_known(step, reference) || !step.state().is_finished() {
        return Err(NoTransition::NothingChanges);
    }
    step.repeat_later();
    Ok(())
}

/// Voids every stray again. If the gateway never confirms, gives up and puts the attempt in review. Returns whether
/// there were any strays.
pub(super) fn repeat(step: &mut Step<'_>) -> bool {
    if step.attempt.strays.is_empty() {
        return false;
    }
    if step.state().is_finished() {
        if step.attempt.retries >= step.policy.max_retries {
            give_up(step);
            return true;
        }
        step.due_after_call();
    }
    for reference in step.attempt.strays.clone() {
        step.perform(Effect::Void { reference });
    }
    true
}

fn give_up(step: &mut Step<'_>) {
    for reference in std::mem::take(&mut step.attempt.strays) {
        step.log("stray_unconfirmed", reference);
    }
    let own = step.state().reference().map(str::to_owned);
    step.review(ReviewReason::SecondPayment, own);
}
