//! Personal data: finds them, erases them, and deletes what is old.

use super::{
    SqliteStore, attempts, carts, document, order_events, order_life, orders, timeline,
    unpaid_orders,
};
use crate::StoreError;
use crate::document::encode;
use crate::privacy::{
    DiscountUse, OrderPosition, Privacy, RedactOrder, RedactOutcome, RedactionPlan, UnpaidOrder,
    is_left, plan, position, redacted, redacted_cart,
};
use async_trait::async_trait;
use rusqlite::{Connection, params};
use serde::de::DeserializeOwned;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::contact_key::ContactKey;
use zkratka_commerce::ids::{AttemptKey, CartKey};
use zkratka_commerce::redaction::is_spent;
use zkratka_commerce::time::Timestamp;

/// The lowest bit of a key's milliseconds.
const TIME_SHIFT: u32 = 20;

#[async_trait]
impl Privacy for SqliteStore {
    async fn redact_order(&self, request: RedactOrder) -> Result<RedactOutcome, StoreError> {
        self.write(move |connection| redact_order(connection, &request))
            .await
    }

    async fn redact_attempt(
        &self,
        key: AttemptKey,
        cart_before: Timestamp,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(move |connection| redact_attempt(connection, key, cart_before, now))
            .await
    }

    async fn redact_cart(&self, key: CartKey, now: Timestamp) -> Result<bool, StoreError> {
        self.write(move |connection| redact_cart(connection, key, now))
            .await
    }

    async fn orders_to_redact(
        &self,
        before: Timestamp,
        after: OrderPosition,
        limit: u32,
    ) -> Result<Vec<OrderPosition>, StoreError> {
        self.readers
            .long(move |connection| orders_to_redact(connection, before, after, limit))
            .await
    }

    async fn attempts_to_redact(
        &self,
        before: Timestamp,
        after: AttemptKey,
        limit: u32,
    ) -> Result<Vec<AttemptKey>, StoreError> {
        self.readers
            .long(move |connection| attempts_to_redact(connection, before, after, limit))
            .await
    }

    async fn forget_notifications(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        self.write(move |connection| {
            let deleted = connection
                .prepare_cached(
                    "DELETE FROM notifications WHERE id IN (
                         SELECT id FROM notifications WHERE received_at < ?1
                         ORDER BY received_at LIMIT ?2)",
                )?
                .execute(params![before.0, limit])?;
            Ok(deleted as u64)
        })
        .await
    }

    async fn digest_buyers(&self, limit: u32) -> Result<u64, StoreError> {
        self.write(move |connection| digest_buyers(connection, limit))
            .await
    }

    async fn carts_after(
        &self,
        after: Option<CartKey>,
        limit: u32,
    ) -> Result<Vec<Cart>, StoreError> {
        let after = after.map_or(i64::MIN, |key| key.0.cast_signed());
        let sql = "SELECT doc FROM carts WHERE key > ?1 ORDER BY key LIMIT ?2";
        self.readers
            .long(move |connection| documents(connection, "cart", sql, after, limit))
            .await
    }

    async fn attempts_after(
        &self,
        after: Option<AttemptKey>,
        limit: u32,
    ) -> Result<Vec<Attempt>, StoreError> {
        let after = after.map_or(i64::MIN, |key| key.0.cast_signed());
        let sql = "SELECT doc FROM attempts WHERE key > ?1 ORDER BY key LIMIT ?2";
        self.readers
            .long(move |connection| documents(connection, "attempt", sql, after, limit))
            .await
    }

    async fn discount_uses(&self, buyers: Vec<String>) -> Result<Vec<DiscountUse>, StoreError> {
        self.readers
            .long(move |connection| {
                let mut statement = connection.prepare_cached(
                    "SELECT attempt_key, code FROM discount_uses WHERE buyer = ?1
                     ORDER BY attempt_key, code",
                )?;
                let mut uses = Vec::new();
                for buyer in &buyers {
                    let found = statement.query_map([buyer], |row| {
                        Ok(DiscountUse {
                            attempt: AttemptKey(row.get::<_, i64>(0)?.cast_unsigned()),
                            code: row.get(1)?,
                        })
                    })?;
                    uses.extend(found.collect::<Result<Vec<_>, _>>()?);
                }
                Ok(uses)
            })
            .await
    }

    async fn unpaid_orders(
        &self,
        contacts: Vec<ContactKey>,
    ) -> Result<Vec<UnpaidOrder>, StoreError> {
        self.readers
            .long(move |connection| {
                let mut statement = connection.prepare_cached(
                    "SELECT contact, attempt_key, at FROM unpaid_orders WHERE contact = ?1
                     ORDER BY place",
                )?;
                let mut unpaid = Vec::new();
                for contact in &contacts {
                    let found = statement.query_map([contact.as_str()], |row| {
                        Ok(UnpaidOrder {
                            contact: row.get(0)?,
                            attempt: AttemptKey(row.get::<_, i64>(1)?.cast_unsigned()),
                            at: Timestamp(row.get(2)?),
                        })
                    })?;
                    unpaid.extend(found.collect::<Result<Vec<_>, _>>()?);
                }
                Ok(unpaid)
            })
            .await
    }
}

fn documents<T: DeserializeOwned>(
    connection: &Connection,
    what: &'static str,
    sql: &str,
    after: i64,
    limit: u32,
) -> Result<Vec<T>, StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params![after, limit])?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(document::column(what, row, 0)?);
    }
    Ok(found)
}

fn redact_order(
    connection: &Connection,
    request: &RedactOrder,
) -> Result<RedactOutcome, StoreError> {
    let order = orders::read(connection, request.number)?;
    let Some(order) = order else {
        return Ok(RedactOutcome::Missing);
    };
    let sql = "SELECT doc FROM attempts WHERE cart_key = ?1 ORDER BY key LIMIT ?2";
    let of_cart = order.cart.0.cast_signed();
    let attempts = documents(connection, "attempt", sql, of_cart, u32::MAX)?;
    let cart = carts::read(connection, order.cart)?;
    let cart = cart.ok_or(StoreError::Inconsistent("an order has no cart"))?;
    let entries = order_life::entries(connection, request.number, i64::MAX)?;
    let plan = match plan(request, order, entries, attempts, cart)? {
        Ok(plan) => plan,
        Err(outcome) => return Ok(outcome),
    };
    write(connection, &plan, request.now)?;
    Ok(RedactOutcome::Redacted)
}

fn write(connection: &Connection, plan: &RedactionPlan, now: Timestamp) -> Result<(), StoreError> {
    let own = plan.order.attempt;
    // First the timeline: the event counts its entries.
    timeline::append(connection, own, &plan.timeline)?;
    order_events::append(connection, own, &plan.events)?;
    for attempt in &plan.attempts {
        overwrite(connection, attempt)?;
    }
    carts::overwrite(connection, &plan.cart)?;
    unpaid_orders::release(connection, own)?;
    connection
        .prepare_cached("UPDATE orders SET doc = ?2, redacted_at = ?3 WHERE number = ?1")?
        .execute(params![
            plan.order.number.0.cast_signed(),
            encode("order", &plan.order)?,
            now.0
        ])?;
    let uses = "SELECT code, buyer FROM discount_uses
        WHERE attempt_key = ?1 AND instr(buyer, '@') > 0";
    let named: Vec<(String, String)> = connection
        .prepare_cached(uses)?
        .query_map([own.0.cast_signed()], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (code, buyer) in &named {
        digest_buyer(connection, own.0.cast_signed(), code, buyer)?;
    }
    Ok(())
}

/// Writes a redacted attempt.
fn overwrite(connection: &Connection, attempt: &Attempt) -> Result<(), StoreError> {
    attempts::update(connection, attempt)?;
    connection
        .prepare_cached("UPDATE attempts SET redacted = 1 WHERE key = ?1")?
        .execute([attempt.key.0.cast_signed()])?;
    Ok(())
}

fn redact_attempt(
    connection: &Connection,
    key: AttemptKey,
    cart_before: Timestamp,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let attempt = attempts::read(connection, key)?;
    let Some(attempt) = attempt.filter(is_spent) else {
        return Ok(false);
    };
    if attempt.snapshot.is_redacted() {
        overwrite(connection, &attempt)?;
        return Ok(false);
    }
    let cart = carts::read(connection, attempt.cart)?;
    if let Some(cart) = cart.filter(|cart| is_left(cart, cart_before)) {
        carts::overwrite(connection, &redacted_cart(cart, now))?;
    }
    overwrite(connection, &redacted(attempt))?;
    Ok(true)
}

fn redact_cart(connection: &Connection, key: CartKey, now: Timestamp) -> Result<bool, StoreError> {
    let cart = carts::read(connection, key)?;
    let Some(cart) = cart.filter(|cart| cart.status == CartStatus::Open) else {
        return Ok(false);
    };
    carts::overwrite(connection, &redacted_cart(cart, now))?;
    Ok(true)
}

fn orders_to_redact(
    connection: &Connection,
    before: Timestamp,
    after: OrderPosition,
    limit: u32,
) -> Result<Vec<OrderPosition>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT created_at, number FROM orders
             WHERE redacted_at IS NULL AND created_at < ?1 AND (created_at, number) > (?2, ?3)
             ORDER BY created_at, number LIMIT ?4",
        )?
        .query_map(
            params![
                before.0,
                after.created_at.0,
                after.number.0.cast_signed(),
                limit
            ],
            |row| Ok(position(row.get(0)?, row.get(1)?)),
        )?
        .collect::<Result<_, _>>()?;
    Ok(found)
}

fn attempts_to_redact(
    connection: &Connection,
    before: Timestamp,
    after: AttemptKey,
    limit: u32,
) -> Result<Vec<AttemptKey>, StoreError> {
    let end = before.0.max(0) << TIME_SHIFT;
    let found = connection
        .prepare_cached(
            "SELECT key FROM attempts
             WHERE holds_cart = 0 AND redacted = 0 AND key > ?1 AND key < ?2
             ORDER BY key LIMIT ?3",
        )?
        .query_map(params![after.0.cast_signed(), end, limit], |row| {
            Ok(AttemptKey(row.get::<_, i64>(0)?.cast_unsigned()))
        })?
        .collect::<Result<_, _>>()?;
    Ok(found)
}

fn digest_buyers(connection: &Connection, limit: u32) -> Result<u64, StoreError> {
    let named: Vec<(i64, String, String)> = connection
        .prepare_cached(
            "SELECT attempt_key, code, buyer FROM discount_uses
             WHERE instr(buyer, '@') > 0 ORDER BY attempt_key, code LIMIT ?1",
        )?
        .query_map([limit], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<Result<_, _>>()?;
    for (attempt, code, buyer) in &named {
        digest_buyer(connection, *attempt, code, buyer)?;
    }
    Ok(named.len() as u64)
}

/// Two spellings of one mailbox may have used a discount for one use before they counted as one buyer. The second use is
/// then no longer exclusive.
fn digest_buyer(
    connection: &Connection,
    attempt: i64,
    code: &str,
    buyer: &str,
) -> Result<(), StoreError> {
    let digest = ContactKey::of_email(buyer);
    connection
        .prepare_cached(
            "UPDATE discount_uses SET buyer = ?3,
                 once = once AND NOT EXISTS (
                     SELECT 1 FROM discount_uses AS other
                     WHERE other.code = ?2 AND other.buyer = ?3 AND other.once = 1)
             WHERE attempt_key = ?1 AND code = ?2",
        )?
        .execute(params![attempt, code, digest.as_str()])?;
    Ok(())
}
