//! The cart in the format of themes' scripts: the JSON of `/cart.js`. Amounts are in minor units, weights in grams.

mod discount;
mod line;
mod plan;

pub(in crate::pages) use line::{AjaxLine, line_key};

use crate::app::App;
use crate::carts::{CartReference, CartView};
use discount::Application;
use serde::Serialize;
use std::collections::BTreeMap;
use zkratka_commerce::cart::Attribute;
use zkratka_commerce::discount::Class;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::pricing::PricedCart;
use zkratka_ids::secret_hex;
use zkratka_storefront::RecurringView;

/// The cart. Fields of the public format that this shop does not support are present and empty.
#[derive(Serialize)]
pub(in crate::pages) struct AjaxCart<'a> {
    /// `TOKEN?key=SECRET`; empty if there is no cart.
    token: String,
    note: Option<&'a str>,
    attributes: BTreeMap<&'a str, &'a str>,
    item_count: u64,
    items: Vec<AjaxLine<'a>>,
    total_price: MinorUnits,
    original_total_price: MinorUnits,
    items_subtotal_price: MinorUnits,
    total_discount: MinorUnits,
    total_weight: u64,
    requires_shipping: bool,
    currency: String,
    /// Discounts on the whole order. Discounts on goods are in their lines, discounts on delivery in the checkout.
    cart_level_discount_applications: Vec<Application<'a>>,
    discount_codes: Vec<DiscountCode<'a>>,
    /// Our addition to the public format: the recurring payments, in words.
    recurring_totals: Vec<RecurringView>,
}

/// A discount code that the buyer has entered.
#[derive(Serialize)]
struct DiscountCode<'a> {
    code: &'a str,
    /// Whether the code lowers the price now.
    applicable: bool,
}

impl<'a> AjaxCart<'a> {
    /// The cart, or an empty cart.
    pub(in crate::pages) fn new(app: &'a App, view: Option<&'a CartView>) -> Self {
        let cart = view.map(|view| &view.cart);
        let priced = view.map(|view| &view.priced);
        let subtotal = priced.map_or(MinorUnits::ZERO, |priced| priced.subtotal);
        let off_lines = priced.map_or(MinorUnits::ZERO, PricedCart::off_lines);
        let off_order = priced.map_or(MinorUnits::ZERO, |priced| priced.off_by(Class::Order));
        let lines = priced.map_or(&[][..], |priced| &priced.lines);
        Self {
            token: view.map(token).unwrap_or_default(),
            note: cart.and_then(|cart| cart.note.as_deref()),
            attributes: by_key(cart.map_or(&[], |cart| &cart.attributes)),
            item_count: priced.map_or(0, |priced| priced.total_quantity),
            items: priced.map_or_else(Vec::new, |priced| {
                let line = |line| AjaxLine::new(app, priced, line);
                lines.iter().map(line).collect()
            }),
            total_price: subtotal - off_lines - off_order,
            original_total_price: subtotal,
            items_subtotal_price: subtotal - off_lines,
            total_discount: off_lines + off_order,
            total_weight: priced.map_or(0, |priced| priced.delivery.grams()),
            requires_shipping: priced.is_some_and(PricedCart::requires_shipping),
            currency: priced
                .map_or(app.rules.currency, |priced| priced.currency)
                .into(),
            cart_level_discount_applications: priced.map(Application::of_order).unwrap_or_default(),
            discount_codes: priced.map(discount_codes).unwrap_or_default(),
            recurring_totals: priced.map(RecurringView::of_cart).unwrap_or_default(),
        }
    }
}

fn discount_codes(priced: &PricedCart) -> Vec<DiscountCode<'_>> {
    let codes = priced.codes.iter();
    codes
        .map(|outcome| DiscountCode {
            code: &outcome.code,
            applicable: outcome.refusal.is_none(),
        })
        .collect()
}

/// The cart's token with its secret, as at the end of the cart's global id.
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
