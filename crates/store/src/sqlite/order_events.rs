//! Order events. They are written with the step that they report, and read with the order as it was then.

use super::{document, order_life, timeline};
use crate::outbox::{EventKey, EventRows};
use crate::{OrderRecord, StoreError};
use rusqlite::{Connection, params};
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::order::Order;
use zkratka_commerce::order_event::PLACES_OF_A_STEP;

/// Writes the events of a step. The order and the step's timeline entries must be written already.
pub(super) fn append(
    connection: &Connection,
    attempt: AttemptKey,
    events: &EventRows,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(
        "INSERT INTO order_events (order_number, place, id, kind, at, payment, entries)
         SELECT ?1, ?2, ?3, ?4, ?5, ?6, COALESCE(MAX(sequence), 0) FROM timeline WHERE attempt_key = ?7",
    )?;
    let names = events.ids.iter().zip(&events.kinds);
    for (place, (id, kind)) in events.places.iter().zip(names) {
        statement.execute(params![
            events.order,
            place,
            id,
            kind,
            events.at,
            events.payment,
            attempt.0.cast_signed(),
        ])?;
    }
    Ok(())
}

/// The order as it was when the event happened.
pub(super) fn record(
    connection: &Connection,
    key: EventKey,
) -> Result<Option<OrderRecord>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT orders.doc, payment, entries FROM order_events
         JOIN orders ON orders.number = order_events.order_number
         WHERE order_number = ?1 AND place = ?2",
    )?;
    let mut rows = statement.query([key.order.0.cast_signed(), key.place.cast_signed()])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let order = Order {
        payment: document::column("payment", row, 1)?,
        ..document::column("order", row, 0)?
    };
    let mut known = timeline::read(connection, order.attempt)?;
    let count: i64 = row.get(2)?;
    known.truncate(usize::try_from(count).unwrap_or(usize::MAX));
    // The step of the event, in the attempt's versions.
    let version = (key.place / PLACES_OF_A_STEP).cast_signed();
    Ok(Some(OrderRecord {
        entries: order_life::entries(connection, order.number, version)?,
        timeline: known,
        order,
    }))
}
