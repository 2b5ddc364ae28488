//! Submitting a cart: step 1, then the rest, for as long as the buyer waits.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use zkratka_admission::{Permit, Priority, Refused};
use zkratka_commerce::attempt::{Attempt, Progress};
use zkratka_commerce::error::Fault;
use zkratka_commerce::ids::CartKey;
use zkratka_store::{BeginAttempt, Begun, StoreError};

/// How often the store is looked at, in case another server drives the attempt.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// How a submit ended.
#[derive(Clone, Debug)]
pub enum Submitted {
    /// The order exists.
    Order(Box<Attempt>),
    /// It takes longer, perhaps until a person has looked; ask how it goes on.
    InProgress(Box<Attempt>),
    /// The buyer must pass a challenge.
    ActionRequired(Box<Attempt>),
    /// There is no order; the cart is open again.
    Failed(Box<Attempt>),
    /// Another token's attempt is live on this cart, or has completed it.
    AlreadyAccepted(Box<Attempt>),
    /// The cart cannot be bought as it is; nothing was changed.
    Refused(Vec<Fault>),
    /// The token belongs to another cart.
    TokenOfAnotherCart,
    /// There is no such cart.
    NoCart,
    /// Too much is going on; the same token may be tried again.
    Throttled(Refused),
}

impl AttemptDriver {
    /// Submits a cart under a client's attempt token. The same token again answers for the same attempt. Work goes on
    /// in the background when the caller stops waiting, and when the inline deadline passes.
    pub async fn submit(
        self: &Arc<Self>,
        cart: CartKey,
        token: &str,
    ) -> Result<Submitted, StoreError> {
        let place = match self.admission.enter_if_room(Priority::Paying) {
            Ok(place) => place,
            Err(refused) => return Ok(Submitted::Throttled(refused)),
        };
        let driver = Arc::clone(self);
        let request = self.beginning(cart, token);
        // Spawned: a buyer who closes the page in this very moment gets what was begun.
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
                // A write that was given up may still take place, and with it the stock reserved.
                (self.parts.stock_changed)();
                return Ok(Submitted::Throttled(
                    self.admission.refuse(Priority::Paying),
                ));
            }
            Ok(Err(error)) => return Err(error),
            Err(error) => return Err(StoreError::Database(error.to_string())),
        };
        match begun {
            Begun::New(attempt) | Begun::SameToken(attempt) => {
                let deadline = self.parts.settings.inline_deadline;
                let attempt = self
                    .wait(*attempt, deadline, |attempt| {
                        attempt.progress().is_settled()
                    })
                    .await?;
                Ok(submitted(attempt))
            }
            Begun::OtherAttempt(attempt) => Ok(Submitted::AlreadyAccepted(attempt)),
            Begun::TokenOfAnotherCart => Ok(Submitted::TokenOfAnotherCart),
            Begun::NoCart => Ok(Submitted::NoCart),
            Begun::Refused(faults) => Ok(Submitted::Refused(faults)),
        }
    }

    fn beginning(&self, cart: CartKey, token: &str) -> BeginAttempt {
        let now = self.parts.clock.now();
        BeginAttempt {
            cart,
            token: token.to_owned(),
            attempt: self.parts.ids.attempt_key(),
            token_secret: self.parts.ids.secret(),
            secret: self.parts.ids.secret(),
            now,
            key_expires_at: now.plus(self.parts.gateway.key_lifetime_ms()),
            due_at: now.plus(self.parts.settings.policy.call_ms),
            mode: self.parts.settings.mode,
        }
    }

    /// Drives a new attempt in the background.
    fn carry_on(self: &Arc<Self>, begun: &Begun, place: Permit) {
        let Begun::New(attempt) = begun else { return };
        (self.parts.stock_changed)();
        if attempt.due_at.is_none() {
            (self.parts.order_changed)();
            return;
        }
        let driver = Arc::clone(self);
        let attempt = (**attempt).clone();
        let _running = tokio::spawn(async move {
            let started = driver.started(&attempt);
            driver.drive(attempt, started).await;
            drop(place);
        });
    }

    /// Waits until an attempt is `enough`, at most until the deadline; answers how it stands then.
    pub(super) async fn wait(
        &self,
        attempt: Attempt,
        deadline: Duration,
        enough: impl Fn(&Attempt) -> bool + Send,
    ) -> Result<Attempt, StoreError> {
        let key = attempt.key;
        let until = Instant::now() + deadline;
        let mut waiter = self.waiters.wait_for(key);
        let mut current = attempt;
        // What was stored between the caller's reading and our waiting.
        let mut look = true;
        while !enough(&current) {
            if look && let Some(stored) = self.parts.store.attempt(key).await? {
                current = stored;
                if enough(&current) {
                    break;
                }
            }
            let now = Instant::now();
            if now >= until {
                break;
            }
            let next = tokio::time::timeout(LOOK_EVERY.min(until - now), waiter.next()).await;
            look = next.is_err();
            if let Ok(Some(newer)) = next {
                current = *newer;
            }
        }
        Ok(current)
    }
}

fn submitted(attempt: Attempt) -> Submitted {
    let attempt = Box::new(attempt);
    match attempt.progress() {
        Progress::Ordered(_) => Submitted::Order(attempt),
        Progress::ActionRequired { .. } => Submitted::ActionRequired(attempt),
        Progress::Failed(_) => Submitted::Failed(attempt),
        // What its checkout page says of it is another matter.
        Progress::InProgress | Progress::InReview => Submitted::InProgress(attempt),
    }
}
