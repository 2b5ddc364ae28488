//! The cart.

use super::ajax::line_key;
use super::{ImageView, product_url, quantity_left};
use crate::carts::CartView;
use serde::Serialize;
use zkratka_commerce::pricing::PricedLine;

/// The cart on its page.
#[derive(Serialize)]
pub(in crate::pages) struct CartPage<'a> {
    lines: Vec<LineView<'a>>,
    subtotal: i64,
    total_quantity: u64,
    empty: bool,
}

#[derive(Serialize)]
struct LineView<'a> {
    id: u32,
    key: String,
    title: &'a str,
    variant_title: Option<String>,
    url: String,
    image: Option<ImageView<'a>>,
    quantity: u32,
    max_quantity: Option<i64>,
    unit_price: i64,
    total: i64,
    properties: Vec<Property<'a>>,
}

#[derive(Serialize)]
struct Property<'a> {
    key: &'a str,
    value: &'a str,
}

impl<'a> From<&'a CartView> for CartPage<'a> {
    fn from(view: &'a CartView) -> Self {
        Self {
            lines: view.priced.lines.iter().map(LineView::from).collect(),
            subtotal: view.priced.subtotal,
            total_quantity: view.priced.total_quantity,
            empty: view.priced.lines.is_empty(),
        }
    }
}

impl CartPage<'_> {
    pub(in crate::pages) const EMPTY: Self = Self {
        lines: Vec::new(),
        subtotal: 0,
        total_quantity: 0,
        empty: true,
    };
}

impl<'a> From<&'a PricedLine> for LineView<'a> {
    fn from(line: &'a PricedLine) -> Self {
        let (product, variant) = (&*line.product, line.variant());
        let own = variant.image.and_then(|index| product.images.get(index));
        Self {
            id: line.id.0,
            key: line_key(line),
            title: &product.title,
            variant_title: (!variant.option_values.is_empty())
                .then(|| variant.option_values.join(" / ")),
            url: product_url(product, Some(variant.id)),
            image: own.or(product.images.first()).map(ImageView::from),
            quantity: line.quantity,
            max_quantity: quantity_left(variant),
            unit_price: line.unit_price,
            total: line.total,
            properties: line
                .attributes
                .iter()
                // Storefronts mark what is not for the buyer's eyes so.
                .filter(|attribute| !attribute.key.starts_with('_'))
                .map(|attribute| Property {
                    key: &attribute.key,
                    value: &attribute.value,
                })
                .collect(),
        }
    }
}
