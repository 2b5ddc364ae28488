//! Attempts: one document per row. The version fences every write.

use super::document;
use crate::document::encode;
use crate::rows::{holds_cart, needs_review};
use crate::{DAMAGED_PUT_OFF_MS, StoreError};
use rusqlite::{Connection, ToSql, params};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::time::Timestamp;

pub(super) fn insert(connection: &Connection, attempt: &Attempt) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO attempts
                 (key, token, cart_key, version, due_at, holds_cart, needs_review, doc)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            attempt.key.0.cast_signed(),
            attempt.token,
            attempt.cart.0.cast_signed(),
            attempt.version.cast_signed(),
            attempt.due_at.map(|due| due.0),
            holds_cart(attempt),
            needs_review(attempt),
            encode("attempt", attempt)?,
        ])?;
    Ok(())
}

pub(super) fn update(connection: &Connection, attempt: &Attempt) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE attempts
             SET version = ?2, due_at = ?3, holds_cart = ?4, needs_review = ?5, doc = ?6
             WHERE key = ?1",
        )?
        .execute(params![
            attempt.key.0.cast_signed(),
            attempt.version.cast_signed(),
            attempt.due_at.map(|due| due.0),
            holds_cart(attempt),
            needs_review(attempt),
            encode("attempt", attempt)?,
        ])?;
    Ok(())
}

pub(super) fn read(
    connection: &Connection,
    key: AttemptKey,
) -> Result<Option<Attempt>, StoreError> {
    find(
        connection,
        "SELECT doc FROM attempts WHERE key = ?1",
        &key.0.cast_signed(),
    )
}

/// Reads an attempt to which a stored row refers. If it is missing, the data are inconsistent.
pub(super) fn existing(connection: &Connection, key: AttemptKey) -> Result<Attempt, StoreError> {
    read(connection, key)?.ok_or(StoreError::Inconsistent("there is no such attempt"))
}

pub(super) fn by_token(
    connection: &Connection,
    tokens: &[&str],
) -> Result<Option<Attempt>, StoreError> {
    let sql = "SELECT doc FROM attempts WHERE token = ?1";
    for token in tokens {
        if let Some(attempt) = find(connection, sql, token)? {
            return Ok(Some(attempt));
        }
    }
    Ok(None)
}

fn find(
    connection: &Connection,
    sql: &str,
    key: &dyn ToSql,
) -> Result<Option<Attempt>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([key])?;
    rows.next()?
        .map(|row| document::column("attempt", row, 0))
        .transpose()
}

/// Attempts that need review by a person, oldest first. An attempt that cannot be read is logged and left out.
pub(super) fn in_review(connection: &Connection, limit: u32) -> Result<Vec<Attempt>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT doc, key FROM attempts WHERE needs_review = 1 ORDER BY key LIMIT ?1",
    )?;
    let mut rows = statement.query([limit])?;
    let mut attempts = Vec::new();
    while let Some(row) = rows.next()? {
        match document::column("attempt", row, 0) {
            Ok(attempt) => attempts.push(attempt),
            Err(error) => {
                let key: i64 = row.get(1)?;
                tracing::error!(attempt = key, %error, "an attempt in review cannot be read");
            }
        }
    }
    Ok(attempts)
}

/// How many attempts sell gift cards and may still make an order. An attempt that cannot be read is logged and left out.
pub(super) fn selling_gift_cards(connection: &Connection) -> Result<u64, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT doc, key FROM attempts
         WHERE holds_cart = 1 AND NOT EXISTS (SELECT 1 FROM orders WHERE attempt_key = attempts.key)",
    )?;
    let mut rows = statement.query([])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        match document::column::<Attempt>("attempt", row, 0) {
            Ok(attempt) => count += u64::from(attempt.snapshot.sells_gift_cards()),
            Err(error) => {
                let key: i64 = row.get(1)?;
                tracing::error!(attempt = key, %error, "an attempt without an order cannot be read");
            }
        }
    }
    Ok(count)
}

/// Leases the due attempts. No other server can claim them before `lease_until`, and the server that held them before can
/// no longer write them.
pub(super) fn claim_due(
    connection: &Connection,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
) -> Result<Vec<Attempt>, StoreError> {
    let mut claimed = due(connection, now, limit)?;
    for attempt in &mut claimed {
        attempt.version += 1;
        attempt.due_at = Some(lease_until);
        update(connection, attempt)?;
    }
    Ok(claimed)
}

/// The attempts that are due at `now`. A damaged row must not keep the others from being finished, so it is logged and
/// put off.
fn due(connection: &Connection, now: Timestamp, limit: u32) -> Result<Vec<Attempt>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT doc, key FROM attempts WHERE due_at IS NOT NULL AND due_at <= ?1
         ORDER BY due_at LIMIT ?2",
    )?;
    let mut rows = statement.query(params![now.0, limit])?;
    let (mut attempts, mut damaged) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        match document::column("attempt", row, 0) {
            Ok(attempt) => attempts.push(attempt),
            Err(_) => damaged.push(row.get(1)?),
        }
    }
    put_off(connection, &damaged, now.plus(DAMAGED_PUT_OFF_MS))?;
    Ok(attempts)
}

fn put_off(connection: &Connection, damaged: &[i64], until: Timestamp) -> Result<(), StoreError> {
    let mut statement =
        connection.prepare_cached("UPDATE attempts SET due_at = ?2 WHERE key = ?1")?;
    for key in damaged {
        tracing::error!(
            attempt = key,
            "a due attempt cannot be read; it is postponed"
        );
        statement.execute(params![key, until.0])?;
    }
    Ok(())
}
