//! Gift cards: issued once, found by the digest of their code.

use crate::{GiftCard, NewGiftCard, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;

/// False when there is a card of this code already; it keeps its balance.
pub(super) fn issue(connection: &Connection, card: &NewGiftCard) -> Result<bool, StoreError> {
    let added = connection
        .prepare_cached(
            "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, issued_at)
             VALUES (?1, ?2, ?3, ?4, ?4, ?5) ON CONFLICT (digest) DO NOTHING",
        )?
        .execute(params![
            card.digest,
            card.last_characters,
            card.amount.currency.as_str(),
            card.amount.minor,
            card.issued_at.0,
        ])?;
    Ok(added == 1)
}

pub(super) fn by_digest(
    connection: &Connection,
    digest: &str,
) -> Result<Option<GiftCard>, StoreError> {
    let found = connection
        .prepare_cached(
            "SELECT id, last_characters, currency, initial, balance, issued_at
             FROM gift_cards WHERE digest = ?1",
        )?
        .query_row([digest], |row| Ok(read(row)))
        .optional()?;
    found.transpose()
}

/// At most `limit`, newest first.
pub(super) fn list(connection: &Connection, limit: u32) -> Result<Vec<GiftCard>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT id, last_characters, currency, initial, balance, issued_at
         FROM gift_cards ORDER BY id DESC LIMIT ?1",
    )?;
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
        initial: row.get(3)?,
        balance: row.get(4)?,
        issued_at: Timestamp(row.get(5)?),
    })
}
