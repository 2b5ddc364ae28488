//! Wallets' messages already seen.

use crate::{StoreError, WalletMessage};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::time::Timestamp;

/// Expired rows deleted along with one claim: more than one, so that they do not pile up.
const SWEEP: u32 = 16;

/// False when the message has expired, belongs to another cart, or an attempt has used it.
pub(super) fn claim(
    connection: &Connection,
    message: &WalletMessage,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // Its row would be swept away by the next claim, and the message could be claimed anew.
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

/// A message that a cart has shown.
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

/// An attempt of the cart begins: whatever was shown for it may have been used by it.
pub(super) fn use_up(connection: &Connection, cart: CartKey) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE wallet_messages SET used = 1 WHERE cart_key = ?1 AND used = 0")?
        .execute([cart.0.cast_signed()])?;
    Ok(())
}
