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
pub(super) const BY_TOKEN: &str = "SELECT doc FROM attempts WHERE token = ANY ($1)";
pub(super) const IN_REVIEW: &str = "SELECT doc, key FROM attempts WHERE needs_review";

pub(super) const INSERT: &str = "INSERT INTO attempts
        (key, token, cart_key, version, due_at, holds_cart, needs_review, doc)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
pub(super) const UPDATE: &str = "UPDATE attempts
    SET version = $2, due_at = $3, holds_cart = $4, needs_review = $5, doc = $6 WHERE key = $1";

pub(super) fn decode(row: &Row) -> Result<Attempt, StoreError> {
    document::decode("attempt", row.get(0))
}

/// An attempt ready to be written.
pub(super) struct AttemptRow<'a> {
    key: i64,
    token: &'a str,
    cart: i64,
    version: i64,
    due_at: Option<i64>,
    holds_cart: bool,
    needs_review: bool,
    doc: Vec<u8>,
}

impl<'a> AttemptRow<'a> {
    pub(super) fn new(attempt: &'a Attempt) -> Result<Self, StoreError> {
        Ok(Self {
            key: shard_prefixed(attempt.key.0),
            token: &attempt.token,
            cart: shard_prefixed(attempt.cart.0),
            version: attempt.version.cast_signed(),
            due_at: attempt.due_at.map(|due| due.0),
            holds_cart: holds_cart(attempt),
            needs_review: needs_review(attempt),
            doc: document::encode("attempt", attempt)?,
        })
    }

    /// The parameters of [`INSERT`].
    pub(super) fn to_insert(&self) -> [&(dyn ToSql + Sync); 8] {
        [
            &self.key,
            &self.token,
            &self.cart,
            &self.version,
            &self.due_at,
            &self.holds_cart,
            &self.needs_review,
            &self.doc,
        ]
    }

    /// The parameters of [`UPDATE`].
    pub(super) fn to_update(&self) -> [&(dyn ToSql + Sync); 6] {
        [
            &self.key,
            &self.version,
            &self.due_at,
            &self.holds_cart,
            &self.needs_review,
            &self.doc,
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
