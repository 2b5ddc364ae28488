//! The cart, as templates see it.

use super::ajax::line_key;
use crate::carts::CartView;
use crate::localized_shop::LocalizedShop;
use minijinja::value::Value;
use serde::Serialize;
use zkratka_commerce::discount::Class;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::{PricedCart, PricedLine};
use zkratka_storefront::{ImageView, RecurringView, product_url};
use zkratka_texts::discount_label;

#[expect(
    clippy::struct_excessive_bools,
    reason = "templates read each field by its name"
)]
#[derive(Serialize)]
pub(in crate::pages) struct CartPage<'a> {
    lines: Vec<LineView<'a>>,
    /// The cost of the lines after the discounts on goods.
    subtotal: MinorUnits,
    /// Discounts on the whole order.
    discounts: Vec<DiscountView>,
    /// The cost of the goods after all discounts on goods and on the order.
    goods_total: MinorUnits,
    /// The discount codes that the buyer has entered.
    codes: Vec<CodeView<'a>>,
    /// Whether prices include tax. If not, tax, and duty if there is any, are added.
    taxes_included: bool,
    /// The recurring payments.
    recurring: Vec<RecurringView>,
    currency: String,
    total_quantity: u64,
    empty: bool,
    /// Whether the order will cost nothing, now and later. What is shipped may still cost its delivery.
    free: bool,
    /// Whether anything in it is delivered.
    requires_shipping: bool,
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
    max_quantity: Option<u64>,
    unit_price: MinorUnits,
    /// The line's price before discounts.
    original_total: MinorUnits,
    /// The line's price after the discounts on its goods.
    total: MinorUnits,
    discounts: Vec<DiscountView>,
    properties: Vec<Property<'a>>,
    /// The name of the line's selling plan.
    plan: Option<&'a str>,
    /// The recurring payments for the line.
    recurring: Vec<RecurringView>,
}

#[derive(Serialize)]
struct DiscountView {
    label: String,
    amount: MinorUnits,
}

/// A discount code, and whether it lowers the price now.
#[derive(Serialize)]
struct CodeView<'a> {
    code: &'a str,
    applicable: bool,
}

#[derive(Serialize)]
struct Property<'a> {
    key: &'a str,
    value: &'a str,
}

impl<'a> CartPage<'a> {
    /// The cart, or an empty cart, with its snippet.
    pub(in crate::pages) fn new(
        shown: LocalizedShop<'_>,
        view: Option<&'a CartView>,
        snippet: String,
    ) -> Self {
        let priced = view.map(|view| &view.priced);
        let lines = priced.map_or(&[][..], |priced| &priced.lines);
        let subtotal = priced.map_or(MinorUnits::ZERO, |priced| {
            priced.subtotal - priced.off_lines()
        });
        Self {
            lines: priced.map_or_else(Vec::new, |priced| {
                let view = |line| LineView::new(priced, line);
                lines.iter().map(view).collect()
            }),
            subtotal,
            discounts: priced.map(order_discounts).unwrap_or_default(),
            goods_total: subtotal
                - priced.map_or(MinorUnits::ZERO, |priced| priced.off_by(Class::Order)),
            codes: priced.map(codes).unwrap_or_default(),
            taxes_included: priced.is_none_or(|priced| priced.taxation == Taxation::Included),
            recurring: priced.map(RecurringView::of_cart).unwrap_or_default(),
            currency: priced
                .map_or(shown.currency(), |priced| priced.currency)
                .into(),
            total_quantity: priced.map_or(0, |priced| priced.total_quantity),
            empty: lines.is_empty(),
            free: priced.is_some_and(PricedCart::is_free),
            requires_shipping: priced.is_some_and(PricedCart::requires_shipping),
            snippet: Value::from_safe_string(snippet),
        }
    }
}

fn order_discounts(priced: &PricedCart) -> Vec<DiscountView> {
    let given = priced.discounts.iter();
    given
        .filter(|given| given.class == Class::Order)
        .map(|given| DiscountView {
            label: discount_label(given.trigger.name()),
            amount: given.amount,
        })
        .collect()
}

fn codes(priced: &PricedCart) -> Vec<CodeView<'_>> {
    let codes = priced.codes.iter();
    codes
        .map(|outcome| CodeView {
            code: &outcome.code,
            applicable: outcome.refusal.is_none(),
        })
        .collect()
}

impl<'a> LineView<'a> {
    fn new(priced: &'a PricedCart, line: &'a PricedLine) -> Self {
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
            max_quantity: variant.stock.left(),
            unit_price: line.unit_price,
            original_total: line.total,
            total: line.total - priced.off_line(line.id),
            discounts: priced
                .line_discounts(line.id)
                .map(|(given, amount)| DiscountView {
                    label: discount_label(given.trigger.name()),
                    amount,
                })
                .collect(),
            recurring: RecurringView::of_line(line),
            plan: line
                .allocation
                .as_ref()
                .map(|allocation| allocation.plan.name.as_str()),
            properties: line
                .attributes
                .iter()
                // Storefronts mark attributes that buyers should not see with this prefix.
                .filter(|attribute| !attribute.key.starts_with('_'))
                .map(|attribute| Property {
                    key: &attribute.key,
                    value: &attribute.value,
                })
                .collect(),
        }
    }
}
