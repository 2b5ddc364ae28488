//! Sends missed events again, batch by batch, so that no transaction locks many rows.

use super::error::Failure;
use super::outbox::Subscriptions;
use super::session::Session;
use super::work::Work;
use crate::outbox::{EVENTS_PER_BATCH, MissedBatch, MissedFilter};
use async_trait::async_trait;
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;

/// Handles the batch of events that follow `after`, ordered by order number and then by place.
pub(super) struct SendMissed {
    pub(super) missed: MissedFilter,
    pub(super) wanted: Arc<Subscriptions>,
    pub(super) after: (i64, i64),
    pub(super) now: Timestamp,
}

/// Locks the events, so that none is deleted before its deliveries are written.
const BATCH: &str = "SELECT order_number, place FROM order_events
    WHERE at >= $1 AND (order_number, place) > ($2, $3)
    ORDER BY order_number, place LIMIT $4 FOR KEY SHARE";
const SEND: &str = "
    INSERT INTO order_deliveries AS known
        (order_number, place, endpoint, state, version, tries, due_at, leased_until)
    SELECT order_number, place, endpoint, 0, 0, 0, $5, 0
    FROM unnest($1::bigint[], $2::bigint[]) AS chosen (order_number, place)
    JOIN order_events USING (order_number, place)
    JOIN unnest($3::text[], $4::text[]) AS wanted (endpoint, kind) USING (kind)
    ORDER BY order_number, place
    ON CONFLICT (order_number, place, endpoint) DO UPDATE
        SET state = 0, tries = 0, version = known.version + 1, due_at = $5
        WHERE known.state = 2 OR ($6 AND known.state = 1)";

#[async_trait]
impl Work for SendMissed {
    type Answer = MissedBatch;

    async fn run(&self, session: &Session) -> Result<MissedBatch, Failure> {
        let MissedFilter { since, delivered } = self.missed;
        let (order, place) = self.after;
        let limit = i64::from(EVENTS_PER_BATCH);
        session.begin("BEGIN").await?;
        let rows = session
            .rows(BATCH, &[&since.0, &order, &place, &limit])
            .await?;
        let events: Vec<(i64, i64)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let (orders, places): (Vec<i64>, Vec<i64>) = events.iter().copied().unzip();
        let Subscriptions {
            endpoints, kinds, ..
        } = &*self.wanted;
        let now = self.now.0;
        let deliveries = session
            .execute(
                SEND,
                &[&orders, &places, endpoints, kinds, &now, &delivered],
            )
            .await?;
        Ok(MissedBatch::new(deliveries, &events))
    }
}
