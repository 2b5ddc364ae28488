//! Erases what is older than the shop keeps it. Each write is small, and a run is bounded: the next one continues.

use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::redaction::UnpaidOrders;
use zkratka_commerce::time::{DAY_MS, Timestamp};
use zkratka_config::Retention;
use zkratka_store::{OrderPosition, REMEMBERED_MS, RedactOrder, RedactOutcome, Store, StoreError};

/// How many rows to look up at once.
const PAGE: u32 = 100;
/// How many rows of one kind a run erases. Each is a write of its own, between those of buyers.
const MOST_PER_RUN: u64 = 2_000;
/// Days after which nobody waits for sold-out goods any more. The form says so.
const STOCK_ALERT_DAYS: i64 = 180;
/// The timeline's words for an order that the server redacts.
const DETAIL: &str = "zkratka: [retention] order_days";

/// Erases what is older than the shop's settings allow.
#[derive(Clone, Copy)]
pub struct Erasure<'a> {
    pub store: &'a dyn Store,
    pub retention: Retention,
    pub now: Timestamp,
}

/// The numbers of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Attempts without an order.
    pub attempts: u64,
    pub orders: u64,
    /// Ids of notifications.
    pub notifications: u64,
    pub stock_alerts: u64,
    /// Buyers' addresses in uses of discounts, as older versions stored them.
    pub buyers: u64,
}

impl Erasure<'_> {
    /// Runs once. If the store is busy, it ends early.
    pub async fn run(self) -> Result<Erased, StoreError> {
        let mut erased = Erased::default();
        match self.all(&mut erased).await {
            Ok(()) | Err(StoreError::Busy) => Ok(erased),
            Err(error) => Err(error),
        }
    }

    async fn all(self, erased: &mut Erased) -> Result<(), StoreError> {
        if let Some(before) = self.before(self.retention.notification_days) {
            self.forget_notifications(before, &mut erased.notifications)
                .await?;
        }
        self.delete_stock_alerts(&mut erased.stock_alerts).await?;
        self.digest_buyers(&mut erased.buyers).await?;
        if let Some(before) = self.before(self.retention.attempt_days) {
            self.redact_attempts(before, &mut erased.attempts).await?;
        }
        if let Some(before) = self.before(self.retention.order_days) {
            self.redact_orders(before, &mut erased.orders).await?;
        }
        Ok(())
    }

    fn before(self, days: Option<u32>) -> Option<Timestamp> {
        days.map(|days| self.now.plus(-i64::from(days) * DAY_MS))
    }

    async fn forget_notifications(
        self,
        before: Timestamp,
        count: &mut u64,
    ) -> Result<(), StoreError> {
        while *count < MOST_PER_RUN {
            let deleted = self.store.forget_notifications(before, PAGE).await?;
            *count += deleted;
            if deleted < u64::from(PAGE) {
                break;
            }
        }
        Ok(())
    }

    async fn delete_stock_alerts(self, count: &mut u64) -> Result<(), StoreError> {
        let before = self.now.plus(-STOCK_ALERT_DAYS * DAY_MS);
        let sent_before = self.now.plus(-REMEMBERED_MS);
        while *count < MOST_PER_RUN {
            let alerts = self
                .store
                .delete_old_stock_alerts(before, sent_before, PAGE);
            let deleted = alerts.await?;
            *count += deleted;
            if deleted < u64::from(PAGE) {
                break;
            }
        }
        Ok(())
    }

    async fn digest_buyers(self, count: &mut u64) -> Result<(), StoreError> {
        while *count < MOST_PER_RUN {
            let changed = self.store.digest_buyers(PAGE).await?;
            *count += changed;
            if changed < u64::from(PAGE) {
                break;
            }
        }
        Ok(())
    }

    async fn redact_attempts(self, before: Timestamp, count: &mut u64) -> Result<(), StoreError> {
        let mut after = AttemptKey(0);
        while *count < MOST_PER_RUN {
            let page = self.store.attempts_to_redact(before, after, PAGE).await?;
            let Some(&last) = page.last() else { break };
            for key in page {
                let redacted = self.store.redact_attempt(key, before, self.now).await?;
                *count += u64::from(redacted);
            }
            after = last;
        }
        Ok(())
    }

    /// An order whose payment nobody has settled keeps its data. One that was never paid does not.
    async fn redact_orders(self, before: Timestamp, count: &mut u64) -> Result<(), StoreError> {
        let mut after = OrderPosition::START;
        while *count < MOST_PER_RUN {
            let page = self.store.orders_to_redact(before, after, PAGE).await?;
            let Some(&last) = page.last() else { break };
            for position in page {
                let request = RedactOrder {
                    number: position.number,
                    unpaid: UnpaidOrders::Redact,
                    detail: DETAIL.to_owned(),
                    now: self.now,
                };
                let outcome = self.store.redact_order(request).await?;
                *count += u64::from(outcome == RedactOutcome::Redacted);
            }
            after = last;
        }
        Ok(())
    }
}
