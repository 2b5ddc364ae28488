//! Orders whose money may have moved.

use super::order_life::whole_record;
use super::{SqliteStore, document};
use crate::movements::{MovedOrders, Movements};
use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use rusqlite::{Connection, Params, params};
use zkratka_commerce::ids::OrderNumber;

const MOVED: &str = "
    SELECT doc FROM orders WHERE number IN (
        SELECT number FROM orders WHERE created_at >= ?1 AND created_at < ?2 AND number > ?3
        UNION
        SELECT order_number FROM order_life WHERE at >= ?1 AND at < ?2 AND order_number > ?3
        UNION
        SELECT orders.number FROM timeline JOIN orders ON orders.attempt_key = timeline.attempt_key
        WHERE timeline.event = 'captured' AND timeline.at >= ?1 AND timeline.at < ?2 AND orders.number > ?3)
    ORDER BY number LIMIT ?4";
/// Orders above a number with a refund under way, or that were ever disputed. An entry's document is a blob of JSON, and
/// `"dispute_opened"` is the serde tag of `Change::DisputeOpened` in it.
const UNSETTLED: &str = "
    SELECT doc FROM orders WHERE number IN (
        SELECT order_number FROM pending_refunds WHERE order_number > ?1
        UNION
        SELECT order_number FROM order_life
        WHERE instr(doc, CAST('\"dispute_opened\"' AS BLOB)) > 0 AND order_number > ?1)
    ORDER BY number LIMIT ?2";

#[async_trait]
impl Movements for SqliteStore {
    async fn moved_orders(&self, page: MovedOrders) -> Result<Vec<OrderRecord>, StoreError> {
        let [from, until, after] = [page.from.0, page.until.0, first(page.after)];
        self.readers
            .long(move |connection| {
                read(connection, MOVED, params![from, until, after, page.limit])
            })
            .await
    }

    async fn unsettled_orders(
        &self,
        after: Option<OrderNumber>,
        limit: u32,
    ) -> Result<Vec<OrderRecord>, StoreError> {
        let after = first(after);
        self.readers
            .long(move |connection| read(connection, UNSETTLED, params![after, limit]))
            .await
    }
}

fn first(after: Option<OrderNumber>) -> i64 {
    after.map_or(0, |number| number.0.cast_signed())
}

fn read(
    connection: &Connection,
    sql: &'static str,
    values: impl Params,
) -> Result<Vec<OrderRecord>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(values)?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        records.push(whole_record(
            connection,
            document::column("order", row, 0)?,
        )?);
    }
    Ok(records)
}
