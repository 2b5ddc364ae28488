//! The carts that were created under an idempotency key.

use super::carts;
use super::error::Failure;
use super::keys::{shard_prefixed, unprefixed};
use super::session::{Parameters, Session};
use super::work::Work;
use crate::rows::CartRow;
use crate::{KeyedCart, KeyedRequest, StoreError};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::ids::CartKey;

/// The cart of a key that is not forgotten.
pub(super) const FIND: &str =
    "SELECT request, cart_key FROM idempotency_keys WHERE key = $1 AND at > $2";
/// Deletes up to 16 forgotten keys. That is more than one, so that they do not pile up.
const SWEEP: &str = "
    DELETE FROM idempotency_keys WHERE key IN (
        SELECT key FROM idempotency_keys WHERE at <= $2 AND key <> $1
        LIMIT 16 FOR UPDATE SKIP LOCKED)";
/// Takes the key, if it is new or forgotten. Waits for another transaction that takes it.
const TAKE: &str = "
    INSERT INTO idempotency_keys AS known (key, request, cart_key, at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (key) DO UPDATE
        SET (request, cart_key, at) = (excluded.request, excluded.cart_key, excluded.at)
        WHERE known.at <= $5";
const INSERT_CART: &str = "
    INSERT INTO carts (key, revision, updated_at, updated_on, status, doc)
    SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])";

/// Stores a cart under a key. If the key has one already, returns that one and stores nothing.
pub(super) struct Insert {
    pub(super) cart: CartKey,
    pub(super) row: CartRow,
    pub(super) request: KeyedRequest,
}

#[async_trait]
impl Work for Insert {
    type Answer = Option<KeyedCart>;

    async fn run(&self, session: &Session) -> Result<Option<KeyedCart>, Failure> {
        let KeyedRequest {
            key,
            request,
            now,
            since,
        } = &self.request;
        let cart = shard_prefixed(self.cart.0);
        session.begin("BEGIN").await?;
        let taken = session
            .execute(TAKE, &[key, request, &cart, &now.0, &since.0])
            .await?;
        if taken == 1 {
            let row = carts::Columns::of([&self.row]);
            let swept: Parameters<'_> = &[key, &since.0];
            session
                .execute_and_commit(&[(INSERT_CART, &row.parameters()), (SWEEP, swept)])
                .await?;
            return Ok(None);
        }
        // The other transaction has ended, so its row is there, unless it was deleted meanwhile.
        let found = session.row(FIND, &[key, &since.0]).await?;
        let found = found.ok_or(Failure::Again(StoreError::Busy))?;
        let earlier = decode(&found);
        // An earlier run of this work may have been committed without an answer.
        Ok(Some(earlier).filter(|earlier| earlier.cart != self.cart))
    }
}

/// Reads a row of [`FIND`].
pub(super) fn decode(row: &Row) -> KeyedCart {
    KeyedCart {
        request: row.get(0),
        cart: CartKey(unprefixed(row.get(1))),
    }
}
