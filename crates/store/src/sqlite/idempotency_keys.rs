//! The carts that were created under an idempotency key.

use super::carts;
use crate::rows::CartRow;
use crate::{KeyedCart, KeyedRequest, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::ids::CartKey;

/// The cart of the key, if the key is not forgotten.
pub(super) fn find(
    connection: &Connection,
    request: &KeyedRequest,
) -> Result<Option<KeyedCart>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT request, cart_key FROM idempotency_keys WHERE key = ?1 AND at > ?2",
        )?
        .query_row(params![request.key, request.since.0], |row| {
            Ok(KeyedCart {
                request: row.get(0)?,
                cart: CartKey(row.get::<_, i64>(1)?.cast_unsigned()),
            })
        })
        .optional()?;
    Ok(found)
}

/// Stores the cart under the key, unless the key has one. Deletes a few forgotten keys.
pub(super) fn insert(
    connection: &Connection,
    row: &CartRow,
    request: &KeyedRequest,
) -> Result<Option<KeyedCart>, StoreError> {
    if let Some(earlier) = find(connection, request)? {
        return Ok(Some(earlier));
    }
    connection
        .prepare_cached(
            "DELETE FROM idempotency_keys WHERE key = ?1 OR key IN (
                 SELECT key FROM idempotency_keys WHERE at <= ?2 ORDER BY at LIMIT 4)",
        )?
        .execute(params![request.key, request.since.0])?;
    connection
        .prepare_cached(
            "INSERT INTO idempotency_keys (key, request, cart_key, at) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![
            request.key,
            request.request,
            row.key.0.cast_signed(),
            request.now.0
        ])?;
    carts::insert(connection, row)?;
    Ok(None)
}
