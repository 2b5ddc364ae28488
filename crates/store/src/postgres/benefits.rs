//! Uses of discounts and money of gift cards. When an attempt begins, guarded updates take them from what is left. The
//! attempt's order keeps them, or they are given back exactly once. Rows are always locked in this order: counts of codes,
//! uses, cards, stock, the order's number. So two attempts never deadlock.

use super::error::Failure;
use super::keys::shard_prefixed;
use super::session::{Parameters, Session};
use crate::StoreError;
use crate::gift_card::can_pay;
use std::collections::BTreeMap;
use tokio_postgres::Row;
use zkratka_commerce::gift_card::{GiftCardBalance, GiftCardId, GiftCardPayment};
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Claim;
use zkratka_commerce::pricing::{Facts, Question, Uses};
use zkratka_commerce::time::Timestamp;

pub(super) const USES: &str = "SELECT code, used, EXISTS (
        SELECT FROM discount_uses
        WHERE discount_uses.code = discount_counts.code AND buyer = ANY ($2))
    FROM discount_counts WHERE code = ANY ($1)";

/// The balances that cards offer. For the cart of an attempt, the amount that the attempt holds of a card counts as
/// available, even if the card has expired or is disabled by now. Cards that cannot pay are not among the rows.
pub(super) const BALANCES: &str = concat!(
    "SELECT id, balance + COALESCE((
        SELECT amount FROM gift_card_uses WHERE gift_card_id = id AND attempt_key = $2), 0)::bigint,
        currency
    FROM gift_cards
    WHERE id = ANY ($1) AND mode = (SELECT mode FROM shop_mode)
      AND (",
    can_pay!(),
    " AND (expires_at IS NULL OR expires_at > $3)
           OR EXISTS (SELECT FROM gift_card_uses WHERE gift_card_id = id AND attempt_key = $2))"
);

const COUNT: &str = "INSERT INTO discount_counts (code, used) VALUES ($1, 1)
    ON CONFLICT (code) DO UPDATE SET used = discount_counts.used + 1
    WHERE $2::bigint IS NULL OR discount_counts.used < $2";
const USE: &str = "INSERT INTO discount_uses (attempt_key, code, buyer, once)
    VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
const PAY: &str = concat!(
    "UPDATE gift_cards SET balance = balance - $2
    WHERE id = $1 AND balance >= $2 AND mode = (SELECT mode FROM shop_mode) AND ",
    can_pay!()
);
const PAID: &str =
    "INSERT INTO gift_card_uses (attempt_key, gift_card_id, amount) VALUES ($1, $2, $3)";

/// Locks the counts of the codes that an attempt uses, in the order in which [`take`] locks them.
macro_rules! locked_counts {
    ($rest:literal) => {
        concat!(
            "WITH held AS (
                SELECT code FROM discount_uses WHERE attempt_key = $1
            ), locked AS (
                SELECT discount_counts.code FROM discount_counts JOIN held USING (code)
                ORDER BY discount_counts.code COLLATE \"C\" FOR UPDATE OF discount_counts
            ) ",
            $rest
        )
    };
}

pub(super) const LOCK_COUNTS: &str = locked_counts!("SELECT FROM locked");

/// A count is locked before its uses: an attempt that takes one waits, with the count locked, for uses that are being deleted.
pub(super) const GIVE_BACK_USES: &str = locked_counts!(
    ", given_back AS (
        DELETE FROM discount_uses USING locked
        WHERE attempt_key = $1 AND discount_uses.code = locked.code
        RETURNING discount_uses.code
    )
    UPDATE discount_counts SET used = used - 1
    FROM given_back WHERE discount_counts.code = given_back.code"
);

pub(super) const GIVE_BACK_MONEY: &str = "
    WITH held AS (
        DELETE FROM gift_card_uses WHERE attempt_key = $1 RETURNING gift_card_id, amount
    ), locked AS (
        SELECT gift_cards.id FROM gift_cards JOIN held ON held.gift_card_id = gift_cards.id
        ORDER BY gift_cards.id FOR UPDATE OF gift_cards
    )
    UPDATE gift_cards SET balance = balance + held.amount
    FROM held JOIN locked ON locked.id = held.gift_card_id
    WHERE gift_cards.id = held.gift_card_id";

/// The question about codes and cards, as parameters of the statements.
pub(super) struct QuestionParameters {
    pub(super) codes: Vec<String>,
    pub(super) buyers: Vec<String>,
    pub(super) cards: Vec<i64>,
    pub(super) attempt: Option<i64>,
}

impl QuestionParameters {
    pub(super) fn new(question: &Question) -> Self {
        let cards = question.gift_cards.iter();
        Self {
            codes: question.codes.clone(),
            buyers: question.buyers.clone(),
            cards: cards.map(|id| id.0.cast_signed()).collect(),
            attempt: question.attempt.map(|key| shard_prefixed(key.0)),
        }
    }
}

/// The present uses of a cart's discount codes and the present balances of its gift cards, read within a transaction.
pub(super) async fn facts_within(
    session: &Session,
    question: &Question,
    now: Timestamp,
) -> Result<Facts, Failure> {
    if question.is_empty() {
        return Ok(Facts::at(now));
    }
    let asked = QuestionParameters::new(question);
    let uses = session.rows(USES, &[&asked.codes, &asked.buyers]).await?;
    let cards = session
        .rows(BALANCES, &[&asked.cards, &asked.attempt, &now.0])
        .await?;
    Ok(facts_of(&uses, &cards, now))
}

/// Builds the facts from the rows of [`USES`] and [`BALANCES`].
pub(super) fn facts_of(uses: &[Row], cards: &[Row], now: Timestamp) -> Facts {
    let uses = uses.iter().map(|row| {
        let count: i64 = row.get(1);
        let (total, by_buyer) = (count.cast_unsigned(), row.get(2));
        (row.get(0), Uses { total, by_buyer })
    });
    let cards = cards.iter().filter_map(|row| {
        let id: i64 = row.get(0);
        let currency = Currency::new(row.get(2)).ok()?;
        let balance = MinorUnits::new(row.get(1));
        Some((
            GiftCardId(id.cast_unsigned()),
            GiftCardBalance { balance, currency },
        ))
    });
    Facts {
        now,
        uses: uses.collect(),
        gift_cards: cards.collect(),
    }
}

/// Takes the discount uses and the gift card money of the order for this attempt. The transaction has just found them
/// available, but another attempt may have taken them since. Then the work is repeated and reads what is left.
pub(super) async fn take(
    session: &Session,
    attempt: i64,
    claims: &[Claim],
    cards: &[GiftCardPayment],
) -> Result<(), Failure> {
    for claim in claims {
        let limit = claim.limit.map(u64::cast_signed);
        let count: (&'static str, Parameters<'_>) = (COUNT, &[&claim.key, &limit]);
        let used: (&'static str, Parameters<'_>) =
            (USE, &[&attempt, &claim.key, &claim.buyer, &claim.once]);
        if session.execute_all(&[count, used]).await? != [1, 1] {
            return Err(again(
                "a discount cannot be used although it was found usable",
            ));
        }
    }
    // By id, whatever the order in which the cards were put on the cart.
    let cards: BTreeMap<_, _> = cards
        .iter()
        .map(|card| (card.id, card.amount.get()))
        .collect();
    for (id, amount) in cards {
        let id = id.0.cast_signed();
        let pay: (&'static str, Parameters<'_>) = (PAY, &[&id, &amount]);
        let paid: (&'static str, Parameters<'_>) = (PAID, &[&attempt, &id, &amount]);
        if session.execute_all(&[pay, paid]).await? != [1, 1] {
            return Err(again(
                "a gift card cannot pay although it was found to hold enough",
            ));
        }
    }
    Ok(())
}

fn again(what: &'static str) -> Failure {
    Failure::Again(StoreError::Inconsistent(what))
}
