//! Gift cards: issued once, found by the digest of their code.

use crate::StoreError;
use crate::gift_card::{CodeKeyUse, GiftCard, NewGiftCard, SoldUnit, key_id};
use rusqlite::{Connection, OptionalExtension, Row, params};
use zkratka_commerce::attempt::SoldGiftCard;
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Order;
use zkratka_commerce::time::Timestamp;

/// The columns that [`read`] reads.
macro_rules! columns {
    () => {
        "SELECT id, last_characters, currency, initial, balance, issued_at, expires_at, disabled_at, note,
                order_number, awaits_payment, digest, code_key, line_id, unit, withheld, mode IS NULL
         FROM gift_cards"
    };
}

/// Returns false if a card with this code exists already. That card keeps its balance.
pub(super) fn issue(connection: &Connection, card: &NewGiftCard) -> Result<bool, StoreError> {
    if by_digests(connection, &card.other_digests)?.is_some() {
        return Ok(false);
    }
    let added = connection
        .prepare_cached(
            "INSERT INTO gift_cards
                 (digest, last_characters, currency, initial, balance, issued_at, expires_at, note, code_key, mode)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, (SELECT mode FROM shop_mode)) ON CONFLICT (digest) DO NOTHING",
        )?
        .execute(params![
            card.digest.digest,
            card.last_characters,
            card.amount.currency.as_str(),
            card.amount.minor.get(),
            card.issued_at.0,
            card.expires_at.map(|end| end.0),
            card.note,
            card.digest.key.as_ref().map(CodeKeyId::as_str),
        ])?;
    Ok(added == 1)
}

/// Issues the gift cards that an order sells, in the transaction that makes the order. Each unit sold becomes one card,
/// which pays nothing until the shop has received the order's money.
pub(super) fn issue_sold(
    connection: &Connection,
    cards: &[SoldGiftCard],
    order: &Order,
) -> Result<(), StoreError> {
    for card in cards {
        connection
            .prepare_cached(
                "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance,
                                         issued_at, order_number, line_id, unit, awaits_payment, code_key, mode)
                 VALUES (?1, ?2, ?3, ?4, ?4, ?5, ?6, ?7, ?8, ?9, ?10, (SELECT mode FROM shop_mode))",
            )?
            .execute(params![
                card.digest.digest,
                card.last_characters,
                card.unit.amount.currency.as_str(),
                card.unit.amount.minor.get(),
                order.created_at.0,
                order.number.0.cast_signed(),
                card.unit.line.0,
                card.unit.unit,
                !order.payment.is_received(),
                card.digest.key.as_ref().map(CodeKeyId::as_str),
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

/// Sets whether the gift cards that an order has sold are withheld.
pub(super) fn set_withheld(
    connection: &Connection,
    order: OrderNumber,
    withheld: bool,
) -> Result<(), StoreError> {
    connection
        .prepare_cached("UPDATE gift_cards SET withheld = ?2 WHERE order_number = ?1")?
        .execute(params![order.0.cast_signed(), withheld])?;
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

/// The card of the first of these digests that a card has.
pub(super) fn by_digests(
    connection: &Connection,
    digests: &[String],
) -> Result<Option<GiftCard>, StoreError> {
    let mut statement = connection.prepare_cached(concat!(
        columns!(),
        " WHERE digest = ?1 AND (mode IS NULL OR mode = (SELECT mode FROM shop_mode))"
    ))?;
    for digest in digests {
        let found = statement
            .query_row([digest], |row| Ok(read(row)))
            .optional()?;
        if let Some(card) = found {
            return card.map(Some);
        }
    }
    Ok(None)
}

/// The cards that an order has sold.
pub(super) fn of_order(
    connection: &Connection,
    order: OrderNumber,
) -> Result<Vec<GiftCard>, StoreError> {
    let mut statement = connection.prepare_cached(concat!(
        columns!(),
        " WHERE order_number = ?1 ORDER BY line_id, unit"
    ))?;
    let mut rows = statement.query([order.0.cast_signed()])?;
    let mut cards = Vec::new();
    while let Some(row) = rows.next()? {
        cards.push(read(row)?);
    }
    Ok(cards)
}

/// How many cards depend on each key.
pub(super) fn key_uses(
    connection: &Connection,
    now: Timestamp,
) -> Result<Vec<CodeKeyUse>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT code_key, COUNT(*),
                COUNT(*) FILTER (WHERE balance > 0 AND disabled_at IS NULL
                                   AND (expires_at IS NULL OR expires_at > ?1)),
                COUNT(*) FILTER (WHERE balance = 0 AND disabled_at IS NULL
                                   AND (expires_at IS NULL OR expires_at > ?1)
                                   AND id IN (SELECT gift_card_id FROM gift_card_uses))
         FROM gift_cards WHERE mode = (SELECT mode FROM shop_mode) GROUP BY code_key ORDER BY code_key",
    )?;
    let mut rows = statement.query([now.0])?;
    let mut uses = Vec::new();
    while let Some(row) = rows.next()? {
        uses.push(CodeKeyUse {
            key: key_id(row.get(0)?)?,
            cards: row.get::<_, i64>(1)?.cast_unsigned(),
            with_balance: row.get::<_, i64>(2)?.cast_unsigned(),
            may_get_money: row.get::<_, i64>(3)?.cast_unsigned(),
        });
    }
    Ok(uses)
}

/// Records the proof of a key, unless the key has one already. Returns the recorded proof.
pub(super) fn claim_key(
    connection: &Connection,
    key: &CodeKeyId,
    proof: &str,
) -> Result<String, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO gift_card_keys (id, proof) VALUES (?1, ?2) ON CONFLICT (id) DO NOTHING",
        )?
        .execute([key.as_str(), proof])?;
    recorded_key(connection, key)?.ok_or(StoreError::Inconsistent("a key was not recorded"))
}

/// The recorded proof of a key.
pub(super) fn recorded_key(
    connection: &Connection,
    key: &CodeKeyId,
) -> Result<Option<String>, StoreError> {
    let recorded = connection
        .prepare_cached("SELECT proof FROM gift_card_keys WHERE id = ?1")?
        .query_row([key.as_str()], |row| row.get(0))
        .optional()?;
    Ok(recorded)
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
    let order: Option<i64> = row.get(9)?;
    let sold = match order {
        None => None,
        Some(order) => Some(SoldUnit {
            order: OrderNumber(order.cast_unsigned()),
            line: LineId(row.get(13)?),
            unit: row.get(14)?,
        }),
    };
    Ok(GiftCard {
        id: GiftCardId(id.cast_unsigned()),
        digest: CodeDigest {
            digest: row.get(11)?,
            key: key_id(row.get(12)?)?,
        },
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
        sold,
        awaits_payment: row.get(10)?,
        withheld: row.get(15)?,
        needs_confirmation: row.get(16)?,
    })
}
