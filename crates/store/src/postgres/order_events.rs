//! Order events. They are written with the step that they report, and read with the order as it was then.

use super::order_life::decode_entries;
use super::timeline;
use crate::outbox::EventRows;
use crate::{OrderRecord, StoreError, document};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::order::Order;

/// Writes the events of steps, after their orders and timeline entries.
pub(super) const APPEND: &str = "
    INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
    SELECT number, place, id, kind, at, payment,
           (SELECT COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = event.attempt)
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bytea[],
                $7::bigint[])
        AS event (number, place, id, kind, at, payment, attempt)";

/// Events to write, column by column.
#[derive(Default)]
pub(super) struct Columns<'e> {
    orders: Vec<i64>,
    places: Vec<i64>,
    ids: Vec<&'e str>,
    kinds: Vec<&'static str>,
    at: Vec<i64>,
    payments: Vec<&'e [u8]>,
    attempts: Vec<i64>,
}

impl<'e> Columns<'e> {
    /// `attempt` is the stored form of the attempt's key.
    pub(super) fn of(events: &'e EventRows, attempt: i64) -> Self {
        let mut columns = Self::default();
        columns.add(events, attempt);
        columns
    }

    /// Adds the events of one step.
    pub(super) fn add(&mut self, events: &'e EventRows, attempt: i64) {
        for ((place, id), kind) in events.places.iter().zip(&events.ids).zip(&events.kinds) {
            self.orders.push(events.order);
            self.places.push(*place);
            self.ids.push(id);
            self.kinds.push(kind);
            self.at.push(events.at);
            self.payments.push(&events.payment);
            self.attempts.push(attempt);
        }
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.orders.is_empty()
    }

    /// The parameters of [`APPEND`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 7] {
        [
            &self.orders,
            &self.places,
            &self.ids,
            &self.kinds,
            &self.at,
            &self.payments,
            &self.attempts,
        ]
    }
}

/// The order as it was when the event happened, with the entries that it had then. The event's place, divided by the places
/// of a step, is the attempt's version after its step.
pub(super) const RECORD: &str = "
    SELECT orders.doc, entry.at, entry.event, entry.detail, order_events.payment, life.docs
    FROM order_events JOIN orders ON orders.number = order_events.order_number
    CROSS JOIN LATERAL (
        SELECT array_agg(at ORDER BY sequence) AS at,
               array_agg(event ORDER BY sequence) AS event,
               array_agg(detail ORDER BY sequence) AS detail
        FROM timeline
        WHERE timeline.attempt_key = orders.attempt_key AND sequence <= order_events.entries
    ) AS entry
    CROSS JOIN LATERAL (
        SELECT array_agg(order_life.doc ORDER BY sequence) AS docs
        FROM order_life
        WHERE order_life.order_number = orders.number AND version <= order_events.place / $3
    ) AS life
    WHERE order_events.order_number = $1 AND place = $2";

/// Reads a row of [`RECORD`].
pub(super) fn record(row: &Row) -> Result<OrderRecord, StoreError> {
    let order: Order = document::decode("order", row.get(0))?;
    Ok(OrderRecord {
        order: Order {
            payment: document::decode("payment", row.get(4))?,
            ..order
        },
        timeline: timeline::aggregated(row),
        entries: decode_entries(row.get(5))?,
    })
}
