//! Looks after orders that wait for their transfer: reminds, and cancels those that nobody has paid in time.
//!
//! The rules are in [`zkratka_commerce::order_life::decide`]. A step is stored under the lock of its order, so a payment that
//! is recorded at the same time comes before it or after it. The lease only keeps servers from doing the same work.

use super::drive::within;
use super::driver::AttemptDriver;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;
use zkratka_commerce::order_life::LifeEvent;
use zkratka_store::{OrderStepOutcome, StoreError};

/// How often to look for orders whose time has come. Their times are days.
const LOOK_EVERY: Duration = Duration::from_secs(10);
/// The most orders that are claimed at once. Each takes one transaction, so that all end within the lease.
const BATCH: u32 = 16;

impl AttemptDriver {
    /// Looks after transfers until `shutdown` resolves. Any number of servers may run this on one store.
    pub async fn run_transfers(self: Arc<Self>, shutdown: impl Future<Output = ()> + Send) {
        let mut shutdown = std::pin::pin!(shutdown);
        loop {
            let pause = match self.transfers_due().await {
                Ok(BATCH) => Duration::ZERO,
                Ok(_) => LOOK_EVERY,
                Err(error) => {
                    tracing::warn!(%error, "an order that waits for its transfer could not be looked at; a server continues when its lease ends");
                    LOOK_EVERY
                }
            };
            tokio::select! {
                () = &mut shutdown => return,
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Looks at the orders whose time has come. Returns how many there were, at most one batch, or the first error, after it
    /// has looked at all of them.
    pub async fn transfers_due(&self) -> Result<u32, StoreError> {
        let now = self.parts.clock.now();
        let lease_until = now.plus(self.parts.settings.policy.call_ms);
        let claiming = self.parts.store.claim_transfers(now, lease_until, BATCH);
        let claimed = within(self.parts.settings.store_deadline, claiming).await?;
        let mut failed = None;
        for &order in &claimed {
            match self
                .advance_order(order, LifeEvent::TransferTimeReached)
                .await
            {
                Ok(OrderStepOutcome::Stored(plan)) if !plan.restocked.is_empty() => {
                    (self.parts.stock_changed)();
                }
                Ok(_) => {}
                // The others must not wait for this one for ever.
                Err(error @ StoreError::Corrupt { .. }) => {
                    tracing::error!(order = order.0, %error, "an order that waits for its transfer cannot be read");
                }
                Err(error) => {
                    tracing::warn!(order = order.0, %error, "an order that waits for its transfer cannot be advanced");
                    failed.get_or_insert(error);
                }
            }
        }
        match failed {
            Some(error) => Err(error),
            None => Ok(u32::try_from(claimed.len()).unwrap_or(BATCH)),
        }
    }
}
