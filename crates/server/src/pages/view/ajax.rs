//! The cart as themes' scripts read it: the JSON of `/cart.js`. Amounts are minor units, weights grams.

use super::product_url;
use crate::app::App;
use crate::carts::{CartReference, CartView};
use crate::ids::secret_hex;
use serde::Serialize;
use std::collections::BTreeMap;
use zkratka_commerce::cart::Attribute;
use zkratka_commerce::pricing::PricedLine;

/// The cart; what themes read without us having it is there and empty.
#[derive(Serialize)]
pub(in crate::pages) struct AjaxCart<'a> {
    /// `TOKEN?key=SECRET`; empty while there is no cart.
    token: String,
    note: Option<&'a str>,
    attributes: BTreeMap<&'a str, &'a str>,
    item_count: u64,
    items: Vec<AjaxLine<'a>>,
    total_price: i64,
    original_total_price: i64,
    items_subtotal_price: i64,
    total_discount: i64,
    total_weight: u64,
    requires_shipping: bool,
    currency: String,
    cart_level_discount_applications: [(); 0],
}

/// A line.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the names and kinds are what themes read"
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
    price: i64,
    original_price: i64,
    discounted_price: i64,
    final_price: i64,
    line_price: i64,
    original_line_price: i64,
    final_line_price: i64,
    total_discount: i64,
    line_level_total_discount: i64,
    discounts: [(); 0],
    line_level_discount_allocations: [(); 0],
    sku: &'a str,
    grams: u32,
    taxable: bool,
    gift_card: bool,
    requires_shipping: bool,
    properties: BTreeMap<&'a str, &'a str>,
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

impl<'a> AjaxCart<'a> {
    /// The cart, or an empty one.
    pub(in crate::pages) fn new(app: &'a App, view: Option<&'a CartView>) -> Self {
        let cart = view.map(|view| &view.cart);
        let priced = view.map(|view| &view.priced);
        let subtotal = priced.map_or(0, |priced| priced.subtotal);
        let lines = priced.map_or(&[][..], |priced| &priced.lines);
        Self {
            token: view.map(token).unwrap_or_default(),
            note: cart.and_then(|cart| cart.note.as_deref()),
            attributes: by_key(cart.map_or(&[], |cart| &cart.attributes)),
            item_count: priced.map_or(0, |priced| priced.total_quantity),
            items: lines.iter().map(|line| AjaxLine::new(app, line)).collect(),
            total_price: subtotal,
            original_total_price: subtotal,
            items_subtotal_price: subtotal,
            total_discount: 0,
            total_weight: priced.map_or(0, |priced| priced.grams),
            requires_shipping: priced.is_some_and(|priced| priced.requires_shipping),
            currency: priced
                .map_or(app.rules.currency, |priced| priced.currency)
                .into(),
            cart_level_discount_applications: [],
        }
    }
}

impl<'a> AjaxLine<'a> {
    pub(in crate::pages) fn new(app: &App, line: &'a PricedLine) -> Self {
        let (product, variant) = (&*line.product, line.variant());
        let own = variant.image.and_then(|index| product.images.get(index));
        let image = own.or(product.images.first());
        let image_url = image.map(|image| app.theme.image_url(&image.source));
        let variant_title = variant.title();
        let title = match &variant_title {
            Some(variant) => format!("{} - {variant}", product.title),
            None => product.title.clone(),
        };
        let options = product.options.iter().zip(&variant.option_values);
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
            discounted_price: line.unit_price,
            final_price: line.unit_price,
            line_price: line.total,
            original_line_price: line.total,
            final_line_price: line.total,
            total_discount: 0,
            line_level_total_discount: 0,
            discounts: [],
            line_level_discount_allocations: [],
            sku: &variant.sku,
            grams: variant.grams,
            taxable: variant.taxable,
            gift_card: false,
            requires_shipping: variant.requires_shipping,
            properties: by_key(&line.attributes),
        }
    }
}

/// What names a line for good, whatever its place: variant and number.
pub(in crate::pages) fn line_key(line: &PricedLine) -> String {
    format!("{}:{}", line.variant().id.0, line.id.0)
}

/// The cart's token with its secret, as its global id ends.
fn token(view: &CartView) -> String {
    let reference = CartReference::from(&view.cart);
    format!("{}?key={}", reference.token, secret_hex(&reference.secret))
}

fn by_key(attributes: &[Attribute]) -> BTreeMap<&str, &str> {
    let pairs = attributes.iter();
    pairs
        .map(|attribute| (attribute.key.as_str(), attribute.value.as_str()))
        .collect()
}
