//! Stock alerts: who wants an e-mail once a sold-out variant can be bought again.

use crate::StoreError;
use async_trait::async_trait;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::time::Timestamp;

/// Alerts of one mailbox. Nobody waits for more goods, and nobody can have more e-mails sent to somebody else.
pub const MAX_ALERTS_OF_CONTACT: u32 = 20;
/// Alerts of a shop.
pub const MAX_ALERTS: u32 = 100_000;

/// Keeps stock alerts until their e-mail is sent. A write that returns `Ok` is durable.
#[async_trait]
pub trait StockAlerts: Send + Sync {
    /// Stores an alert, unless the same mailbox waits for the same variant already, or there are too many.
    async fn add_stock_alert(&self, alert: NewStockAlert) -> Result<AlertOutcome, StoreError>;
    /// The variants for which alerts are due at `now`.
    async fn variants_with_alerts(&self, now: Timestamp) -> Result<Vec<VariantId>, StoreError>;
    /// Claims at most `limit` alerts for these variants that are due at `now`, oldest first. None of them is due again
    /// before `lease_until`, so that no other server claims it too.
    async fn claim_stock_alerts(
        &self,
        variants: Vec<VariantId>,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError>;
    /// Deletes these alerts: their e-mails are sent or given up, or the person asked for it.
    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError>;
    /// Deletes at most `limit` alerts that are older than `before`. Returns their number.
    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError>;
    /// The alerts of one person, oldest first.
    async fn stock_alerts_of(&self, contact: ContactKey) -> Result<Vec<StockAlert>, StoreError>;
}

/// The number of an alert in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AlertId(pub i64);

#[derive(Clone, Debug)]
pub struct NewStockAlert {
    pub variant: VariantId,
    pub email: String,
    pub now: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertOutcome {
    Added,
    /// This mailbox waits for the variant already.
    Known,
    /// There are too many alerts of this mailbox or of the shop. Nothing is stored.
    TooMany,
}

/// A stored alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockAlert {
    pub id: AlertId,
    pub variant: VariantId,
    pub email: String,
    pub created_at: Timestamp,
    /// How often it was claimed.
    pub attempts: u32,
}
