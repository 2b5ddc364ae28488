//! Gift cards: issued once, found by the digest of their code.

use super::error::Failure;
use super::session::Session;
use super::work::Work;
use crate::StoreError;
use crate::gift_card::{CodeKeyUse, GiftCard, NewGiftCard, SoldUnit, key_id};
use crate::order_plan::OrderPlan;
use async_trait::async_trait;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use zkratka_commerce::gift_card::{CodeDigest, CodeKeyId, GiftCardId};
use zkratka_commerce::ids::{LineId, OrderNumber};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::time::Timestamp;

const ISSUE: &str = "
    INSERT INTO gift_cards
        (digest, last_characters, currency, initial, balance, issued_at, expires_at, note, code_key, mode)
    SELECT $1, $2, $3, $4, $4, $5, $6, $7, $8, (SELECT mode FROM shop_mode)
    WHERE NOT EXISTS (SELECT FROM gift_cards
                      WHERE digest = ANY ($9) AND (mode IS NULL OR mode = (SELECT mode FROM shop_mode)))
    ON CONFLICT (digest) DO NOTHING";
/// Writes all cards that an order sells. They pay nothing until the shop has received the order's money.
pub(super) const ISSUE_SOLD: &str = "
    INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, line_id, unit,
                            code_key, order_number, issued_at, awaits_payment, mode)
    SELECT digest, last_characters, currency, amount, amount, line_id, unit, code_key, $8, $9, $10,
        (SELECT mode FROM shop_mode)
    FROM UNNEST($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[])
        AS sold (digest, last_characters, currency, amount, line_id, unit, code_key)";
const DISABLE: &str =
    "UPDATE gift_cards SET disabled_at = $2 WHERE id = $1 AND disabled_at IS NULL";
const CONFIRM: &str =
    "UPDATE gift_cards SET mode = (SELECT mode FROM shop_mode) WHERE id = $1 AND mode IS NULL";
/// Cards with money that a person has yet to confirm or to disable.
pub(super) const UNCONFIRMED: &str = "SELECT COUNT(*) FROM gift_cards
    WHERE mode IS NULL AND disabled_at IS NULL AND balance > 0";

/// Sets whether the gift cards that an order has sold await its payment.
pub(super) const SET_AWAITING: &str = "
    WITH locked AS (
        SELECT id FROM gift_cards WHERE order_number = $1 ORDER BY id FOR UPDATE
    )
    UPDATE gift_cards SET awaits_payment = $2 FROM locked WHERE gift_cards.id = locked.id";

/// Sets whether the gift cards that an order has sold are withheld. This transaction has locked them.
pub(super) const SET_WITHHELD: &str = "UPDATE gift_cards SET withheld = $2 WHERE order_number = $1";

/// How many cards depend on each key.
pub(super) const KEY_USES: &str = "
    SELECT code_key, COUNT(*),
        COUNT(*) FILTER (WHERE balance > 0 AND disabled_at IS NULL AND (expires_at IS NULL OR expires_at > $1)),
        COUNT(*) FILTER (WHERE balance = 0 AND disabled_at IS NULL AND (expires_at IS NULL OR expires_at > $1)
                           AND id IN (SELECT gift_card_id FROM gift_card_uses))
    FROM gift_cards WHERE mode = (SELECT mode FROM shop_mode) GROUP BY code_key ORDER BY code_key NULLS FIRST";
const RECORD_KEY: &str =
    "INSERT INTO gift_card_keys (id, proof) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING";
pub(super) const RECORDED_KEY: &str = "SELECT proof FROM gift_card_keys WHERE id = $1";

/// Disables these cards. This transaction has locked them.
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
                    disabled_at, note, order_number, awaits_payment, digest, code_key, line_id, unit,
                    withheld, mode IS NULL
             FROM gift_cards ",
            $condition
        )
    };
}

/// The card of the first of these digests that a card has.
pub(super) const BY_DIGESTS: &str = reading!(
    "WHERE digest = ANY ($1) AND (mode IS NULL OR mode = (SELECT mode FROM shop_mode))
     ORDER BY array_position($1, digest) LIMIT 1"
);
pub(super) const OF_ORDER: &str = reading!("WHERE order_number = $1 ORDER BY line_id, unit");
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
                    &card.digest.digest,
                    &card.last_characters,
                    &card.amount.currency.as_str(),
                    &card.amount.minor.get(),
                    &card.issued_at.0,
                    &card.expires_at.map(|end| end.0),
                    &card.note,
                    &card.digest.key.as_ref().map(CodeKeyId::as_str),
                    &card.other_digests,
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
    keys: Vec<Option<String>>,
    order: i64,
    now: i64,
    await_payment: bool,
}

impl SoldRows {
    pub(super) fn new(plan: &OrderPlan) -> Self {
        let OrderPlan { order, cards, .. } = plan;
        let all = || cards.iter();
        let units = || cards.iter().map(|card| card.unit);
        Self {
            digests: all().map(|card| card.digest.digest.clone()).collect(),
            ends: all().map(|card| card.last_characters.clone()).collect(),
            currencies: units()
                .map(|unit| unit.amount.currency.as_str().to_owned())
                .collect(),
            amounts: units().map(|unit| unit.amount.minor.get()).collect(),
            lines: units().map(|unit| i64::from(unit.line.0)).collect(),
            units: units().map(|unit| i64::from(unit.unit)).collect(),
            keys: all()
                .map(|card| card.digest.key.as_ref().map(ToString::to_string))
                .collect(),
            order: order.number.0.cast_signed(),
            now: order.created_at.0,
            await_payment: !order.payment.is_received(),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.digests.is_empty()
    }

    /// The parameters of [`ISSUE_SOLD`].
    pub(super) fn parameters(&self) -> [&(dyn ToSql + Sync); 10] {
        [
            &self.digests,
            &self.ends,
            &self.currencies,
            &self.amounts,
            &self.lines,
            &self.units,
            &self.keys,
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

/// Records what shows that a key is this one, unless something is recorded already.
pub(super) struct ClaimKey {
    pub(super) key: CodeKeyId,
    pub(super) proof: String,
}

#[async_trait]
impl Work for ClaimKey {
    type Answer = String;

    async fn run(&self, session: &Session) -> Result<String, Failure> {
        let key = self.key.as_str();
        session.begin("BEGIN").await?;
        session.execute(RECORD_KEY, &[&key, &self.proof]).await?;
        let row = session.row(RECORDED_KEY, &[&key]).await?;
        let recorded = row.map(|row| row.get(0));
        Ok(recorded.ok_or(StoreError::Inconsistent("a key was not recorded"))?)
    }
}

pub(super) fn decode_use(row: &Row) -> Result<CodeKeyUse, StoreError> {
    let count = |column| row.get::<_, i64>(column).cast_unsigned();
    Ok(CodeKeyUse {
        key: key_id(row.get(0))?,
        cards: count(1),
        with_balance: count(2),
        may_get_money: count(3),
    })
}

/// The unit of an order as which the card was sold.
fn sold_unit(row: &Row) -> Result<Option<SoldUnit>, StoreError> {
    let Some(order) = row.get::<_, Option<i64>>(9) else {
        return Ok(None);
    };
    let number = |column| {
        let stored: i64 = row.get(column);
        u32::try_from(stored).map_err(|_| StoreError::Inconsistent("a line's number"))
    };
    Ok(Some(SoldUnit {
        order: OrderNumber(order.cast_unsigned()),
        line: LineId(number(13)?),
        unit: number(14)?,
    }))
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
        digest: CodeDigest {
            digest: row.get(11),
            key: key_id(row.get(12))?,
        },
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
        sold: sold_unit(row)?,
        awaits_payment: row.get(10),
        withheld: row.get(15),
        needs_confirmation: row.get(16),
    })
}
