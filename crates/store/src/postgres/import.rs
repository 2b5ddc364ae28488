//! Stores a feed: upserts products by handle and variants by option values. It does not write rows that would not change.
//!
//! Imports wait for each other. An import first compares everything, which blocks nobody else. Then it writes the
//! differences in the order of the variants' ids, in which attempts lock them too.

use super::error::Failure;
use super::session::Session;
use super::work::Work;
use crate::feed::{Facts, FeedProduct, FeedVariant};
use crate::{ImportCounts, StoreError};
use async_trait::async_trait;
use std::collections::HashMap;
use std::sync::Arc;
use zkratka_commerce::money::MinorUnits;

/// How many products one statement compares, and how many rows it writes.
const CHUNK: usize = 1000;

/// Locks the row that lets one import run at a time.
const WAIT_FOR_OTHERS: &str = "SELECT catalogue_version FROM shop_state FOR UPDATE";
const RAISE_VERSION: &str = "UPDATE shop_state SET catalogue_version = catalogue_version + 1";
/// The time that an import takes grows with the feed.
const BEGIN: &str = "BEGIN; SET LOCAL statement_timeout = '120s'; SET LOCAL lock_timeout = '60s'";

const KNOWN_PRODUCTS: &str = "
    SELECT products.handle, products.id, products.doc = feed.doc
    FROM unnest($1::text[], $2::bytea[]) AS feed (handle, doc) JOIN products USING (handle)";
const KNOWN_VARIANTS: &str = "
    SELECT product_id, options, id, position, price, oversell, feed_quantity
    FROM variants WHERE product_id = ANY ($1)";
const NEWEST: &str = "SELECT (SELECT COALESCE(MAX(id), 0) FROM products),
    (SELECT COALESCE(MAX(id), 0) FROM variants)";

const ADD_PRODUCTS: &str = "INSERT INTO products (id, handle, doc)
    SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])";
const CHANGE_PRODUCTS: &str = "UPDATE products SET doc = new.doc
    FROM unnest($1::bigint[], $2::bytea[]) AS new (id, doc) WHERE products.id = new.id";
const ADD_VARIANTS: &str = "INSERT INTO variants
    (id, product_id, options, position, price, oversell, feed_quantity, available)
    SELECT id, product_id, options, position, price, oversell, quantity, COALESCE(quantity, 0)
    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::boolean[], $7::bigint[])
        AS new (id, product_id, options, position, price, oversell, quantity)";
const LOCK_VARIANTS: &str = "SELECT id FROM variants WHERE id = ANY ($1) ORDER BY id FOR UPDATE";
const CHANGE_VARIANTS: &str = "UPDATE variants
    SET position = new.position, price = new.price, oversell = new.oversell, feed_quantity = new.quantity
    FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[])
        AS new (id, position, price, oversell, quantity)
    WHERE variants.id = new.id";
/// Sets the stock to a fresh count, less the units that live attempts hold, because the person who counted cannot know
/// their orders yet. An earlier statement has locked the rows. So this one sees every reservation that was made before
/// the lock.
const RECOUNT: &str = "UPDATE variants
    SET available = new.quantity - COALESCE(
        (SELECT SUM(quantity) FROM reservations WHERE variant_id = new.id), 0)::bigint
    FROM unnest($1::bigint[], $2::bigint[]) AS new (id, quantity)
    WHERE variants.id = new.id";

/// Stores the whole feed.
pub(super) struct Import(pub(super) Arc<Vec<FeedProduct>>);

#[async_trait]
impl Work for Import {
    type Answer = ImportCounts;

    async fn run(&self, session: &Session) -> Result<ImportCounts, Failure> {
        session.begin(BEGIN).await?;
        session.rows(WAIT_FOR_OTHERS, &[]).await?;
        let mut plan = Plan::new(session).await?;
        for products in self.0.chunks(CHUNK) {
            plan.compare(session, products).await?;
        }
        plan.write(session).await?;
        Ok(plan.counts)
    }
}

/// A variant as the last import stored it.
struct Stored {
    id: i64,
    position: Option<i64>,
    facts: Facts,
}

/// A variant that differs from the stored one.
struct ChangedVariant {
    id: i64,
    position: Option<i64>,
    facts: Facts,
    /// The quantity, if it differs from the last feed. An equal quantity does not show how many units were sold since.
    count: Option<i64>,
}

/// A variant that is not stored yet.
struct NewVariant<'f> {
    id: i64,
    product: i64,
    position: i64,
    variant: &'f FeedVariant,
}

/// The rows to write.
struct Plan<'f> {
    counts: ImportCounts,
    newest_product: i64,
    newest_variant: i64,
    new_products: Vec<(i64, &'f FeedProduct)>,
    changed_products: Vec<(i64, &'f FeedProduct)>,
    new_variants: Vec<NewVariant<'f>>,
    changed_variants: Vec<ChangedVariant>,
}

impl<'f> Plan<'f> {
    async fn new(session: &Session) -> Result<Self, Failure> {
        let newest = session.row(NEWEST, &[]).await?;
        let newest = newest.ok_or(StoreError::Inconsistent("nothing can be counted"))?;
        Ok(Self {
            counts: ImportCounts::default(),
            newest_product: newest.get(0),
            newest_variant: newest.get(1),
            new_products: Vec::new(),
            changed_products: Vec::new(),
            new_variants: Vec::new(),
            changed_variants: Vec::new(),
        })
    }

    async fn compare(
        &mut self,
        session: &Session,
        products: &'f [FeedProduct],
    ) -> Result<(), Failure> {
        let handles: Vec<&str> = products.iter().map(|one| one.handle.as_str()).collect();
        let docs: Vec<&[u8]> = products.iter().map(|one| one.doc.as_slice()).collect();
        let rows = session.rows(KNOWN_PRODUCTS, &[&handles, &docs]).await?;
        let known: HashMap<&str, (i64, bool)> = rows
            .iter()
            .map(|row| (row.get(0), (row.get(1), row.get(2))))
            .collect();
        let ids: Vec<i64> = known.values().map(|(id, _)| *id).collect();
        let mut variants = known_variants(session, &ids).await?;
        for product in products {
            let known = known.get(product.handle.as_str()).copied();
            let stored = known.and_then(|(id, _)| variants.remove(&id));
            self.take(product, known, stored.unwrap_or_default());
        }
        Ok(())
    }

    fn take(
        &mut self,
        product: &'f FeedProduct,
        known: Option<(i64, bool)>,
        stored: HashMap<String, Stored>,
    ) {
        self.counts.variants += product.variants.len() as u64;
        let Some((id, same)) = known else {
            self.newest_product += 1;
            self.new_products.push((self.newest_product, product));
            self.take_variants(self.newest_product, &product.variants, stored);
            self.counts.products_added += 1;
            return;
        };
        if !same {
            self.changed_products.push((id, product));
        }
        let changed = self.take_variants(id, &product.variants, stored);
        if same && !changed {
            self.counts.products_unchanged += 1;
        } else {
            self.counts.products_changed += 1;
        }
    }

    /// Returns whether there is anything to write.
    fn take_variants(
        &mut self,
        product: i64,
        feed: &'f [FeedVariant],
        mut stored: HashMap<String, Stored>,
    ) -> bool {
        let before = self.new_variants.len() + self.changed_variants.len();
        for (position, variant) in (0_i64..).zip(feed) {
            let facts = variant.facts;
            match stored.remove(&variant.options) {
                None => {
                    self.newest_variant += 1;
                    self.new_variants.push(NewVariant {
                        id: self.newest_variant,
                        product,
                        position,
                        variant,
                    });
                }
                Some(old) if old.position == Some(position) && old.facts == facts => {}
                Some(old) => self.changed_variants.push(ChangedVariant {
                    id: old.id,
                    position: Some(position),
                    facts,
                    count: facts
                        .quantity
                        .filter(|_| old.facts.quantity != facts.quantity),
                }),
            }
        }
        // The variants left here are not in the feed. Their rows stay: carts and orders refer to their ids, and units of
        // them may be reserved.
        for gone in stored.into_values().filter(|old| old.position.is_some()) {
            self.changed_variants.push(ChangedVariant {
                id: gone.id,
                position: None,
                facts: gone.facts,
                count: None,
            });
        }
        self.new_variants.len() + self.changed_variants.len() > before
    }

    async fn write(&mut self, session: &Session) -> Result<(), Failure> {
        if self.counts.products_added + self.counts.products_changed == 0 {
            return Ok(());
        }
        self.write_products(session).await?;
        for new in self.new_variants.chunks(CHUNK) {
            add_variants(session, new).await?;
        }
        self.changed_variants.sort_by_key(|variant| variant.id);
        for changed in self.changed_variants.chunks(CHUNK) {
            change_variants(session, changed).await?;
        }
        session.execute(RAISE_VERSION, &[]).await?;
        Ok(())
    }

    async fn write_products(&self, session: &Session) -> Result<(), Failure> {
        for new in self.new_products.chunks(CHUNK) {
            let ids: Vec<i64> = new.iter().map(|(id, _)| *id).collect();
            let handles: Vec<&str> = new.iter().map(|(_, one)| one.handle.as_str()).collect();
            let docs: Vec<&[u8]> = new.iter().map(|(_, one)| one.doc.as_slice()).collect();
            session
                .execute(ADD_PRODUCTS, &[&ids, &handles, &docs])
                .await?;
        }
        for changed in self.changed_products.chunks(CHUNK) {
            let ids: Vec<i64> = changed.iter().map(|(id, _)| *id).collect();
            let docs: Vec<&[u8]> = changed.iter().map(|(_, one)| one.doc.as_slice()).collect();
            session.execute(CHANGE_PRODUCTS, &[&ids, &docs]).await?;
        }
        Ok(())
    }
}

/// The stored variants of these products, by product and then by options.
async fn known_variants(
    session: &Session,
    products: &[i64],
) -> Result<HashMap<i64, HashMap<String, Stored>>, Failure> {
    let mut variants: HashMap<i64, HashMap<String, Stored>> = HashMap::new();
    for row in session.rows(KNOWN_VARIANTS, &[&products]).await? {
        let stored = Stored {
            id: row.get(2),
            position: row.get(3),
            facts: Facts {
                price: MinorUnits::new(row.get(4)),
                oversell: row.get(5),
                quantity: row.get(6),
            },
        };
        let of_product = variants.entry(row.get(0)).or_default();
        of_product.insert(row.get(1), stored);
    }
    Ok(variants)
}

async fn add_variants(session: &Session, new: &[NewVariant<'_>]) -> Result<(), Failure> {
    let facts = |one: &NewVariant<'_>| one.variant.facts;
    let ids: Vec<i64> = new.iter().map(|one| one.id).collect();
    let products: Vec<i64> = new.iter().map(|one| one.product).collect();
    let options: Vec<&str> = new.iter().map(|one| one.variant.options.as_str()).collect();
    let positions: Vec<i64> = new.iter().map(|one| one.position).collect();
    let prices: Vec<i64> = new.iter().map(|one| facts(one).price.get()).collect();
    let oversell: Vec<bool> = new.iter().map(|one| facts(one).oversell).collect();
    let quantities: Vec<Option<i64>> = new.iter().map(|one| facts(one).quantity).collect();
    session
        .execute(
            ADD_VARIANTS,
            &[
                &ids,
                &products,
                &options,
                &positions,
                &prices,
                &oversell,
                &quantities,
            ],
        )
        .await?;
    Ok(())
}

async fn change_variants(session: &Session, changed: &[ChangedVariant]) -> Result<(), Failure> {
    let ids: Vec<i64> = changed.iter().map(|one| one.id).collect();
    let positions: Vec<Option<i64>> = changed.iter().map(|one| one.position).collect();
    let prices: Vec<i64> = changed.iter().map(|one| one.facts.price.get()).collect();
    let oversell: Vec<bool> = changed.iter().map(|one| one.facts.oversell).collect();
    let quantities: Vec<Option<i64>> = changed.iter().map(|one| one.facts.quantity).collect();
    session.rows(LOCK_VARIANTS, &[&ids]).await?;
    session
        .execute(
            CHANGE_VARIANTS,
            &[&ids, &positions, &prices, &oversell, &quantities],
        )
        .await?;
    let counted = changed.iter().filter_map(|one| Some((one.id, one.count?)));
    let (ids, counts): (Vec<i64>, Vec<i64>) = counted.unzip();
    if !ids.is_empty() {
        session.execute(RECOUNT, &[&ids, &counts]).await?;
    }
    Ok(())
}
