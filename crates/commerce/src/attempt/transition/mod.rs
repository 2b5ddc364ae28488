//! The one function through which an attempt changes.
//!
//! Rules, in short:
//! - Nothing is done at the gateway before it is stored that it will be done.
//! - The authorisation is sent, and repeated identically under the same key, while the buyer may be there and the key
//!   lives; later only reading is allowed. A gateway that does not know the key then was never asked; otherwise a late
//!   notification decides, else a person. There is never a fresh authorisation.
//! - An order is made in the step that learns of the authorisation, once, and only while the reservation is held.
//! - Whatever the gateway holds that cannot become this order is voided until the gateway confirms; only then is stock
//!   released. [`AttemptState::Voiding`] is a one-way door: an authorisation that is learnt of before it is stored that
//!   the payment will be voided is honoured, even if the challenge's time was up; afterwards it is voided too.
//! - Finished states stay as they are, except that money reported late is let go, and that a capture or a decision a
//!   person is waiting for is taken note of.

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

use super::event::{Call, Event, Refused, Transition};
use super::policy::Policy;
use super::{Attempt, AttemptState, PaymentOutcome, Reservation, ReviewReason};
use crate::time::Timestamp;
use step::Step;

/// Who says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source<'a> {
    /// The gateway, answering this call.
    Answer(&'a Call),
    /// The gateway, by itself.
    Notification,
}

/// What a handler did: a changed step, or nothing.
type Handled = Result<(), Refused>;

/// The step that follows from an event; `Err` when nothing follows.
pub fn transition(
    attempt: &Attempt,
    event: &Event,
    now: Timestamp,
    policy: &Policy,
) -> Result<Transition, Refused> {
    if attempt.snapshot.payment.gateway_session().is_none() {
        return Err(Refused::NoGateway);
    }
    let mut step = Step::new(attempt, now, policy);
    match event {
        Event::Started { return_url } => due::start(&mut step, return_url),
        Event::DueReached => due::reached(&mut step),
        Event::BuyerReturned => undecided::buyer_returned(&mut step),
        Event::NoAnswer { call } => no_answer(&mut step, call),
        Event::Answered { call, outcome } => reported(&mut step, outcome, Source::Answer(call)),
        Event::Notified { outcome } => reported(&mut step, outcome, Source::Notification),
    }?;
    Ok(step.finish())
}

/// A call had no usable answer: the present step is repeated later, if the call belongs to it.
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
        return Err(Refused::NothingChanges);
    }
    step.repeat_later();
    Ok(())
}

/// The gateway said something about the payment.
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
        AttemptState::Placed => Err(Refused::NoGateway),
    }
}
