//! The cart.

use super::ajax::line_key;
use super::{ImageView, product_url, quantity_left};
use crate::carts::CartView;
use crate::texts::recurring_text;
use minijinja::value::Value;
use serde::Serialize;
use zkratka_commerce::money::Currency;
use zkratka_commerce::pricing::{PricedCart, PricedLine};

/// The cart on its page.
#[derive(Serialize)]
pub(in crate::pages) struct CartPage<'a> {
    lines: Vec<LineView<'a>>,
    subtotal: i64,
    /// What will be paid again and again.
    recurring: Vec<RecurringView>,
    currency: String,
    total_quantity: u64,
    empty: bool,
    snippet: Value,
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
    /// The name of its selling plan, if it has one.
    plan: Option<&'a str>,
}

/// An amount that is paid again and again.
#[derive(Serialize)]
struct RecurringView {
    label: String,
    amount: i64,
}

#[derive(Serialize)]
struct Property<'a> {
    key: &'a str,
    value: &'a str,
}

impl<'a> CartPage<'a> {
    /// The cart, or an empty one, with its snippet.
    pub(in crate::pages) fn new(view: Option<&'a CartView>, snippet: String) -> Self {
        let priced = view.map(|view| &view.priced);
        let lines = priced.map_or(&[][..], |priced| &priced.lines);
        Self {
            lines: lines.iter().map(LineView::from).collect(),
            subtotal: priced.map_or(0, |priced| priced.subtotal),
            recurring: priced.map(recurring).unwrap_or_default(),
            currency: priced
                .map_or(Currency::CZK, |priced| priced.currency)
                .into(),
            total_quantity: priced.map_or(0, |priced| priced.total_quantity),
            empty: lines.is_empty(),
            snippet: Value::from_safe_string(snippet),
        }
    }
}

fn recurring(priced: &PricedCart) -> Vec<RecurringView> {
    let totals = priced.recurring_totals();
    let amounts = totals.iter().flat_map(|total| {
        let phases = total.phases.iter().enumerate();
        phases.map(|(index, &phase)| RecurringView {
            label: recurring_text(total.schedule, phase, index > 0),
            amount: phase.amount,
        })
    });
    amounts.collect()
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
            plan: line
                .allocation
                .as_ref()
                .map(|allocation| allocation.plan.name.as_str()),
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
