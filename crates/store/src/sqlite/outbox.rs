//! Deliveries of order events: makes, leases, settles, resends and deletes them.

use super::missed_events::send_batch;
use super::{SqliteStore, order_events};
use crate::outbox::{
    BEFORE_FIRST_EVENT, ClaimEvents, ClaimedEvent, DeliveryFilter, DeliveryState, DeliveryUpdate,
    EVENTS_PER_BATCH, EventDelivery, EventKey, MissedFilter, Outbox, ResendSelection, SettleEvent,
    Subscriber,
};
use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use rusqlite::{Connection, Row, params};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::time::Timestamp;

#[async_trait]
impl Outbox for SqliteStore {
    async fn distribute_events(
        &self,
        subscribers: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u32, StoreError> {
        self.write(move |connection| distribute(connection, &subscribers, now))
            .await
    }

    async fn claim_events(&self, claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError> {
        self.write(move |connection| self::claim(connection, &claim))
            .await
    }

    async fn event_record(&self, key: EventKey) -> Result<Option<OrderRecord>, StoreError> {
        self.readers
            .point(|connection| order_events::record(connection, key))
    }

    async fn settle_event(&self, settled: SettleEvent) -> Result<bool, StoreError> {
        self.write(move |connection| settle(connection, &settled))
            .await
    }

    async fn event_deliveries(
        &self,
        wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError> {
        self.readers
            .long(move |connection| list(connection, &wanted))
            .await
    }

    async fn send_events_again(
        &self,
        which: ResendSelection,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        self.write(move |connection| send_again(connection, &which, &to, now))
            .await
    }

    async fn send_missed_events(
        &self,
        missed: MissedFilter,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let (mut total, mut next) = (0, Some(BEFORE_FIRST_EVENT));
        while let Some(after) = next {
            let to = to.clone();
            let batch = self
                .write(move |connection| send_batch(connection, missed, &to, after, now))
                .await?;
            total += batch.deliveries;
            next = batch.next;
        }
        Ok(total)
    }

    async fn delete_old_events(
        &self,
        before: Timestamp,
        endpoints: Vec<String>,
    ) -> Result<u64, StoreError> {
        let mut total = 0;
        loop {
            let endpoints = endpoints.clone();
            let batch = self
                .write(move |connection| forget(connection, before, &endpoints))
                .await?;
            total += batch;
            if batch < u64::from(EVENTS_PER_BATCH) {
                return Ok(total);
            }
        }
    }
}

/// Columns: order number, place, kind.
fn event(row: &Row<'_>) -> rusqlite::Result<(i64, i64, String)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

fn key(order: i64, place: i64) -> EventKey {
    EventKey {
        order: OrderNumber(order.cast_unsigned()),
        place: place.cast_unsigned(),
    }
}

/// Distributes events by order number and then by place. So no event gets its deliveries before an earlier event of the
/// same order.
fn distribute(
    connection: &Connection,
    subscribers: &[Subscriber],
    now: Timestamp,
) -> Result<u32, StoreError> {
    let events: Vec<_> = connection
        .prepare_cached(
            "SELECT order_number, place, kind, at FROM order_events WHERE distributed = 0
             ORDER BY order_number, place LIMIT ?1",
        )?
        .query_map([EVENTS_PER_BATCH], |row| {
            Ok((event(row)?, Timestamp(row.get(3)?)))
        })?
        .collect::<Result<_, _>>()?;
    let mut deliver = connection.prepare_cached(
        "INSERT INTO order_deliveries
             (order_number, place, endpoint, state, version, tries, due_at, leased_until)
         VALUES (?1, ?2, ?3, 0, 0, 0, ?4, 0) ON CONFLICT DO NOTHING",
    )?;
    let mut note = connection.prepare_cached(
        "UPDATE order_events SET distributed = 1 WHERE order_number = ?1 AND place = ?2",
    )?;
    for ((order, place, kind), at) in &events {
        let wanting = subscribers.iter().filter(|one| one.wants(kind));
        for subscriber in wanting.filter(|one| one.since.is_none_or(|since| since <= *at)) {
            deliver.execute(params![order, place, subscriber.endpoint, now.0])?;
        }
        note.execute([order, place])?;
    }
    Ok(u32::try_from(events.len()).unwrap_or(EVENTS_PER_BATCH))
}

fn claim(connection: &Connection, claim: &ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError> {
    let mut claimed: Vec<ClaimedEvent> = connection
        .prepare_cached(
            "SELECT due.order_number, due.place, id, kind, at, version, tries
             FROM order_deliveries AS due JOIN order_events AS event
                 ON event.order_number = due.order_number AND event.place = due.place
             WHERE endpoint = ?1 AND state = 0 AND due_at <= ?2 AND leased_until <= ?3
                 AND NOT EXISTS (
                     SELECT 1 FROM order_deliveries AS earlier
                     WHERE earlier.order_number = due.order_number
                         AND earlier.endpoint = due.endpoint
                         AND earlier.place < due.place AND earlier.state = 0)
             ORDER BY due_at, due.order_number LIMIT ?4",
        )?
        .query_map(
            params![
                claim.endpoint,
                claim.now.0,
                claim.leases_ended.0,
                claim.limit
            ],
            |row| {
                Ok(ClaimedEvent {
                    key: key(row.get(0)?, row.get(1)?),
                    endpoint: claim.endpoint.clone(),
                    id: row.get(2)?,
                    kind: row.get(3)?,
                    at: Timestamp(row.get(4)?),
                    version: row.get::<_, i64>(5)?.cast_unsigned() + 1,
                    tries: row.get::<_, u32>(6)?.saturating_add(1),
                })
            },
        )?
        .collect::<Result<_, _>>()?;
    let mut lease = connection.prepare_cached(
        "UPDATE order_deliveries SET version = ?4, leased_until = ?5
         WHERE order_number = ?1 AND place = ?2 AND endpoint = ?3",
    )?;
    for event in &mut claimed {
        lease.execute(params![
            event.key.order.0.cast_signed(),
            event.key.place.cast_signed(),
            event.endpoint,
            event.version.cast_signed(),
            claim.lease_until.0,
        ])?;
    }
    Ok(claimed)
}

fn settle(connection: &Connection, settled: &SettleEvent) -> Result<bool, StoreError> {
    let row = DeliveryUpdate::new(&settled.outcome, settled.now);
    let (order, place) = (
        settled.key.order.0.cast_signed(),
        settled.key.place.cast_signed(),
    );
    let changed = connection
        .prepare_cached(
            "UPDATE order_deliveries
             SET state = ?5, due_at = ?6, leased_until = 0, tries = tries + ?7,
                 tried_at = COALESCE(?8, tried_at), answer = COALESCE(?9, answer)
             WHERE order_number = ?1 AND place = ?2 AND endpoint = ?3 AND version = ?4 AND state = 0",
        )?
        .execute(params![
            order,
            place,
            settled.endpoint,
            settled.version.cast_signed(),
            row.state,
            row.due_at,
            row.tries,
            row.tried_at,
            row.answer,
        ])?;
    if changed == 1 {
        // The later deliveries of the order wait for this one, so claims need not look at them before it is due.
        connection
            .prepare_cached(
                "UPDATE order_deliveries SET due_at = ?4
                 WHERE order_number = ?1 AND place > ?2 AND endpoint = ?3 AND state = 0",
            )?
            .execute(params![order, place, settled.endpoint, row.due_at])?;
    }
    Ok(changed == 1)
}

fn list(
    connection: &Connection,
    wanted: &DeliveryFilter,
) -> Result<Vec<EventDelivery>, StoreError> {
    let order = wanted.order.map(|number| number.0.cast_signed());
    let found = connection
        .prepare_cached(
            "SELECT delivery.order_number, delivery.place, id, kind, at, endpoint, state, tries, due_at,
                    tried_at, answer
             FROM order_deliveries AS delivery JOIN order_events AS event
                 ON event.order_number = delivery.order_number AND event.place = delivery.place
             WHERE (?1 IS NULL OR delivery.order_number = ?1) AND (?2 IS NULL OR endpoint = ?2)
                 AND (?3 OR state <> 1)
             ORDER BY delivery.order_number, delivery.place, endpoint LIMIT ?4",
        )?
        .query_map(
            params![order, wanted.endpoint, wanted.delivered, wanted.limit],
            delivery,
        )?
        .collect::<Result<_, _>>()?;
    Ok(found)
}

fn delivery(row: &Row<'_>) -> rusqlite::Result<EventDelivery> {
    Ok(EventDelivery {
        key: key(row.get(0)?, row.get(1)?),
        id: row.get(2)?,
        kind: row.get(3)?,
        at: Timestamp(row.get(4)?),
        endpoint: row.get(5)?,
        state: DeliveryState::read(row.get(6)?),
        tries: row.get(7)?,
        due_at: Timestamp(row.get(8)?),
        tried_at: row.get::<_, Option<i64>>(9)?.map(Timestamp),
        answer: row.get(10)?,
    })
}

fn send_again(
    connection: &Connection,
    which: &ResendSelection,
    to: &[Subscriber],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let chosen = match which {
        ResendSelection::Event(id) => connection
            .prepare_cached("SELECT order_number, place, kind FROM order_events WHERE id = ?1")?
            .query_map([id], event)?
            .collect::<Result<Vec<_>, _>>()?,
        ResendSelection::Order(number) => connection
            .prepare_cached(
                "SELECT order_number, place, kind FROM order_events WHERE order_number = ?1",
            )?
            .query_map([number.0.cast_signed()], event)?
            .collect::<Result<_, _>>()?,
        ResendSelection::GivenUp => return given_up_again(connection, to, now),
    };
    let mut again = connection.prepare_cached(
        "INSERT INTO order_deliveries
             (order_number, place, endpoint, state, version, tries, due_at, leased_until)
         VALUES (?1, ?2, ?3, 0, 0, 0, ?4, 0)
         ON CONFLICT DO UPDATE SET state = 0, tries = 0, version = version + 1, due_at = ?4",
    )?;
    let mut count = 0;
    for (order, place, kind) in &chosen {
        for subscriber in to.iter().filter(|one| one.wants(kind)) {
            count += again.execute(params![order, place, subscriber.endpoint, now.0])?;
        }
    }
    Ok(count as u64)
}

fn given_up_again(
    connection: &Connection,
    to: &[Subscriber],
    now: Timestamp,
) -> Result<u64, StoreError> {
    let mut again = connection.prepare_cached(
        "UPDATE order_deliveries SET state = 0, tries = 0, version = version + 1, due_at = ?2
         WHERE endpoint = ?1 AND state = 2",
    )?;
    let mut count = 0;
    for subscriber in to {
        count += again.execute(params![subscriber.endpoint, now.0])?;
    }
    Ok(count as u64)
}

fn forget(
    connection: &Connection,
    before: Timestamp,
    endpoints: &[String],
) -> Result<u64, StoreError> {
    let names = serde_json::to_string(endpoints).unwrap_or_else(|_| "[]".to_owned());
    let deleted = connection
        .prepare_cached(
            "DELETE FROM order_events WHERE (order_number, place) IN (
                 SELECT order_number, place FROM order_events AS old
                 WHERE at < ?1 AND (distributed = 1 OR ?4) AND NOT EXISTS (
                     SELECT 1 FROM order_deliveries AS pending
                     WHERE pending.order_number = old.order_number AND pending.place = old.place
                         AND pending.state = 0
                         AND pending.endpoint IN (SELECT value FROM json_each(?2)))
                 ORDER BY at LIMIT ?3)",
        )?
        .execute(params![
            before.0,
            names,
            EVENTS_PER_BATCH,
            endpoints.is_empty()
        ])?;
    Ok(deleted as u64)
}
