//! Keeps accounts in step with orders and with the gateway.

use crate::ends::end_mandates;
use crate::retry::{LEASE_MS, pause_ms};
use crate::saves::save_of;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use zkratka_ids::Ids;
use zkratka_payments::PaymentGateway;
use zkratka_store::clock::Clock;
use zkratka_store::{DueSave, Store, StoreError};

/// Orders that are claimed at once.
const AT_ONCE: u32 = 100;

/// Saves cards and addresses with their orders, and ends the mandates of removed cards. Any number of servers may do this
/// with one store.
pub struct Keeper {
    pub store: Arc<dyn Store>,
    pub gateway: Arc<dyn PaymentGateway>,
    pub clock: Arc<dyn Clock>,
    /// The source of ids.
    pub ids: Arc<Ids>,
    /// Notified when this server has stored an order or a payment.
    pub news: Arc<Notify>,
    /// How often to poll for what other servers have left, and for mandates that are due.
    pub every: Duration,
}

impl Keeper {
    /// Works until the server stops. `told` is called when e-mails to owners wait.
    pub async fn run(self, told: impl Fn() + Send + Sync, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => return,
                () = self.work(&told) => {}
            }
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => return,
                () = self.news.notified() => {}
                () = tokio::time::sleep(self.every) => {}
            }
        }
    }

    /// A gateway that does not answer keeps no card from being saved, and the other way round.
    async fn work(&self, told: &(impl Fn() + Send + Sync)) {
        let ending = end_mandates(&*self.store, &*self.gateway, self.clock.now());
        let (saved, ended) = tokio::join!(self.save_all(told), ending);
        if let Err(error) = saved {
            tracing::warn!(%error, "orders could not be saved in accounts");
        }
        if let Err(error) = ended {
            tracing::warn!(%error, "mandates could not be ended");
        }
    }

    async fn save_all(&self, told: &(impl Fn() + Send + Sync)) -> Result<(), StoreError> {
        let now = self.clock.now();
        let accounts = self.store.accounts();
        let due = accounts
            .claim_saves(now, now.plus(LEASE_MS), AT_ONCE)
            .await?;
        for save in due {
            let (order, tries) = (save.order, save.tries);
            match self.save(save).await {
                Ok(true) => told(),
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, tries, order = order.0, "an order could not be saved in an account");
                    let due_at = now.plus(pause_ms(tries));
                    accounts.put_off_save(order, due_at).await?;
                }
            }
        }
        Ok(())
    }

    /// Returns false if another server has saved the order.
    async fn save(&self, due: DueSave) -> Result<bool, StoreError> {
        let record = self.store.order(due.order).await?;
        let record = record.ok_or(StoreError::Inconsistent("a saved order is gone"))?;
        let accounts = self.store.accounts();
        let snapshot = &record.order.snapshot;
        // Only a signed-in owner has a saved card pay, or has a typed one saved: so the order is the account's.
        let owner = match (snapshot.save_for, snapshot.payment.charged_mandate()) {
            (None, Some(mandate)) => accounts.account_of_mandate(mandate).await?,
            (account, _) => account,
        };
        let owner = match owner {
            Some(account) => accounts.account(account).await?,
            None => None,
        };
        let now = self.clock.now();
        let save = save_of(&record.order, due.card?, owner.as_ref(), &self.ids, now);
        let is_saved = accounts.save_order(&save).await?;
        if is_saved {
            tracing::info!(order = due.order.0, "an order has changed an account");
        }
        Ok(is_saved)
    }
}
