//! What is remembered so that it counts once: gateway notifications and wallets' messages.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::Session;
use super::work::Work;
use crate::WalletMessage;
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::time::Timestamp;

/// Remembers a gateway notification; false when it was already known.
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

/// Remembers a wallet's message; false when it has expired, belongs to another cart, or an attempt has used it.
pub(super) struct Claim {
    pub(super) message: WalletMessage,
    pub(super) now: Timestamp,
}

/// Expired rows are deleted along with a claim: more than one, so that they do not pile up. A message that is known stays as
/// it is, unless its claim has expired, and is answered.
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
/// An attempt of the cart begins: whatever was shown for it may have been used by it.
pub(super) const USE_UP: &str =
    "UPDATE wallet_messages SET used = true WHERE cart_key = $1 AND NOT used";

#[async_trait]
impl Work for Claim {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let WalletMessage {
            id,
            cart,
            expires_at,
        } = &self.message;
        // Its row would be swept away by the next claim, and the message could be claimed anew.
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

/// Whether a known message belongs to another cart, or an attempt has used it.
pub(super) fn is_spent(known: &Row, cart: CartKey) -> bool {
    known.get::<_, i64>(0) != shard_prefixed(cart.0) || known.get::<_, bool>(1)
}
