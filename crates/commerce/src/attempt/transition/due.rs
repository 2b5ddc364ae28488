//! What is due: the beginning, repetitions, and the ends of what does not wait for ever.

use super::step::{Step, total};
use super::{Handled, strays};
use crate::attempt::event::{Effect, Refused};
use crate::attempt::policy::Policy;
use crate::attempt::{Attempt, AttemptState, FailureReason, ReviewReason};

/// Step 2 begins, unless the buyer has long gone.
pub(super) fn start(step: &mut Step<'_>, return_url: &str) -> Handled {
    if *step.state() != AttemptState::Reserved {
        return Err(Refused::NothingChanges);
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

/// The due time has come.
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
        // A reserved attempt is begun by `Started`, which knows the return URL.
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
        Err(Refused::NothingChanges)
    }
}

/// While the buyer may be there and the key lives, the identical request is repeated, every other time the gateway is
/// only asked; afterwards it is only asked (the first request may never have been sent: then nothing is asked for any
/// more); in the end a person must look, and the gateway is asked a last time.
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
    let effect = authorisation(&step.attempt, step.policy).ok_or(Refused::NoGateway)?;
    step.perform(effect);
    step.due_after_call();
    Ok(())
}

/// What the gateway of an attempt that is stored as authorising is asked, the first time and identically again; none where no
/// gateway may be asked for money.
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

/// The buyer may have passed the challenge and closed the page, and the notification may be late: when its time is up
/// the gateway is asked, and only the answer that it is still open makes it void (`undecided::still_open`). Whatever
/// would be too late to honour need not be asked for.
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
