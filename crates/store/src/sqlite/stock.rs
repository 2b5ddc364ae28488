//! Stock: taken off by guarded decrements when an attempt begins; sold or given back exactly once.

use crate::StoreError;
use rusqlite::{Connection, params};
use std::collections::BTreeMap;
use zkratka_commerce::catalogue::{Catalogue, Stock};
use zkratka_commerce::error::{Fault, FaultCode};
use zkratka_commerce::ids::{AttemptKey, VariantId};
use zkratka_commerce::order::OrderSnapshot;

/// What is too little for the order, as faults of the lines that hold it.
pub(super) fn shortages(snapshot: &OrderSnapshot, catalogue: &Catalogue) -> Vec<Fault> {
    let needed = needed(snapshot);
    let mut faults = Vec::new();
    for (index, line) in snapshot.lines.iter().enumerate() {
        let Some(&units) = needed.get(&line.variant) else {
            continue;
        };
        if let Some(code) = shortage(catalogue, line.variant, units) {
            faults.push(Fault {
                code,
                field: vec!["lines".into(), index.to_string(), "quantity".into()],
            });
        }
    }
    faults
}

/// Units of each tracked variant; several lines may hold the same variant.
fn needed(snapshot: &OrderSnapshot) -> BTreeMap<VariantId, i64> {
    let mut units = BTreeMap::new();
    for line in snapshot.lines.iter().filter(|line| line.tracked) {
        *units.entry(line.variant).or_insert(0) += i64::from(line.quantity);
    }
    units
}

fn shortage(catalogue: &Catalogue, variant: VariantId, units: i64) -> Option<FaultCode> {
    match catalogue.variant(variant).map(|(_, found)| found.stock) {
        None => Some(FaultCode::MerchandiseNotApplicable),
        Some(Stock::Untracked | Stock::Tracked { oversell: true, .. }) => None,
        Some(Stock::Tracked { available, .. }) if available >= units => None,
        Some(Stock::Tracked { available, .. }) if available <= 0 => {
            Some(FaultCode::MerchandiseOutOfStock)
        }
        Some(Stock::Tracked { .. }) => Some(FaultCode::MerchandiseNotEnoughStockAvailable),
    }
}

/// Takes the order's units off the stock for this attempt. The guard in the statement is what no mistake above
/// gets past.
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
    for (variant, units) in needed(snapshot) {
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

/// The reservation has become a sale.
pub(super) fn settle(connection: &Connection, attempt: AttemptKey) -> Result<(), StoreError> {
    connection
        .prepare_cached("DELETE FROM reservations WHERE attempt_key = ?1")?
        .execute([attempt.0.cast_signed()])?;
    Ok(())
}

/// The reserved units go back.
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
