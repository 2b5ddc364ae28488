//! Gift cards: issued once, found by the digest of their code.

use super::error::Failure;
use super::session::Session;
use super::work::Work;
use crate::{GiftCard, NewGiftCard, StoreError};
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::attempt::{Attempt, sold_gift_cards};
use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Order;
use zkratka_commerce::time::Timestamp;

const ISSUE: &str = "
    INSERT INTO gift_cards
        (digest, last_characters, currency, initial, balance, issued_at, expires_at, note, mode)
    VALUES ($1, $2, $3, $4, $4, $5, $6, $7, (SELECT mode FROM shop_mode)) ON CONFLICT (digest) DO NOTHING";
/// Writes all cards that an order sells. They pay nothing until the shop has received the order's money.
pub(super) const ISSUE_SOLD: &str = "
    INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, line_id, unit,
                            order_number, issued_at, awaits_payment, mode)
    SELECT digest, last_characters, currency, amount, amount, line_id, unit, $7, $8, $9,
        (SELECT mode FROM shop_mode)
    FROM UNNEST($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[])
        AS sold (digest, last_characters, currency, amount, line_id, unit)";
const DISABLE: &str =
    "UPDATE gift_cards SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL";
const CONFIRM: &str =
    "UPDATE gift_cards SET mode = (SELECT mode FROM shop_mode) WHERE id = $1 AND mode IS NULL";
/// Cards with money that a person has yet to confirm or to disable.
pub(super) const UNCONFIRMED: &str = "SELECT COUNT(*) FROM gift_cards
    WHERE mode IS NULL AND disabled_at IS NULL AND balance > 0";

/// Sets whether the gift cards that an order has sold await its payment.
pub(super) const SET_AWAITING: &str =
    "UPDATE gift_cards SET awaits_payment = $2 WHERE order_number = $1";

/// Disables these cards.
pub(super) const DISABLE_THESE: &str =
    "UPDATE gift_cards SET disabled_at = $2 WHERE id = ANY ($1) AND disabled_at IS NULL";
/// Gives cards back what they paid. The schema refuses more than a card was issued with.
pub(super) const CREDIT: &str = "
    WITH credited AS (
        SELECT * FROM unnest($1::bigint[], $2::bigint[]) AS credited (id, amount)
    ), locked AS (
        SELECT gift_cards.id FROM gift_cards JOIN credited ON credited.id = gift_cards.id
        ORDER BY gift_cards.id FOR UPDATE OF gift_cards
    )
    UPDATE gift_cards SET balance = balance + credited.amount
    FROM credited JOIN locked ON locked.id = credited.id
    WHERE gift_cards.id = credited.id";

/// The columns that [`decode`] reads.
macro_rules! reading {
    ($condition:literal) => {
        concat!(
            "SELECT id, last_characters, currency, initial, balance, issued_at, expires_at,
                    disabled_at, note, order_number, awaits_payment, mode IS NULL
             FROM gift_cards ",
            $condition
        )
    };
}

pub(super) const BY_DIGEST: &str =
    reading!("WHERE digest = $1 AND (mode IS NULL OR mode = (SELECT mode FROM shop_mode))");
const BY_ID: &str = reading!("WHERE id = $1");
pub(super) const LIST: &str = reading!("ORDER BY id DESC LIMIT $1");

/// Issues a card. Returns false if a card with this code exists already. That card keeps its balance.
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
                    &card.amount.minor.get(),
                    &card.issued_at.0,
                    &card.expires_at.map(|end| end.0),
                    &card.note,
                ],
            )
            .await?;
        Ok(added == 1)
    }
}

/// The gift cards that an order sells, ready to be written in the transaction that makes the order.
pub(super) struct SoldRows {
    digests: Vec<String>,
    ends: Vec<String>,
    currencies: Vec<String>,
    amounts: Vec<i64>,
    lines: Vec<i64>,
    units: Vec<i64>,
    order: i64,
    now: i64,
    await_payment: bool,
}

impl SoldRows {
    pub(super) fn new(attempt: &Attempt, order: &Order) -> Self {
        let cards = sold_gift_cards(attempt);
        let all = || cards.iter();
        Self {
            digests: all().map(|card| card.code.digest()).collect(),
            ends: all()
                .map(|card| card.code.last_characters().to_owned())
                .collect(),
            currencies: all()
                .map(|card| card.amount.currency.as_str().to_owned())
                .collect(),
            amounts: all().map(|card| card.amount.minor.get()).collect(),
            lines: all().map(|card| i64::from(card.line.0)).collect(),
            units: all().map(|card| i64::from(card.unit)).collect(),
            order: order.number.0.cast_signed(),
            now: order.created_at.0,
            await_payment: !order.payment.is_received(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.digests.is_empty()
    }

    /// The parameters of [`ISSUE_SOLD`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 9] {
        [
            &self.digests,
            &self.ends,
            &self.currencies,
            &self.amounts,
            &self.lines,
            &self.units,
            &self.order,
            &self.now,
            &self.await_payment,
        ]
    }
}

/// Disables a card and returns it.
pub(super) struct Disable {
    pub(super) id: GiftCardId,
    pub(super) now: Timestamp,
}

#[async_trait]
impl Work for Disable {
    type Answer = Option<GiftCard>;

    async fn run(&self, session: &Session) -> Result<Option<GiftCard>, Failure> {
        let id = self.id.0.cast_signed();
        session.begin("BEGIN").await?;
        session.execute(DISABLE, &[&id, &self.now.0]).await?;
        let row = session.row(BY_ID, &[&id]).await?;
        Ok(row.as_ref().map(decode).transpose()?)
    }
}

/// Gives a card without a mode that of the database, and returns it.
pub(super) struct Confirm(pub(super) GiftCardId);

#[async_trait]
impl Work for Confirm {
    type Answer = Option<GiftCard>;

    async fn run(&self, session: &Session) -> Result<Option<GiftCard>, Failure> {
        let id = self.0.0.cast_signed();
        session.begin("BEGIN").await?;
        session.execute(CONFIRM, &[&id]).await?;
        let row = session.row(BY_ID, &[&id]).await?;
        Ok(row.as_ref().map(decode).transpose()?)
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
        initial: MinorUnits::new(row.get(3)),
        balance: MinorUnits::new(row.get(4)),
        issued_at: Timestamp(row.get(5)),
        expires_at: row.get::<_, Option<i64>>(6).map(Timestamp),
        disabled_at: row.get::<_, Option<i64>>(7).map(Timestamp),
        note: row.get(8),
        order: row
            .get::<_, Option<i64>>(9)
            .map(|number| OrderNumber(number.cast_unsigned())),
        awaits_payment: row.get(10),
        needs_confirmation: row.get(11),
    })
}
