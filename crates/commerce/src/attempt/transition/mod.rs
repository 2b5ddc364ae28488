//! The only function that changes an attempt.
//!
//! Rules, in short:
//! - Every call to the gateway is stored as a step before it is made.
//! - The authorisation is sent, and repeated identically under the same key, while the buyer may still be there and the
//!   key is valid. Afterwards the gateway is only queried. If it then does not know the key, the request never reached it.
//!   Otherwise a late notification decides, or a person. There is never a new authorisation.
//! - The step that learns of the authorisation creates the order, once, and only while the reservation is held.
//! - Held money that cannot become this order is voided until the gateway confirms. Only then is the stock released.
//! - [`AttemptState::Voiding`] is a one-way door. An authorisation reported before this state is stored is honoured, even if
//!   the challenge has expired. One reported afterwards is voided too.
//! - A buyer who gives a challenge up only brings its end forward. The gateway is asked once, and its answer decides as at
//!   the end of any challenge.
//! - Finished states do not change, with two exceptions: money reported late is voided, and a capture or a decision that a
//!   person is waiting for is recorded.

mod due;
mod ended;
mod ordered;
mod step;
mod strays;
mod undecided;
mod voiding;

#[cfg(test)]
mod tests;

pub use due::authorisation;

use super::event::{Call, Event, NoTransition, Transition};
use super::policy::Policy;
use super::{Attempt, AttemptState, PaymentOutcome, Reservation, ReviewReason};
use crate::gift_card::SoldCodes;
use crate::time::Timestamp;
use step::Step;

/// Who reported the outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source<'a> {
    /// The gateway, in its answer to this call.
    Answer(&'a Call),
    /// The gateway, in a notification.
    Notification,
}

/// `Ok` if the handler changed the step, otherwise the reason why nothing changes.
type Handled = Result<(), NoTransition>;

/// Returns the step that follows from an event, or `Err` if nothing follows. `codes` makes the codes of the gift cards
/// that the order sells.
pub fn transition(
    attempt: &Attempt,
    event: &Event,
    now: Timestamp,
    policy: &Policy,
    codes: &dyn SoldCodes,
) -> Result<Transition, NoTransition> {
    if attempt.snapshot.payment.gateway_session().is_none() {
        return Err(NoTransition::NoGateway);
    }
    let mut step = Step::new(attempt, now, policy, codes);
    match event {
        Event::Started { return_url } => due::start(&mut step, return_url),
        Event::DueReached => due::reached(&mut step),
        Event::BuyerReturned => undecided::buyer_returned(&mut step),
        Event::BuyerGaveUp => undecided::buyer_gave_up(&mut step),
        Event::NoAnswer { call } => no_answer(&mut step, call),
        Event::Answered { call, outcome } => reported(&mut step, outcome, Source::Answer(call)),
        Event::Notified { outcome } => reported(&mut step, outcome, Source::Notification),
    }?;
    Ok(step.finish())
}

/// A call returned no usable answer. If the present step waits for this call, schedules a repeat.
fn no_answer(step: &mut Step<'_>, call: &Call) -> Handled {
    if let Some(stray) = strays::concerned(step, call) {
        return strays::unconfirmed(step, &stray);
    }
    let waited_for = match step.state() {
        AttemptState::Authorising { .. } => matches!(call, Call::Authorise | Call::Query),
        AttemptState::RequiresAction { .. } => matches!(call, Call::Query),
        AttemptState::Authorised { .. } => matches!(call, Call::Capture),
        AttemptState::Voiding { .. } => matches!(call, Call::Void { .. }),
        _ => false,
    };
    if !waited_for {
        return Err(NoTransition::NothingChanges);
    }
    step.repeat_later();
    Ok(())
}

/// The gateway reported an outcome of the payment.
fn reported(step: &mut Step<'_>, outcome: &PaymentOutcome, source: Source<'_>) -> Handled {
    if let Source::Answer(call) = source
        && let Some(stray) = strays::concerned(step, call)
    {
        return strays::answered(step, &stray, outcome);
    }
    if strays::is_foreign(step, outcome) {
        return strays::reported(step, outcome);
    }
    match step.state().clone() {
        AttemptState::Reserved => undecided::never_asked_for(step, outcome),
        AttemptState::Authorising { .. } | AttemptState::RequiresAction { .. } => {
            undecided::reported(step, outcome, source)
        }
        AttemptState::Authorised { reference, card } => {
            ordered::while_capturing(step, reference, card, outcome, source)
        }
        AttemptState::Captured { reference, .. } => {
            ordered::after_capture(step, reference, outcome)
        }
        AttemptState::Voiding { reference, reason } => {
            voiding::reported(step, reference, reason, outcome, source)
        }
        AttemptState::Voided { reference, reason } => {
            ended::after_voided(step, reference, reason, outcome)
        }
        AttemptState::Failed { reason } => ended::after_failed(step, reason, outcome),
        AttemptState::NeedsReview {
            reason: ReviewReason::OutcomeUnknown,
            ..
        } if step.reservation() == Reservation::Held => undecided::reported(step, outcome, source),
        AttemptState::NeedsReview { reason, reference } => {
            ended::in_review(step, reason, reference, outcome)
        }
        AttemptState::Placed => Err(NoTransition::NoGateway),
    }
}
