//! Order events. They are written with the step that they report, and read with the order as it was then.

use super::order_life::decode_entries;
use super::timeline;
use crate::outbox::EventRows;
use crate::{OrderRecord, StoreError, document};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::order::Order;

/// Writes the events of a step, after the order and the step's timeline entries.
pub(super) const APPEND: &str = "
    INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
    SELECT $1, place, id, kind, $5, $6,
           (SELECT COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = $7)
    FROM unnest($2::bigint[], $3::text[], $4::text[]) AS event (place, id, kind)";

/// The parameters of [`APPEND`]. `attempt` is the stored form of the attempt's key.
pub(super) fn parameters<'p>(
    events: &'p EventRows,
    attempt: &'p i64,
) -> [&'p (dyn ToSql + Sync); 7] {
    [
        &events.order,
        &events.places,
        &events.ids,
        &events.kinds,
        &events.at,
        &events.payment,
        attempt,
    ]
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
