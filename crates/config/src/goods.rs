//! Names of goods in the configuration, held against the catalogue.

use super::fault::ConfigFault;
use super::names::nearest;
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::catalogue::{Product, collection_handle};

/// What a name of goods is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GoodsKind {
    /// A product, by its handle.
    Product,
    /// A variant, by its stock-keeping unit.
    Sku,
    /// A variant, by its number.
    Variant,
    /// A collection, by its handle.
    Collection,
    /// A tag of products.
    Tag,
    ProductType,
}

impl GoodsKind {
    /// Whether it is a name of one thing. That there is no such thing is a slip of the pen, by which goods are sold at
    /// another price, or under another rule, than the merchant has written: `zkratka check` does not let it pass. Tags, their
    /// collections and types come and go with what is sold at the moment: that one is empty is told, and nothing more.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Product | Self::Sku | Self::Variant)
    }

    /// Whether it stays in the catalogue for good. Products never leave the store, so that a shop can be kept closed by a
    /// product that there has never been, and opens whatever its feeds bring. Variants leave with the feed that has them no
    /// more: what worked yesterday must open today, and the log tells.
    #[must_use]
    pub const fn lasts(self) -> bool {
        matches!(self, Self::Product)
    }
}

/// A name of goods, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodsName {
    /// Its line in the file, from 1.
    pub line: usize,
    /// Its key with the section, e.g. `discounts.products`.
    pub key: String,
    /// What it is a name of.
    pub kind: GoodsKind,
    pub name: String,
}

/// Every name by which goods can be meant.
#[derive(Debug, Default)]
pub struct KnownGoods(BTreeMap<GoodsKind, BTreeSet<String>>);

impl KnownGoods {
    /// The names of these products, published or not.
    pub fn of<'p>(products: impl IntoIterator<Item = &'p Product>) -> Self {
        let mut known = Self::default();
        for product in products {
            known.add(GoodsKind::Product, &product.handle);
            known.add(GoodsKind::ProductType, &product.product_type);
            for tag in &product.tags {
                known.add(GoodsKind::Tag, tag);
                known.add(GoodsKind::Collection, &collection_handle(tag));
            }
            for variant in &product.variants {
                known.add(GoodsKind::Sku, &variant.sku);
                // Numbers are given by the store: goods of a feed have none yet.
                if variant.id.0 > 0 {
                    known.add(GoodsKind::Variant, &variant.id.0.to_string());
                }
            }
        }
        known
    }

    /// Whether there are no goods at all, which says nothing about any name.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn add(&mut self, kind: GoodsKind, name: &str) {
        let names = self.0.entry(kind).or_default();
        if !names.contains(name) {
            names.insert(name.to_owned());
        }
    }

    fn names(&self, kind: GoodsKind) -> impl Iterator<Item = &str> {
        let names = self.0.get(&kind).into_iter().flatten();
        names.map(String::as_str).filter(|name| !name.is_empty())
    }
}

impl GoodsName {
    /// What is wrong with it, if nothing is called so.
    #[must_use]
    pub fn fault(&self, known: &KnownGoods) -> Option<ConfigFault> {
        let Self { name, kind, .. } = self;
        let is_known = match known.0.get(kind) {
            Some(names) => names.contains(name),
            // Of goods that no store has numbered yet, no number can be wrong.
            None => *kind == GoodsKind::Variant,
        };
        if is_known {
            return None;
        }
        let told = match kind {
            GoodsKind::Product | GoodsKind::Sku | GoodsKind::Variant => {
                format!("\"{name}\" is not in the catalogue")
            }
            GoodsKind::Collection => format!("no product is in the collection \"{name}\""),
            GoodsKind::Tag => format!("no product has the tag \"{name}\""),
            GoodsKind::ProductType => format!("no product is of the type \"{name}\""),
        };
        // Numbers that resemble one another have nothing to do with one another.
        let near = match kind {
            GoodsKind::Variant => None,
            _ => nearest(name, known.names(*kind)),
        };
        let advice = near.map_or_else(String::new, |near| format!(": did you mean \"{near}\"?"));
        Some(ConfigFault {
            line: self.line,
            key: self.key.clone(),
            message: told + &advice,
        })
    }
}
