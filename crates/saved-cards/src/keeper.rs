//! Keeps accounts in step with orders and with the gateway.

use crate::ends::end_mandates;
use crate::saves::save_of;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use zkratka_ids::Ids;
use zkratka_payments::PaymentGateway;
use zkratka_store::clock::Clock;
use zkratka_store::{PendingSave, Store, StoreError};

/// Orders that are read at once.
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
    /// Works until the server stops.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        loop {
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => return,
                ran = self.work() => if let Err(error) = ran {
                    tracing::warn!(%error, "accounts could not be changed");
                },
            }
            tokio::select! {
                _ = stop.wait_for(|stopping| *stopping) => return,
                () = self.news.notified() => {}
                () = tokio::time::sleep(self.every) => {}
            }
        }
    }

    async fn work(&self) -> Result<(), StoreError> {
        let pending = self.store.accounts().pending_saves(AT_ONCE).await?;
        for save in pending {
            // Another order may be readable.
            if let Err(error) = self.save(save).await {
                tracing::warn!(%error, "an order could not be saved in an account");
            }
        }
        end_mandates(&*self.store, &*self.gateway, self.clock.now()).await?;
        Ok(())
    }

    async fn save(&self, pending: PendingSave) -> Result<(), StoreError> {
        let record = self.store.order(pending.order).await?;
        let record = record.ok_or(StoreError::Inconsistent("a saved order is gone"))?;
        let save = save_of(&record.order, pending.card, &self.ids, self.clock.now());
        if self.store.accounts().save_order(&save).await? {
            tracing::info!(order = pending.order.0, "an order has changed an account");
        }
        Ok(())
    }
}
