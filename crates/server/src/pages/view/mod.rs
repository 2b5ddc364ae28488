//! The data of templates: plain values, converted from the rules' types.

mod ajax;
mod cart;
mod frame;
mod product;
mod recurring;

pub(super) use ajax::{AjaxCart, AjaxLine};
pub(super) use cart::CartPage;
pub(super) use frame::{Frame, PageView};
pub(super) use product::{Card, ProductView, VariantView};

use serde::Serialize;
use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::VariantId;

#[derive(Serialize)]
struct ImageView<'a> {
    source: &'a str,
    alt: &'a str,
}

impl<'a> From<&'a Image> for ImageView<'a> {
    fn from(image: &'a Image) -> Self {
        Self {
            source: &image.source,
            alt: &image.alt,
        }
    }
}

/// The path of a product's page. It selects the variant if the product has several.
pub(super) fn product_url(product: &Product, variant: Option<VariantId>) -> String {
    match variant.filter(|_| product.variants.len() > 1) {
        Some(variant) => format!("/products/{}?variant={}", product.handle, variant.0),
        None => format!("/products/{}", product.handle),
    }
}

/// Whether at least one unit can be bought.
pub(super) fn is_available(variant: &Variant) -> bool {
    match variant.stock {
        Stock::Untracked => true,
        Stock::Tracked {
            available,
            oversell,
        } => oversell || available > 0,
    }
}

/// The number of units left; `None` if that is not limited.
fn quantity_left(variant: &Variant) -> Option<i64> {
    match variant.stock {
        Stock::Tracked {
            available,
            oversell: false,
        } => Some(available.max(0)),
        _ => None,
    }
}
