//! Stock alerts: who wants an e-mail once a sold-out variant can be bought again.

use crate::StoreError;
use async_trait::async_trait;
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{Secret, VariantId};
use zkratka_commerce::time::{DAY_MS, Timestamp};

/// Alerts of one mailbox that wait or were sent in the last [`REMEMBERED_MS`]: nobody can have more e-mails sent to somebody else.
pub const MAX_ALERTS_OF_CONTACT: u32 = 20;
/// For how long a sent alert counts.
pub const REMEMBERED_MS: i64 = 30 * DAY_MS;
/// When an alert is due that its mailbox has ended.
pub(crate) const NEVER: Timestamp = Timestamp(i64::MAX);
/// Alerts that wait for one variant, without those that were sent.
pub const MAX_ALERTS_OF_VARIANT: u32 = 5_000;
/// Alerts that wait in a shop.
pub const MAX_ALERTS: u32 = 100_000;

/// Keeps stock alerts until their e-mail is sent. A write that returns `Ok` is durable.
#[async_trait]
pub trait StockAlerts: Send + Sync {
    /// Stores an alert, unless the same mailbox waits for the same variant already or has just ended such alerts, or there are too
    /// many.
    async fn add_stock_alert(&self, alert: NewStockAlert) -> Result<AlertOutcome, StoreError>;
    /// The variants for which alerts are due at `now`.
    async fn variants_with_alerts(&self, now: Timestamp) -> Result<Vec<VariantId>, StoreError>;
    /// Claims at most `limit` alerts for these variants that are due at `now`, those that were tried least often first. None of them is due again
    /// before `lease_until`, so that no other server claims it too.
    async fn claim_stock_alerts(
        &self,
        variants: Vec<VariantId>,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<StockAlert>, StoreError>;
    /// Records that an alert's e-mail is sent or given up, and erases its address. If the mailbox has ended its alerts meanwhile, they stay
    /// ended.
    async fn settle_stock_alert(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError>;
    /// Deletes these alerts: the person asked for it.
    async fn delete_stock_alerts(&self, ids: Vec<AlertId>) -> Result<(), StoreError>;
    async fn stock_alert(&self, id: AlertId) -> Result<Option<StockAlert>, StoreError>;
    /// Ends every alert of the mailbox of this one: none is sent any more. They stay without an address and count as sent at `now`; for
    /// [`REMEMBERED_MS`] from then the mailbox cannot wait for the same variants again.
    async fn end_stock_alerts(&self, id: AlertId, now: Timestamp) -> Result<(), StoreError>;
    /// Deletes at most `limit` alerts that wait since before `before`, or were sent before `sent_before`. Returns their number.
    async fn delete_old_stock_alerts(
        &self,
        before: Timestamp,
        sent_before: Timestamp,
        limit: u32,
    ) -> Result<u64, StoreError>;
    /// The alerts of one person, also those that were sent, oldest first.
    async fn stock_alerts_of(&self, contact: ContactKey) -> Result<Vec<StockAlert>, StoreError>;
}

/// The number of an alert in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AlertId(pub i64);

#[derive(Clone, Debug)]
pub struct NewStockAlert {
    pub variant: VariantId,
    pub email: String,
    /// The secret of the link that ends the alert.
    pub secret: Secret,
    pub now: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AlertOutcome {
    Added,
    /// This mailbox waits for the variant already, or has ended its alerts in the last [`REMEMBERED_MS`].
    Known,
    /// There are too many alerts of this mailbox. Nothing is stored.
    ContactFull,
    /// There are too many alerts for this variant or of the shop. Nothing is stored.
    ShopFull,
}

/// A stored alert.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StockAlert {
    pub id: AlertId,
    pub variant: VariantId,
    /// Empty if its e-mail is sent or given up, or its mailbox has ended it.
    pub email: String,
    pub created_at: Timestamp,
    /// How often it was claimed.
    pub attempts: u32,
    /// When its e-mail was sent or given up, or its mailbox ended it.
    pub sent_at: Option<Timestamp>,
    /// The secret of the link that ends the alert; `None` if it is older than such links.
    pub secret: Option<Secret>,
}

impl AlertOutcome {
    /// The outcome for a new alert, if there are so many of its mailbox, for its variant, and in all.
    pub(crate) const fn of([of_contact, of_variant, all]: [u32; 3]) -> Self {
        if of_contact >= MAX_ALERTS_OF_CONTACT {
            Self::ContactFull
        } else if of_variant >= MAX_ALERTS_OF_VARIANT || all >= MAX_ALERTS {
            Self::ShopFull
        } else {
            Self::Added
        }
    }
}
