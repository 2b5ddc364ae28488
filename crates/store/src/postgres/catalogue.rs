//! Reads the catalogue: the document of each product, with the ids, prices and stock of its variants from their columns.

use super::error::Failure;
use super::session::{ONE_MOMENT, Session};
use super::work::Work;
use crate::rows::{VariantRow, assemble};
use crate::{StoreError, document};
use async_trait::async_trait;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_postgres::Row;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::catalogue::{Catalogue, Product, Stock};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::money::MinorUnits;

/// Grows with every import that changes something.
pub(super) const VERSION: &str = "SELECT catalogue_version FROM shop_state";

const PRODUCTS: &str = "SELECT id, doc FROM products ORDER BY id";
const VARIANTS: &str =
    "SELECT id, price, oversell, feed_quantity IS NOT NULL, available, product_id FROM variants
    WHERE position IS NOT NULL ORDER BY product_id, position";

const OF_CARTS: &str = "
    SELECT products.id, products.doc, variants.id, variants.price, variants.oversell,
           variants.feed_quantity IS NOT NULL, variants.available
    FROM products JOIN variants ON variants.product_id = products.id
    WHERE variants.position IS NOT NULL
      AND products.id IN (SELECT product_id FROM variants WHERE id = ANY ($1))
    ORDER BY products.id, variants.position";

const STOCK: &str = "SELECT id, price, oversell, feed_quantity IS NOT NULL, available FROM variants
    WHERE position IS NOT NULL";

/// The whole catalogue, in the order in which products were first imported.
pub(super) struct All;

#[async_trait]
impl Work for All {
    type Answer = (Vec<Row>, Vec<Row>);

    async fn run(&self, session: &Session) -> Result<Self::Answer, Failure> {
        session.begin(ONE_MOMENT).await?;
        let products = session.rows(PRODUCTS, &[]).await?;
        let variants = session.rows(VARIANTS, &[]).await?;
        Ok((products, variants))
    }
}

/// The stock of every variant. It takes too long for the connections of short reads.
pub(super) struct AllStock;

#[async_trait]
impl Work for AllStock {
    type Answer = Vec<Row>;

    async fn run(&self, session: &Session) -> Result<Vec<Row>, Failure> {
        session.begin(ONE_MOMENT).await?;
        session.rows(STOCK, &[]).await
    }
}

/// Builds the catalogue from the rows of [`All`].
pub(super) fn all(products: &[Row], variants: &[Row]) -> Result<Catalogue, StoreError> {
    // Products and variants are both sorted by product id, so the variants of each product come next in the iterator.
    let mut variants = variants.iter().peekable();
    let mut all = Vec::with_capacity(products.len());
    for row in products {
        let id: i64 = row.get(0);
        let mut own = Vec::new();
        while let Some(found) = variants.next_if(|found| found.get::<_, i64>(5) == id) {
            own.push(variant(found, 0));
        }
        all.push(assemble(
            id,
            document::decode("product", row.get(1))?,
            &own,
        )?);
    }
    Ok(Catalogue::new(all))
}

/// Returns `known` with the present stock. It leaves out variants that `known` does not have: only a full read adds them.
pub(super) fn restock(known: &Catalogue, rows: &[Row]) -> Catalogue {
    let now = rows.iter().map(|row| variant(row, 0)).map(|row| {
        let id = VariantId(row.id.cast_unsigned());
        (id, row.stock)
    });
    let changes = now.filter(|(id, stock)| {
        known
            .variant(*id)
            .is_some_and(|(_, variant)| variant.stock != *stock)
    });
    known.with_stock(changes.collect::<Vec<(VariantId, Stock)>>())
}

/// The products in these carts, as the transaction reads them now.
pub(super) async fn of_carts<'c>(
    session: &Session,
    carts: impl IntoIterator<Item = &'c Cart>,
) -> Result<Catalogue, Failure> {
    let lines = carts.into_iter().flat_map(|cart| &cart.lines);
    let wanted: Vec<i64> = lines.map(|line| line.variant.0.cast_signed()).collect();
    if wanted.is_empty() {
        return Ok(Catalogue::new(Vec::new()));
    }
    let rows = session.rows(OF_CARTS, &[&wanted]).await?;
    let mut found: BTreeMap<i64, (&[u8], Vec<VariantRow>)> = BTreeMap::new();
    for row in &rows {
        let product = found
            .entry(row.get(0))
            .or_insert_with(|| (row.get(1), Vec::new()));
        product.1.push(variant(row, 2));
    }
    let products = found.into_iter().map(|(id, (doc, variants))| {
        let product: Product = document::decode("product", doc)?;
        assemble(id, product, &variants)
    });
    Ok(Catalogue::new(products.collect::<Result<_, StoreError>>()?))
}

/// Columns, starting at `first`: id, price, oversell, whether tracked, available.
fn variant(row: &Row, first: usize) -> VariantRow {
    let stock = if row.get(first + 3) {
        Stock::Tracked {
            available: row.get(first + 4),
            oversell: row.get(first + 2),
        }
    } else {
        Stock::Untracked
    };
    VariantRow {
        id: row.get(first),
        price: MinorUnits::new(row.get(first + 1)),
        stock,
    }
}

/// [`restock`] on a thread that may block.
pub(super) async fn restock_aside(
    known: Arc<Catalogue>,
    rows: Vec<Row>,
) -> Result<Catalogue, StoreError> {
    aside(move || Ok(restock(&known, &rows))).await
}

/// Runs a long computation on a thread that may block, so that it holds up no request.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    tokio::task::spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Database(format!("it did not finish: {error}")))?
}
