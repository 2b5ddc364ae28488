//! Stock. Guarded decrements take units when an attempt begins. The units are sold, or given back, exactly once.

use crate::StoreError;
use crate::steps::units_of;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;
use zkratka_commerce::ids::{AttemptKey, VariantId};
use zkratka_commerce::order::OrderSnapshot;

/// Takes the order's units from the stock for this attempt. The same transaction has checked that the order can be
/// delivered. The guard in the statement holds even if that check was wrong.
pub(super) fn reserve(
    connection: &Connection,
    attempt: AttemptKey,
    snapshot: &OrderSnapshot,
) -> Result<(), StoreError> {
    let mut decrement = connection.prepare_cached(
        "UPDATE variants SET available = available - ?2
         WHERE id = ?1 AND feed_quantity IS NOT NULL AND (oversell = 1 OR available >= ?2)",
    )?;
    let mut record = connection.prepare_cached(
        "INSERT INTO reservations (attempt_key, variant_id, quantity) VALUES (?1, ?2, ?3)",
    )?;
    for (variant, units) in units_of(snapshot) {
        let variant = variant.0.cast_signed();
        if decrement.execute(params![variant, units])? != 1 {
            return Err(StoreError::Inconsistent(
                "stock cannot be reserved although it was found sufficient",
            ));
        }
        record.execute(params![attempt.0.cast_signed(), variant, units])?;
    }
    Ok(())
}

/// Turns the reservation into a sale.
pub(super) fn settle(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM reservations WHERE attempt_key = ?1")?
        .execute([attempt.0.cast_signed()])?;
    Ok(())
}

/// Gives the reserved units back.
pub(super) fn release(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE variants SET available = available + reservations.quantity
             FROM reservations
             WHERE reservations.attempt_key = ?1 AND reservations.variant_id = variants.id",
        )?
        .execute([attempt.0.cast_signed()])?;
    settle(connection, attempt)
}

/// Puts units that were sold back into stock. If the stock of a variant is no longer tracked, nothing changes. The servers
/// of the file read the catalogue again, because the operator's command is another process.
pub(super) fn put_back(
    connection: &Connection,
    units: &BTreeMap<VariantId, i64>,
) -> Result<(), StoreError> {
    if units.is_empty() {
        return Ok(());
    }
    let mut increment = connection.prepare_cached(
        "UPDATE variants SET available = available + ?2 WHERE id = ?1 AND feed_quantity IS NOT NULL",
    )?;
    for (variant, units) in units {
        increment.execute(params![variant.0.cast_signed(), units])?;
    }
    connection
        .prepare_cached("UPDATE shop_state SET catalogue_version = catalogue_version + 1")?
        .execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{release, reserve, settle};
    use crate::StoreError;
    use rusqlite::Connection;
    use zkratka_commerce::ids::{AttemptKey, LineId, VariantId};
    use zkratka_commerce::money::{Currency, MinorUnits};
    use zkratka_commerce::order::{OrderLine, OrderSnapshot};
    use zkratka_commerce::payment::PaymentMethod;
    use zkratka_commerce::tax::TaxRate;

    /// Variant 1: two left. Variant 2: one left, may be oversold. Variant 3: not tracked.
    fn shop() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE variants (
                     id INTEGER PRIMARY KEY, feed_quantity INTEGER, available INTEGER, oversell INTEGER);
                 CREATE TABLE reservations (attempt_key INTEGER, variant_id INTEGER, quantity INTEGER);
                 INSERT INTO variants VALUES (1, 2, 2, 0), (2, 1, 1, 1), (3, NULL, 0, 0);",
            )
            .unwrap();
        connection
    }

    fn available(connection: &Connection, variant: i64) -> i64 {
        connection
            .query_row(
                "SELECT available FROM variants WHERE id = ?1",
                [variant],
                |row| row.get(0),
            )
            .unwrap()
    }

    fn order(contents: &[(u64, u32, bool)]) -> OrderSnapshot {
        let line = |&(variant, quantity, tracked): &(u64, u32, bool)| OrderLine {
            id: LineId(1),
            parent: None,
            variant: VariantId(variant),
            title: String::new(),
            variant_title: None,
            sku: String::new(),
            quantity,
            unit_price: MinorUnits::new(1),
            total: MinorUnits::new(i64::from(quantity)),
            tax_rate: TaxRate::of::<2_100>(),
            requires_shipping: false,
            tracked,
            attributes: Vec::new(),
            gift_card: None,
            download: None,
            selling_plan: None,
        };
        OrderSnapshot {
            currency: Currency::CZK,
            market: None,
            taxation: zkratka_commerce::market::Taxation::Included,
            rounding: MinorUnits::ZERO,
            duty: MinorUnits::ZERO,
            email: String::new(),
            phone: None,
            delivery_address: None,
            billing_address: None,
            lines: contents.iter().map(line).collect(),
            delivery: None,
            note: None,
            attributes: Vec::new(),
            visitor_consent: zkratka_commerce::consent::VisitorConsent::default(),
            download_consent: None,
            save_for: None,
            subtotal: MinorUnits::ZERO,
            discounts: Vec::new(),
            gift_cards: Vec::new(),
            total: MinorUnits::ZERO,
            taxes: Vec::new(),
            payment: PaymentMethod::Free,
        }
    }

    const ATTEMPT: AttemptKey = AttemptKey(7);

    /// [B.03] The statement itself takes no more units than there are, whatever the rules decided.
    #[test]
    fn the_guard_holds_without_the_rules() {
        for contents in [
            &[(1, 3, true)][..],
            &[(1, 1, true), (1, 2, true)],
            &[(3, 1, true)],
            &[(404, 1, true)],
        ] {
            let shop = shop();
            let answer = reserve(&shop, ATTEMPT, &order(contents));
            assert!(
                matches!(answer, Err(StoreError::Inconsistent(_))),
                "{contents:?}"
            );
            assert_eq!(available(&shop, 1), 2);
        }
    }

    #[test]
    fn reserved_units_go_back_once_and_sold_ones_never() {
        let contents = [(1, 1, true), (1, 1, true), (2, 4, true), (3, 9, false)];
        let shop = shop();
        reserve(&shop, ATTEMPT, &order(&contents)).unwrap();
        assert_eq!((available(&shop, 1), available(&shop, 2)), (0, -3));
        for _ in 0..2 {
            release(&shop, ATTEMPT).unwrap();
            assert_eq!((available(&shop, 1), available(&shop, 2)), (2, 1));
        }
        reserve(&shop, ATTEMPT, &order(&contents)).unwrap();
        settle(&shop, ATTEMPT).unwrap();
        release(&shop, ATTEMPT).unwrap();
        assert_eq!((available(&shop, 1), available(&shop, 2)), (0, -3));
    }
}
