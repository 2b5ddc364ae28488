//! Converts a feed into the form that is stored. This happens before the database is called, to keep the database free.

use crate::StoreError;
use crate::document;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use zkratka_commerce::catalogue::{Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// A product as its rows store it.
pub(crate) struct FeedProduct {
    pub(crate) handle: String,
    /// The product without the facts that its variants' columns hold, so that every fact is stored once.
    pub(crate) doc: Vec<u8>,
    pub(crate) variants: Vec<FeedVariant>,
}

/// A variant as its columns store it.
pub(crate) struct FeedVariant {
    /// Option values as a JSON list. They identify the variant within its product.
    pub(crate) options: String,
    pub(crate) facts: Facts,
}

/// The facts of a variant that are stored in columns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) price: MinorUnits,
    pub(crate) oversell: bool,
    /// `None`: stock is not tracked.
    pub(crate) quantity: Option<i64>,
}

/// Prepares a feed. If several products have one handle, or several variants have the same option values, the last one
/// counts.
pub(crate) fn prepare(products: Vec<Product>) -> Result<Vec<FeedProduct>, StoreError> {
    last_of_each(products, |product| product.handle.clone())
        .into_iter()
        .map(FeedProduct::new)
        .collect()
}

impl FeedProduct {
    fn new(mut product: Product) -> Result<Self, StoreError> {
        product.id = ProductId(0);
        product.variants = last_of_each(product.variants, |variant| variant.option_values.clone());
        if product.variants.is_empty() {
            return Err(StoreError::Inconsistent("a product without any variant"));
        }
        let variants = product
            .variants
            .iter_mut()
            .map(FeedVariant::take)
            .collect::<Result<_, _>>()?;
        Ok(Self {
            doc: document::encode("product", &product)?,
            handle: product.handle,
            variants,
        })
    }
}

impl FeedVariant {
    /// Moves the facts that go into columns out of the variant.
    fn take(variant: &mut Variant) -> Result<Self, StoreError> {
        variant.id = VariantId(0);
        let stock = std::mem::replace(&mut variant.stock, Stock::Untracked);
        let (quantity, oversell) = match stock {
            Stock::Untracked => (None, false),
            Stock::Tracked {
                available,
                oversell,
            } => (Some(available), oversell),
        };
        let options =
            serde_json::to_string(&variant.option_values).map_err(|error| StoreError::Corrupt {
                what: "list of option values",
                reason: error.to_string(),
            })?;
        Ok(Self {
            options,
            facts: Facts {
                price: std::mem::take(&mut variant.price),
                oversell,
                quantity,
            },
        })
    }
}

/// Keeps the last item of each key, at the position of the first.
fn last_of_each<T, K: Eq + Hash>(items: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut kept: Vec<T> = Vec::with_capacity(items.len());
    for item in items {
        match places.entry(key(&item)) {
            Entry::Occupied(place) => kept[*place.get()] = item,
            Entry::Vacant(place) => {
                place.insert(kept.len());
                kept.push(item);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::last_of_each;

    #[test]
    fn the_last_of_equal_keys_counts_in_the_place_of_the_first() {
        let items = vec![("a", 1), ("b", 2), ("a", 3), ("c", 4)];
        let kept = last_of_each(items, |item| item.0);
        assert_eq!(kept, [("a", 3), ("b", 2), ("c", 4)]);
    }
}
