//! One attempt, one event after another: store the step, carry out its effects, report what came of them.

use super::driver::AttemptDriver;
use super::fail_point::{self, Side};
use super::names::{NameFor, gateway_key};
use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, Call, Commit, Effect, Event, PaymentOutcome, Policy, ReviewReason,
    Transition, transition,
};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{AuthoriseRequest, NoAnswer};
use zkratka_store::{Advanced, AttemptStep, StepCommit, StoreError};

/// For how long the gateway is asked to give back what it keeps. With the call before it this fits into the attempt's lease
/// while steps are stored as quickly as they commonly are.
const GIVING_BACK: Duration = Duration::from_secs(5);
/// An event that is a fact is tried again on what others have stored meanwhile, this often.
const MAX_RACES: u32 = 16;

/// A step that took place.
struct Stored {
    attempt: Arc<Attempt>,
    effects: Vec<Effect>,
}

impl AttemptDriver {
    /// Drives an attempt until nothing is left to do now. Errors are left to whoever resumes it when it is due.
    pub(super) async fn drive(&self, attempt: Arc<Attempt>, first: Event) {
        let key = attempt.key.0;
        let name = first.name();
        if let Err(error) = self.drive_or_fail(attempt, first).await {
            tracing::warn!(attempt = key, event = name, %error, "an attempt stopped; a server resumes it when it is due");
        }
    }

    /// The same, for a caller that can have the event repeated; answers whether anything followed from it.
    pub(super) async fn drive_or_fail(
        &self,
        attempt: Arc<Attempt>,
        first: Event,
    ) -> Result<bool, StoreError> {
        let mut attempt = attempt;
        let mut moved = false;
        let mut events = VecDeque::from([first]);
        while let Some(event) = events.pop_front() {
            let Some(stored) = self.apply(Arc::clone(&attempt), &event).await? else {
                continue;
            };
            attempt = stored.attempt;
            moved = true;
            for effect in &stored.effects {
                events.push_back(self.perform(&attempt, effect).await);
            }
        }
        Ok(moved)
    }

    /// Stores the step that follows from an event; `None` when nothing follows.
    async fn apply(
        &self,
        attempt: Arc<Attempt>,
        event: &Event,
    ) -> Result<Option<Stored>, StoreError> {
        let mut current = attempt;
        for _ in 0..MAX_RACES {
            let now = self.parts.clock.now();
            let Ok(next) = transition(&current, event, now, &self.parts.settings.policy) else {
                return Ok(None);
            };
            let Transition {
                attempt: next,
                commit,
                effects,
                timeline,
            } = self.tidied_up(&current, event, next).await;
            let step = AttemptStep {
                attempt: next,
                commit: self.commit(&commit),
                timeline,
            };
            match self.store(step).await? {
                Advanced::Stored(stored) => {
                    let attempt = Arc::from(stored);
                    self.announce(&attempt, &commit);
                    call_for_a_person(&current, &attempt);
                    return Ok(Some(Stored { attempt, effects }));
                }
                // What the gateway said stays true; that we were to repeat something does not: another has taken over.
                Advanced::Superseded(newer) if is_fact(event) => current = Arc::from(newer),
                Advanced::Superseded(_) => return Ok(None),
            }
        }
        tracing::error!(
            attempt = current.key.0,
            "an attempt changes state without end"
        );
        Ok(None)
    }

    /// Whoever ends an attempt without an order has the gateway give back first what it keeps for it: once it is stored as
    /// ended, nobody comes back to it. Where a buyer may be waiting this is tried once, and briefly; what time gives up can
    /// wait.
    async fn tidied_up(&self, current: &Attempt, event: &Event, next: Transition) -> Transition {
        if !is_to_tidy_up(&current.state, &next.attempt.state) {
            return next;
        }
        fail_point::reach("before-giving-back");
        let session = current.snapshot.payment.gateway_session();
        let key = gateway_key(current);
        let giving = self
            .parts
            .gateway
            .release(&key, session.unwrap_or_default());
        let given = tokio::time::timeout(GIVING_BACK, giving).await;
        fail_point::reach("after-giving-back");
        if matches!(given, Ok(Ok(()))) {
            return next;
        }
        tracing::warn!(
            attempt = current.key.0,
            "the gateway may still keep something for an attempt that ended without an order"
        );
        later(
            current,
            event,
            self.parts.clock.now(),
            &self.parts.settings.policy,
        )
        .unwrap_or(next)
    }

    async fn store(&self, step: AttemptStep) -> Result<Advanced, StoreError> {
        fail_point::at_store(Side::Before, &step.attempt.state);
        let advanced = within(
            self.parts.settings.store_deadline,
            self.parts.store.advance(step),
        )
        .await?;
        if let Advanced::Stored(attempt) = &advanced {
            fail_point::at_store(Side::After, &attempt.state);
        }
        Ok(advanced)
    }

    fn commit(&self, commit: &Commit) -> StepCommit {
        match commit {
            Commit::Nothing => StepCommit::Nothing,
            Commit::MakeOrder(payment) => StepCommit::MakeOrder {
                mode: self.parts.settings.mode,
                payment: payment.clone(),
            },
            Commit::UpdateOrderPayment(payment) => StepCommit::UpdateOrderPayment(payment.clone()),
            Commit::Release => StepCommit::Release,
        }
    }

    /// Tells those who wait, and the catalogue if stock changed.
    fn announce(&self, attempt: &Arc<Attempt>, commit: &Commit) {
        log_step(attempt);
        match commit {
            Commit::Nothing => {}
            Commit::Release => (self.parts.stock_changed)(),
            Commit::MakeOrder(_) | Commit::UpdateOrderPayment(_) => (self.parts.order_changed)(),
        }
        self.waiters.wake(attempt);
    }

    /// Carries out an effect and says what came of it.
    pub(super) async fn perform(&self, attempt: &Attempt, effect: &Effect) -> Event {
        fail_point::at_call(Side::Before, effect);
        let answer = tokio::time::timeout(
            self.parts.settings.call_deadline(),
            self.call(attempt, effect),
        )
        .await
        .unwrap_or_else(|_| Err(NoAnswer("the deadline passed".to_owned())));
        fail_point::at_call(Side::After, effect);
        let call = effect.call();
        match answer {
            Ok(outcome) => Event::Answered { call, outcome },
            Err(error) => {
                tracing::warn!(attempt = attempt.key.0, %error, "the gateway did not answer");
                Event::NoAnswer { call }
            }
        }
    }

    async fn call(&self, attempt: &Attempt, effect: &Effect) -> Result<PaymentOutcome, NoAnswer> {
        let gateway = &self.parts.gateway;
        match effect {
            Effect::Authorise {
                session,
                amount,
                return_url,
                not_after,
            } => {
                if self.parts.clock.now() > *not_after {
                    return Err(NoAnswer("the key's lifetime is over".to_owned()));
                }
                let request = request(attempt, session, *amount, return_url);
                gateway.authorise(&request).await
            }
            Effect::Query => {
                let session = attempt.snapshot.payment.gateway_session();
                let session = session.unwrap_or_default();
                gateway.query(&gateway_key(attempt), session).await
            }
            Effect::Capture { reference, amount } => gateway.capture(reference, *amount).await,
            Effect::Void { reference } => gateway.void(reference).await,
        }
    }

    /// Where the buyer comes back to after a challenge.
    pub(super) fn return_url(&self, return_id: &str) -> String {
        let origin = &self.parts.settings.public_origin;
        format!("{origin}/attempts/{return_id}/return")
    }

    /// An attempt that was left reserved starts.
    pub(super) fn started(&self, attempt: &Attempt) -> Event {
        Event::Started {
            return_url: self.return_url(&NameFor::Return.of(attempt)),
        }
    }
}

/// Whether an attempt ends without an order by this step, after the gateway may have been asked for something.
const fn is_to_tidy_up(before: &AttemptState, after: &AttemptState) -> bool {
    let asked = !matches!(
        before,
        AttemptState::Reserved | AttemptState::Failed { .. } | AttemptState::Voided { .. }
    );
    asked
        && matches!(
            after,
            AttemptState::Failed { .. } | AttemptState::Voided { .. }
        )
}

/// The step instead of one that gives an attempt up because the gateway knows nothing of it: it is asked again later.
fn later(attempt: &Attempt, event: &Event, now: Timestamp, policy: &Policy) -> Option<Transition> {
    let Event::Answered {
        call: call @ Call::Query,
        outcome: PaymentOutcome::Unknown,
    } = event
    else {
        return None;
    };
    let unheard = Event::NoAnswer { call: call.clone() };
    transition(attempt, &unheard, now, policy).ok()
}

fn request(attempt: &Attempt, session: &str, amount: Money, return_url: &str) -> AuthoriseRequest {
    AuthoriseRequest {
        key: gateway_key(attempt),
        session: session.to_owned(),
        amount,
        return_url: return_url.to_owned(),
        // From what was ordered, so that a repetition is identical.
        mandate: attempt.snapshot.has_selling_plan(),
    }
}

/// Logs a stored step, so that the log follows each payment from its beginning.
pub(super) fn log_step(attempt: &Attempt) {
    tracing::info!(
        attempt = attempt.key.0,
        version = attempt.version,
        state = attempt.state.name(),
        "attempt"
    );
}

/// Says, once, that an attempt has come to need a person: which, and why, and nothing else.
fn call_for_a_person(before: &Attempt, after: &Attempt) {
    if let Some(reason) = new_review(&before.state, &after.state) {
        tracing::error!(
            attempt = after.key.0,
            reason = reason.name(),
            "an attempt needs review"
        );
    }
}

/// Why a person must look, if that is news.
fn new_review(before: &AttemptState, after: &AttemptState) -> Option<ReviewReason> {
    let reason = |state: &AttemptState| match state {
        AttemptState::NeedsReview { reason, .. } => Some(*reason),
        _ => None,
    };
    reason(after).filter(|now| reason(before) != Some(*now))
}

/// Whether an event stays true whatever others have stored meanwhile.
const fn is_fact(event: &Event) -> bool {
    match event {
        Event::Answered { .. } | Event::Notified { .. } | Event::BuyerReturned => true,
        Event::Started { .. } | Event::NoAnswer { .. } | Event::DueReached => false,
    }
}

/// A store call with a deadline. A write that is given up may still take place: every write is fenced.
pub(super) async fn within<T>(
    deadline: Duration,
    work: impl Future<Output = Result<T, StoreError>> + Send,
) -> Result<T, StoreError> {
    tokio::time::timeout(deadline, work)
        .await
        .unwrap_or(Err(StoreError::Busy))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_called_once_for_each_reason() {
        let review = |reason| AttemptState::NeedsReview {
            reason,
            reference: None,
        };
        let refused = review(ReviewReason::CaptureRefused);
        let second = review(ReviewReason::SecondPayment);
        let placed = AttemptState::Placed;
        assert_eq!(
            new_review(&placed, &refused),
            Some(ReviewReason::CaptureRefused)
        );
        assert_eq!(
            new_review(&refused, &second),
            Some(ReviewReason::SecondPayment)
        );
        assert_eq!(new_review(&refused, &refused), None);
        assert_eq!(new_review(&refused, &placed), None);
    }
}
