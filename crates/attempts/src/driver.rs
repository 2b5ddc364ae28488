//! The attempt driver and its parts.

use super::names::{NameFor, key_in_name};
use super::settings::Settings;
use super::waiters::Waiters;
use std::sync::Arc;
use zkratka_admission::{Gate, Priority, Refusal};
use zkratka_commerce::attempt::{Attempt, Event, Progress};
use zkratka_commerce::gift_card::SoldCodes;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::rules::ShopRules;
use zkratka_ids::Ids;
use zkratka_payments::PaymentGateway;
use zkratka_store::clock::Clock;
use zkratka_store::{Store, StoreError};

/// The parts of a driver.
pub struct DriverParts {
    pub store: Arc<dyn Store>,
    pub gateway: Arc<dyn PaymentGateway>,
    pub clock: Arc<dyn Clock>,
    /// Makes keys and secrets.
    pub ids: Arc<Ids>,
    /// The rules with which step 1 validates.
    pub rules: Arc<ShopRules>,
    /// Makes the codes of gift cards that orders sell.
    pub codes: Arc<dyn SoldCodes>,
    /// Called after a step that changed stock, or may have changed it.
    pub stock_changed: Arc<dyn Fn() + Send + Sync>,
    /// Called after a step that made an order or changed the payment of one.
    pub order_changed: Arc<dyn Fn() + Send + Sync>,
    pub settings: Settings,
}

pub struct AttemptDriver {
    pub(super) parts: DriverParts,
    pub(super) waiters: Waiters,
    /// Limits how many attempts this server drives at once.
    pub(super) admission: Arc<Gate>,
}

impl AttemptDriver {
    /// [`AttemptDriver::run`] must run beside the driver.
    #[must_use]
    pub fn new(parts: DriverParts) -> Self {
        let admission = Arc::new(Gate::new(parts.settings.max_driven));
        Self {
            parts,
            waiters: Waiters::default(),
            admission,
        }
    }

    /// If the server would throttle a submit now, returns the refusal that the client would get.
    #[must_use]
    pub fn is_full(&self) -> Option<Refusal> {
        self.admission.check(Priority::Paying)
    }

    /// How many entries the admission gate has refused since the last call.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        self.admission.take_refused_count()
    }

    /// The attempt with this name. Returns `None` if the name belongs to another party, or if its unguessable part is
    /// wrong.
    pub async fn find(&self, party: NameFor, name: &str) -> Result<Option<Attempt>, StoreError> {
        let Some(key) = key_in_name(name) else {
            return Ok(None);
        };
        let found = self.parts.store.attempt(key).await?;
        Ok(found.filter(|attempt| party.is(name, attempt, &*self.parts.codes)))
    }

    /// Handles the buyer's return from a challenge: asks the gateway, and waits for the outcome until the inline
    /// deadline.
    pub async fn buyer_returned(
        self: &Arc<Self>,
        key: AttemptKey,
    ) -> Result<Option<Attempt>, StoreError> {
        let Some(attempt) = self.parts.store.attempt(key).await? else {
            return Ok(None);
        };
        let known = attempt.clone();
        match self.at_challenge(attempt, Event::BuyerReturned).await {
            // A notification or the end of the challenge brings the outcome.
            None => Ok(Some(known)),
            Some(asked) => asked.map(Some),
        }
    }

    /// Ends a challenge that the buyer no longer wants to pass: asks the gateway, voids the payment if the challenge is
    /// still open, and waits for the end until the inline deadline. An attempt without a challenge stays as it is. Returns
    /// [`StoreError::Busy`] if this server has no room: then nothing has changed.
    pub async fn buyer_gave_up(self: &Arc<Self>, attempt: Attempt) -> Result<Attempt, StoreError> {
        let asked = self.at_challenge(attempt, Event::BuyerGaveUp).await;
        asked.unwrap_or(Err(StoreError::Busy))
    }

    /// Drives an attempt with a challenge from what its buyer has done. Limited like submits; `None` if there is no room.
    async fn at_challenge(
        self: &Arc<Self>,
        attempt: Attempt,
        event: Event,
    ) -> Option<Result<Attempt, StoreError>> {
        if !matches!(attempt.progress(), Progress::ActionRequired { .. }) {
            return Some(Ok(attempt));
        }
        let place = self.admission.enter_if_room(Priority::Settling).ok()?;
        let driver = Arc::clone(self);
        let asked = Arc::new(attempt.clone());
        // Spawned, so that it continues if the browser does not wait.
        let asking = tokio::spawn(async move {
            driver.drive(asked, event).await;
            drop(place);
        });
        let deadline = self.parts.settings.inline_deadline;
        let key = attempt.key;
        Some(tokio::select! {
            // The gateway has answered and there is nothing more to do now. The challenge may still be open.
            _ended = asking => self.parts.store.attempt(key).await.map(|found| found.unwrap_or(attempt)),
            ended = self.wait(attempt.clone(), deadline, |attempt| attempt.progress().is_ended()) => {
                ended.map(|attempt| *attempt)
            }
        })
    }
}
