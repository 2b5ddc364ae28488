//! Orders: numbered without gaps, never deleted, at most one per cart.

use super::keys::shard_prefixed;
use super::order_life::decode_entries;
use super::timeline;
use crate::{OrderRecord, StoreError, document};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Order, OrderPayment};

/// An order with its timeline and its entries, read at one moment by one statement.
macro_rules! whole {
    ($condition:literal) => {
        concat!(
            "SELECT orders.doc, known.at, known.event, known.detail, life.docs FROM orders
             CROSS JOIN LATERAL (
                 SELECT array_agg(at ORDER BY sequence) AS at,
                        array_agg(event ORDER BY sequence) AS event,
                        array_agg(detail ORDER BY sequence) AS detail
                 FROM timeline WHERE timeline.attempt_key = orders.attempt_key
             ) AS known
             CROSS JOIN LATERAL (
                 SELECT array_agg(order_life.doc ORDER BY sequence) AS docs
                 FROM order_life WHERE order_life.order_number = orders.number
             ) AS life
             WHERE ",
            $condition
        )
    };
}
pub(super) const READ: &str = whole!("number = $1");
pub(super) const READ_TIME: &str = "SELECT created_at FROM orders WHERE number = $1";
pub(super) const LIST: &str = whole!("number < $1 ORDER BY number DESC LIMIT $2");
/// Orders above a number that were made or changed in a span.
pub(super) const MOVED: &str = whole!(
    "number IN (
        SELECT number FROM orders WHERE created_at >= $1 AND created_at < $2 AND number > $3
        UNION
        SELECT order_number FROM order_life WHERE at >= $1 AND at < $2 AND order_number > $3)
    ORDER BY number LIMIT $4"
);
/// Orders above a number with a refund under way, or that were ever disputed. An entry's document is JSON in bytes, and
/// `"dispute_opened"` is the serde tag of `Change::DisputeOpened` in it.
pub(super) const UNSETTLED: &str = whole!(
    "number IN (
        SELECT order_number FROM pending_refunds WHERE order_number > $1
        UNION
        SELECT order_number FROM order_life
        WHERE position('\"dispute_opened\"'::bytea IN doc) > 0 AND order_number > $1)
    ORDER BY number LIMIT $2"
);
/// Locks the order of an attempt.
pub(super) const LOCK: &str = "SELECT doc FROM orders WHERE attempt_key = $1 FOR UPDATE";
/// The next order's number. Take it last in a transaction: numbers have no gaps, so another order waits for the row's lock.
pub(super) const NEXT: &str = "UPDATE order_numbers SET last = last + 1 RETURNING last";
pub(super) const INSERT: &str =
    "INSERT INTO orders (number, cart_key, attempt_key, created_at, doc)
    VALUES ($1, $2, $3, $4, $5)";
pub(super) const UPDATE: &str = "UPDATE orders SET doc = $2 WHERE number = $1";

/// Reads the row of [`NEXT`].
pub(super) fn number(row: Option<&Row>) -> Result<OrderNumber, StoreError> {
    let row = row.ok_or(StoreError::Inconsistent("nobody counts orders"))?;
    Ok(OrderNumber(row.get::<_, i64>(0).cast_unsigned()))
}

/// An order ready to be written.
pub(super) struct OrderRow {
    number: i64,
    cart: i64,
    attempt: i64,
    created_at: i64,
    doc: Vec<u8>,
}

impl OrderRow {
    pub(super) fn new(order: &Order) -> Result<Self, StoreError> {
        Ok(Self {
            number: order.number.0.cast_signed(),
            cart: shard_prefixed(order.cart.0),
            attempt: shard_prefixed(order.attempt.0),
            created_at: order.created_at.0,
            doc: document::encode("order", order)?,
        })
    }

    /// The parameters of [`INSERT`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 5] {
        [
            &self.number,
            &self.cart,
            &self.attempt,
            &self.created_at,
            &self.doc,
        ]
    }
}

/// The document of a locked order ([`LOCK`]) with its new payment. Nothing else in an order ever changes.
pub(super) fn paid(
    row: Option<&Row>,
    number: OrderNumber,
    payment: OrderPayment,
) -> Result<Vec<u8>, StoreError> {
    let order = row.map(decode).transpose()?;
    let order = order
        .filter(|order| order.number == number)
        .ok_or(StoreError::Inconsistent("there is no such order"))?;
    document::encode("order", &Order { payment, ..order })
}

fn decode(row: &Row) -> Result<Order, StoreError> {
    document::decode("order", row.get(0))
}

/// Reads a row of [`READ`] or [`LIST`].
pub(super) fn record(row: &Row) -> Result<OrderRecord, StoreError> {
    Ok(OrderRecord {
        order: decode(row)?,
        timeline: timeline::aggregated(row),
        entries: decode_entries(row.get(4))?,
    })
}
