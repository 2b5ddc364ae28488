//! The driver and what it is made of.

use super::names::{NameFor, key_in_name};
use super::settings::Settings;
use super::waiters::Waiters;
use std::sync::Arc;
use zkratka_admission::{Gate, Priority, Refused};
use zkratka_commerce::attempt::{Attempt, Event, Progress};
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::rules::ShopRules;
use zkratka_ids::Ids;
use zkratka_payments::PaymentGateway;
use zkratka_store::clock::Clock;
use zkratka_store::{Store, StoreError};

/// What a driver needs.
pub struct DriverParts {
    /// Where attempts are kept.
    pub store: Arc<dyn Store>,
    /// Who holds the money.
    pub gateway: Arc<dyn PaymentGateway>,
    pub clock: Arc<dyn Clock>,
    /// Makes keys.
    pub ids: Arc<Ids>,
    /// The rules that step 1 validates with.
    pub rules: Arc<ShopRules>,
    /// Called after a step that changed stock.
    pub stock_changed: Arc<dyn Fn() + Send + Sync>,
    /// Called after a step that made an order, or moved its payment on.
    pub order_changed: Arc<dyn Fn() + Send + Sync>,
    /// What the operator chose.
    pub settings: Settings,
}

/// Drives checkout attempts to their end.
pub struct AttemptDriver {
    pub(super) parts: DriverParts,
    pub(super) waiters: Waiters,
    /// Bounds how many attempts are driven at once.
    pub(super) admission: Arc<Gate>,
}

impl AttemptDriver {
    /// A driver of these parts. [`AttemptDriver::run`] must run beside it.
    #[must_use]
    pub fn new(parts: DriverParts) -> Self {
        let admission = Arc::new(Gate::new(parts.settings.max_driven));
        Self {
            parts,
            waiters: Waiters::default(),
            admission,
        }
    }

    /// What a submit would be told now, if it were turned away.
    #[must_use]
    pub fn is_full(&self) -> Option<Refused> {
        self.admission.check(Priority::Paying)
    }

    /// How many were turned away since this was last asked.
    #[must_use]
    pub fn turned_away(&self) -> u64 {
        self.admission.take_refused_count()
    }

    /// The attempt that this party calls so. With the name that another party knows, or an unguessable part that is
    /// wrong, it does not exist.
    pub async fn find(&self, party: NameFor, name: &str) -> Result<Option<Attempt>, StoreError> {
        let Some(key) = key_in_name(name) else {
            return Ok(None);
        };
        let found = self.parts.store.attempt(key).await?;
        Ok(found.filter(|attempt| party.is(name, attempt)))
    }

    /// The buyer's browser came back from a challenge: asks the gateway, and waits for the outcome for a while.
    pub async fn buyer_returned(
        self: &Arc<Self>,
        key: AttemptKey,
    ) -> Result<Option<Attempt>, StoreError> {
        let Some(attempt) = self.parts.store.attempt(key).await? else {
            return Ok(None);
        };
        if !matches!(attempt.progress(), Progress::ActionRequired { .. }) {
            return Ok(Some(attempt));
        }
        // Bounded like submits; beyond it the notification, or the end of the challenge, brings the outcome.
        let Ok(place) = self.admission.enter_if_room(Priority::Settling) else {
            return Ok(Some(attempt));
        };
        let driver = Arc::clone(self);
        let asked = Arc::new(attempt.clone());
        // Spawned: goes on when the browser does not wait.
        let asking = tokio::spawn(async move {
            driver.drive(asked, Event::BuyerReturned).await;
            drop(place);
        });
        let deadline = self.parts.settings.inline_deadline;
        tokio::select! {
            // The gateway was asked and nothing more is to be done now: the challenge may still be open.
            _ended = asking => self.parts.store.attempt(key).await,
            ended = self.wait(attempt, deadline, |attempt| attempt.progress().is_ended()) => {
                ended.map(|attempt| Some(*attempt))
            }
        }
    }
}
