//! Drives one attempt from event to event: stores the step, runs its effects, and turns their results into events.

use super::driver::AttemptDriver;
use super::fail_point::{self, Side};
use super::names::{gateway_key, return_id};
use std::collections::VecDeque;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::attempt::{
    Attempt, AttemptState, Call, Commit, Effect, Event, PaymentOutcome, Policy, ReviewReason,
    Transition, transition,
};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;
use zkratka_payments::{AuthoriseRequest, CaptureRequest, NoAnswer};
use zkratka_store::{AttemptStep, StepCommit, StepOutcome, StoreError};

/// How long the driver waits for the gateway to release what it holds. The attempt's lease covers this wait and the call
/// before it, unless the store is unusually slow to store a step.
const GIVING_BACK: Duration = Duration::from_secs(5);
/// How often the driver tries to store the step of a fact while other servers store steps first.
const MAX_RACES: u32 = 16;

/// A step that was stored.
struct Stored {
    attempt: Arc<Attempt>,
    effects: Vec<Effect>,
}

/// What a step changes besides the attempt.
#[derive(Clone, Copy)]
enum Changes {
    Nothing,
    Stock,
    Order,
}

impl Changes {
    const fn of(commit: &Commit) -> Self {
        match commit {
            Commit::Nothing => Self::Nothing,
            Commit::Release => Self::Stock,
            Commit::MakeOrder { .. } | Commit::UpdateOrderPayment(_) => Self::Order,
        }
    }
}

impl AttemptDriver {
    /// Drives an attempt until there is nothing more to do now. On an error, a server resumes the attempt when it is due.
    pub(super) async fn drive(&self, attempt: Arc<Attempt>, first: Event) {
        let key = attempt.key.0;
        let name = first.name();
        if let Err(error) = self.drive_or_fail(attempt, first).await {
            tracing::warn!(attempt = key, event = name, %error, "an attempt stopped; a server resumes it when it is due");
        }
    }

    /// Like [`Self::drive`], but returns the error, for a caller that can have the event repeated. Returns whether a step
    /// was stored.
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

    /// Stores the step that follows from an event. Returns `None` if no step follows, or if another server has taken
    /// over.
    async fn apply(
        &self,
        attempt: Arc<Attempt>,
        event: &Event,
    ) -> Result<Option<Stored>, StoreError> {
        let mut current = attempt;
        for _ in 0..MAX_RACES {
            let now = self.parts.clock.now();
            let (policy, codes) = (&self.parts.settings.policy, &*self.parts.codes);
            let Ok(next) = transition(&current, event, now, policy, codes) else {
                return Ok(None);
            };
            let Transition {
                attempt: next,
                commit,
                effects,
                timeline,
            } = self.tidied_up(&current, event, next).await;
            let changes = Changes::of(&commit);
            let step = AttemptStep {
                attempt: next,
                commit: self.commit(commit),
                timeline,
            };
            match self.store(step).await? {
                StepOutcome::Stored(stored) => {
                    let attempt = Arc::from(stored);
                    self.announce(&attempt, changes);
                    call_for_a_person(&current, &attempt);
                    return Ok(Some(Stored { attempt, effects }));
                }
                // A fact still holds, so it is applied to the newer attempt. Any other event is dropped: another server
                // has taken over.
                StepOutcome::Superseded(newer) if is_fact(event) => current = Arc::from(newer),
                StepOutcome::Superseded(_) => return Ok(None),
            }
        }
        tracing::error!(
            attempt = current.key.0,
            "an attempt changes state without end"
        );
        Ok(None)
    }

    /// Before an attempt ends without an order, asks the gateway to release what it still holds. No server returns to the
    /// attempt after its end is stored. When a buyer may be waiting, the driver tries this once, and briefly. When the
    /// attempt ends because its time is over, the driver can try again later.
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

    pub(super) async fn store(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        fail_point::at_store(Side::Before, &step.attempt.state);
        let advanced = within(
            self.parts.settings.store_deadline,
            self.parts.store.advance(step),
        )
        .await?;
        if let StepOutcome::Stored(attempt) = &advanced {
            fail_point::at_store(Side::After, &attempt.state);
        }
        Ok(advanced)
    }

    fn commit(&self, commit: Commit) -> StepCommit {
        match commit {
            Commit::Nothing => StepCommit::Nothing,
            Commit::MakeOrder { payment, cards } => StepCommit::MakeOrder {
                mode: self.parts.settings.mode,
                payment,
                cards,
            },
            Commit::UpdateOrderPayment(payment) => StepCommit::UpdateOrderPayment(payment),
            Commit::Release => StepCommit::Release,
        }
    }

    /// Logs the step, calls the callback for stock or orders, and wakes the tasks that wait for the attempt.
    fn announce(&self, attempt: &Arc<Attempt>, changes: Changes) {
        log_step(attempt);
        match changes {
            Changes::Nothing => {}
            Changes::Stock => (self.parts.stock_changed)(),
            Changes::Order => (self.parts.order_changed)(),
        }
        self.waiters.wake(attempt);
    }

    /// Runs an effect and returns its result as an event.
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
            Effect::Capture { reference, amount } => {
                let request = CaptureRequest::whole(reference, *amount);
                gateway.capture(&request).await
            }
            Effect::Void { reference } => gateway.void(reference).await,
        }
    }

    /// The address to which the buyer returns after a challenge.
    pub(super) fn return_url(&self, return_id: &str) -> String {
        let origin = &self.parts.settings.public_origin;
        format!("{origin}/attempts/{return_id}/return")
    }

    /// The event that starts an attempt that was left reserved.
    pub(super) fn started(&self, attempt: &Attempt) -> Event {
        Event::Started {
            return_url: self.return_url(&return_id(attempt)),
        }
    }
}

/// Whether this step ends the attempt without an order after the gateway may have been called.
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

/// If the attempt would be given up because the gateway does not know it, returns a step that asks the gateway again
/// later.
fn later(attempt: &Attempt, event: &Event, now: Timestamp, policy: &Policy) -> Option<Transition> {
    let Event::Answered {
        call: call @ Call::Query,
        outcome: PaymentOutcome::Unknown,
    } = event
    else {
        return None;
    };
    let unheard = Event::NoAnswer { call: call.clone() };
    // No order follows from it.
    transition(attempt, &unheard, now, policy, &NoSoldCodes).ok()
}

fn request(attempt: &Attempt, session: &str, amount: Money, return_url: &str) -> AuthoriseRequest {
    let charged_mandate = attempt.snapshot.payment.charged_mandate();
    AuthoriseRequest {
        key: gateway_key(attempt),
        session: match charged_mandate {
            Some(_) => String::new(),
            None => session.to_owned(),
        },
        amount,
        return_url: return_url.to_owned(),
        // Taken from the order, so that a repeated request is identical.
        mandate: attempt.snapshot.asks_for_mandate(),
        charged_mandate: charged_mandate.map(str::to_owned),
    }
}

pub(super) fn log_step(attempt: &Attempt) {
    tracing::info!(
        attempt = attempt.key.0,
        version = attempt.version,
        state = attempt.state.name(),
        "attempt"
    );
}

/// Logs an error once when an attempt starts to need a person. It logs the attempt's key and the reason, and nothing
/// else.
fn call_for_a_person(before: &Attempt, after: &Attempt) {
    if let Some(reason) = new_review(&before.state, &after.state) {
        tracing::error!(
            attempt = after.key.0,
            reason = reason.name(),
            "an attempt needs review"
        );
    }
}

/// The reason why a person must review the attempt, if it is new with this step.
fn new_review(before: &AttemptState, after: &AttemptState) -> Option<ReviewReason> {
    let reason = |state: &AttemptState| match state {
        AttemptState::NeedsReview { reason, .. } => Some(*reason),
        _ => None,
    };
    reason(after).filter(|now| reason(before) != Some(*now))
}

/// Whether an event stays true whatever steps other servers have stored since.
const fn is_fact(event: &Event) -> bool {
    match event {
        Event::Answered { .. }
        | Event::Notified { .. }
        | Event::BuyerReturned
        | Event::BuyerGaveUp => true,
        Event::Started { .. } | Event::NoAnswer { .. } | Event::DueReached => false,
    }
}

/// A store call with a deadline. A write may still take place after the deadline, which is safe because every write is
/// fenced.
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
