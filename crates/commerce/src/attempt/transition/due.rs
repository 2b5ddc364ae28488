//! Handles the start of an attempt, repeats, and timeouts.

use super::step::{Step, total};
use super::{Handled, strays};
use crate::attempt::event::{Effect, NoTransition};
use crate::attempt::policy::Policy;
use crate::attempt::{Attempt, AttemptState, FailureReason, ReviewReason};

/// Starts step 2, unless the buyer has been gone too long.
pub(super) fn start(step: &mut Step<'_>, return_url: &str) -> Handled {
    if *step.state() != AttemptState::Reserved {
        return Err(NoTransition::NothingChanges);
    }
    if step.now > step.policy.start_until(&step.attempt) {
        step.fail(FailureReason::TooLate);
        return Ok(());
    }
    step.enter(
        AttemptState::Authorising {
            return_url: return_url.to_owned(),
        },
        "",
    );
    authorise(step)
}

/// Handles the attempt's due time.
pub(super) fn reached(step: &mut Step<'_>) -> Handled {
    let strays_moved = strays::repeat(step);
    let repeated = match step.state().clone() {
        AttemptState::Authorising { .. } => return learn_outcome(step),
        AttemptState::RequiresAction { reference, .. } => {
            watch_challenge(step, reference);
            true
        }
        AttemptState::Authorised { reference, .. } => {
            capture_again(step, reference);
            true
        }
        AttemptState::Voiding { reference, .. } => {
            void_again(step, reference);
            true
        }
        // A reserved attempt starts with `Started`, which carries the return URL.
        AttemptState::Reserved
        | AttemptState::Captured { .. }
        | AttemptState::Placed
        | AttemptState::Voided { .. }
        | AttemptState::Failed { .. }
        | AttemptState::NeedsReview { .. } => false,
    };
    if strays_moved || repeated {
        Ok(())
    } else {
        Err(NoTransition::NothingChanges)
    }
}

/// Finds out how the authorisation ended. While the buyer may still be there and the key is valid, this alternates
/// between repeating the identical request and querying the gateway. Afterwards it only queries: the first request may
/// never have been sent, and then none is sent any more. At the end it queries one last time and puts the attempt in
/// review.
fn learn_outcome(step: &mut Step<'_>) -> Handled {
    if step.now >= step.policy.honour_until(&step.attempt) {
        step.review(ReviewReason::OutcomeUnknown, None);
        step.perform(Effect::Query);
        return Ok(());
    }
    step.attempt.retries = step.attempt.retries.saturating_add(1);
    let may_repeat = step.now < step.policy.authorise_until(&step.attempt);
    if may_repeat && step.attempt.retries % 2 == 1 {
        return authorise(step);
    }
    step.perform(Effect::Query);
    step.due_after_call();
    Ok(())
}

fn authorise(step: &mut Step<'_>) -> Handled {
    let effect = authorisation(&step.attempt, step.policy).ok_or(NoTransition::NoGateway)?;
    step.perform(effect);
    step.due_after_call();
    Ok(())
}

/// The authorisation request of an attempt in state `Authorising`, identical on every repeat. `None` in any other
/// state, or if no gateway handles the payment.
#[must_use]
pub fn authorisation(attempt: &Attempt, policy: &Policy) -> Option<Effect> {
    let AttemptState::Authorising { return_url } = &attempt.state else {
        return None;
    };
    Some(Effect::Authorise {
        session: attempt.snapshot.payment.gateway_session()?.to_owned(),
        amount: total(attempt),
        return_url: return_url.clone(),
        not_after: policy.authorise_until(attempt),
    })
}

/// Handles the end of a challenge. The buyer may have passed it and closed the page, and the notification may be late.
/// So the gateway is queried first, and the payment is voided only if the gateway answers that the challenge is still
/// open (`undecided::still_open`). A payment too late to be honoured is voided without a query.
fn watch_challenge(step: &mut Step<'_>, reference: String) {
    if step.now >= step.policy.honour_until(&step.attempt) {
        step.void(reference, FailureReason::ChallengeExpired);
        return;
    }
    step.perform(Effect::Query);
    step.due_after_call();
}

fn capture_again(step: &mut Step<'_>, reference: String) {
    if step.attempt.retries >= step.policy.max_retries {
        step.review(ReviewReason::CaptureRefused, Some(reference));
        return;
    }
    let amount = step.total();
    step.perform(Effect::Capture { reference, amount });
    step.due_after_call();
}

fn void_again(step: &mut Step<'_>, reference: String) {
    if step.attempt.retries >= step.policy.max_retries {
        step.review(ReviewReason::Contradiction, Some(reference));
        return;
    }
    step.perform(Effect::Void { reference });
    step.due_after_call();
}
