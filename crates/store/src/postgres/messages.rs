//! Remembers messages that must count only once: gateway notifications and wallets' messages.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::Session;
use super::work::Work;
use crate::WalletMessage;
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::time::Timestamp;

/// Stores the id of a gateway notification. Returns false if the id was stored before.
pub(super) struct Remember {
    pub(super) id: String,
    pub(super) now: Timestamp,
}

const REMEMBER: &str =
    "INSERT INTO notifications (id, received_at) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";

#[async_trait]
impl Work for Remember {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let added = session.execute(REMEMBER, &[&self.id, &self.now.0]).await?;
        Ok(added == 1)
    }
}

/// Claims a wallet's message for a cart. Returns false if the message has expired, if it belongs to another cart, or if
/// an attempt has used it.
pub(super) struct Claim {
    pub(super) message: WalletMessage,
    pub(super) now: Timestamp,
}

/// Each claim deletes up to 16 expired rows. That is more than one, so that expired rows do not pile up. If the message
/// is stored already, the statement returns the stored row unchanged, unless that claim has expired: then the new claim
/// replaces it.
const CLAIM: &str = "
    WITH swept AS (
        DELETE FROM wallet_messages WHERE id IN (
            SELECT id FROM wallet_messages WHERE expires_at <= $4 AND id <> $1
            LIMIT 16 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO wallet_messages AS known (id, cart_key, used, expires_at)
    VALUES ($1, $2, false, $3)
    ON CONFLICT (id) DO UPDATE SET (cart_key, used, expires_at) = (
        SELECT CASE WHEN expired THEN excluded.cart_key ELSE known.cart_key END,
               NOT expired AND known.used,
               CASE WHEN expired THEN excluded.expires_at ELSE known.expires_at END
        FROM (SELECT known.expires_at <= $4) AS claim (expired))
    RETURNING cart_key, used";
pub(super) const KNOWN: &str = "SELECT cart_key, used FROM wallet_messages WHERE id = $1";
/// Marks all messages of these carts as used, because an attempt of each cart begins and may use any of them.
pub(super) const USE_UP: &str =
    "UPDATE wallet_messages SET used = true WHERE cart_key = ANY ($1) AND NOT used";

#[async_trait]
impl Work for Claim {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let WalletMessage {
            id,
            cart,
            expires_at,
        } = &self.message;
        // The next claim would delete the row of an expired message, and then the message could be claimed again.
        if *expires_at <= self.now {
            return Ok(false);
        }
        let owner = shard_prefixed(cart.0);
        let row = session
            .row(CLAIM, &[id, &owner, &expires_at.0, &self.now.0])
            .await?;
        Ok(row.is_some_and(|row| !is_spent(&row, *cart)))
    }
}

/// Whether a stored message belongs to another cart, or an attempt has used it.
pub(super) fn is_spent(known: &Row, cart: CartKey) -> bool {
    known.get::<_, i64>(0) != shard_prefixed(cart.0) || known.get::<_, bool>(1)
}
