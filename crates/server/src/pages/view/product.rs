//! Products and their variants.

use super::{ImageView, is_available, product_url, quantity_left};
use minijinja::value::Value;
use serde::Serialize;
use zkratka_commerce::catalogue::{Product, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::selling_plan::{SellingPlan, SellingPlans};

/// A product in a grid.
#[derive(Serialize)]
pub(in crate::pages) struct Card<'a> {
    handle: &'a str,
    title: &'a str,
    url: String,
    image: Option<ImageView<'a>>,
    price_from: i64,
    price_varies: bool,
    compare_at_price: Option<i64>,
    available: bool,
    vendor: &'a str,
    tags: &'a [String],
}

impl<'a> From<&'a Product> for Card<'a> {
    fn from(product: &'a Product) -> Self {
        let cheapest = product.variants.iter().min_by_key(|variant| variant.price);
        let price_from = cheapest.map_or(0, |variant| variant.price);
        Self {
            handle: &product.handle,
            title: &product.title,
            url: product_url(product, None),
            image: product.images.first().map(ImageView::from),
            price_from,
            price_varies: product
                .variants
                .iter()
                .any(|variant| variant.price != price_from),
            compare_at_price: cheapest.and_then(|variant| variant.compare_at_price),
            available: product.variants.iter().any(is_available),
            vendor: &product.vendor,
            tags: &product.tags,
        }
    }
}

/// A product on its page.
#[derive(Serialize)]
pub(in crate::pages) struct ProductView<'a> {
    handle: &'a str,
    title: &'a str,
    description_html: &'a str,
    vendor: &'a str,
    product_type: &'a str,
    tags: &'a [String],
    images: Vec<ImageView<'a>>,
    options: Vec<OptionView<'a>>,
    variants: Vec<VariantView<'a>>,
    has_only_default_variant: bool,
    /// Plans that it may be bought with.
    plans: Vec<PlanView<'a>>,
    /// Whether it is sold with a plan only.
    requires_plan: bool,
    snippet: Value,
    variants_json: String,
}

#[derive(Serialize)]
struct OptionView<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

/// A selling plan.
#[derive(Serialize)]
struct PlanView<'a> {
    id: u64,
    name: &'a str,
    description: Option<&'a str>,
}

/// A variant.
#[derive(Serialize)]
pub(in crate::pages) struct VariantView<'a> {
    id: u64,
    title: String,
    option_values: &'a [String],
    price: i64,
    compare_at_price: Option<i64>,
    available: bool,
    quantity_left: Option<i64>,
    requires_shipping: bool,
    sku: &'a str,
    image: Option<ImageView<'a>>,
    selected: bool,
}

impl<'a> PlanView<'a> {
    fn of(plan: &'a SellingPlan) -> Self {
        Self {
            id: plan.id.0,
            name: &plan.name,
            description: plan.description.as_deref(),
        }
    }
}

impl<'a> ProductView<'a> {
    pub(in crate::pages) fn new(
        product: &'a Product,
        selected: VariantId,
        snippet: String,
        plans: &'a SellingPlans,
    ) -> Self {
        let options = product.options.iter().enumerate().map(|(index, name)| {
            let mut values: Vec<&str> = Vec::new();
            for variant in &product.variants {
                if let Some(value) = variant.option_values.get(index)
                    && !values.contains(&value.as_str())
                {
                    values.push(value);
                }
            }
            OptionView { name, values }
        });
        let variants: Vec<VariantView<'a>> = product
            .variants
            .iter()
            .map(|variant| VariantView::new(product, variant, variant.id == selected))
            .collect();
        Self {
            handle: &product.handle,
            title: &product.title,
            description_html: &product.description_html,
            vendor: &product.vendor,
            product_type: &product.product_type,
            tags: &product.tags,
            images: product.images.iter().map(ImageView::from).collect(),
            options: options.collect(),
            variants_json: serde_json::to_string(&variants).unwrap_or_default(),
            variants,
            has_only_default_variant: product.options.is_empty(),
            requires_plan: plans.is_required_for(product),
            plans: plans
                .plans_for(product)
                .map(|plan| PlanView::of(plan))
                .collect(),
            snippet: Value::from_safe_string(snippet),
        }
    }
}

impl<'a> VariantView<'a> {
    pub(in crate::pages) fn new(
        product: &'a Product,
        variant: &'a Variant,
        selected: bool,
    ) -> Self {
        let own = variant.image.and_then(|index| product.images.get(index));
        Self {
            id: variant.id.0,
            title: variant.option_values.join(" / "),
            option_values: &variant.option_values,
            price: variant.price,
            compare_at_price: variant.compare_at_price,
            available: is_available(variant),
            quantity_left: quantity_left(variant),
            requires_shipping: variant.requires_shipping,
            sku: &variant.sku,
            image: own.or(product.images.first()).map(ImageView::from),
            selected,
        }
    }
}
