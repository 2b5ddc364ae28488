//! Events of orders: written with what they tell of, read as it was then.

use super::timeline;
use crate::outbox::EventRows;
use crate::{OrderRecord, StoreError, document};
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::order::Order;

/// Writes what is heard of a step, after its order and its entries on the timeline.
pub(super) const APPEND: &str = "
    INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
    SELECT $1, place, id, kind, $5, $6,
           (SELECT COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = $7)
    FROM unnest($2::bigint[], $3::text[], $4::text[]) AS event (place, id, kind)";

/// The parameters of [`APPEND`]; the attempt by its stored key.
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

/// The order as it stood when this happened to it, with the entries that its timeline had then.
pub(super) const RECORD: &str = "
    SELECT orders.doc, entry.at, entry.event, entry.detail, order_events.payment
    FROM order_events JOIN orders ON orders.number = order_events.order_number
    CROSS JOIN LATERAL (
        SELECT array_agg(at ORDER BY sequence) AS at,
               array_agg(event ORDER BY sequence) AS event,
               array_agg(detail ORDER BY sequence) AS detail
        FROM timeline
        WHERE timeline.attempt_key = orders.attempt_key AND sequence <= order_events.entries
    ) AS entry
    WHERE order_number = $1 AND place = $2";

/// What [`RECORD`] answers.
pub(super) fn record(row: &Row) -> Result<OrderRecord, StoreError> {
    let order: Order = document::decode("order", row.get(0))?;
    Ok(OrderRecord {
        order: Order {
            payment: document::decode("payment", row.get(4))?,
            ..order
        },
        timeline: timeline::aggregated(row),
    })
}
