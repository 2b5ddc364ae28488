//! Wallets' messages that were received before.

use crate::{StoreError, WalletMessage};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::time::Timestamp;

/// How many expired rows each claim deletes. More than one, so that expired rows do not pile up.
const SWEEP: u32 = 16;

/// Returns false if the message has expired, if it belongs to another cart, or if an attempt has used it.
pub(super) fn claim(
    connection: &Connection,
    message: &WalletMessage,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // The next claim would delete the row of an expired message, and then the message could be claimed again.
    if message.expires_at <= now {
        return Ok(false);
    }
    connection
        .prepare_cached(
            "DELETE FROM wallet_messages WHERE id IN
             (SELECT id FROM wallet_messages WHERE expires_at <= ?1 LIMIT ?2)",
        )?
        .execute(params![now.0, SWEEP])?;
    let cart = message.cart.0.cast_signed();
    if let Some(known) = known(connection, &message.id)? {
        return Ok(!known.is_spent_for(message.cart));
    }
    connection
        .prepare_cached(
            "INSERT INTO wallet_messages (id, cart_key, used, expires_at) VALUES (?1, ?2, 0, ?3)",
        )?
        .execute(params![message.id, cart, message.expires_at.0])?;
    Ok(true)
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
}

impl Known {
    const fn is_spent_for(&self, cart: CartKey) -> bool {
        self.owner != cart.0.cast_signed() || self.used
    }
}

fn known(connection: &Connection, id: &str) -> Result<Option<Known>, StoreError> {
    let known = connection
        .prepare_cached("SELECT cart_key, used FROM wallet_messages WHERE id = ?1")?
        .query_row([id], |row| {
            Ok(Known {
                owner: row.get(0)?,
                used: row.get(1)?,
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
