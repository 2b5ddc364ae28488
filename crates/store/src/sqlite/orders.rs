//! Orders: numbered without gaps, never deleted, at most one per cart.

use super::document;
use super::order_life::whole_record;
use crate::accounts::typed_card;
use crate::document::encode;
use crate::{BEFORE_FIRST_ORDER, OrderPage, OrderRecord, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order::{Order, OrderPayment};
use zkratka_commerce::time::Timestamp;

pub(super) fn next_number(connection: &Connection) -> Result<OrderNumber, StoreError> {
    let next: i64 = connection
        .prepare_cached("SELECT COALESCE(MAX(number), ?1) + 1 FROM orders")?
        .query_row([BEFORE_FIRST_ORDER], |row| row.get(0))?;
    Ok(OrderNumber(next.cast_unsigned()))
}

pub(super) fn insert(connection: &Connection, order: &Order) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO orders (number, cart_key, attempt_key, created_at, doc)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![
            order.number.0.cast_signed(),
            order.cart.0.cast_signed(),
            order.attempt.0.cast_signed(),
            order.created_at.0,
            encode("order", order)?,
        ])?;
    if order.snapshot.changes_account() {
        connection
            .prepare_cached("INSERT INTO account_saves (order_number, card) VALUES (?1, ?2)")?
            .execute(params![order.number.0.cast_signed(), typed_card(order)?])?;
    }
    Ok(())
}

/// Changes the payment of an order. Nothing else in an order ever changes.
pub(super) fn update_payment(
    connection: &Connection,
    number: OrderNumber,
    payment: OrderPayment,
) -> Result<(), StoreError> {
    let mut order =
        read(connection, number)?.ok_or(StoreError::Inconsistent("there is no such order"))?;
    order.payment = payment;
    connection
        .prepare_cached("UPDATE orders SET doc = ?2 WHERE number = ?1")?
        .execute(params![number.0.cast_signed(), encode("order", &order)?])?;
    Ok(())
}

pub(super) fn read(
    connection: &Connection,
    number: OrderNumber,
) -> Result<Option<Order>, StoreError> {
    let mut statement = connection.prepare_cached("SELECT doc FROM orders WHERE number = ?1")?;
    let mut rows = statement.query([number.0.cast_signed()])?;
    rows.next()?
        .map(|row| document::column("order", row, 0))
        .transpose()
}

/// One order with its timeline and its entries.
pub(super) fn record(
    connection: &Connection,
    number: OrderNumber,
) -> Result<Option<OrderRecord>, StoreError> {
    read(connection, number)?
        .map(|order| whole_record(connection, order))
        .transpose()
}

/// When an order was made.
pub(super) fn time(
    connection: &Connection,
    number: OrderNumber,
) -> Result<Option<Timestamp>, StoreError> {
    let time = connection
        .prepare_cached("SELECT created_at FROM orders WHERE number = ?1")?
        .query_row([number.0.cast_signed()], |row| row.get(0))
        .optional()?;
    Ok(time.map(Timestamp))
}

/// Orders, newest first.
pub(super) fn list(
    connection: &Connection,
    page: OrderPage,
) -> Result<Vec<OrderRecord>, StoreError> {
    let before = page
        .before
        .map_or(i64::MAX, |number| number.0.cast_signed());
    let mut statement = connection
        .prepare_cached("SELECT doc FROM orders WHERE number < ?1 ORDER BY number DESC LIMIT ?2")?;
    let mut rows = statement.query(params![before, page.limit])?;
    let mut records = Vec::new();
    while let Some(row) = rows.next()? {
        records.push(whole_record(
            connection,
            document::column("order", row, 0)?,
        )?);
    }
    Ok(records)
}
