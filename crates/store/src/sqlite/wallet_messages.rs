//! Wallets' messages that were received before.

use super::carts;
use crate::rows::CartRow;
use crate::{ClaimOutcome, ReplaceOutcome, StoreError, WalletMessage};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::time::Timestamp;

/// How many expired rows each claim deletes. More than one, so that expired rows do not pile up.
const SWEEP: u32 = 16;

/// Replaces a cart and claims a wallet's message for it. Writes nothing unless it does both.
pub(super) fn replace_claiming(
    connection: &Connection,
    row: &CartRow,
    message: &WalletMessage,
    now: Timestamp,
) -> Result<ClaimOutcome, StoreError> {
    // The next claim may delete the row of an expired message, and then the message could be claimed again.
    if message.expires_at <= now {
        return Ok(ClaimOutcome::Spent);
    }
    let earlier = known(connection, &message.id)?.filter(|earlier| earlier.expires_at > now.0);
    if earlier.as_ref().is_some_and(|it| it.is_spent_for(row.key)) {
        return Ok(ClaimOutcome::Spent);
    }
    let outcome = carts::replace(connection, row)?;
    if outcome == ReplaceOutcome::Stored && earlier.is_none() {
        insert(connection, message, row.key)?;
        delete_expired(connection, now)?;
    }
    Ok(ClaimOutcome::Replaced(outcome))
}

/// Stores the claim in place of one that has expired, if there is one.
fn insert(
    connection: &Connection,
    message: &WalletMessage,
    cart: CartKey,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO wallet_messages (id, cart_key, used, expires_at)
             VALUES (?1, ?2, 0, ?3)",
        )?
        .execute(params![
            message.id,
            cart.0.cast_signed(),
            message.expires_at.0
        ])?;
    Ok(())
}

fn delete_expired(connection: &Connection, now: Timestamp) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "DELETE FROM wallet_messages WHERE id IN
             (SELECT id FROM wallet_messages WHERE expires_at <= ?1 LIMIT ?2)",
        )?
        .execute(params![now.0, SWEEP])?;
    Ok(())
}

/// Whether the message belongs to another cart, or an attempt has used it.
pub(super) fn is_spent(
    connection: &Connection,
    id: &str,
    cart: CartKey,
) -> Result<bool, StoreError> {
    Ok(known(connection, id)?.is_some_and(|known| known.is_spent_for(cart)))
}

/// A message that was claimed for a cart.
struct Known {
    owner: i64,
    used: bool,
    expires_at: i64,
}

impl Known {
    const fn is_spent_for(&self, cart: CartKey) -> bool {
        self.owner != cart.0.cast_signed() || self.used
    }
}

fn known(connection: &Connection, id: &str) -> Result<Option<Known>, StoreError> {
    let known = connection
        .prepare_cached("SELECT cart_key, used, expires_at FROM wallet_messages WHERE id = ?1")?
        .query_row([id], |row| {
            Ok(Known {
                owner: row.get(0)?,
                used: row.get(1)?,
                expires_at: row.get(2)?,
            })
        })
        .optional()?;
    Ok(known)
}

/// Marks all messages of the cart as used, because an attempt of the cart begins and may use any of them.
pub(super) fn use_up(connection: &Connection, cart: CartKey) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE wallet_messages SET used = 1 WHERE cart_key = ?1 AND used = 0")?
        .execute([cart.0.cast_signed()])?;
    Ok(())
}
