//! Products for tests.

use std::sync::Arc;
use zkratka_commerce::catalogue::{Catalogue, Product, Stock, Variant};
use zkratka_commerce::ids::{ProductId, VariantId};
use zkratka_commerce::money::MinorUnits;

/// A product with one variant of 290 crowns. Its number is made of the handle, so that two differ.
pub(crate) fn product(handle: &str, title: &str) -> Product {
    let number = handle
        .bytes()
        .fold(7, |sum, byte| sum * 31 + u64::from(byte))
        % 1_000_000;
    Product {
        id: ProductId(number),
        handle: handle.to_owned(),
        title: title.to_owned(),
        description_html: String::new(),
        vendor: String::new(),
        product_type: String::new(),
        tags: Vec::new(),
        published: true,
        gift_card: false,
        options: Vec::new(),
        images: Vec::new(),
        variants: vec![variant(number)],
    }
}

fn variant(number: u64) -> Variant {
    Variant {
        id: VariantId(number),
        option_values: Vec::new(),
        sku: format!("SKU-{number}"),
        price: MinorUnits::new(29_050),
        compare_at_price: None,
        stock: Stock::Untracked,
        grams: 100,
        requires_shipping: true,
        requires_components: false,
        taxable: true,
        tax_class: None,
        image: None,
        pickup_places: None,
        download: None,
    }
}

pub(crate) fn catalogue(products: Vec<Product>) -> Arc<Catalogue> {
    Arc::new(Catalogue::new(products))
}
