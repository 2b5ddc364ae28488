//! Global ids that only the cart API gives out. A cart has one delivery group and one delivery address.

use crate::ids::CartToken;
use zkratka_commerce::ids::ProductId;

const PREFIX: &str = "gid://shopify/";
/// The number of a cart's only delivery group, and of its only address.
const ONLY: &str = "1";

/// `gid://shopify/CartDeliveryGroup/1?cart=<token>`.
pub(super) fn delivery_group(cart: &CartToken) -> String {
    of_cart("CartDeliveryGroup", cart)
}

/// Whether this is the delivery group of this cart.
pub(super) fn is_delivery_group(text: &str, cart: &CartToken) -> bool {
    text == delivery_group(cart)
}

/// `gid://shopify/CartSelectableAddress/1?cart=<token>`.
pub(super) fn delivery_address(cart: &CartToken) -> String {
    of_cart("CartSelectableAddress", cart)
}

/// Whether this is the delivery address of this cart.
pub(super) fn is_delivery_address(text: &str, cart: &CartToken) -> bool {
    text == delivery_address(cart)
}

/// `gid://shopify/MailingAddress/1?cart=<token>`.
pub(super) fn mailing_address(cart: &CartToken) -> String {
    of_cart("MailingAddress", cart)
}

/// `gid://shopify/Product/<n>`.
pub(super) fn product(id: ProductId) -> String {
    format!("{PREFIX}Product/{}", id.0)
}

/// `gid://shopify/ProductOption/<product>-<position>`.
pub(super) fn product_option(id: ProductId, position: usize) -> String {
    format!("{PREFIX}ProductOption/{}-{position}", id.0)
}

/// `gid://shopify/ProductImage/<product>-<position>`.
pub(super) fn image(id: ProductId, position: usize) -> String {
    format!("{PREFIX}ProductImage/{}-{position}", id.0)
}

/// `gid://shopify/Shop/<n>`.
pub(super) fn shop(id: u64) -> String {
    format!("{PREFIX}Shop/{id}")
}

fn of_cart(kind: &str, cart: &CartToken) -> String {
    format!("{PREFIX}{kind}/{ONLY}?cart={cart}")
}
