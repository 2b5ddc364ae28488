//! Global ids in the form that off-the-shelf clients expect. The prefix is hard-coded in those clients.

use super::{CartToken, parse_secret, secret_hex};
use std::fmt::{self, Write};
use zkratka_commerce::ids::{LineId, OrderNumber, Secret, SellingPlanId, VariantId};

const PREFIX: &str = "gid://shopify/";
/// Fits the longest common id, a cart's.
const USUAL_LENGTH: usize = 96;

/// `gid://shopify/Cart/<token>?key=<secret>`
#[must_use]
pub fn cart(token: &CartToken, secret: &Secret) -> String {
    written(format_args!(
        "{PREFIX}Cart/{token}?key={}",
        secret_hex(secret)
    ))
}

#[must_use]
pub fn parse_cart(text: &str) -> Option<(CartToken, Secret)> {
    parse_cart_reference(strip(text, "Cart")?)
}

/// Parses `<token>?key=<secret>`, the part after the prefix. The cart cookie has the same value.
#[must_use]
pub fn parse_cart_reference(text: &str) -> Option<(CartToken, Secret)> {
    let (token, secret) = text.split_once("?key=")?;
    Some((CartToken::parse(token)?, parse_secret(secret)?))
}

/// `gid://shopify/ProductVariant/<n>`
#[must_use]
pub fn variant(id: VariantId) -> String {
    written(format_args!("{PREFIX}ProductVariant/{}", id.0))
}

/// None for 0, which is no variant.
#[must_use]
pub fn parse_variant(text: &str) -> Option<VariantId> {
    number(strip(text, "ProductVariant")?).map(VariantId)
}

/// `gid://shopify/SellingPlan/<n>`
#[must_use]
pub fn selling_plan(id: SellingPlanId) -> String {
    format!("{PREFIX}SellingPlan/{}", id.0)
}

/// None for 0, which is no selling plan.
#[must_use]
pub fn parse_selling_plan(text: &str) -> Option<SellingPlanId> {
    number(strip(text, "SellingPlan")?).map(SellingPlanId)
}

/// `gid://shopify/CartLine/<n>?cart=<token>`
#[must_use]
pub fn line(id: LineId, cart: &CartToken) -> String {
    written(format_args!("{PREFIX}CartLine/{}?cart={cart}", id.0))
}

/// Ignores the cart in the id.
#[must_use]
pub fn parse_line(text: &str) -> Option<LineId> {
    let rest = strip(text, "CartLine")?;
    let digits = rest.split_once('?').map_or(rest, |(digits, _)| digits);
    digits.parse().ok().map(LineId)
}

/// `gid://shopify/Order/<number>`
#[must_use]
pub fn order(number: OrderNumber) -> String {
    format!("{PREFIX}Order/{}", number.0)
}

/// Formats in one allocation. A response has many ids, and growing each string would copy it several times.
#[must_use]
pub fn written(id: fmt::Arguments<'_>) -> String {
    let mut text = String::with_capacity(USUAL_LENGTH);
    // Writing to a `String` cannot fail.
    let _complete = text.write_fmt(id);
    text
}

fn strip<'t>(text: &'t str, kind: &str) -> Option<&'t str> {
    text.strip_prefix(PREFIX)?
        .strip_prefix(kind)?
        .strip_prefix('/')
}

fn number(text: &str) -> Option<u64> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    text.parse().ok().filter(|&number| number > 0)
}
