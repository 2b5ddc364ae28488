//! Remembers messages that must count only once: gateway notifications and wallets' messages.

use super::carts::day;
use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::{Parameters, Session};
use super::work::Work;
use crate::rows::CartRow;
use crate::{ClaimOutcome, ReplaceOutcome, StoreError, WalletMessage};
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

/// Replaces a cart and claims a wallet's message for it, or does neither.
pub(super) struct ReplaceClaiming {
    pub(super) row: CartRow,
    pub(super) message: WalletMessage,
    pub(super) now: Timestamp,
}

/// One statement is one transaction, so cart and claim are stored together. It locks the cart first, as attempts do. If the
/// message was free when the statement began and another cart claims it meanwhile, the cart's key becomes NULL, which the
/// table forbids. So nothing is stored, and the statement is repeated and finds the message spent. A claim that has expired
/// is replaced.
///
/// Each claim deletes up to 16 expired rows. That is more than one, so that expired rows do not pile up.
const REPLACE_CLAIMING: &str = "
    WITH replaced AS (
        UPDATE carts SET revision = $2, updated_at = $3, updated_on = $4, doc = $6
        WHERE key = $1 AND revision = $2::bigint - 1 AND status = $5 AND NOT EXISTS (
            SELECT FROM wallet_messages
            WHERE id = $7 AND expires_at > $9 AND (cart_key <> $1 OR used))
        RETURNING key
    ), swept AS (
        DELETE FROM wallet_messages WHERE id IN (
            SELECT id FROM wallet_messages WHERE expires_at <= $9 AND id <> $7
            LIMIT 16 FOR UPDATE SKIP LOCKED)
    )
    INSERT INTO wallet_messages AS known (id, cart_key, used, expires_at)
    SELECT $7, key, false, $8::bigint FROM replaced
    ON CONFLICT (id) DO UPDATE SET (cart_key, used, expires_at) = (
        SELECT CASE WHEN expired OR (known.cart_key = excluded.cart_key AND NOT known.used)
                    THEN excluded.cart_key END,
               false,
               CASE WHEN expired THEN excluded.expires_at ELSE known.expires_at END
        FROM (SELECT known.expires_at <= $9) AS claim (expired))";
/// Why the statement changed nothing: whether the message is spent, and the cart as stored.
const NOT_REPLACED: &str = "
    SELECT EXISTS (
               SELECT FROM wallet_messages
               WHERE id = $2 AND expires_at > $3 AND (cart_key <> $1 OR used)),
           (SELECT revision FROM carts WHERE key = $1),
           (SELECT status FROM carts WHERE key = $1)";
pub(super) const KNOWN: &str = "SELECT cart_key, used FROM wallet_messages WHERE id = $1";
/// Marks all messages of these carts as used, because an attempt of each cart begins and may use any of them.
pub(super) const USE_UP: &str =
    "UPDATE wallet_messages SET used = true WHERE cart_key = ANY ($1) AND NOT used";

#[async_trait]
impl Work for ReplaceClaiming {
    type Answer = ClaimOutcome;

    async fn run(&self, session: &Session) -> Result<ClaimOutcome, Failure> {
        let WalletMessage { id, expires_at } = &self.message;
        let (row, now) = (&self.row, self.now.0);
        // The next claim may delete the row of an expired message, and then the message could be claimed again.
        if expires_at.0 <= now {
            return Ok(ClaimOutcome::Spent);
        }
        let key = shard_prefixed(row.key.0);
        let asked: Parameters<'_> = &[
            &key,
            &row.revision,
            &row.updated_at,
            &day(row.updated_at),
            &row.status,
            &row.doc,
            id,
            &expires_at.0,
            &now,
        ];
        if session.execute(REPLACE_CLAIMING, asked).await? == 1 {
            return Ok(ClaimOutcome::Replaced(ReplaceOutcome::Stored));
        }
        let why = session.row(NOT_REPLACED, &[&key, id, &now]).await?;
        why.map_or(
            Ok(ClaimOutcome::Replaced(ReplaceOutcome::Conflict)),
            |why| Ok(not_replaced(row, &why)?),
        )
    }
}

/// The outcome by a row of [`NOT_REPLACED`].
fn not_replaced(row: &CartRow, why: &Row) -> Result<ClaimOutcome, StoreError> {
    if why.get(0) {
        return Ok(ClaimOutcome::Spent);
    }
    let (revision, status): (Option<i64>, Option<i16>) = (why.get(1), why.get(2));
    let outcome = match revision {
        None => ReplaceOutcome::Missing,
        Some(revision)
            if revision.checked_add(1) == Some(row.revision) && status != Some(row.status) =>
        {
            return Err(StoreError::Inconsistent(
                "only an attempt moves a cart's status",
            ));
        }
        Some(_) => ReplaceOutcome::Conflict,
    };
    Ok(ClaimOutcome::Replaced(outcome))
}

/// Whether a stored message belongs to another cart, or an attempt has used it.
pub(super) fn is_spent(known: &Row, cart: CartKey) -> bool {
    known.get::<_, i64>(0) != shard_prefixed(cart.0) || known.get::<_, bool>(1)
}
