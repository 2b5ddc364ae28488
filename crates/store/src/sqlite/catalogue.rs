//! Reads the catalogue: the document of each product, with the ids, prices and stock of its variants from their columns.

use super::document;
use crate::StoreError;
use crate::rows::{VariantRow, assemble};
use rusqlite::{Connection, Row};
use std::collections::BTreeSet;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product, Stock};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::MinorUnits;

/// Grows with every import that changes something.
pub(super) fn version(connection: &Connection) -> Result<u64, StoreError> {
    let version: i64 = connection
        .prepare_cached("SELECT catalogue_version FROM shop_state")?
        .query_row([], |row| row.get(0))?;
    Ok(version.cast_unsigned())
}

/// The whole catalogue, in the order in which products were first imported.
pub(super) fn all(connection: &Connection) -> Result<Catalogue, StoreError> {
    let mut of_products = connection.prepare("SELECT id, doc FROM products ORDER BY id")?;
    let mut of_variants = connection.prepare(
        "SELECT id, price, oversell, feed_quantity IS NOT NULL, available, product_id FROM variants
         WHERE position IS NOT NULL ORDER BY product_id, position",
    )?;
    // Products and variants are both sorted by product id, so the variants of each product come next in the iterator.
    let mut variants = of_variants
        .query_map([], |row| Ok((row.get::<_, i64>(5)?, variant(row)?)))?
        .peekable();
    let mut rows = of_products.query([])?;
    let mut products = Vec::new();
    while let Some(row) = rows.next()? {
        let id = row.get(0)?;
        let mut own = Vec::new();
        while let Some(variant) =
            variants.next_if(|found| !matches!(found, Ok((product, _)) if *product != id))
        {
            own.push(variant?.1);
        }
        products.push(assemble(id, document::column("product", row, 1)?, &own)?);
    }
    Ok(Catalogue::new(products))
}

/// Returns `known` with the present stock. It leaves out variants that `known` does not have: only a full read adds them.
pub(super) fn restock(connection: &Connection, known: &Catalogue) -> Result<Catalogue, StoreError> {
    let mut statement = connection.prepare(
        "SELECT id, price, oversell, feed_quantity IS NOT NULL, available FROM variants
         WHERE position IS NOT NULL",
    )?;
    let mut changes = Vec::new();
    for row in statement.query_map([], variant)? {
        let row = row?;
        let id = VariantId(row.id.cast_unsigned());
        if known
            .variant(id)
            .is_some_and(|(_, variant)| variant.stock != row.stock)
        {
            changes.push((id, row.stock));
        }
    }
    Ok(known.with_stock(changes))
}

/// The products in a cart, as this transaction reads them.
pub(super) fn of_cart(connection: &Connection, cart: &Cart) -> Result<Catalogue, StoreError> {
    let mut product_of =
        connection.prepare_cached("SELECT product_id FROM variants WHERE id = ?1")?;
    let mut ids = BTreeSet::new();
    for line in &cart.lines {
        let mut rows = product_of.query([line.variant.0.cast_signed()])?;
        if let Some(row) = rows.next()? {
            ids.insert(row.get::<_, i64>(0)?);
        }
    }
    let products = ids.into_iter().map(|id| product(connection, id));
    Ok(Catalogue::new(products.collect::<Result<_, _>>()?))
}

fn product(connection: &Connection, id: i64) -> Result<Product, StoreError> {
    let mut of_variants = connection.prepare_cached(
        "SELECT id, price, oversell, feed_quantity IS NOT NULL, available FROM variants
         WHERE product_id = ?1 AND position IS NOT NULL ORDER BY position",
    )?;
    let variants: Vec<VariantRow> = of_variants
        .query_map([id], variant)?
        .collect::<Result<_, _>>()?;
    let mut of_product = connection.prepare_cached("SELECT doc FROM products WHERE id = ?1")?;
    let mut rows = of_product.query([id])?;
    let row = rows
        .next()?
        .ok_or(StoreError::Inconsistent("a variant without its product"))?;
    assemble(id, document::column("product", row, 0)?, &variants)
}

/// Columns: id, price, oversell, whether tracked, available.
fn variant(row: &Row<'_>) -> rusqlite::Result<VariantRow> {
    let stock = if row.get(3)? {
        Stock::Tracked {
            available: row.get(4)?,
            oversell: row.get(2)?,
        }
    } else {
        Stock::Untracked
    };
    Ok(VariantRow {
        id: row.get(0)?,
        price: MinorUnits::new(row.get(1)?),
        stock,
    })
}
