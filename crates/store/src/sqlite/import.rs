//! Stores a feed: upserts products by handle and variants by option values. It does not write rows that would not change.

use crate::feed::{Facts, FeedProduct, FeedVariant};
use crate::{ImportCounts, StoreError};
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;
use zkratka_commerce::money::MinorUnits;

/// Stores the whole feed.
pub(super) fn apply(
    connection: &Connection,
    feed: &[FeedProduct],
) -> Result<ImportCounts, StoreError> {
    let mut counts = ImportCounts::default();
    for product in feed {
        match upsert(connection, product)? {
            Upserted::Added => counts.products_added += 1,
            Upserted::Changed => counts.products_changed += 1,
            Upserted::Unchanged => counts.products_unchanged += 1,
        }
        counts.variants += product.variants.len() as u64;
    }
    if counts.products_added + counts.products_changed > 0 {
        connection.execute(
            "UPDATE shop_state SET catalogue_version = catalogue_version + 1",
            [],
        )?;
    }
    Ok(counts)
}

enum Upserted {
    Added,
    Changed,
    Unchanged,
}

fn upsert(connection: &Connection, product: &FeedProduct) -> Result<Upserted, StoreError> {
    let stored: Option<(i64, bool)> = connection
        .prepare_cached("SELECT id, doc = ?2 FROM products WHERE handle = ?1")?
        .query_row(params![product.handle, product.doc], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .optional()?;
    let Some((id, same)) = stored else {
        let id = insert_product(connection, product)?;
        upsert_variants(connection, id, &product.variants)?;
        return Ok(Upserted::Added);
    };
    if !same {
        connection
            .prepare_cached("UPDATE products SET doc = ?2 WHERE id = ?1")?
            .execute(params![id, product.doc])?;
    }
    let variants_changed = upsert_variants(connection, id, &product.variants)?;
    Ok(if same && !variants_changed {
        Upserted::Unchanged
    } else {
        Upserted::Changed
    })
}

fn insert_product(connection: &Connection, product: &FeedProduct) -> Result<i64, StoreError> {
    connection
        .prepare_cached("INSERT INTO products (handle, doc) VALUES (?1, ?2)")?
        .execute(params![product.handle, product.doc])?;
    Ok(connection.last_insert_rowid())
}

/// A variant as the last import stored it.
struct Stored {
    id: i64,
    position: Option<i64>,
    facts: Facts,
}

/// Returns whether it wrote anything.
fn upsert_variants(
    connection: &Connection,
    product: i64,
    feed: &[FeedVariant],
) -> Result<bool, StoreError> {
    let mut stored = stored_variants(connection, product)?;
    let mut changed = false;
    for (position, variant) in (0_i64..).zip(feed) {
        match stored.remove(&variant.options) {
            None => insert_variant(connection, product, position, variant)?,
            Some(old) if old.position == Some(position) && old.facts == variant.facts => continue,
            Some(old) => update_variant(connection, &old, position, variant.facts)?,
        }
        changed = true;
    }
    // The variants left here are not in the feed. Their rows stay: carts and orders refer to their ids, and units of them
    // may be reserved.
    for gone in stored.into_values().filter(|old| old.position.is_some()) {
        connection
            .prepare_cached("UPDATE variants SET position = NULL WHERE id = ?1")?
            .execute([gone.id])?;
        changed = true;
    }
    Ok(changed)
}

fn stored_variants(
    connection: &Connection,
    product: i64,
) -> Result<HashMap<String, Stored>, StoreError> {
    let variants = connection
        .prepare_cached(
            "SELECT options, id, position, price, oversell, feed_quantity FROM variants
             WHERE product_id = ?1",
        )?
        .query_map([product], |row| {
            let stored = Stored {
                id: row.get(1)?,
                position: row.get(2)?,
                facts: Facts {
                    price: MinorUnits::new(row.get(3)?),
                    oversell: row.get(4)?,
                    quantity: row.get(5)?,
                },
            };
            Ok((row.get(0)?, stored))
        })?
        .collect::<Result<_, _>>()?;
    Ok(variants)
}

fn insert_variant(
    connection: &Connection,
    product: i64,
    position: i64,
    variant: &FeedVariant,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO variants
                 (product_id, options, position, price, oversell, feed_quantity, available)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        )?
        .execute(params![
            product,
            variant.options,
            position,
            variant.facts.price.get(),
            variant.facts.oversell,
            variant.facts.quantity,
            variant.facts.quantity.unwrap_or_default(),
        ])?;
    Ok(())
}

fn update_variant(
    connection: &Connection,
    old: &Stored,
    position: i64,
    facts: Facts,
) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE variants SET position = ?2, price = ?3, oversell = ?4, feed_quantity = ?5
             WHERE id = ?1",
        )?
        .execute(params![
            old.id,
            position,
            facts.price.get(),
            facts.oversell,
            facts.quantity
        ])?;
    match facts.quantity {
        Some(quantity) if old.facts.quantity != facts.quantity => {
            recount(connection, old.id, quantity)
        }
        // The quantity of the last feed again: it does not show how many units were sold since.
        _ => Ok(()),
    }
}

/// Sets the stock to a fresh count, less the units that live attempts hold, because the person who counted cannot know
/// their orders yet.
fn recount(connection: &Connection, variant: i64, quantity: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "UPDATE variants SET available = ?2 - (
                 SELECT COALESCE(SUM(quantity), 0) FROM reservations WHERE variant_id = ?1)
             WHERE id = ?1",
        )?
        .execute(params![variant, quantity])?;
    Ok(())
}
