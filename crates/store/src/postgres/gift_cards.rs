//! Gift cards: issued once, found by the digest of their code.

use super::error::Failure;
use super::session::Session;
use super::work::Work;
use crate::{GiftCard, NewGiftCard, StoreError};
use async_trait::async_trait;
use tokio_postgres::Row;
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;

const ISSUE: &str = "
    INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, issued_at)
    VALUES ($1, $2, $3, $4, $4, $5) ON CONFLICT (digest) DO NOTHING";

pub(super) const BY_DIGEST: &str =
    "SELECT id, last_characters, currency, initial, balance, issued_at
    FROM gift_cards WHERE digest = $1";
pub(super) const LIST: &str = "SELECT id, last_characters, currency, initial, balance, issued_at
    FROM gift_cards ORDER BY id DESC LIMIT $1";

/// Issues a card; false when there is one of this code already, which keeps its balance.
pub(super) struct Issue(pub(super) NewGiftCard);

#[async_trait]
impl Work for Issue {
    type Answer = bool;

    async fn run(&self, session: &Session) -> Result<bool, Failure> {
        let card = &self.0;
        session.begin("BEGIN").await?;
        let added = session
            .execute(
                ISSUE,
                &[
                    &card.digest,
                    &card.last_characters,
                    &card.amount.currency.as_str(),
                    &card.amount.minor,
                    &card.issued_at.0,
                ],
            )
            .await?;
        Ok(added == 1)
    }
}

pub(super) fn decode(row: &Row) -> Result<GiftCard, StoreError> {
    let id: i64 = row.get(0);
    Ok(GiftCard {
        id: GiftCardId(id.cast_unsigned()),
        last_characters: row.get(1),
        currency: Currency::new(row.get(2)).map_err(|error| StoreError::Corrupt {
            what: "gift card",
            reason: error.to_string(),
        })?,
        initial: row.get(3),
        balance: row.get(4),
        issued_at: Timestamp(row.get(5)),
    })
}
