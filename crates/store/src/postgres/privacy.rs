//! Personal data: finds them, erases them, and deletes what is old. Rows are locked in the order of a step: attempts, the
//! cart, the order.

use super::error::Failure;
use super::keys::{shard_prefixed, unprefixed};
use super::session::{Parameters, Session};
use super::work::Work;
use super::{PostgresStore, attempts, carts, order_events, order_life, timeline, unpaid_orders};
use crate::privacy::{
    DiscountUse, OrderPosition, Privacy, RedactOrder, RedactOutcome, RedactionPlan, UnpaidOrder,
    is_left, plan, position, redacted, redacted_cart,
};
use crate::rows::CartRow;
use crate::{StoreError, document};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{AttemptKey, CartKey};
use zkratka_commerce::order::Order;
use zkratka_commerce::redaction::is_spent;
use zkratka_commerce::time::Timestamp;

const CARTS_AFTER: &str = "SELECT doc FROM carts WHERE key > $1 ORDER BY key LIMIT $2";
const ATTEMPTS_AFTER: &str = "SELECT doc FROM attempts WHERE key > $1 ORDER BY key LIMIT $2";
const USES: &str = "SELECT attempt_key, code FROM discount_uses WHERE buyer = ANY ($1)
    ORDER BY attempt_key, code";
const UNPAID: &str = "SELECT contact, attempt_key, at FROM unpaid_orders WHERE contact = ANY ($1)
    ORDER BY contact, place";
const ORDERS_TO_REDACT: &str = "SELECT created_at, number FROM orders
    WHERE redacted_at IS NULL AND created_at < $1 AND (created_at, number) > ($2, $3)
    ORDER BY created_at, number LIMIT $4";
/// The lower bits of a stored key are the key without its lowest four bits, so they grow with time.
const ATTEMPTS_TO_REDACT: &str = "SELECT key FROM attempts
    WHERE NOT holds_cart AND NOT redacted AND (key & 576460752303423487) < $3
      AND (key & 576460752303423487, key) > ($1, $2)
    ORDER BY key & 576460752303423487, key LIMIT $4";
const TIME_BITS: i64 = 576_460_752_303_423_487;
/// How far the milliseconds of a key are shifted in the lower bits of its stored form.
const TIME_SHIFT: u32 = 16;

#[async_trait]
impl Privacy for PostgresStore {
    async fn redact_order(&self, request: RedactOrder) -> Result<RedactOutcome, StoreError> {
        self.transact(Redact(request)).await
    }

    async fn redact_attempt(
        &self,
        key: AttemptKey,
        cart_before: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let key = shard_prefixed(key.0);
        self.transact(RedactAttempt {
            key,
            cart_before,
            now,
        })
        .await
    }

    async fn redact_cart(&self, key: CartKey, now: Timestamp) -> Result<bool, StoreError> {
        let key = shard_prefixed(key.0);
        self.transact(RedactCart { key, now }).await
    }

    async fn orders_to_redact(
        &self,
        before: Timestamp,
        after: OrderPosition,
        limit: u32,
    ) -> Result<Vec<OrderPosition>, StoreError> {
        let (at, number) = (after.created_at.0, after.number.0.cast_signed());
        let limit = i64::from(limit);
        let rows = self
            .readers
            .rows(ORDERS_TO_REDACT, &[&before.0, &at, &number, &limit])
            .await?;
        Ok(rows
            .iter()
            .map(|row| position(row.get(0), row.get(1)))
            .collect())
    }

    async fn attempts_to_redact(
        &self,
        before: Timestamp,
        after: AttemptKey,
        limit: u32,
    ) -> Result<Vec<AttemptKey>, StoreError> {
        let stored = shard_prefixed(after.0);
        let (low, end) = (stored & TIME_BITS, before.0.max(0) << TIME_SHIFT);
        let limit = i64::from(limit);
        let rows = self
            .readers
            .rows(ATTEMPTS_TO_REDACT, &[&low, &stored, &end, &limit])
            .await?;
        Ok(rows.iter().map(|row| key_of(row, 0)).collect())
    }

    async fn forget_notifications(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let limit = i64::from(limit);
        self.transact(ForgetNotifications { before, limit }).await
    }

    async fn digest_buyers(&self, limit: u32) -> Result<u64, StoreError> {
        self.transact(DigestBuyers {
            limit: i64::from(limit),
        })
        .await
    }

    async fn carts_after(
        &self,
        after: Option<CartKey>,
        limit: u32,
    ) -> Result<Vec<Cart>, StoreError> {
        let after = after.map_or(i64::MIN, |key| shard_prefixed(key.0));
        let limit = i64::from(limit);
        let rows = self.readers.rows(CARTS_AFTER, &[&after, &limit]).await?;
        rows.iter().map(carts::decode).collect()
    }

    async fn attempts_after(
        &self,
        after: Option<AttemptKey>,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        let after = after.map_or(i64::MIN, |key| shard_prefixed(key.0));
        let limit = i64::from(limit);
        let rows = self.readers.rows(ATTEMPTS_AFTER, &[&after, &limit]).await?;
        rows.iter().map(attempts::decode).collect()
    }

    async fn discount_uses(&self, buyers: Vec<String>) -> Result<Vec<DiscountUse>, StoreError> {
        let rows = self.readers.rows(USES, &[&buyers]).await?;
        let used = |row: &Row| DiscountUse {
            attempt: key_of(row, 0),
            code: row.get(1),
        };
        Ok(rows.iter().map(used).collect())
    }

    async fn unpaid_orders(
        &self,
        contacts: Vec<ContactKey>,
    ) -> Result<Vec<UnpaidOrder>, StoreError> {
        let contacts: Vec<&str> = contacts.iter().map(ContactKey::as_str).collect();
        let rows = self.readers.rows(UNPAID, &[&contacts]).await?;
        let unpaid = |row: &Row| UnpaidOrder {
            contact: row.get(0),
            attempt: key_of(row, 1),
            at: Timestamp(row.get(2)),
        };
        Ok(rows.iter().map(unpaid).collect())
    }
}

fn key_of(row: &Row, column: usize) -> AttemptKey {
    AttemptKey(unprefixed(row.get(column)))
}

const MARK: &str = "UPDATE attempts SET redacted = true WHERE key = $1";

/// Writes a redacted attempt.
async fn overwrite(session: &Session, attempt: &Attempt) -> Result<(), Failure> {
    let row = attempts::Columns::of(attempt)?;
    let key = shard_prefixed(attempt.key.0);
    let updated = row.to_update();
    let marked: Parameters<'_> = &[&key];
    session
        .execute_all(&[(attempts::UPDATE, &updated), (MARK, marked)])
        .await?;
    Ok(())
}

async fn overwrite_cart(session: &Session, cart: &Cart) -> Result<(), Failure> {
    let row = CartRow::new(cart)?;
    let row = carts::Columns::of([&row]);
    session.execute(carts::OVERWRITE, &row.parameters()).await?;
    Ok(())
}

struct Redact(RedactOrder);

const NAMED: &str = "SELECT cart_key FROM orders WHERE number = $1";
const LOCK_ATTEMPTS: &str = "SELECT doc FROM attempts WHERE cart_key = $1 ORDER BY key FOR UPDATE";
const LOCK_ORDER: &str = "SELECT doc FROM orders WHERE number = $1 FOR UPDATE";
const REDACT: &str = "UPDATE orders SET doc = $2, redacted_at = $3 WHERE number = $1";

#[async_trait]
impl Work for Redact {
    type Answer = RedactOutcome;

    async fn run(&self, session: &Session) -> Result<RedactOutcome, Failure> {
        let number = self.0.number.0.cast_signed();
        session.begin("BEGIN").await?;
        let Some(named) = session.row(NAMED, &[&number]).await? else {
            return Ok(RedactOutcome::Missing);
        };
        let cart: i64 = named.get(0);
        let rows = session.rows(LOCK_ATTEMPTS, &[&cart]).await?;
        let attempts = rows.iter().map(attempts::decode);
        let attempts = attempts.collect::<Result<Vec<_>, _>>()?;
        let cart = session.row(carts::LOCK, &[&cart]).await?;
        let cart = cart.ok_or(StoreError::Inconsistent("an order has no cart"))?;
        let order = session.row(LOCK_ORDER, &[&number]).await?;
        let order = order.ok_or(StoreError::Inconsistent("an order was deleted"))?;
        let order: Order = document::decode("order", order.get(0))?;
        let entries = order_life::entries(session, number).await?;
        match plan(&self.0, order, entries, attempts, carts::decode(&cart)?)? {
            Ok(plan) => {
                write(session, &plan, self.0.now).await?;
                Ok(RedactOutcome::Redacted)
            }
            Err(outcome) => Ok(outcome),
        }
    }
}

async fn write(session: &Session, plan: &RedactionPlan, now: Timestamp) -> Result<(), Failure> {
    let own = shard_prefixed(plan.order.attempt.0);
    for attempt in &plan.attempts {
        overwrite(session, attempt).await?;
    }
    overwrite_cart(session, &plan.cart).await?;
    // The timeline before the event, which counts its entries.
    let entries = timeline::Entries::new(own, &plan.timeline);
    session
        .execute(timeline::APPEND, &entries.parameters())
        .await?;
    let heard = order_events::Columns::of(&plan.events, own);
    session
        .execute(order_events::APPEND, &heard.parameters())
        .await?;
    let number = plan.order.number.0.cast_signed();
    let doc = document::encode("order", &plan.order)?;
    session.execute(REDACT, &[&number, &doc, &now.0]).await?;
    session
        .execute(unpaid_orders::RELEASE, &[&[own].as_slice()])
        .await?;
    let named = session.rows(NAMED_USES, &[&own]).await?;
    digest(session, &named).await
}

struct RedactAttempt {
    key: i64,
    cart_before: Timestamp,
    now: Timestamp,
}

#[async_trait]
impl Work for RedactAttempt {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        session.begin("BEGIN").await?;
        let attempt = session.row(attempts::LOCK, &[&self.key]).await?;
        let attempt = attempt.as_ref().map(attempts::decode).transpose()?;
        let Some(attempt) = attempt.filter(is_spent) else {
            return Ok(false);
        };
        if attempt.snapshot.is_redacted() {
            session.execute(MARK, &[&self.key]).await?;
            return Ok(false);
        }
        let cart = shard_prefixed(attempt.cart.0);
        let cart = session.row(carts::LOCK, &[&cart]).await?;
        let cart = cart.as_ref().map(carts::decode).transpose()?;
        if let Some(cart) = cart.filter(|cart| is_left(cart, self.cart_before)) {
            overwrite_cart(session, &redacted_cart(cart, self.now)).await?;
        }
        overwrite(session, &redacted(attempt)).await?;
        Ok(true)
    }
}

struct RedactCart {
    key: i64,
    now: Timestamp,
}

#[async_trait]
impl Work for RedactCart {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        session.begin("BEGIN").await?;
        let cart = session.row(carts::LOCK, &[&self.key]).await?;
        let cart = cart.as_ref().map(carts::decode).transpose()?;
        let Some(cart) = cart.filter(|cart| cart.status == CartStatus::Open) else {
            return Ok(false);
        };
        overwrite_cart(session, &redacted_cart(cart, self.now)).await?;
        Ok(true)
    }
}

struct ForgetNotifications {
    before: Timestamp,
    limit: i64,
}

const FORGET: &str = "DELETE FROM notifications WHERE id IN (
    SELECT id FROM notifications WHERE received_at < $1 ORDER BY received_at LIMIT $2
    FOR UPDATE SKIP LOCKED)";

#[async_trait]
impl Work for ForgetNotifications {
    type Answer = u64;

    async fn run(&self, session: &Session) -> Result<u64, Failure> {
        session
            .execute(FORGET, &[&self.before.0, &self.limit])
            .await
    }
}

struct DigestBuyers {
    limit: i64,
}

const NAMED_USES: &str = "SELECT attempt_key, code, buyer FROM discount_uses
    WHERE attempt_key = $1 AND strpos(buyer, '@') > 0 FOR UPDATE";
const ALL_NAMED_USES: &str = "SELECT attempt_key, code, buyer FROM discount_uses
    WHERE strpos(buyer, '@') > 0 ORDER BY attempt_key, code LIMIT $1 FOR UPDATE SKIP LOCKED";
/// Two spellings of one mailbox may have used a discount for one use before they counted as one buyer. The second use is
/// then no longer exclusive.
const DIGEST: &str = "UPDATE discount_uses SET buyer = $3,
        once = once AND NOT EXISTS (
            SELECT 1 FROM discount_uses AS other
            WHERE other.code = $2 AND other.buyer = $3 AND other.once)
    WHERE attempt_key = $1 AND code = $2";

async fn digest(session: &Session, named: &[Row]) -> Result<(), Failure> {
    for row in named {
        let (attempt, code): (i64, String) = (row.get(0), row.get(1));
        let digest = ContactKey::of_email(row.get(2));
        session
            .execute(DIGEST, &[&attempt, &code, &digest.as_str()])
            .await?;
    }
    Ok(())
}

#[async_trait]
impl Work for DigestBuyers {
    type Answer = u64;

    async fn run(&self, session: &Session) -> Result<u64, Failure> {
        session.begin("BEGIN").await?;
        let named = session.rows(ALL_NAMED_USES, &[&self.limit]).await?;
        digest(session, &named).await?;
        Ok(named.len() as u64)
    }
}
