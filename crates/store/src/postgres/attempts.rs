//! Attempts: one document per row. The version fences every write.

use super::error::Failure;
use super::keys::{shard_prefixed, unprefixed};
use super::session::Session;
use super::work::Work;
use crate::rows::{holds_cart, needs_review};
use crate::{DAMAGED_PUT_OFF_MS, StoreError, document};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::time::Timestamp;

pub(super) const READ: &str = "SELECT doc FROM attempts WHERE key = $1";
pub(super) const LOCK: &str = "SELECT doc FROM attempts WHERE key = $1 FOR UPDATE";
/// The attempts that have one of these tokens.
pub(super) const BY_TOKEN: &str = "SELECT doc FROM attempts WHERE token = ANY ($1)";
/// Several at once, locked in the order of their keys, so that two groups of steps never deadlock.
pub(super) const LOCK_THESE: &str =
    "SELECT doc FROM attempts WHERE key = ANY ($1) ORDER BY key FOR UPDATE";
pub(super) const IN_REVIEW: &str = "SELECT doc, key FROM attempts WHERE needs_review";

/// Attempts that may still make an order.
pub(super) const WITHOUT_ORDER: &str = "SELECT doc, key FROM attempts
    WHERE holds_cart AND NOT EXISTS (SELECT 1 FROM orders WHERE attempt_key = attempts.key)";

pub(super) const INSERT: &str = "INSERT INTO attempts
        (key, token, cart_key, version, due_at, holds_cart, needs_review, doc)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[],
        $6::boolean[], $7::boolean[], $8::bytea[])";
/// The attempts must be locked by this transaction.
pub(super) const UPDATE: &str = "UPDATE attempts SET version = new.version, due_at = new.due_at,
        holds_cart = new.holds_cart, needs_review = new.needs_review, doc = new.doc
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::boolean[], $6::bytea[])
        AS new (key, version, due_at, holds_cart, needs_review, doc)
    WHERE attempts.key = new.key";

pub(super) fn decode(row: &Row) -> Result<Attempt, StoreError> {
    document::decode("attempt", row.get(0))
}

/// Attempts ready to be written, column by column.
#[derive(Default)]
pub(super) struct Columns<'a> {
    keys: Vec<i64>,
    tokens: Vec<&'a str>,
    carts: Vec<i64>,
    versions: Vec<i64>,
    due_at: Vec<Option<i64>>,
    holds_cart: Vec<bool>,
    needs_review: Vec<bool>,
    docs: Vec<Vec<u8>>,
}

impl<'a> Columns<'a> {
    pub(super) fn of(attempt: &'a Attempt) -> Result<Self, StoreError> {
        let mut columns = Self::default();
        columns.add(attempt)?;
        Ok(columns)
    }

    pub(super) fn add(&mut self, attempt: &'a Attempt) -> Result<(), StoreError> {
        let doc = document::encode("attempt", attempt)?;
        self.keys.push(shard_prefixed(attempt.key.0));
        self.tokens.push(&attempt.token);
        self.carts.push(shard_prefixed(attempt.cart.0));
        self.versions.push(attempt.version.cast_signed());
        self.due_at.push(attempt.due_at.map(|due| due.0));
        self.holds_cart.push(holds_cart(attempt));
        self.needs_review.push(needs_review(attempt));
        self.docs.push(doc);
        Ok(())
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The parameters of [`INSERT`].
    pub(super) fn to_insert(&self) -> [&(dyn ToSql + Sync); 8] {
        [
            &self.keys,
            &self.tokens,
            &self.carts,
            &self.versions,
            &self.due_at,
            &self.holds_cart,
            &self.needs_review,
            &self.docs,
        ]
    }

    /// The parameters of [`UPDATE`].
    pub(super) fn to_update(&self) -> [&(dyn ToSql + Sync); 6] {
        [
            &self.keys,
            &self.versions,
            &self.due_at,
            &self.holds_cart,
            &self.needs_review,
            &self.docs,
        ]
    }
}

/// Reads an attempt to which a stored row refers. If it is missing, the data are inconsistent.
pub(super) async fn existing(session: &Session, key: AttemptKey) -> Result<Attempt, Failure> {
    let row = session.row(READ, &[&shard_prefixed(key.0)]).await?;
    let attempt = row.as_ref().map(decode).transpose()?;
    attempt.ok_or(Failure::Final(StoreError::Inconsistent(
        "there is no such attempt",
    )))
}

/// Attempts that need review by a person, oldest first. An attempt that cannot be read is logged and left out.
pub(super) fn in_review(rows: &[Row], limit: u32) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for row in rows {
        match decode(row) {
            Ok(attempt) => attempts.push(attempt),
            Err(error) => {
                let key = unprefixed(row.get(1));
                tracing::error!(attempt = key, %error, "an attempt in review cannot be read");
            }
        }
    }
    attempts.sort_by_key(|attempt| attempt.key.0);
    attempts.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    attempts
}

/// How many of these attempts sell gift cards. An attempt that cannot be read is logged and left out.
pub(super) fn selling_gift_cards(rows: &[Row]) -> u64 {
    let mut count = 0;
    for row in rows {
        match decode(row) {
            Ok(attempt) => count += u64::from(attempt.snapshot.sells_gift_cards()),
            Err(error) => {
                let key = unprefixed(row.get(1));
                tracing::error!(attempt = key, %error, "an attempt without an order cannot be read");
            }
        }
    }
    count
}

/// Leases the due attempts. No other server can claim them before `lease_until`, and the server that held them before can
/// no longer write them. Skips attempts that another server is claiming at this moment.
pub(super) struct ClaimDue {
    pub(super) now: Timestamp,
    pub(super) lease_until: Timestamp,
    pub(super) limit: i64,
}

const DUE: &str = "SELECT doc, key FROM attempts WHERE due_at <= $1
    ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED";
const LEASE: &str = "UPDATE attempts SET version = new.version, due_at = $1, doc = new.doc
    FROM unnest($2::bigint[], $3::bigint[], $4::bytea[]) AS new (key, version, doc)
    WHERE attempts.key = new.key";
const PUT_OFF: &str = "UPDATE attempts SET due_at = $1 WHERE key = ANY ($2)";

#[async_trait]
impl Work for ClaimDue {
    type Answer = Vec<Attempt>;

    async fn run(&self, session: &Session) -> Result<Vec<Attempt>, Failure> {
        session.begin("BEGIN").await?;
        let rows = session.rows(DUE, &[&self.now.0, &self.limit]).await?;
        let (mut claimed, mut damaged) = (Vec::new(), Vec::new());
        for row in &rows {
            match decode(row) {
                Ok(attempt) => claimed.push(attempt),
                Err(_) => damaged.push(row.get::<_, i64>(1)),
            }
        }
        self.put_off(session, &damaged).await?;
        self.lease(session, &mut claimed).await?;
        Ok(claimed)
    }
}

impl ClaimDue {
    /// A damaged row must not keep the others from being finished, so it is logged and put off.
    async fn put_off(&self, session: &Session, damaged: &[i64]) -> Result<(), Failure> {
        if damaged.is_empty() {
            return Ok(());
        }
        for key in damaged {
            let key = unprefixed(*key);
            tracing::error!(
                attempt = key,
                "a due attempt cannot be read; it is postponed"
            );
        }
        let until = self.now.plus(DAMAGED_PUT_OFF_MS).0;
        session.execute(PUT_OFF, &[&until, &damaged]).await?;
        Ok(())
    }

    async fn lease(&self, session: &Session, claimed: &mut [Attempt]) -> Result<(), Failure> {
        if claimed.is_empty() {
            return Ok(());
        }
        let (mut keys, mut versions, mut docs) = (Vec::new(), Vec::new(), Vec::new());
        for attempt in claimed {
            attempt.version += 1;
            attempt.due_at = Some(self.lease_until);
            keys.push(shard_prefixed(attempt.key.0));
            versions.push(attempt.version.cast_signed());
            docs.push(document::encode("attempt", attempt)?);
        }
        let until = self.lease_until.0;
        session
            .execute(LEASE, &[&until, &keys, &versions, &docs])
            .await?;
        Ok(())
    }
}
