//! Writes a batch by one statement, and returns the result of each change in it.

use super::connection::Sent;
use super::{Answer, Change, Job};
use crate::postgres::carts::Columns;
use crate::postgres::error::Failure;
use crate::postgres::keys::shard_prefixed;
use crate::postgres::session::Session;
use crate::{ReplaceOutcome, StoreError};
use std::collections::{HashMap, HashSet};
use tokio_postgres::Row;

/// Inserts new carts only. No key is ever given out twice, so the statement does not check for conflicts. A check would
/// cost each row a lock and a second record in the log.
const INSERT: &str = "
    INSERT INTO carts (key, revision, updated_at, updated_on, status, doc)
    SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])";

/// Inserts and compare-and-sets in one statement, which is one transaction. Returns one row for each change that was
/// made.
const WRITE: &str = "
    WITH inserted AS (
        INSERT INTO carts (key, revision, updated_at, updated_on, status, doc)
        SELECT * FROM unnest(
            $1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])
        ON CONFLICT (key) DO NOTHING
        RETURNING key
    ), replaced AS (
        UPDATE carts
        SET revision = new.revision, updated_at = new.updated_at, updated_on = new.updated_on, doc = new.doc
        FROM unnest(
            $7::bigint[], $8::bigint[], $9::bigint[], $10::integer[], $11::smallint[], $12::bytea[])
            AS new (key, revision, updated_at, updated_on, status, doc)
        WHERE carts.key = new.key AND carts.revision = new.revision - 1 AND carts.status = new.status
        RETURNING carts.key
    )
    SELECT key FROM inserted UNION ALL SELECT key FROM replaced";

/// The stored carts of the changes that were not made.
const STAND: &str = "SELECT key, revision, status, doc FROM carts WHERE key = ANY ($1)";

/// Writes a batch. Returns the result of each change.
pub(super) async fn send(
    session: &Session,
    batch: &[Job],
    sent: Sent,
) -> Result<Vec<Answer>, Failure> {
    let inserts = columns(batch, Change::Insert);
    if sent == Sent::Once && inserts.keys.len() == batch.len() {
        match session.execute(INSERT, &inserts.parameters()).await {
            Ok(_) => return Ok(batch.iter().map(|_| Ok(ReplaceOutcome::Stored)).collect()),
            // A key exists after all, and nothing was written. The next statement finds out which key.
            Err(Failure::Again(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    let replacements = columns(batch, Change::Replace);
    let (inserts, replacements) = (inserts.parameters(), replacements.parameters());
    let made = session
        .rows(WRITE, &[&inserts[..], &replacements[..]].concat())
        .await?;
    let made: HashSet<i64> = made.iter().map(|row| row.get(0)).collect();
    let missed: Vec<i64> = batch
        .iter()
        .map(|job| shard_prefixed(job.row.key.0))
        .filter(|key| !made.contains(key))
        .collect();
    let stand = if missed.is_empty() {
        HashMap::new()
    } else {
        stand(session, &missed).await?
    };
    Ok(batch
        .iter()
        .map(|job| {
            let key = shard_prefixed(job.row.key.0);
            if made.contains(&key) {
                Ok(ReplaceOutcome::Stored)
            } else {
                not_made(job, stand.get(&key), sent)
            }
        })
        .collect())
}

/// A cart as stored.
struct Stored {
    revision: i64,
    status: i16,
    doc: Vec<u8>,
}

async fn stand(session: &Session, keys: &[i64]) -> Result<HashMap<i64, Stored>, Failure> {
    let rows = session.rows(STAND, &[&keys]).await?;
    let read = |row: &Row| {
        let stored = Stored {
            revision: row.get(1),
            status: row.get(2),
            doc: row.get(3),
        };
        (row.get(0), stored)
    };
    Ok(rows.iter().map(read).collect())
}

/// The result of a change that was not made, by the stored cart, if there is one.
fn not_made(job: &Job, stored: Option<&Stored>, sent: Sent) -> Answer {
    let row = &job.row;
    match (job.change, stored) {
        // The change was made after all, on the connection that was lost.
        (_, Some(stored))
            if sent == Sent::PerhapsBefore
                && stored.revision == row.revision
                && stored.doc == row.doc =>
        {
            Ok(ReplaceOutcome::Stored)
        }
        (Change::Insert, _) => Err(StoreError::Database(
            "a cart with this key already exists".into(),
        )),
        (Change::Replace, None) => Ok(ReplaceOutcome::Missing),
        (Change::Replace, Some(stored))
            if stored.revision.checked_add(1) == Some(row.revision)
                && stored.status != row.status =>
        {
            Err(StoreError::Inconsistent(
                "only an attempt moves a cart's status",
            ))
        }
        (Change::Replace, Some(_)) => Ok(ReplaceOutcome::Conflict),
    }
}

/// The rows of one kind of change.
fn columns(batch: &[Job], change: Change) -> Columns<'_> {
    let wanted = batch.iter().filter(|job| job.change == change);
    Columns::of(wanted.map(|job| &job.row))
}
