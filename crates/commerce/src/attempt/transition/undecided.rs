//! Events while the outcome of the authorisation is not known.

use super::step::Step;
use super::{Handled, Source};
use crate::attempt::event::{Call, Effect, NoTransition};
use crate::attempt::{AttemptState, DeclineReason, FailureReason, PaymentOutcome, ReviewReason};
use crate::money::Money;
use crate::payment::CardSummary;

/// The buyer's browser is back: queries the gateway for the result of the challenge.
pub(super) fn buyer_returned(step: &mut Step<'_>) -> Handled {
    let &AttemptState::RequiresAction { expires_at, .. } = step.state() else {
        return Err(NoTransition::NothingChanges);
    };
    step.log("buyer_returned", "");
    step.perform(Effect::Query);
    step.due_after_call();
    // However often the buyer returns, the end of the challenge does not move.
    if step.now < expires_at {
        let ended = step.now.plus(step.policy.call_ms);
        step.due_at(ended.min(expires_at));
    }
    Ok(())
}

/// The buyer does not want to pass the challenge: it ends now, and the gateway is queried as at the end of any challenge
/// (`due::watch_challenge`). The buyer may have passed it in another tab, so only the answer decides. A challenge that has
/// ended already is being queried, so giving up again asks the gateway nothing more.
pub(super) fn buyer_gave_up(step: &mut Step<'_>) -> Handled {
    let now = step.now;
    let AttemptState::RequiresAction { expires_at, .. } = &mut step.attempt.state else {
        return Err(NoTransition::NothingChanges);
    };
    if now >= *expires_at {
        return Err(NoTransition::NothingChanges);
    }
    *expires_at = now;
    step.log("buyer_gave_up", "");
    step.perform(Effect::Query);
    step.due_after_call();
    Ok(())
}

/// The gateway reported a payment that was never requested. It cannot become an order.
pub(super) fn never_asked_for(step: &mut Step<'_>, outcome: &PaymentOutcome) -> Handled {
    match outcome {
        PaymentOutcome::Authorised { reference, .. }
        | PaymentOutcome::RequiresAction { reference, .. } => {
            step.void(reference.clone(), FailureReason::AnswerMismatch);
            Ok(())
        }
        PaymentOutcome::AddressChanged { reference } => {
            step.void(reference.clone(), FailureReason::AddressChanged);
            Ok(())
        }
        PaymentOutcome::Captured { reference, .. } => {
            step.review(ReviewReason::Contradiction, Some(reference.clone()));
            Ok(())
        }
        PaymentOutcome::Declined { .. }
        | PaymentOutcome::Voided { .. }
        | PaymentOutcome::Pending
        | PaymentOutcome::Unknown => Err(NoTransition::NothingChanges),
    }
}

/// The gateway reported the state of the payment.
pub(super) fn reported(
    step: &mut Step<'_>,
    outcome: &PaymentOutcome,
    source: Source<'_>,
) -> Handled {
    match outcome {
        PaymentOutcome::Authorised {
            reference,
            amount,
            card,
        } => {
            authorised(step, reference, *amount, card);
            Ok(())
        }
        PaymentOutcome::Captured {
            reference,
            amount,
            card,
        } => {
            captured(step, reference, *amount, card);
            Ok(())
        }
        PaymentOutcome::RequiresAction {
            reference,
            redirect_url,
        } => challenge(step, reference, redirect_url, source),
        // Goods go only where the order says: the money goes back, and there is no order.
        PaymentOutcome::AddressChanged { reference } => {
            step.void(reference.clone(), FailureReason::AddressChanged);
            Ok(())
        }
        PaymentOutcome::Declined { reason, .. } => {
            step.fail(failure(*reason));
            Ok(())
        }
        PaymentOutcome::Voided { reference } => {
            step.voided(reference.clone(), FailureReason::Cancelled);
            Ok(())
        }
        PaymentOutcome::Unknown if was_never_asked_for(step, source) => {
            step.fail(FailureReason::TooLate);
            Ok(())
        }
        PaymentOutcome::Pending | PaymentOutcome::Unknown => still_open(step, source),
    }
}

/// Whether the authorisation was never sent: the server that stored the step crashed before sending it, and no server
/// sent it in time.
fn was_never_asked_for(step: &Step<'_>, source: Source<'_>) -> bool {
    matches!(step.state(), AttemptState::Authorising { .. })
        && matches!(source, Source::Answer(Call::Query))
        && step.now >= step.policy.never_sent_from(&step.attempt)
}

fn is_in_time(step: &Step<'_>) -> bool {
    step.now < step.policy.honour_until(&step.attempt)
}

fn authorised(step: &mut Step<'_>, reference: &str, amount: Money, card: &CardSummary) {
    if amount != step.total() {
        step.void(reference.to_owned(), FailureReason::AnswerMismatch);
    } else if is_in_time(step) {
        step.order_authorised(reference.to_owned(), card.clone());
    } else {
        step.void(reference.to_owned(), FailureReason::TooLate);
    }
}

/// The money was captured although no capture was requested. The right amount in time is accepted. Otherwise the
/// payment can no longer be voided, and a person must review it.
fn captured(step: &mut Step<'_>, reference: &str, amount: Money, card: &CardSummary) {
    if amount == step.total() && is_in_time(step) {
        step.order_captured(reference.to_owned(), card.clone());
    } else {
        step.review(ReviewReason::Contradiction, Some(reference.to_owned()));
    }
}

fn challenge(
    step: &mut Step<'_>,
    reference: &str,
    redirect_url: &str,
    source: Source<'_>,
) -> Handled {
    match step.state() {
        AttemptState::Authorising { .. } => {
            let expires_at = step.now.plus(step.policy.challenge_ms);
            step.enter(
                AttemptState::RequiresAction {
                    reference: reference.to_owned(),
                    redirect_url: redirect_url.to_owned(),
                    expires_at,
                },
                reference,
            );
            step.due_at(expires_at);
            Ok(())
        }
        AttemptState::RequiresAction { .. } => still_open(step, source),
        // The buyer is no longer there to pass the challenge.
        _ => {
            step.void(reference.to_owned(), FailureReason::TooLate);
            Ok(())
        }
    }
}

/// The outcome is still open. If the gateway said so in an answer, the query is repeated later; in a notification it is
/// no news. A challenge that has expired is not waited for any longer.
fn still_open(step: &mut Step<'_>, source: Source<'_>) -> Handled {
    if let AttemptState::RequiresAction {
        reference,
        expires_at,
        ..
    } = step.state()
        && step.now >= *expires_at
        && matches!(source, Source::Answer(Call::Query))
    {
        let reference = reference.clone();
        step.void(reference, FailureReason::ChallengeExpired);
        return Ok(());
    }
    let waited_for = match step.state() {
        AttemptState::Authorising { .. } => {
            matches!(source, Source::Answer(Call::Authorise | Call::Query))
        }
        AttemptState::RequiresAction { .. } => matches!(source, Source::Answer(Call::Query)),
        _ => false,
    };
    if !waited_for {
        return Err(NoTransition::NothingChanges);
    }
    step.repeat_later();
    Ok(())
}

const fn failure(reason: DeclineReason) -> FailureReason {
    match reason {
        DeclineReason::Declined => FailureReason::Declined,
        DeclineReason::ChallengeFailed => FailureReason::ChallengeFailed,
        DeclineReason::SessionInvalid => FailureReason::SessionInvalid,
        DeclineReason::AddressChanged => FailureReason::AddressChanged,
        DeclineReason::Refused => FailureReason::Refused,
    }
}
