//! Orders whose money may have moved.

use super::{PostgresStore, orders};
use crate::movements::{MovedOrders, Movements};
use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use zkratka_commerce::ids::OrderNumber;

#[async_trait]
impl Movements for PostgresStore {
    async fn moved_orders(&self, page: MovedOrders) -> Result<Vec<OrderRecord>, StoreError> {
        let (after, limit) = (first(page.after), i64::from(page.limit));
        let rows = self
            .readers
            .rows(
                orders::MOVED,
                &[&page.from.0, &page.until.0, &after, &limit],
            )
            .await?;
        rows.iter().map(orders::record).collect()
    }

    async fn unsettled_orders(
        &self,
        after: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<OrderRecord>, StoreError> {
        let (after, limit) = (first(after), i64::from(limit));
        let rows = self
            .readers
            .rows(orders::UNSETTLED, &[&after, &limit])
            .await?;
        rows.iter().map(orders::record).collect()
    }
}

fn first(after: Option<OrderNumber>) -> i64 {
    after.map_or(0, |number| number.0.cast_signed())
}
