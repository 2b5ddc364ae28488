//! Products and variants that the shop sells.

mod collections;
mod options;
mod search;

pub use collections::{Collection, handle_of as collection_handle};
pub use options::Selection;
pub use search::{ProductOrder, Search};

use crate::money::MinorUnits;
use collections::Collections;

use crate::ids::{ProductId, VariantId};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::sync::Arc;

/// A product with its variants, as imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    pub id: ProductId,
    /// The handle in URLs: lower-case letters, digits and hyphens.
    pub handle: String,
    /// Plain text.
    pub title: String,
    /// HTML, sanitised at import.
    pub description_html: String,
    pub vendor: String,
    /// The merchant's product type, e.g. `Knihy`; it decides the tax class.
    pub product_type: String,
    /// The merchant's tags.
    pub tags: Vec<String>,
    /// Whether the product can be seen and bought.
    pub published: bool,
    /// Whether its variants are gift cards. Each unit becomes a card worth its price in the shop's own currency.
    #[serde(default)]
    pub gift_card: bool,
    /// Option names in order (`Velikost`, `Barva`); empty when there is a single variant without options.
    pub options: Vec<String>,
    /// Images in order; a remote image is replaced by our placeholder.
    pub images: Vec<Image>,
    /// Variants in order; at least one.
    pub variants: Vec<Variant>,
}

/// An image of a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Image {
    /// A path on this server, or a remote URL (which is never loaded).
    pub source: String,
    /// Alternative text.
    pub alt: String,
}

impl Product {
    /// Whether one of its tags belongs to the collection with this handle.
    #[must_use]
    pub fn is_in_collection(&self, handle: &str) -> bool {
        let mut handles = self.tags.iter().map(|tag| collections::handle_of(tag));
        handles.any(|own| own == handle)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    pub id: VariantId,
    /// Option values in the order of the product's options; empty for a single variant.
    pub option_values: Vec<String>,
    /// The merchant's stock-keeping unit; may be empty.
    pub sku: String,
    /// Price with tax included, minor units of the shop's currency.
    pub price: MinorUnits,
    /// For a discounted price, the lowest price of the last 30 days, in minor units.
    pub compare_at_price: Option<MinorUnits>,
    pub stock: Stock,
    pub grams: u32,
    /// Whether the variant is shipped (false: digital).
    pub requires_shipping: bool,
    /// Whether the variant is a bundle, sold only together with parts on child lines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub requires_components: bool,
    pub taxable: bool,
    /// The tax class named by the merchant, if any (key of `[tax.classes]`).
    pub tax_class: Option<String>,
    /// Index into the product's images, if the variant has its own image.
    pub image: Option<usize>,
    /// Where the variant can be collected at once: handles of `PICK_UP` delivery methods. `None`: at all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pickup_places: Option<Vec<String>>,
    /// The name of the file that buyers download. Only goods that are not shipped have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub download: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum Stock {
    /// Not counted: always available.
    Untracked,
    /// Counted. With `oversell`, sales continue below zero (inventory policy `continue` in the CSV).
    Tracked {
        /// Units that can be sold now; reservations are already deducted.
        available: i64,
        oversell: bool,
    },
}

impl Stock {
    /// Units that can be sold now; `None` means any number.
    #[must_use]
    pub fn left(self) -> Option<u64> {
        match self {
            Self::Untracked | Self::Tracked { oversell: true, .. } => None,
            Self::Tracked { available, .. } => Some(u64::try_from(available).unwrap_or(0)),
        }
    }

    /// Whether at least one unit can be sold now.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.left() != Some(0)
    }

    /// Whether sales reduce the stock.
    #[must_use]
    pub const fn is_tracked(self) -> bool {
        matches!(self, Self::Tracked { .. })
    }
}

impl Variant {
    /// Whether the variant can be collected at the place of this delivery method.
    #[must_use]
    pub fn is_at(&self, place: &str) -> bool {
        let places = self.pickup_places.as_ref();
        places.is_none_or(|places| places.iter().any(|own| own == place))
    }

    /// The title made of the option values (`M / Modrá`); `None` for a single variant.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        (!self.option_values.is_empty()).then(|| self.option_values.join(" / "))
    }
}

/// The catalogue in memory. It is immutable; a change creates a new one.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    products: Vec<Arc<Product>>,
    by_handle: HashMap<String, usize>,
    by_id: HashMap<ProductId, usize>,
    by_variant: HashMap<VariantId, (usize, usize)>,
    /// Shared, because stock changes do not affect collections.
    collections: Arc<Collections>,
}

impl Catalogue {
    /// Indexes the products and keeps their order.
    #[must_use]
    pub fn new(products: Vec<Product>) -> Self {
        let mut catalogue = Self::default();
        for product in products {
            let position = catalogue.products.len();
            catalogue.by_handle.insert(product.handle.clone(), position);
            catalogue.by_id.insert(product.id, position);
            for (index, variant) in product.variants.iter().enumerate() {
                catalogue.by_variant.insert(variant.id, (position, index));
            }
            catalogue.products.push(Arc::new(product));
        }
        catalogue.collections = Arc::new(Collections::of(&catalogue.products));
        catalogue
    }

    /// The same catalogue with updated stock. Unchanged data is shared with this catalogue.
    #[must_use]
    pub fn with_stock(&self, changes: impl IntoIterator<Item = (VariantId, Stock)>) -> Self {
        let mut catalogue = self.clone();
        for (id, stock) in changes {
            if let Some(&(position, index)) = self.by_variant.get(&id) {
                Arc::make_mut(&mut catalogue.products[position]).variants[index].stock = stock;
            }
        }
        catalogue
    }

    /// All products in the merchant's order, published or not.
    #[must_use]
    pub fn products(&self) -> &[Arc<Product>] {
        &self.products
    }

    #[must_use]
    pub fn product(&self, handle: &str) -> Option<&Arc<Product>> {
        self.by_handle
            .get(handle)
            .map(|&position| &self.products[position])
    }

    /// The product with this id, published or not.
    #[must_use]
    pub fn product_by_id(&self, id: ProductId) -> Option<&Arc<Product>> {
        self.by_id
            .get(&id)
            .map(|&position| &self.products[position])
    }

    /// Published products, in the merchant's order.
    pub fn published(&self) -> impl Iterator<Item = &Arc<Product>> {
        self.products.iter().filter(|product| product.published)
    }

    /// Whether both are made of the same products, and differ at most in their stock.
    #[must_use]
    pub fn has_goods_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.collections, &other.collections)
    }

    /// One collection for each tag of published products, sorted by title.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections.all
    }

    #[must_use]
    pub fn collection(&self, handle: &str) -> Option<&Collection> {
        self.collections.all.get(self.collection_place(handle)?)
    }

    /// The index of the collection with this handle.
    #[must_use]
    pub fn collection_place(&self, handle: &str) -> Option<usize> {
        self.collections.by_handle.get(handle).copied()
    }

    /// The indices of the collections that a product belongs to.
    #[must_use]
    pub fn collections_of(&self, product: &Product) -> Vec<usize> {
        let handles = product.tags.iter().map(|tag| collections::handle_of(tag));
        let mut places: Vec<_> = handles
            .filter_map(|handle| self.collection_place(&handle))
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    #[must_use]
    pub fn is_in_collection(&self, product: ProductId, handle: &str) -> bool {
        let position = self.by_id.get(&product);
        // A collection's product indices are sorted, as they follow the merchant's order.
        let holds = |collection: &Collection| {
            position.is_some_and(|position| collection.products.binary_search(position).is_ok())
        };
        self.collection(handle).is_some_and(holds)
    }

    /// The products of a collection, in the merchant's order.
    pub fn products_of<'c>(
        &'c self,
        collection: &'c Collection,
    ) -> impl Iterator<Item = &'c Arc<Product>> {
        let positions = collection.products.iter();
        positions.filter_map(|&position| self.products.get(position))
    }

    /// The variant with this id and its product, published or not.
    #[must_use]
    pub fn variant(&self, id: VariantId) -> Option<(&Arc<Product>, &Variant)> {
        let (product, index) = self.locate(id)?;
        Some((product, &product.variants[index]))
    }

    /// The product that has the variant, published or not, and the variant's index in it.
    #[must_use]
    pub fn locate(&self, id: VariantId) -> Option<(&Arc<Product>, usize)> {
        let &(position, index) = self.by_variant.get(&id)?;
        Some((&self.products[position], index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{BOOK, SHIRT_L, SHIRT_M, catalogue};

    #[test]
    fn products_are_found_by_handle_and_by_variant() {
        let catalogue = catalogue();
        let shirt = catalogue.product("lnena-kosile").unwrap();
        let (of_variant, index) = catalogue.locate(SHIRT_L).unwrap();
        assert_eq!(shirt, of_variant);
        assert_eq!(of_variant.variants[index].id, SHIRT_L);
        assert!(catalogue.product("nic").is_none());
        assert!(catalogue.variant(VariantId(0)).is_none());
    }

    #[test]
    fn a_variant_is_called_by_its_options() {
        let catalogue = catalogue();
        let title = |id| {
            catalogue
                .variant(id)
                .and_then(|(_, variant)| variant.title())
        };
        assert_eq!(title(SHIRT_M).as_deref(), Some("M / Bílá"));
        assert_eq!(title(BOOK), None);
    }

    #[test]
    fn stock_below_zero_is_nothing_and_overselling_is_without_limit() {
        let tracked = |available, oversell| Stock::Tracked {
            available,
            oversell,
        };
        assert_eq!(tracked(3, false).left(), Some(3));
        assert_eq!(tracked(-3, false).left(), Some(0));
        assert_eq!(tracked(-3, true).left(), None);
        assert_eq!(Stock::Untracked.left(), None);
    }
}
