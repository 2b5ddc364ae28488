//! Submits a cart: step 1, and then the rest for as long as the buyer waits.

use super::drive::{log_step, within};
use super::driver::AttemptDriver;
use super::fail_point;
use super::names::new_return_id;
use super::waiters::Waiter;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use zkratka_admission::{Permit, Priority, Refusal};
use zkratka_commerce::attempt::{Attempt, Progress, Start, authorisation};
use zkratka_commerce::error::Fault;
use zkratka_commerce::ids::CartKey;
use zkratka_store::{BeginAttempt, BeginOutcome, CartCheck, ManualOrderCheck, StoreError};

/// How often to read the attempt from the store, in case another server drives it.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The result of a submit.
#[derive(Clone, Debug)]
pub enum SubmitOutcome {
    /// The order exists.
    Order(Box<Attempt>),
    /// It takes longer, perhaps until a person has reviewed the attempt. The client polls.
    InProgress(Box<Attempt>),
    /// The buyer must pass a challenge.
    ActionRequired(Box<Attempt>),
    /// There is no order; the cart is open again.
    Failed(Box<Attempt>),
    /// The attempt of another token is live on this cart, or has completed it.
    AlreadyAccepted(Box<Attempt>),
    /// The cart cannot be bought as it is; nothing was changed.
    Refused(Vec<Fault>),
    /// So many orders without a payment are made for clients that have solved a captcha; nothing was changed.
    CaptchaRequired,
    /// The token belongs to another cart.
    TokenOfAnotherCart,
    /// The token has an attempt on this cart that made no order, and the cart has changed since.
    TokenOfOtherContents,
    /// There is no such cart.
    NoCart,
    /// The server is too busy. The client may try again with the same token.
    Throttled(Refusal),
}

impl AttemptDriver {
    /// Submits a cart, if `check` admits it, under a client's attempt token. A repeated submit with the same token
    /// returns the same attempt, unless the cart has changed since the attempt ended. The work continues in the background when the caller stops waiting, or when the inline
    /// deadline passes. `manual` bounds orders that nobody has paid.
    pub async fn submit(
        self: &Arc<Self>,
        cart: CartKey,
        check: CartCheck,
        manual: ManualOrderCheck,
        token: &str,
    ) -> Result<SubmitOutcome, StoreError> {
        let place = match self.admission.enter_if_room(Priority::Paying) {
            Ok(place) => place,
            Err(refused) => return Ok(SubmitOutcome::Throttled(refused)),
        };
        let driver = Arc::clone(self);
        let request = self.beginning(cart, check, manual, token);
        let waiter = self.waiters.wait_for(request.attempt);
        // Spawned, so that the attempt continues even if the buyer closes the page at this moment.
        let begun = tokio::spawn(async move {
            fail_point::reach("before-begin");
            let rules = Arc::clone(&driver.parts.rules);
            let begun = within(
                driver.parts.settings.store_deadline,
                driver.parts.store.begin_attempt(request, rules),
            )
            .await?;
            fail_point::reach("after-begin");
            driver.carry_on(&begun, place);
            Ok(begun)
        });
        let begun = match begun.await {
            Ok(Ok(begun)) => begun,
            Ok(Err(StoreError::Busy)) => {
                // The write may still take place after the deadline and reserve stock.
                (self.parts.stock_changed)();
                return Ok(SubmitOutcome::Throttled(
                    self.admission.refuse(Priority::Paying),
                ));
            }
            Ok(Err(error)) => return Err(error),
            Err(error) => return Err(StoreError::Database(error.to_string())),
        };
        let deadline = self.parts.settings.inline_deadline;
        let is_settled = |attempt: &Attempt| attempt.progress().is_settled();
        match begun {
            BeginOutcome::New(attempt) => {
                let followed = self.follow(waiter, *attempt, deadline, is_settled);
                followed.await.map(submitted)
            }
            BeginOutcome::SameToken(attempt) => {
                let ended = self.wait(*attempt, deadline, is_settled);
                ended.await.map(submitted)
            }
            BeginOutcome::OtherAttempt(attempt) => Ok(SubmitOutcome::AlreadyAccepted(attempt)),
            BeginOutcome::TokenOfAnotherCart => Ok(SubmitOutcome::TokenOfAnotherCart),
            BeginOutcome::TokenOfOtherContents => Ok(SubmitOutcome::TokenOfOtherContents),
            BeginOutcome::NoCart => Ok(SubmitOutcome::NoCart),
            BeginOutcome::Refused(faults) => Ok(SubmitOutcome::Refused(faults)),
            BeginOutcome::CaptchaRequired => Ok(SubmitOutcome::CaptchaRequired),
        }
    }

    fn beginning(
        &self,
        cart: CartKey,
        check: CartCheck,
        manual: ManualOrderCheck,
        token: &str,
    ) -> BeginAttempt {
        let now = self.parts.clock.now();
        let attempt = self.parts.ids.attempt_key();
        let [token_secret, secret] = self.parts.ids.secrets();
        let start = Start {
            return_url: self.return_url(&new_return_id(attempt, &secret)),
            policy: self.parts.settings.policy,
        };
        BeginAttempt {
            cart,
            token: token.to_owned(),
            sealed_tokens: self.parts.codes.seal(token),
            attempt,
            token_secret,
            secret,
            check,
            manual,
            now,
            key_expires_at: now.plus(self.parts.gateway.key_lifetime_ms()),
            due_at: now.plus(self.parts.settings.policy.call_ms),
            mode: self.parts.settings.mode,
            start: Some(start),
        }
    }

    /// Drives a new attempt in the background.
    fn carry_on(self: &Arc<Self>, begun: &BeginOutcome, place: Permit) {
        let BeginOutcome::New(attempt) = begun else {
            return;
        };
        log_step(attempt);
        (self.parts.stock_changed)();
        if attempt.due_at.is_none() {
            (self.parts.order_changed)();
            return;
        }
        let driver = Arc::clone(self);
        let attempt = Arc::from(attempt.clone());
        let _running = tokio::spawn(async move {
            driver.begin_driving(attempt).await;
            drop(place);
        });
    }

    /// Runs the call that was stored with the new attempt, and then drives the attempt on.
    async fn begin_driving(&self, attempt: Arc<Attempt>) {
        let event = match authorisation(&attempt, &self.parts.settings.policy) {
            Some(effect) => self.perform(&attempt, &effect).await,
            None => self.started(&attempt),
        };
        self.drive(attempt, event).await;
    }

    /// Waits until `enough` accepts the attempt, or until the deadline. Returns the attempt as it is then.
    pub(super) async fn wait(
        &self,
        attempt: Attempt,
        deadline: Duration,
        enough: impl Fn(&Attempt) -> bool + Send,
    ) -> Result<Box<Attempt>, StoreError> {
        let waiter = self.waiters.wait_for(attempt.key);
        let current = if enough(&attempt) {
            attempt
        } else {
            // A step may have been stored after the caller read the attempt and before the waiting began.
            self.stored(attempt).await?
        };
        self.follow(waiter, current, deadline, enough).await
    }

    /// Like [`Self::wait`], for a waiter that was made before the attempt was read.
    async fn follow(
        &self,
        mut waiter: Waiter<'_>,
        attempt: Attempt,
        deadline: Duration,
        enough: impl Fn(&Attempt) -> bool + Send,
    ) -> Result<Box<Attempt>, StoreError> {
        let until = Instant::now() + deadline;
        let mut current = Box::new(attempt);
        while !enough(&current) {
            let now = Instant::now();
            if now >= until {
                break;
            }
            let next = tokio::time::timeout(LOOK_EVERY.min(until - now), waiter.next()).await;
            match next {
                Ok(Some(newer)) => *current = Attempt::clone(&newer),
                Ok(None) => {}
                // Another server may drive the attempt.
                Err(_) => *current = self.stored(*current).await?,
            }
        }
        Ok(current)
    }

    /// An attempt as it is stored now.
    async fn stored(&self, known: Attempt) -> Result<Attempt, StoreError> {
        let stored = self.parts.store.attempt(known.key).await?;
        Ok(stored.unwrap_or(known))
    }
}

fn submitted(attempt: Box<Attempt>) -> SubmitOutcome {
    match attempt.progress() {
        Progress::Ordered(_) => SubmitOutcome::Order(attempt),
        Progress::ActionRequired { .. } => SubmitOutcome::ActionRequired(attempt),
        Progress::Failed(_) => SubmitOutcome::Failed(attempt),
        // A submit does not tell the two apart. The checkout page decides separately what it says.
        Progress::InProgress | Progress::InReview => SubmitOutcome::InProgress(attempt),
    }
}
