//! What templates see: plain data, made from the rules' types.

use crate::app::App;
use crate::carts::CartView;
use minijinja::value::Value;
use serde::Serialize;
use zkratka_commerce::catalogue::{Image, Product, Stock, Variant};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::order::Mode;
use zkratka_commerce::pricing::PricedLine;

/// What every template gets.
#[derive(Serialize)]
pub(super) struct Frame<'a> {
    shop: ShopView<'a>,
    cart_count: u64,
    test_mode: bool,
    page: PageView<'a>,
}

#[derive(Serialize)]
struct ShopView<'a> {
    name: &'a str,
    tagline: &'a str,
    email: &'a str,
    phone: &'a str,
    company: &'a str,
    company_id: &'a str,
    vat_id: &'a str,
    address: &'a str,
    bank_account: &'a str,
}

/// What the page is.
#[derive(Clone, Copy, Serialize)]
pub(super) struct PageView<'a> {
    pub(super) title: &'a str,
    #[serde(rename = "type")]
    pub(super) kind: &'a str,
    pub(super) description: &'a str,
    pub(super) path: &'a str,
}

impl<'a> Frame<'a> {
    pub(super) fn new(app: &'a App, page: PageView<'a>, cart_count: u64) -> Self {
        let shop = &app.config.shop;
        Self {
            shop: ShopView {
                name: &shop.name,
                tagline: &shop.tagline,
                email: &shop.email,
                phone: &shop.phone,
                company: &shop.company,
                company_id: &shop.company_id,
                vat_id: &shop.vat_id,
                address: &shop.address,
                bank_account: &shop.bank_account,
            },
            cart_count,
            test_mode: app.config.server.mode == Mode::Test,
            page,
        }
    }
}

#[derive(Serialize)]
pub(super) struct ImageView<'a> {
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

/// A product in a grid.
#[derive(Serialize)]
pub(super) struct Card<'a> {
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
pub(super) struct ProductView<'a> {
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
    snippet: Value,
    variants_json: String,
}

#[derive(Serialize)]
struct OptionView<'a> {
    name: &'a str,
    values: Vec<&'a str>,
}

/// A variant.
#[derive(Serialize)]
pub(super) struct VariantView<'a> {
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

impl<'a> ProductView<'a> {
    pub(super) fn new(product: &'a Product, selected: VariantId, snippet: String) -> Self {
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
            snippet: Value::from_safe_string(snippet),
        }
    }
}

impl<'a> VariantView<'a> {
    pub(super) fn new(product: &'a Product, variant: &'a Variant, selected: bool) -> Self {
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

/// The cart on its page.
#[derive(Serialize)]
pub(super) struct CartPage<'a> {
    lines: Vec<LineView<'a>>,
    subtotal: i64,
    total_quantity: u64,
    empty: bool,
}

#[derive(Serialize)]
struct LineView<'a> {
    id: u32,
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
    pub(super) const EMPTY: Self = Self {
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

/// Where a product is, with one of its variants chosen.
pub(super) fn product_url(product: &Product, variant: Option<VariantId>) -> String {
    match variant.filter(|_| product.variants.len() > 1) {
        Some(variant) => format!("/products/{}?variant={}", product.handle, variant.0),
        None => format!("/products/{}", product.handle),
    }
}

/// Whether one more can be bought.
pub(super) fn is_available(variant: &Variant) -> bool {
    match variant.stock {
        Stock::Untracked => true,
        Stock::Tracked {
            available,
            oversell,
        } => oversell || available > 0,
    }
}

/// How many can be bought, where that is limited.
fn quantity_left(variant: &Variant) -> Option<i64> {
    match variant.stock {
        Stock::Tracked {
            available,
            oversell: false,
        } => Some(available.max(0)),
        _ => None,
    }
}
