//! Products and their variants, as templates see them.

use minijinja::value::Value;
use serde::Serialize;
use zkratka_commerce::catalogue::{Image, Product, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::market::Taxation;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::rules::PricingContext;
use zkratka_commerce::selling_plan::SellingPlan;

#[derive(Serialize)]
pub struct ImageView<'a> {
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
#[must_use]
pub fn product_url(product: &Product, variant: Option<VariantId>) -> String {
    match variant.filter(|_| product.variants.len() > 1) {
        Some(variant) => format!("/products/{}?variant={}", product.handle, variant.0),
        None => format!("/products/{}", product.handle),
    }
}

/// A product in a grid of products.
#[derive(Serialize)]
pub struct Card<'a> {
    handle: &'a str,
    title: &'a str,
    url: String,
    image: Option<ImageView<'a>>,
    /// The currency of its prices.
    currency: String,
    price_from: MinorUnits,
    price_varies: bool,
    compare_at_price: Option<MinorUnits>,
    available: bool,
    vendor: &'a str,
    tags: &'a [String],
}

impl<'a> Card<'a> {
    #[must_use]
    pub fn new(place: &PricingContext<'_>, product: &'a Product) -> Self {
        let variants = product.variants.iter();
        let priced = variants.map(|variant| (place.price(product, variant), variant));
        let dearest = priced
            .clone()
            .map(|(price, _)| price)
            .max()
            .unwrap_or_default();
        let cheapest = priced.min_by_key(|(price, _)| *price);
        let price_from = cheapest.map_or(MinorUnits::ZERO, |(price, _)| price);
        Self {
            handle: &product.handle,
            title: &product.title,
            url: product_url(product, None),
            image: product.images.first().map(ImageView::from),
            currency: place.currency().into(),
            price_from,
            price_varies: price_from != dearest,
            compare_at_price: cheapest
                .and_then(|(_, variant)| place.compare_at_price(product, variant)),
            available: product.is_available(),
            vendor: &product.vendor,
            tags: &product.tags,
        }
    }
}

/// A product on its own page.
#[derive(Serialize)]
pub struct ProductView<'a> {
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
    /// The selling plans of the product.
    plans: Vec<PlanView<'a>>,
    /// Whether the product is sold with a selling plan only.
    requires_plan: bool,
    snippet: Value,
    variants_json: String,
}

#[derive(Serialize)]
struct OptionView<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

#[derive(Serialize)]
struct PlanView<'a> {
    id: u64,
    name: &'a str,
    description: Option<&'a str>,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "templates read each field by its name"
)]
#[derive(Serialize)]
pub struct VariantView<'a> {
    id: u64,
    title: String,
    option_values: &'a [String],
    /// The currency of its prices.
    currency: String,
    /// Whether the price includes tax.
    taxes_included: bool,
    price: MinorUnits,
    compare_at_price: Option<MinorUnits>,
    /// The first payment with each selling plan, in the order of the product's plans.
    plan_prices: Vec<Option<MinorUnits>>,
    available: bool,
    quantity_left: Option<u64>,
    requires_shipping: bool,
    /// Whether the buyer downloads it from the order's page.
    is_downloaded: bool,
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
    #[must_use]
    pub fn new(
        place: &PricingContext<'a>,
        product: &'a Product,
        selected: VariantId,
        snippet: String,
    ) -> Self {
        let plans = &place.rules.selling_plans;
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
            .map(|variant| VariantView::new(place, product, variant, variant.id == selected))
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
    #[must_use]
    pub fn new(
        place: &PricingContext<'_>,
        product: &'a Product,
        variant: &'a Variant,
        selected: bool,
    ) -> Self {
        let own = variant.image.and_then(|index| product.images.get(index));
        let price = place.price(product, variant);
        let plans = place.plans(product, variant).plans_for(product);
        Self {
            id: variant.id.0,
            title: variant.option_values.join(" / "),
            option_values: &variant.option_values,
            currency: place.currency().into(),
            taxes_included: place.taxation() == Taxation::Included,
            price,
            plan_prices: plans.map(|plan| plan.first_price(price)).collect(),
            compare_at_price: place.compare_at_price(product, variant),
            available: variant.stock.is_available(),
            quantity_left: variant.stock.left(),
            requires_shipping: variant.requires_shipping,
            is_downloaded: variant.download.is_some(),
            sku: &variant.sku,
            image: own.or(product.images.first()).map(ImageView::from),
            selected,
        }
    }
}
