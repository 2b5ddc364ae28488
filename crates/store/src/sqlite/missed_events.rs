//! Sends missed events again, batch by batch, so that orders do not wait long for the writer.

use crate::StoreError;
use crate::outbox::{EVENTS_PER_BATCH, MissedBatch, MissedFilter, Subscriber};
use rusqlite::{Connection, params};
use zkratka_commerce::time::Timestamp;

/// Handles the batch of events that follow `after`, ordered by order number and then by place.
pub(super) fn send_batch(
    connection: &Connection,
    missed: MissedFilter,
    to: &[Subscriber],
    after: (i64, i64),
    now: Timestamp,
) -> Result<MissedBatch, StoreError> {
    let events: Vec<((i64, i64), String)> = connection
        .prepare_cached(
            "SELECT order_number, place, kind FROM order_events
             WHERE at >= ?1 AND (order_number, place) > (?2, ?3)
             ORDER BY order_number, place LIMIT ?4",
        )?
        .query_map(
            params![missed.since.0, after.0, after.1, EVENTS_PER_BATCH],
            |row| Ok(((row.get(0)?, row.get(1)?), row.get(2)?)),
        )?
        .collect::<Result<_, _>>()?;
    let mut send = connection.prepare_cached(
        "INSERT INTO order_deliveries
             (order_number, place, endpoint, state, version, tries, due_at, leased_until)
         VALUES (?1, ?2, ?3, 0, 0, 0, ?4, 0)
         ON CONFLICT DO UPDATE SET state = 0, tries = 0, version = version + 1, due_at = ?4
             WHERE state = 2 OR (?5 AND state = 1)",
    )?;
    let mut count = 0;
    for ((order, place), kind) in &events {
        for subscriber in to.iter().filter(|one| one.wants(kind)) {
            count += send.execute(params![
                order,
                place,
                subscriber.endpoint,
                now.0,
                missed.delivered
            ])?;
        }
    }
    let keys: Vec<_> = events.iter().map(|(key, _)| *key).collect();
    Ok(MissedBatch::new(count as u64, &keys))
}
