//! A line in the format of themes' scripts.

use super::by_key;
use super::discount::{Allocation, ShortAllocation};
use super::plan::PlanAllocation;
use crate::app::App;
use serde::Serialize;
use std::collections::BTreeMap;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::{PricedCart, PricedLine};
use zkratka_storefront::{RecurringView, product_url};

#[expect(
    clippy::struct_excessive_bools,
    reason = "themes read these names and types"
)]
#[derive(Serialize)]
pub(in crate::pages) struct AjaxLine<'a> {
    id: u64,
    variant_id: u64,
    product_id: u64,
    key: String,
    quantity: u32,
    title: String,
    product_title: &'a str,
    variant_title: Option<String>,
    variant_options: Vec<&'a str>,
    options_with_values: Vec<OptionValue<'a>>,
    product_has_only_default_variant: bool,
    product_type: &'a str,
    vendor: &'a str,
    handle: &'a str,
    url: String,
    image: Option<String>,
    featured_image: Option<FeaturedImage<'a>>,
    price: MinorUnits,
    original_price: MinorUnits,
    discounted_price: MinorUnits,
    final_price: MinorUnits,
    line_price: MinorUnits,
    original_line_price: MinorUnits,
    final_line_price: MinorUnits,
    total_discount: MinorUnits,
    line_level_total_discount: MinorUnits,
    /// The line's discounts in the format of older themes.
    discounts: Vec<ShortAllocation<'a>>,
    line_level_discount_allocations: Vec<Allocation<'a>>,
    /// Present only if the line has a selling plan.
    #[serde(skip_serializing_if = "Option::is_none")]
    selling_plan_allocation: Option<PlanAllocation<'a>>,
    /// Our addition to the public format: the recurring payments for this line, in words.
    recurring_totals: Vec<RecurringView>,
    /// Present only if the line has a parent line.
    #[serde(skip_serializing_if = "Option::is_none")]
    parent_relationship: Option<ParentRelationship>,
    sku: &'a str,
    grams: u32,
    taxable: bool,
    gift_card: bool,
    requires_shipping: bool,
    properties: BTreeMap<&'a str, &'a str>,
}

#[derive(Serialize)]
struct ParentRelationship {
    parent_key: String,
}

#[derive(Serialize)]
struct OptionValue<'a> {
    name: &'a str,
    value: &'a str,
}

#[derive(Serialize)]
struct FeaturedImage<'a> {
    url: String,
    alt: &'a str,
}

impl<'a> AjaxLine<'a> {
    pub(in crate::pages) fn new(app: &App, priced: &'a PricedCart, line: &'a PricedLine) -> Self {
        let (product, variant) = (&*line.product, line.variant());
        let own = variant.image.and_then(|index| product.images.get(index));
        let image = own.or(product.images.first());
        let image_url = image.map(|image| app.theme.image_url(&image.source));
        let variant_title = variant.title();
        let title = match &variant_title {
            Some(variant) => format!("{} - {variant}", product.title),
            None => product.title.clone(),
        };
        let off = priced.off_line(line.id);
        let final_line_price = line.total - off;
        let final_price = match i64::from(line.quantity) {
            0 => line.unit_price,
            quantity => MinorUnits::new(final_line_price.get() / quantity),
        };
        let options = product.options.iter().zip(&variant.option_values);
        let parent = line.parent.and_then(|id| priced.line(id));
        let allocations = Allocation::of_line(priced, line);
        Self {
            id: variant.id.0,
            variant_id: variant.id.0,
            product_id: product.id.0,
            key: line_key(line),
            quantity: line.quantity,
            title,
            product_title: &product.title,
            variant_title,
            variant_options: variant.option_values.iter().map(String::as_str).collect(),
            options_with_values: options
                .map(|(name, value)| OptionValue { name, value })
                .collect(),
            product_has_only_default_variant: product.options.is_empty(),
            product_type: &product.product_type,
            vendor: &product.vendor,
            handle: &product.handle,
            url: product_url(product, Some(variant.id)),
            image: image_url.clone(),
            featured_image: image.zip(image_url).map(|(image, url)| FeaturedImage {
                url,
                alt: &image.alt,
            }),
            price: line.unit_price,
            original_price: line.unit_price,
            discounted_price: final_price,
            final_price,
            line_price: line.total,
            original_line_price: line.total,
            final_line_price,
            total_discount: off,
            line_level_total_discount: off,
            discounts: allocations.iter().map(Allocation::taken).collect(),
            line_level_discount_allocations: allocations,
            selling_plan_allocation: line.allocation.as_ref().map(PlanAllocation::new),
            recurring_totals: RecurringView::of_line(line),
            parent_relationship: parent.map(|parent| ParentRelationship {
                parent_key: line_key(parent),
            }),
            sku: &variant.sku,
            grams: variant.grams,
            taxable: variant.taxable,
            gift_card: product.gift_card,
            requires_shipping: variant.requires_shipping,
            properties: by_key(&line.attributes),
        }
    }
}

/// The key of a line, which stays the same when the line's position changes: the variant's id and the line's id.
pub(in crate::pages) fn line_key(line: &PricedLine) -> String {
    format!("{}:{}", line.variant().id.0, line.id.0)
}
