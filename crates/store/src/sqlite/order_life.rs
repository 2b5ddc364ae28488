//! An order's life after the sale: one transaction for each step.

use super::{
    SqliteStore, attempts, benefits, document, gift_cards, order_events, orders, stock, timeline,
    transfers, unpaid_orders,
};
use crate::order_life::{
    LifeFacts, LifePlan, OrderLife, OrderLifeStore, OrderStep, OrderStepOutcome, PendingRefund,
    operation_key,
};
use crate::{OrderRecord, StoreError};
use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, params};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::order_life::{Entry, SoldCard};
use zkratka_commerce::time::Timestamp;

#[async_trait]
impl OrderLifeStore for SqliteStore {
    async fn order_life(&self, number: OrderNumber) -> Result<Option<OrderLife>, StoreError> {
        self.readers
            .long(move |connection| life(connection, number))
            .await
    }

    async fn order_of_operation(&self, key: &str) -> Result<Option<OrderNumber>, StoreError> {
        self.readers
            .point(|connection| order_of_operation(connection, key))
    }

    async fn advance_order(&self, step: OrderStep) -> Result<OrderStepOutcome, StoreError> {
        self.write(move |connection| advance(connection, &step))
            .await
    }

    async fn claim_transfers(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<OrderNumber>, StoreError> {
        self.write(move |connection| transfers::claim(connection, now, lease_until, limit))
            .await
    }

    async fn claim_refunds(
        &self,
        now: Timestamp,
        lease_until: Timestamp,
        limit: u32,
    ) -> Result<Vec<PendingRefund>, StoreError> {
        self.write(move |connection| claim(connection, now, lease_until, limit))
            .await
    }

    async fn postpone_refund(
        &self,
        refund: PendingRefund,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        self.write(move |connection| postpone(connection, refund, until))
            .await
    }
}

/// The entries of an order, up to a version of its attempt.
pub(super) fn entries(
    connection: &Connection,
    order: OrderNumber,
    version: i64,
) -> Result<Vec<Entry>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT doc FROM order_life WHERE order_number = ?1 AND version <= ?2 ORDER BY sequence",
    )?;
    let mut rows = statement.query([order.0.cast_signed(), version])?;
    let mut entries = Vec::new();
    while let Some(row) = rows.next()? {
        entries.push(document::column("entry", row, 0)?);
    }
    Ok(entries)
}

fn life(connection: &Connection, number: OrderNumber) -> Result<Option<OrderLife>, StoreError> {
    let Some(record) = orders::record(connection, number)? else {
        return Ok(None);
    };
    let sold = sold_cards(connection, number)?;
    Ok(Some(OrderLife { record, sold }))
}

fn order_of_operation(
    connection: &Connection,
    key: &str,
) -> Result<Option<OrderNumber>, StoreError> {
    let order = connection
        .prepare_cached("SELECT order_number FROM order_life WHERE operation = ?1")?
        .query_row([key], |row| row.get::<_, i64>(0))
        .optional()?;
    Ok(order.map(|number| OrderNumber(number.cast_unsigned())))
}

fn sold_cards(connection: &Connection, order: OrderNumber) -> Result<Vec<SoldCard>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, line_id, last_characters, currency, initial, balance, disabled_at IS NOT NULL
         FROM gift_cards WHERE order_number = ?1 ORDER BY id",
    )?;
    let mut rows = statement.query([order.0.cast_signed()])?;
    let mut cards = Vec::new();
    while let Some(row) = rows.next()? {
        cards.push(sold_card(row)?);
    }
    Ok(cards)
}

fn sold_card(row: &Row<'_>) -> Result<SoldCard, StoreError> {
    let currency: String = row.get(3)?;
    let currency = Currency::new(&currency).map_err(|error| StoreError::Corrupt {
        what: "gift card",
        reason: error.to_string(),
    })?;
    Ok(SoldCard {
        id: GiftCardId(row.get::<_, i64>(0)?.cast_unsigned()),
        line: LineId(row.get(1)?),
        last_characters: row.get(2)?,
        initial: Money::new(MinorUnits::new(row.get(4)?), currency),
        balance: MinorUnits::new(row.get(5)?),
        is_disabled: row.get(6)?,
    })
}

/// Reads, decides and writes one step.
fn advance(connection: &Connection, step: &OrderStep) -> Result<OrderStepOutcome, StoreError> {
    let Some(OrderLife { record, sold }) = life(connection, step.order)? else {
        return Ok(OrderStepOutcome::NoOrder);
    };
    let key_used_on = match operation_key(step) {
        Some(key) => order_of_operation(connection, &key)?,
        None => None,
    };
    let facts = LifeFacts {
        attempt: attempts::existing(connection, record.order.attempt)?,
        record,
        sold,
        key_used_on,
        lease: match step.event.given_up() {
            Some((refund, _)) => lease(connection, step.order, refund)?,
            None => None,
        },
    };
    match facts.decide(step)? {
        Ok(plan) => {
            write(connection, &plan, step)?;
            Ok(OrderStepOutcome::Stored(Box::new(plan.plan)))
        }
        Err(refusal) => Ok(OrderStepOutcome::Refused(refusal)),
    }
}

fn lease(
    connection: &Connection,
    order: OrderNumber,
    refund: u32,
) -> Result<Option<u64>, StoreError> {
    let version = connection
        .prepare_cached(
            "SELECT version FROM pending_refunds WHERE order_number = ?1 AND refund = ?2",
        )?
        .query_row(params![order.0.cast_signed(), refund], |row| {
            row.get::<_, i64>(0)
        })
        .optional()?;
    Ok(version.map(i64::cast_unsigned))
}

fn write(connection: &Connection, plan: &LifePlan, step: &OrderStep) -> Result<(), StoreError> {
    let attempt = plan.attempt.key;
    attempts::update(connection, &plan.attempt)?;
    append(connection, plan)?;
    // The events count the timeline's entries.
    timeline::append(connection, attempt, &plan.plan.timeline)?;
    order_events::append(connection, attempt, &plan.events)?;
    if plan.plan.frees_contact {
        unpaid_orders::release(connection, attempt)?;
    }
    if let Some(wait) = plan.plan.transfer {
        transfers::update(connection, step.order, wait)?;
    }
    if plan.plan.returns_discount_uses {
        benefits::release_uses(connection, attempt)?;
    }
    for card in plan.disabled_cards() {
        gift_cards::disable_now(connection, card, step.now)?;
    }
    if let Some(withheld) = plan.plan.withhold_cards {
        gift_cards::set_withheld(connection, step.order, withheld)?;
    }
    for (card, amount) in plan.credits() {
        gift_cards::credit(connection, card, amount)?;
    }
    stock::put_back(connection, &plan.units)?;
    begin_refunds(connection, plan, step)?;
    let mut settle = connection
        .prepare_cached("DELETE FROM pending_refunds WHERE order_number = ?1 AND refund = ?2")?;
    for refund in &plan.plan.settled {
        settle.execute(params![step.order.0.cast_signed(), refund])?;
    }
    Ok(())
}

fn append(connection: &Connection, plan: &LifePlan) -> Result<(), StoreError> {
    let rows = &plan.entries;
    let mut insert = connection.prepare_cached(
        "INSERT INTO order_life (order_number, sequence, version, operation, at, doc)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    for (place, sequence) in rows.sequences.iter().enumerate() {
        insert.execute(params![
            rows.order,
            sequence,
            rows.version,
            rows.operations[place],
            rows.at[place],
            rows.docs[place],
        ])?;
    }
    Ok(())
}

fn begin_refunds(
    connection: &Connection,
    plan: &LifePlan,
    step: &OrderStep,
) -> Result<(), StoreError> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO pending_refunds (order_number, refund, version, tries, due_at)
         VALUES (?1, ?2, ?3, 0, ?4)",
    )?;
    for call in &plan.plan.calls {
        insert.execute(params![
            step.order.0.cast_signed(),
            call.refund,
            plan.unleased,
            step.now.0
        ])?;
    }
    Ok(())
}

fn claim(
    connection: &Connection,
    now: Timestamp,
    lease_until: Timestamp,
    limit: u32,
) -> Result<Vec<PendingRefund>, StoreError> {
    let claimed = connection
        .prepare_cached(
            "UPDATE pending_refunds SET version = version + 1, due_at = ?2
             WHERE (order_number, refund) IN (
                 SELECT order_number, refund FROM pending_refunds
                 WHERE due_at <= ?1 ORDER BY due_at LIMIT ?3)
             RETURNING order_number, refund, version, tries",
        )?
        .query_map(params![now.0, lease_until.0, limit], |row| {
            Ok(PendingRefund {
                order: OrderNumber(row.get::<_, i64>(0)?.cast_unsigned()),
                refund: row.get(1)?,
                version: row.get::<_, i64>(2)?.cast_unsigned(),
                tries: row.get(3)?,
            })
        })?
        .collect::<Result<_, _>>()?;
    Ok(claimed)
}

fn postpone(
    connection: &Connection,
    refund: PendingRefund,
    until: Timestamp,
) -> Result<bool, StoreError> {
    let changed = connection
        .prepare_cached(
            "UPDATE pending_refunds SET due_at = ?4, tries = tries + 1
             WHERE order_number = ?1 AND refund = ?2 AND version = ?3",
        )?
        .execute(params![
            refund.order.0.cast_signed(),
            refund.refund,
            refund.version.cast_signed(),
            until.0
        ])?;
    Ok(changed == 1)
}

/// An order with its timeline and its entries.
pub(super) fn whole_record(
    connection: &Connection,
    order: zkratka_commerce::order::Order,
) -> Result<OrderRecord, StoreError> {
    Ok(OrderRecord {
        timeline: timeline::read(connection, order.attempt)?,
        entries: entries(connection, order.number, i64::MAX)?,
        order,
    })
}
