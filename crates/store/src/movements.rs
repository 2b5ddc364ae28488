//! Orders whose money may have moved, for a comparison with a provider's ledger.

use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::time::Timestamp;

/// A page of orders, by number.
#[derive(Clone, Copy, Debug)]
pub struct MovedOrders {
    /// Orders that were made, whose capture the shop heard of, or to which something happened after the sale, from this
    /// moment on.
    pub from: Timestamp,
    /// Until before this moment.
    pub until: Timestamp,
    /// Only orders above this number.
    pub after: Option<OrderNumber>,
    pub limit: u32,
}

/// Finds orders whose money may have moved. It only reads.
#[async_trait]
pub trait Movements: Send + Sync {
    /// Orders that were made, captured or changed in a span, lowest number first.
    async fn moved_orders(&self, page: MovedOrders) -> Result<Vec<OrderRecord>, StoreError>;
    /// At most `limit` orders above a number with a refund under way, or that were ever disputed; lowest number first.
    async fn unsettled_orders(
        &self,
        after: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<OrderRecord>, StoreError>;
}
