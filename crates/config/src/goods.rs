//! Names of goods in the configuration, and whether the catalogue has them.

use super::fault::ConfigFault;
use super::names::nearest;
use std::collections::{BTreeMap, BTreeSet};
use zkratka_commerce::catalogue::{Product, collection_handle};

/// The kind of goods that a name stands for.
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
    /// Whether the name stands for one product or variant. If the catalogue does not have it, the name is probably
    /// misspelt, and the shop would apply another price or rule than the merchant intended: `zkratka check` fails. Tags,
    /// collections and types gain and lose products over time, so a name without products is only reported.
    #[must_use]
    pub const fn is_single(self) -> bool {
        matches!(self, Self::Product | Self::Sku | Self::Variant)
    }

    /// Whether the catalogue never removes goods of this kind. Products always stay in the store, so whatever the feeds
    /// change, a product is unknown only if it never existed, and that may prevent the shop from opening. A feed can remove
    /// a variant, and a configuration that worked yesterday must work today: an unknown variant is only logged.
    #[must_use]
    pub const fn lasts(self) -> bool {
        matches!(self, Self::Product)
    }
}

/// A name of goods in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoodsName {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The section and key, e.g. `discounts.products`.
    pub key: String,
    pub kind: GoodsKind,
    pub name: String,
}

/// The names by which a configuration can refer to goods of the catalogue, by kind.
#[derive(Debug, Default)]
pub struct KnownGoods(BTreeMap<GoodsKind, BTreeSet<String>>);

impl KnownGoods {
    /// Collects the names of these products, published or not.
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
                // The store assigns the numbers. Goods read from a feed have none yet.
                if variant.id.0 > 0 {
                    known.add(GoodsKind::Variant, &variant.id.0.to_string());
                }
            }
        }
        known
    }

    /// Whether there are no goods. An empty catalogue says nothing about any name.
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
    /// Returns the fault of this name; `None` if the catalogue has it.
    #[must_use]
    pub fn fault(&self, known: &KnownGoods) -> Option<ConfigFault> {
        let Self { name, kind, .. } = self;
        let is_known = match known.0.get(kind) {
            Some(names) => names.contains(name),
            // The store has not numbered these goods yet, so every number is accepted.
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
        // Similar numbers are unrelated, so none is suggested.
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
