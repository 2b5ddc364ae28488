//! Orders: numbered without gaps, never deleted, at most one per cart.

use super::keys::shard_prefixed;
use super::order_life::decode_entries;
use super::timeline;
use crate::accounts::typed_card;
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
        SELECT order_number FROM order_life WHERE at >= $1 AND at < $2 AND order_number > $3
        UNION
        SELECT made.number FROM timeline JOIN orders AS made ON made.attempt_key = timeline.attempt_key
        WHERE timeline.event = 'captured' AND timeline.at >= $1 AND timeline.at < $2 AND made.number > $3)
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
/// Locks the orders of attempts, in the order of the attempts' keys.
pub(super) const LOCK: &str =
    "SELECT doc FROM orders WHERE attempt_key = ANY ($1) ORDER BY attempt_key FOR UPDATE";
/// Gives out the next numbers and returns the last of them. Take them last in a transaction: numbers have no gaps, so other
/// orders wait for the row's lock.
pub(super) const NEXT: &str = "UPDATE order_numbers SET last = last + $1 RETURNING last";
/// Orders by which an account is to be changed.
pub(super) const SAVE: &str =
    "INSERT INTO account_saves (order_number, card) SELECT * FROM unnest($1::bigint[], $2::text[])";
pub(super) const INSERT: &str =
    "INSERT INTO orders (number, cart_key, attempt_key, created_at, doc)
    SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[])";
/// The orders must be locked by this transaction.
pub(super) const UPDATE: &str = "UPDATE orders SET doc = new.doc
    FROM unnest($1::bigint[], $2::bytea[]) AS new (number, doc) WHERE orders.number = new.number";

/// The numbers that [`NEXT`] gave out, in ascending order.
pub(super) fn numbers(
    row: Option<&Row>,
    count: i64,
) -> Result<impl Iterator<Item = OrderNumber> + use<>, StoreError> {
    let row = row.ok_or(StoreError::Inconsistent("nobody counts orders"))?;
    let last: i64 = row.get(0);
    Ok((last - count + 1..=last).map(|number| OrderNumber(number.cast_unsigned())))
}

/// New orders ready to be written, column by column.
#[derive(Default)]
pub(super) struct Columns {
    numbers: Vec<i64>,
    carts: Vec<i64>,
    attempts: Vec<i64>,
    created_at: Vec<i64>,
    docs: Vec<Vec<u8>>,
    /// Those by which an account is to be changed.
    pub(super) saved: Vec<i64>,
    pub(super) saved_cards: Vec<Option<String>>,
}

impl Columns {
    pub(super) fn add(&mut self, order: &Order) -> Result<(), StoreError> {
        let doc = document::encode("order", order)?;
        self.numbers.push(order.number.0.cast_signed());
        self.carts.push(shard_prefixed(order.cart.0));
        self.attempts.push(shard_prefixed(order.attempt.0));
        self.created_at.push(order.created_at.0);
        self.docs.push(doc);
        if order.snapshot.changes_account() {
            self.saved.push(order.number.0.cast_signed());
            self.saved_cards.push(typed_card(order)?);
        }
        Ok(())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// The parameters of [`INSERT`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 5] {
        [
            &self.numbers,
            &self.carts,
            &self.attempts,
            &self.created_at,
            &self.docs,
        ]
    }
}

/// Orders with their new documents, as parameters of [`UPDATE`].
#[derive(Default)]
pub(super) struct Documents<'d> {
    numbers: Vec<i64>,
    docs: Vec<&'d [u8]>,
}

impl<'d> Documents<'d> {
    pub(super) fn add(&mut self, number: OrderNumber, doc: &'d [u8]) {
        self.numbers.push(number.0.cast_signed());
        self.docs.push(doc);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 2] {
        [&self.numbers, &self.docs]
    }
}

/// The document of a locked order ([`LOCK`]) with its new payment. Nothing else in an order ever changes.
pub(super) fn paid(
    order: Option<Order>,
    number: OrderNumber,
    payment: OrderPayment,
) -> Result<Vec<u8>, StoreError> {
    let order = order
        .filter(|order| order.number == number)
        .ok_or(StoreError::Inconsistent("there is no such order"))?;
    document::encode("order", &Order { payment, ..order })
}

pub(super) fn decode(row: &Row) -> Result<Order, StoreError> {
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
