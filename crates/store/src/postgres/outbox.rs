//! Deliveries of order events: makes, leases, settles, resends and deletes them.

use super::PostgresStore;
use super::error::Failure;
use super::missed_events::SendMissed;
use super::order_events;
use super::session::Session;
use super::work::Work;
use crate::outbox::{
    BEFORE_FIRST_EVENT, ClaimEvents, ClaimedEvent, DeliveryFilter, DeliveryState, DeliveryUpdate,
    EVENTS_PER_BATCH, EventDelivery, EventKey, MissedFilter, Outbox, ResendSelection, SettleEvent,
    Subscriber,
};
use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use std::sync::Arc;
use tokio_postgres::Row;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_event::PLACES_OF_A_STEP;
use zkratka_commerce::time::Timestamp;

#[async_trait]
impl Outbox for PostgresStore {
    async fn distribute_events(
        &self,
        subscribers: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u32, StoreError> {
        let wanted = Subscriptions::by(&subscribers);
        self.transact(Distribute { wanted, now }).await
    }

    async fn claim_events(&self, claim: ClaimEvents) -> Result<Vec<ClaimedEvent>, StoreError> {
        self.transact(Claim(claim)).await
    }

    async fn event_record(&self, key: EventKey) -> Result<Option<OrderRecord>, StoreError> {
        let (order, place) = (key.order.0.cast_signed(), key.place.cast_signed());
        let places = PLACES_OF_A_STEP.cast_signed();
        let row = self
            .readers
            .row(order_events::RECORD, &[&order, &place, &places])
            .await?;
        row.as_ref().map(order_events::record).transpose()
    }

    async fn settle_event(&self, settled: SettleEvent) -> Result<bool, StoreError> {
        self.transact(Settle(settled)).await
    }

    async fn event_deliveries(
        &self,
        wanted: DeliveryFilter,
    ) -> Result<Vec<EventDelivery>, StoreError> {
        let order = wanted.order.map(|number| number.0.cast_signed());
        let limit = i64::from(wanted.limit);
        let parameters: super::session::Parameters<'_> =
            &[&order, &wanted.endpoint, &wanted.delivered, &limit];
        let rows = self.readers.rows(LIST, parameters).await?;
        Ok(rows.iter().map(delivery).collect())
    }

    async fn send_events_again(
        &self,
        which: ResendSelection,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let wanted = Subscriptions::by(&to);
        self.transact(Again { which, wanted, now }).await
    }

    async fn send_missed_events(
        &self,
        missed: MissedFilter,
        to: Vec<Subscriber>,
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let wanted = Arc::new(Subscriptions::by(&to));
        let (mut total, mut next) = (0, Some(BEFORE_FIRST_EVENT));
        while let Some(after) = next {
            let batch = SendMissed {
                missed,
                wanted: Arc::clone(&wanted),
                after,
                now,
            };
            let batch = self.transact(batch).await?;
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
            let batch = self.transact(Forget { before, endpoints }).await?;
            total += batch;
            if batch < u64::from(EVENTS_PER_BATCH) {
                return Ok(total);
            }
        }
    }
}

/// The endpoints and the kinds that they want, as pairs: `endpoints[i]` wants `kinds[i]`, not older than `since[i]`.
pub(super) struct Subscriptions {
    pub(super) endpoints: Vec<String>,
    pub(super) kinds: Vec<&'static str>,
    since: Vec<i64>,
}

impl Subscriptions {
    fn by(subscribers: &[Subscriber]) -> Self {
        let (mut endpoints, mut kinds, mut since) = (Vec::new(), Vec::new(), Vec::new());
        for subscriber in subscribers {
            for kind in &subscriber.kinds {
                endpoints.push(subscriber.endpoint.clone());
                kinds.push(kind.name());
                since.push(subscriber.since.map_or(i64::MIN, |since| since.0));
            }
        }
        Self {
            endpoints,
            kinds,
            since,
        }
    }
}

/// Makes the deliveries of new events.
struct Distribute {
    wanted: Subscriptions,
    now: Timestamp,
}

/// Locks the new events. A second server that distributes at the same time waits for the first, and then finds nothing.
/// If it took the next events instead, a later event of an order could be delivered before an earlier one.
const NEW: &str = "SELECT order_number, place FROM order_events WHERE NOT distributed
    ORDER BY order_number, place LIMIT $1 FOR UPDATE";
const DELIVER: &str = "
    INSERT INTO order_deliveries
        (order_number, place, endpoint, state, version, tries, due_at, leased_until)
    SELECT event.order_number, event.place, endpoint, 0, 0, 0, $5, 0
    FROM unnest($1::bigint[], $2::bigint[]) AS new (order_number, place)
    JOIN order_events AS event USING (order_number, place)
    JOIN unnest($3::text[], $4::text[], $6::bigint[]) AS wanted (endpoint, kind, since) USING (kind)
    WHERE event.at >= wanted.since
    ON CONFLICT DO NOTHING";
const NOTE: &str = "UPDATE order_events SET distributed = true
    FROM unnest($1::bigint[], $2::bigint[]) AS new (order_number, place)
    WHERE order_events.order_number = new.order_number AND order_events.place = new.place";

#[async_trait]
impl Work for Distribute {
    type Answer = u32;

    async fn run(&self, session: &Session) -> Result<u32, Failure> {
        session.begin("BEGIN").await?;
        let rows = session.rows(NEW, &[&i64::from(EVENTS_PER_BATCH)]).await?;
        if rows.is_empty() {
            return Ok(0);
        }
        let orders: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        let places: Vec<i64> = rows.iter().map(|row| row.get(1)).collect();
        let Subscriptions {
            endpoints,
            kinds,
            since,
        } = &self.wanted;
        session
            .execute_all(&[
                (
                    DELIVER,
                    &[&orders, &places, endpoints, kinds, &self.now.0, since],
                ),
                (NOTE, &[&orders, &places]),
            ])
            .await?;
        Ok(u32::try_from(rows.len()).unwrap_or(EVENTS_PER_BATCH))
    }
}

/// Claims due deliveries. Skips those that another server is claiming at this moment.
struct Claim(ClaimEvents);

const CLAIM: &str = "
    WITH due AS (
        SELECT order_number, place FROM order_deliveries AS waiting
        WHERE endpoint = $1 AND state = 0 AND due_at <= $2 AND leased_until <= $3
            AND NOT EXISTS (
                SELECT 1 FROM order_deliveries AS earlier
                WHERE earlier.order_number = waiting.order_number
                    AND earlier.endpoint = waiting.endpoint
                    AND earlier.place < waiting.place AND earlier.state = 0)
        ORDER BY due_at, order_number LIMIT $4 FOR UPDATE SKIP LOCKED
    ), leased AS (
        UPDATE order_deliveries SET version = version + 1, leased_until = $5
        FROM due
        WHERE order_deliveries.order_number = due.order_number
            AND order_deliveries.place = due.place AND endpoint = $1
        RETURNING order_deliveries.order_number, order_deliveries.place, version, tries, due_at
    )
    SELECT order_number, place, id, kind, at, version, tries
    FROM leased JOIN order_events USING (order_number, place) ORDER BY due_at, order_number";

#[async_trait]
impl Work for Claim {
    type Answer = Vec<ClaimedEvent>;

    async fn run(&self, session: &Session) -> Result<Vec<ClaimedEvent>, Failure> {
        let claim = &self.0;
        session.begin("BEGIN").await?;
        let limit = i64::from(claim.limit);
        let (now, ended, until) = (claim.now.0, claim.leases_ended.0, claim.lease_until.0);
        let rows = session
            .rows(CLAIM, &[&claim.endpoint, &now, &ended, &limit, &until])
            .await?;
        let claimed = rows.iter().map(|row| ClaimedEvent {
            key: key(row),
            endpoint: claim.endpoint.clone(),
            id: row.get(2),
            kind: row.get(3),
            at: Timestamp(row.get(4)),
            version: row.get::<_, i64>(5).cast_unsigned(),
            tries: tries(row.get(6)).saturating_add(1),
        });
        Ok(claimed.collect())
    }
}

fn key(row: &Row) -> EventKey {
    EventKey {
        order: OrderNumber(row.get::<_, i64>(0).cast_unsigned()),
        place: row.get::<_, i64>(1).cast_unsigned(),
    }
}

fn tries(stored: i64) -> u32 {
    u32::try_from(stored).unwrap_or(u32::MAX)
}

/// Stores the result of a delivery.
struct Settle(SettleEvent);

const SETTLE: &str = "UPDATE order_deliveries
    SET state = $5, due_at = $6, leased_until = 0, tries = tries + $7,
        tried_at = COALESCE($8, tried_at), answer = COALESCE($9, answer)
    WHERE order_number = $1 AND place = $2 AND endpoint = $3 AND version = $4 AND state = 0";
/// The later deliveries of the order wait for this one, so claims need not look at them before it is due.
const FOLLOW: &str = "UPDATE order_deliveries SET due_at = $4
    WHERE order_number = $1 AND place > $2 AND endpoint = $3 AND state = 0";

#[async_trait]
impl Work for Settle {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let settled = &self.0;
        let row = DeliveryUpdate::new(&settled.outcome, settled.now);
        let order = settled.key.order.0.cast_signed();
        let place = settled.key.place.cast_signed();
        let version = settled.version.cast_signed();
        session.begin("BEGIN").await?;
        let changed = session
            .execute(
                SETTLE,
                &[
                    &order,
                    &place,
                    &settled.endpoint,
                    &version,
                    &row.state,
                    &row.due_at,
                    &row.tries,
                    &row.tried_at,
                    &row.answer,
                ],
            )
            .await?;
        if changed == 1 {
            session
                .execute(FOLLOW, &[&order, &place, &settled.endpoint, &row.due_at])
                .await?;
        }
        Ok(changed == 1)
    }
}

const LIST: &str = "
    SELECT order_number, place, id, kind, at, endpoint, state, tries, due_at, tried_at, answer
    FROM order_deliveries JOIN order_events USING (order_number, place)
    WHERE ($1::bigint IS NULL OR order_number = $1) AND ($2::text IS NULL OR endpoint = $2)
        AND ($3 OR state <> 1)
    ORDER BY order_number, place, endpoint LIMIT $4";

fn delivery(row: &Row) -> EventDelivery {
    EventDelivery {
        key: key(row),
        id: row.get(2),
        kind: row.get(3),
        at: Timestamp(row.get(4)),
        endpoint: row.get(5),
        state: DeliveryState::read(row.get(6)),
        tries: tries(row.get(7)),
        due_at: Timestamp(row.get(8)),
        tried_at: row.get::<_, Option<i64>>(9).map(Timestamp),
        answer: row.get(10),
    }
}

/// Resets deliveries, so that the events are sent again.
struct Again {
    which: ResendSelection,
    wanted: Subscriptions,
    now: Timestamp,
}

macro_rules! again {
    ($condition:literal) => {
        concat!(
            "INSERT INTO order_deliveries AS known
                 (order_number, place, endpoint, state, version, tries, due_at, leased_until)
             SELECT order_number, place, endpoint, 0, 0, 0, $4, 0
             FROM order_events
             JOIN unnest($2::text[], $3::text[]) AS wanted (endpoint, kind) USING (kind)
             WHERE ",
            $condition,
            " ORDER BY place
             ON CONFLICT (order_number, place, endpoint) DO UPDATE
                 SET state = 0, tries = 0, version = known.version + 1, due_at = $4"
        )
    };
}
const EVENT_AGAIN: &str = again!("id = $1");
const ORDER_AGAIN: &str = again!("order_number = $1");
const GIVEN_UP_AGAIN: &str = "UPDATE order_deliveries
    SET state = 0, tries = 0, version = version + 1, due_at = $2
    WHERE endpoint = ANY ($1) AND state = 2";

#[async_trait]
impl Work for Again {
    type Answer = u64;

    async fn run(&self, session: &Session) -> Result<u64, Failure> {
        let Subscriptions {
            endpoints, kinds, ..
        } = &self.wanted;
        let now = self.now.0;
        session.begin("BEGIN").await?;
        match &self.which {
            ResendSelection::Event(id) => {
                session
                    .execute(EVENT_AGAIN, &[id, endpoints, kinds, &now])
                    .await
            }
            ResendSelection::Order(number) => {
                let number = number.0.cast_signed();
                session
                    .execute(ORDER_AGAIN, &[&number, endpoints, kinds, &now])
                    .await
            }
            ResendSelection::GivenUp => session.execute(GIVEN_UP_AGAIN, &[endpoints, &now]).await,
        }
    }
}

/// Deletes old events with their deliveries.
struct Forget {
    before: Timestamp,
    endpoints: Vec<String>,
}

const FORGET: &str = "DELETE FROM order_events WHERE (order_number, place) IN (
    SELECT order_number, place FROM order_events AS old
    WHERE at < $1 AND (distributed OR cardinality($2::text[]) = 0) AND NOT EXISTS (
        SELECT 1 FROM order_deliveries AS pending
        WHERE pending.order_number = old.order_number AND pending.place = old.place
            AND pending.state = 0 AND pending.endpoint = ANY ($2))
    ORDER BY at LIMIT $3 FOR UPDATE SKIP LOCKED)";

#[async_trait]
impl Work for Forget {
    type Answer = u64;

    async fn run(&self, session: &Session) -> Result<u64, Failure> {
        let limit = i64::from(EVENTS_PER_BATCH);
        session.begin("BEGIN").await?;
        let deleted = session
            .execute(FORGET, &[&self.before.0, &self.endpoints, &limit])
            .await?;
        Ok(deleted)
    }
}
