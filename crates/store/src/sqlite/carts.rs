//! Carts: one document per row, written by compare-and-set.

use super::document;
use crate::rows::CartRow;
use crate::steps::held;
use crate::{ReplaceOutcome, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::{AttemptKey, CartKey};
use zkratka_commerce::time::Timestamp;

pub(super) fn insert(connection: &Connection, row: &CartRow) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO carts (key, revision, updated_at, status, doc) VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![row.key.0.cast_signed(), row.revision, row.updated_at, row.status, row.doc])?;
    Ok(())
}

pub(super) fn read(connection: &Connection, key: CartKey) -> Result<Option<Cart>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT doc FROM carts WHERE key = ?1")?;
    let mut rows = statement.query([key.0.cast_signed()])?;
    rows.next()?
        .map(|row| document::column("cart", row, 0))
        .transpose()
}

/// Replaces a cart for the buyer. The status must equal the stored one.
pub(super) fn replace(
    connection: &Connection,
    row: &CartRow,
) -> Result<ReplaceOutcome, StoreError> {
    let stored: Option<(i64, i16)> = connection
        .prepare_cached("SELECT revision, status FROM carts WHERE key = ?1")?
        .query_row([row.key.0.cast_signed()], |found| {
            Ok((found.get(0)?, found.get(1)?))
        })
        .optional()?;
    match stored {
        None => Ok(ReplaceOutcome::Missing),
        Some((revision, _)) if revision.checked_add(1) != Some(row.revision) => {
            Ok(ReplaceOutcome::Conflict)
        }
        Some((_, status)) if status != row.status => Err(StoreError::Inconsistent(
            "only an attempt moves a cart's status",
        )),
        Some(_) => {
            overwrite_row(connection, row)?;
            Ok(ReplaceOutcome::Stored)
        }
    }
}

/// The cart that this attempt holds. It is an error if the attempt holds none.
pub(super) fn held_by(
    connection: &Connection,
    key: CartKey,
    attempt: AttemptKey,
) -> Result<Cart, StoreError> {
    held(read(connection, key)?, attempt)
}

/// Writes a cart that this transaction has read.
pub(super) fn overwrite(connection: &Connection, cart: &Cart) -> Result<(), StoreError> {
    overwrite_row(connection, &CartRow::new(cart)?)
}

fn overwrite_row(connection: &Connection, row: &CartRow) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE carts SET revision = ?2, updated_at = ?3, status = ?4, doc = ?5 WHERE key = ?1",
        )?
        .execute(params![
            row.key.0.cast_signed(),
            row.revision,
            row.updated_at,
            row.status,
            row.doc
        ])?;
    Ok(())
}

/// The result of one batch of the expiry.
#[derive(Clone, Copy)]
pub(super) struct Expired {
    /// The number of deleted carts.
    pub(super) deleted: u64,
    /// The last cart of the batch, in the order of age. `None` if no older cart is left.
    pub(super) last: Option<ByAge>,
}

/// A position among the open carts, ordered by age.
#[derive(Clone, Copy)]
pub(super) struct ByAge {
    updated_at: i64,
    key: i64,
}

impl ByAge {
    /// A position before every cart.
    pub(super) const FIRST: Self = Self {
        updated_at: i64::MIN,
        key: i64::MIN,
    };
}

/// Whether a cart can be deleted because nothing that must be kept refers to it. Its attempts are deleted with it, but
/// only if the gateway was never asked for money. The timeline shows whether it was. The attempt's state does not,
/// because it does not record earlier states. The events listed here are those that need no call to the gateway. Any
/// other event keeps the cart.
const EXPENDABLE: &str = "
    SELECT NOT EXISTS (SELECT 1 FROM orders WHERE cart_key = ?1)
       AND NOT EXISTS (
           SELECT 1 FROM attempts
           WHERE cart_key = ?1 AND (holds_cart = 1 OR due_at IS NOT NULL))
       AND NOT EXISTS (
           SELECT 1 FROM timeline JOIN attempts ON attempts.key = timeline.attempt_key
           WHERE attempts.cart_key = ?1
             AND timeline.event NOT IN ('reserved', 'failed', 'released'))";

/// Checks the next `limit` open carts that have not changed since `before`, and deletes those that nothing needs any
/// more. It passes each cart that is kept only once, so a batch stays small however many carts are kept.
pub(super) fn expire(
    connection: &Connection,
    before: Timestamp,
    after: ByAge,
    limit: u32,
) -> Result<Expired, StoreError> {
    let old: Vec<ByAge> = connection
        .prepare_cached(
            "SELECT updated_at, key FROM carts
             WHERE status = 0 AND updated_at < ?1 AND (updated_at, key) > (?2, ?3)
             ORDER BY updated_at, key LIMIT ?4",
        )?
        .query_map(
            params![before.0, after.updated_at, after.key, limit],
            |row| {
                Ok(ByAge {
                    updated_at: row.get(0)?,
                    key: row.get(1)?,
                })
            },
        )?
        .collect::<Result<_, _>>()?;
    let mut deleted = 0;
    for cart in &old {
        let expendable: bool = connection
            .prepare_cached(EXPENDABLE)?
            .query_row([cart.key], |row| row.get(0))?;
        if expendable {
            delete(connection, cart.key)?;
            deleted += 1;
        }
    }
    Ok(Expired {
        deleted,
        last: old.last().copied(),
    })
}

fn delete(connection: &Connection, cart: i64) -> Result<(), StoreError> {
    for sql in [
        "DELETE FROM timeline WHERE attempt_key IN (SELECT key FROM attempts WHERE cart_key = ?1)",
        "DELETE FROM attempts WHERE cart_key = ?1",
        "DELETE FROM carts WHERE key = ?1",
    ] {
        connection.prepare_cached(sql)?.execute([cart])?;
    }
    Ok(())
}
