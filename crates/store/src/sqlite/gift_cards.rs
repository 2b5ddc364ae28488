//! Gift cards: issued once, found by the digest of their code.

use crate::{GiftCard, NewGiftCard, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use zkratka_commerce::attempt::{Attempt, sold_gift_cards};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Order;
use zkratka_commerce::time::Timestamp;

/// The columns that [`read`] reads.
macro_rules! columns {
    () => {
        "SELECT id, last_characters, currency, initial, balance, issued_at, expires_at, disabled_at, note,
                order_number, awaits_payment, mode IS NULL
         FROM gift_cards"
    };
}

/// Returns false if a card with this code exists already. That card keeps its balance.
pub(super) fn issue(connection: &Connection, card: &NewGiftCard) -> Result<bool, StoreError> {
    let added = connection
        .prepare_cached(
            "INSERT INTO gift_cards
                 (digest, last_characters, currency, initial, balance, issued_at, expires_at, note, mode)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, (SELECT mode FROM shop_mode)) ON CONFLICT (digest) DO NOTHING",
        )?
        .execute(params![
            card.digest,
            card.last_characters,
            card.amount.currency.as_str(),
            card.amount.minor.get(),
            card.issued_at.0,
            card.expires_at.map(|end| end.0),
            card.note,
        ])?;
    Ok(added == 1)
}

/// Issues the gift cards that an order sells, in the transaction that makes the order. Each unit sold becomes one card,
/// which pays nothing until the shop has received the order's money.
pub(super) fn issue_sold(
    connection: &Connection,
    attempt: &Attempt,
    order: &Order,
) -> Result<(), StoreError> {
    for card in sold_gift_cards(attempt) {
        connection
            .prepare_cached(
                "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance,
                                         issued_at, order_number, line_id, unit, awaits_payment, mode)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9, (SELECT mode FROM shop_mode))",
            )?
            .execute(params![
                card.code.digest(),
                card.code.last_characters(),
                card.amount.currency.as_str(),
                card.amount.minor.get(),
                order.created_at.0,
                order.number.0.cast_signed(),
                card.line.0,
                card.unit,
                !order.payment.is_received(),
            ])?;
    }
    Ok(())
}

/// Sets whether the gift cards that an order has sold await its payment.
pub(super) fn set_awaiting(
    connection: &Connection,
    order: OrderNumber,
    await_payment: bool,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE gift_cards SET awaits_payment = ?2 WHERE order_number = ?1")?
        .execute(params![order.0.cast_signed(), await_payment])?;
    Ok(())
}

/// Disables the card and returns it. `None` if there is no such card.
pub(super) fn disable(
    connection: &Connection,
    id: GiftCardId,
    now: Timestamp,
) -> Result<Option<GiftCard>, StoreError> {
    disable_now(connection, id.0.cast_signed(), now)?;
    by_id(connection, id)
}

/// Gives a card without a mode that of the database, and returns it. `None` if there is no such card.
pub(super) fn confirm(
    connection: &Connection,
    id: GiftCardId,
) -> Result<Option<GiftCard>, StoreError> {
    connection
        .prepare_cached(
            "UPDATE gift_cards SET mode = (SELECT mode FROM shop_mode) WHERE id = ?1 AND mode IS NULL",
        )?
        .execute([id.0.cast_signed()])?;
    by_id(connection, id)
}

/// Cards with money that a person has yet to confirm or to disable.
pub(super) fn unconfirmed(connection: &Connection) -> Result<u64, StoreError> {
    let count: i64 = connection
        .prepare_cached(
            "SELECT COUNT(*) FROM gift_cards WHERE mode IS NULL AND disabled_at IS NULL AND balance > 0",
        )?
        .query_row([], |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

fn by_id(connection: &Connection, id: GiftCardId) -> Result<Option<GiftCard>, StoreError> {
    let found = connection
        .prepare_cached(concat!(columns!(), " WHERE id = ?1"))?
        .query_row([id.0.cast_signed()], |row| Ok(read(row)))
        .optional()?;
    found.transpose()
}

/// Disables a card by its number.
pub(super) fn disable_now(
    connection: &Connection,
    id: i64,
    now: Timestamp,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE gift_cards SET disabled_at = ?2 WHERE id = ?1 AND disabled_at IS NULL",
        )?
        .execute(params![id, now.0])?;
    Ok(())
}

/// Gives a card back what it paid. The schema refuses more than the card was issued with.
pub(super) fn credit(connection: &Connection, id: i64, minor: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE gift_cards SET balance = balance + ?2 WHERE id = ?1")?
        .execute([id, minor])?;
    Ok(())
}

pub(super) fn by_digest(
    connection: &Connection,
    digest: &str,
) -> Result<Option<GiftCard>, StoreError> {
    let found = connection
        .prepare_cached(concat!(
            columns!(),
            " WHERE digest = ?1 AND (mode IS NULL OR mode = (SELECT mode FROM shop_mode))"
        ))?
        .query_row([digest], |row| Ok(read(row)))
        .optional()?;
    found.transpose()
}

/// At most `limit`, newest first.
pub(super) fn list(connection: &Connection, limit: u32) -> Result<Vec<GiftCard>, StoreError> {
    let mut statement =
        connection.prepare_cached(concat!(columns!(), " ORDER BY id DESC LIMIT ?1"))?;
    let mut rows = statement.query([limit])?;
    let mut cards = Vec::new();
    while let Some(row) = rows.next()? {
        cards.push(read(row)?);
    }
    Ok(cards)
}

fn read(row: &Row<'_>) -> Result<GiftCard, StoreError> {
    let (id, currency): (i64, String) = (row.get(0)?, row.get(2)?);
    Ok(GiftCard {
        id: GiftCardId(id.cast_unsigned()),
        last_characters: row.get(1)?,
        currency: Currency::new(&currency).map_err(|error| StoreError::Corrupt {
            what: "gift card",
            reason: error.to_string(),
        })?,
        initial: MinorUnits::new(row.get(3)?),
        balance: MinorUnits::new(row.get(4)?),
        issued_at: Timestamp(row.get(5)?),
        expires_at: row.get::<_, Option<i64>>(6)?.map(Timestamp),
        disabled_at: row.get::<_, Option<i64>>(7)?.map(Timestamp),
        note: row.get(8)?,
        order: row
            .get::<_, Option<i64>>(9)?
            .map(|number| OrderNumber(number.cast_unsigned())),
        awaits_payment: row.get(10)?,
        needs_confirmation: row.get(11)?,
    })
}
