//! Carts: one document per row. [`super::writer`] writes the buyers' changes in batches. This module holds the changes
//! that attempts make, and the expiry of carts.

use super::error::Failure;
use super::keys::{PREFIXES, shard_prefixed};
use super::session::Session;
use super::work::Work;
use crate::rows::CartRow;
use crate::{StoreError, document};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::time::{DAY_MS, Timestamp};

pub(super) const READ: &str = "SELECT doc FROM carts WHERE key = $1";
/// A transaction that decides about a cart locks its row until the transaction ends.
pub(super) const LOCK: &str = "SELECT doc FROM carts WHERE key = $1 FOR UPDATE";
/// Several at once, locked in the order of their keys, so that two groups of steps never deadlock.
pub(super) const LOCK_THESE: &str =
    "SELECT doc FROM carts WHERE key = ANY ($1) ORDER BY key FOR UPDATE";
/// The carts must be locked by this transaction.
pub(super) const OVERWRITE: &str = "UPDATE carts SET revision = new.revision,
        updated_at = new.updated_at, updated_on = new.updated_on, status = new.status, doc = new.doc
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])
        AS new (key, revision, updated_at, updated_on, status, doc)
    WHERE carts.key = new.key";

/// The day of a time, counted from 1970-01-01.
pub(super) fn day(at: i64) -> i32 {
    i32::try_from(at.div_euclid(DAY_MS)).unwrap_or(if at < 0 { i32::MIN } else { i32::MAX })
}

pub(super) fn decode(row: &Row) -> Result<Cart, StoreError> {
    document::decode("cart", row.get(0))
}

/// Carts ready to be written, column by column.
#[derive(Default)]
pub(super) struct Columns<'r> {
    pub(super) keys: Vec<i64>,
    revisions: Vec<i64>,
    updated_at: Vec<i64>,
    updated_on: Vec<i32>,
    statuses: Vec<i16>,
    docs: Vec<&'r [u8]>,
}

impl<'r> Columns<'r> {
    pub(super) fn of(rows: impl IntoIterator<Item = &'r CartRow>) -> Self {
        let mut columns = Self::default();
        for row in rows {
            columns.add(row);
        }
        columns
    }

    pub(super) fn add(&mut self, row: &'r CartRow) {
        self.keys.push(shard_prefixed(row.key.0));
        self.revisions.push(row.revision);
        self.updated_at.push(row.updated_at);
        self.updated_on.push(day(row.updated_at));
        self.statuses.push(row.status);
        self.docs.push(&row.doc);
    }

    /// The columns as parameters of the statements that write carts.
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 6] {
        [
            &self.keys,
            &self.revisions,
            &self.updated_at,
            &self.updated_on,
            &self.statuses,
            &self.docs,
        ]
    }
}

/// The position at which a batch of the expiry stopped: the range of keys (`place`), and in it the day and key of the
/// last cart that was checked. Carts are checked in order of age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    place: i64,
    updated_on: i32,
    key: i64,
}

impl Progress {
    /// A position before every cart.
    pub(super) const START: Self = Self::beginning_of(0);

    const fn beginning_of(place: i64) -> Self {
        Self {
            place,
            updated_on: i32::MIN,
            key: i64::MIN,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Expired {
    pub(super) deleted: u64,
    /// Where the next batch begins. `None` after the last one.
    pub(super) next: Option<Progress>,
}

/// Checks the next open carts that have not changed since `before`, and deletes those that nothing needs any more. It
/// passes each cart that is kept only once, so a batch stays small however many carts are kept. Several servers may run
/// it at once: each skips the carts that another has locked.
pub(super) struct Expire {
    pub(super) before: Timestamp,
    pub(super) from: Progress,
    pub(super) limit: i64,
}

const OLD: &str = "SELECT updated_on, key FROM carts
    WHERE status = 0 AND (key >> 59) = $1 AND updated_on <= $2 AND updated_at < $3
      AND (updated_on, key) > ($4, $5)
    ORDER BY updated_on, key LIMIT $6 FOR UPDATE SKIP LOCKED";

/// Of these carts, the ones that can be deleted because nothing that must be kept refers to them. The attempts of a cart
/// are deleted with it, but only if the gateway was never asked for money. The timeline shows whether it was. The
/// attempt's state does not, because it does not record earlier states. The events listed here are those that need no
/// call to the gateway. Any other event keeps the cart.
const EXPENDABLE: &str = "SELECT old.key FROM unnest($1::bigint[]) AS old (key)
    WHERE NOT EXISTS (SELECT 1 FROM orders WHERE orders.cart_key = old.key)
      AND NOT EXISTS (
          SELECT 1 FROM attempts
          WHERE attempts.cart_key = old.key AND (holds_cart OR due_at IS NOT NULL))
      AND NOT EXISTS (
          SELECT 1 FROM timeline JOIN attempts ON attempts.key = timeline.attempt_key
          WHERE attempts.cart_key = old.key
            AND timeline.event NOT IN ('reserved', 'failed', 'released'))";

const DELETE_TIMELINES: &str = "DELETE FROM timeline
    WHERE attempt_key IN (SELECT key FROM attempts WHERE cart_key = ANY ($1))";
const DELETE_ATTEMPTS: &str = "DELETE FROM attempts WHERE cart_key = ANY ($1)";
const DELETE_CARTS: &str = "DELETE FROM carts WHERE key = ANY ($1)";

#[async_trait]
impl Work for Expire {
    type Answer = Expired;

    async fn run(&self, session: &Session) -> Result<Expired, Failure> {
        session.begin("BEGIN").await?;
        let Progress {
            place,
            updated_on,
            key,
        } = self.from;
        let (day, before) = (day(self.before.0), self.before.0);
        let old = session
            .rows(
                OLD,
                &[&place, &day, &before, &updated_on, &key, &self.limit],
            )
            .await?;
        let Some(last) = old.last() else {
            let next = (place + 1 < PREFIXES).then_some(Progress::beginning_of(place + 1));
            return Ok(Expired { deleted: 0, next });
        };
        let next = Some(Progress {
            place,
            updated_on: last.get(0),
            key: last.get(1),
        });
        let old: Vec<i64> = old.iter().map(|row| row.get(1)).collect();
        let expendable = session.rows(EXPENDABLE, &[&old]).await?;
        let keys: Vec<i64> = expendable.iter().map(|row| row.get(0)).collect();
        let keys: super::session::Parameters<'_> = &[&keys];
        let counts = session
            .execute_all(&[
                (DELETE_TIMELINES, keys),
                (DELETE_ATTEMPTS, keys),
                (DELETE_CARTS, keys),
            ])
            .await?;
        Ok(Expired {
            deleted: counts.last().copied().unwrap_or(0),
            next,
        })
    }
}
