//! Resumes attempts that are due: calls to repeat, challenges that have ended, and attempts of servers that have died.

use super::drive::within;
use super::driver::AttemptDriver;
use super::fail_point;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use zkratka_admission::{Permit, Priority};
use zkratka_commerce::attempt::{Attempt, AttemptState, Event};
use zkratka_commerce::time::Timestamp;
use zkratka_store::StoreError;

/// The most attempts that are claimed at once.
const BATCH: u32 = 32;

impl AttemptDriver {
    /// Resumes due attempts until `shutdown` resolves. Any number of servers may run this on one store.
    pub async fn run(self: Arc<Self>, shutdown: impl Future<Output = ()> + Send) {
        let mut shutdown = std::pin::pin!(shutdown);
        // If this is the only server, it claims at once the attempts that are due before this time. Leases that end
        // before it belong to servers that have died.
        let mut abandoned_before = self
            .parts
            .settings
            .sole_server
            .then(|| self.lease_from(self.parts.clock.now()));
        loop {
            let due_by = abandoned_before.unwrap_or_else(|| self.parts.clock.now());
            let resumed = self.resume_due(due_by).await;
            let pause = match resumed {
                Ok(BATCH) => Duration::ZERO,
                Ok(_) => {
                    abandoned_before = None;
                    self.parts.settings.resume_every
                }
                Err(error) => {
                    tracing::warn!(%error, "due attempts could not be claimed");
                    self.parts.settings.resume_every
                }
            };
            tokio::select! {
                () = &mut shutdown => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    fn lease_from(&self, now: Timestamp) -> Timestamp {
        now.plus(self.parts.settings.policy.call_ms)
    }

    /// Claims the attempts that are due by `due_by` and drives them in the background. Returns how many.
    async fn resume_due(self: &Arc<Self>, due_by: Timestamp) -> Result<u32, StoreError> {
        let mut places = self.places();
        let room = u32::try_from(places.len()).unwrap_or(BATCH);
        if room == 0 {
            return Ok(0);
        }
        // Later than `due_by`, so that no attempt is claimed twice in a row.
        let lease_until = self.lease_from(self.parts.clock.now()).max(due_by.plus(1));
        let claiming = self.parts.store.claim_due(due_by, lease_until, room);
        let claimed = within(self.parts.settings.store_deadline, claiming).await?;
        let count = u32::try_from(claimed.len()).unwrap_or(BATCH);
        if count > 0 {
            fail_point::reach("after-claim");
        }
        for attempt in claimed {
            let place = places.pop().map(Permit::confirm);
            let driver = Arc::clone(self);
            let _running = tokio::spawn(async move {
                driver.resume(attempt).await;
                drop(place);
            });
        }
        Ok(count)
    }

    /// Reserves permits for a batch, or as many as there are.
    fn places(&self) -> Vec<Permit> {
        (0..BATCH)
            .map_while(|_| self.admission.reserve(Priority::Settling))
            .collect()
    }

    async fn resume(&self, attempt: Attempt) {
        tracing::info!(
            attempt = attempt.key.0,
            version = attempt.version,
            state = attempt.state.name(),
            "an attempt is resumed"
        );
        let event = if attempt.state == AttemptState::Reserved {
            self.started(&attempt)
        } else {
            Event::DueReached
        };
        self.drive(Arc::new(attempt), event).await;
    }
}
