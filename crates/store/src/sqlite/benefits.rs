//! Uses of discounts and money of gift cards. When an attempt begins, guarded updates take them from what is left. The
//! attempt's order keeps them, or they are given back exactly once.

use crate::StoreError;
use crate::gift_card::can_pay;
use rusqlite::{Connection, OptionalExtension, params};
use zkratka_commerce::gift_card::{GiftCardBalance, GiftCardId, GiftCardPayment};
use zkratka_commerce::ids::AttemptKey;
use zkratka_commerce::money::{Currency, MinorUnits};
use zkratka_commerce::order::Claim;
use zkratka_commerce::pricing::{Facts, Question, Uses};
use zkratka_commerce::time::Timestamp;

/// The present uses of a cart's discount codes and the present balances of its gift cards.
pub(super) fn facts(
    connection: &Connection,
    question: &Question,
    now: Timestamp,
) -> Result<Facts, StoreError> {
    let mut facts = Facts::at(now);
    for code in &question.codes {
        let uses = uses_of(connection, code, &question.buyers)?;
        facts.uses.insert(code.clone(), uses);
    }
    for &id in &question.gift_cards {
        if let Some(balance) = balance_of(connection, id, question.attempt, now)? {
            facts.gift_cards.insert(id, balance);
        }
    }
    Ok(facts)
}

fn uses_of(connection: &Connection, code: &str, buyers: &[String]) -> Result<Uses, StoreError> {
    let total: Option<i64> = connection
        .prepare_cached("SELECT used FROM discount_counts WHERE code = ?1")?
        .query_row([code], |row| row.get(0))
        .optional()?;
    let mut known =
        connection.prepare_cached("SELECT 1 FROM discount_uses WHERE code = ?1 AND buyer = ?2")?;
    let mut by_buyer = false;
    for buyer in buyers {
        by_buyer = by_buyer || known.exists(params![code, buyer])?;
    }
    Ok(Uses {
        total: total.map_or(0, i64::cast_unsigned),
        by_buyer,
    })
}

/// The balance that the card offers. For the cart of `attempt`, the amount that the attempt holds of the card counts as
/// available, even if the card has expired or is disabled by now. `None` if the card cannot pay.
fn balance_of(
    connection: &Connection,
    id: GiftCardId,
    attempt: Option<AttemptKey>,
    now: Timestamp,
) -> Result<Option<GiftCardBalance>, StoreError> {
    let found: Option<(i64, String)> = connection
        .prepare_cached(concat!(
            "SELECT balance + COALESCE((SELECT amount FROM gift_card_uses
                                            WHERE gift_card_id = id AND attempt_key = ?2), 0),
                        currency
                 FROM gift_cards
                 WHERE id = ?1 AND mode = (SELECT mode FROM shop_mode)
                   AND (",
            can_pay!(),
            " AND (expires_at IS NULL OR expires_at > ?3)
                        OR EXISTS (SELECT 1 FROM gift_card_uses
                                   WHERE gift_card_id = id AND attempt_key = ?2))"
        ))?
        .query_row(
            params![
                id.0.cast_signed(),
                attempt.map(|key| key.0.cast_signed()),
                now.0
            ],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .optional()?;
    let known = |(balance, currency): (i64, String)| {
        let currency = Currency::new(&currency).ok()?;
        let balance = MinorUnits::new(balance);
        Some(GiftCardBalance { balance, currency })
    };
    Ok(found.and_then(known))
}

/// Takes the discount uses and the gift card money of the order for this attempt. The same transaction has checked that
/// they are available. The guards in the statements hold even if that check was wrong.
pub(super) fn take(
    connection: &Connection,
    attempt: AttemptKey,
    claims: &[Claim],
    cards: &[GiftCardPayment],
) -> Result<(), StoreError> {
    let attempt = attempt.0.cast_signed();
    for claim in claims {
        let counted = connection
            .prepare_cached(
                "INSERT INTO discount_counts (code, used) VALUES (?1, 1)
                 ON CONFLICT (code) DO UPDATE SET used = used + 1 WHERE ?2 IS NULL OR used < ?2",
            )?
            .execute(params![claim.key, claim.limit.map(u64::cast_signed)])?;
        let used = connection
            .prepare_cached(
                "INSERT INTO discount_uses (attempt_key, code, buyer, once) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO NOTHING",
            )?
            .execute(params![attempt, claim.key, claim.buyer, claim.once])?;
        if (counted, used) != (1, 1) {
            return Err(StoreError::Inconsistent(
                "a discount cannot be used although it was found usable",
            ));
        }
    }
    for card in cards {
        let id = card.id.0.cast_signed();
        let paid = connection
            .prepare_cached(concat!(
                "UPDATE gift_cards SET balance = balance - ?2
                     WHERE id = ?1 AND balance >= ?2 AND mode = (SELECT mode FROM shop_mode) AND ",
                can_pay!()
            ))?
            .execute(params![id, card.amount.get()])?;
        if paid != 1 {
            return Err(StoreError::Inconsistent(
                "a gift card cannot pay although it was found to hold enough",
            ));
        }
        connection
            .prepare_cached(
                "INSERT INTO gift_card_uses (attempt_key, gift_card_id, amount) VALUES (?1, ?2, ?3)",
            )?
            .execute(params![attempt, id, card.amount.get()])?;
    }
    Ok(())
}

/// Gives back the discount uses that the attempt has taken.
pub(super) fn release_uses(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    for sql in [
        "UPDATE discount_counts SET used = used - 1 FROM discount_uses
         WHERE discount_uses.attempt_key = ?1 AND discount_uses.code = discount_counts.code",
        "DELETE FROM discount_uses WHERE attempt_key = ?1",
    ] {
        connection
            .prepare_cached(sql)?
            .execute([attempt.0.cast_signed()])?;
    }
    Ok(())
}

/// Gives back what the attempt has taken.
pub(super) fn release(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    release_uses(connection, attempt)?;
    for sql in [
        "UPDATE gift_cards SET balance = balance + gift_card_uses.amount FROM gift_card_uses
         WHERE gift_card_uses.attempt_key = ?1 AND gift_card_uses.gift_card_id = gift_cards.id",
        "DELETE FROM gift_card_uses WHERE attempt_key = ?1",
    ] {
        connection
            .prepare_cached(sql)?
            .execute([attempt.0.cast_signed()])?;
    }
    Ok(())
}
