//! Global ids that only the cart API uses. A cart has one delivery address, so its id always has the same number.

use zkratka_commerce::gift_card::GiftCardId;
use zkratka_commerce::ids::ProductId;
use zkratka_commerce::selling_plan::PurchaseType;
use zkratka_ids::CartToken;
use zkratka_ids::gid::written;

const PREFIX: &str = "gid://shopify/";
/// The number of a cart's only delivery address.
const ONLY: &str = "1";

/// `gid://shopify/CartDeliveryGroup/<n>?cart=<token>`.
pub(super) fn delivery_group(purchase: PurchaseType, cart: &CartToken) -> String {
    of_cart("CartDeliveryGroup", delivery_group_number(purchase), cart)
}

/// The number of a delivery group in its cart. It depends on the purchase type, not on the position, so an id never
/// comes to mean other goods when lines change.
pub(super) const fn delivery_group_number(purchase: PurchaseType) -> &'static str {
    match purchase {
        PurchaseType::OneTimePurchase => "1",
        PurchaseType::Subscription => "2",
    }
}

/// `gid://shopify/CartSelectableAddress/1?cart=<token>`.
pub(super) fn delivery_address(cart: &CartToken) -> String {
    of_cart("CartSelectableAddress", ONLY, cart)
}

/// Whether an id names the delivery address of this cart.
pub(super) fn is_delivery_address(text: &str, cart: &CartToken) -> bool {
    text == delivery_address(cart)
}

/// `gid://shopify/MailingAddress/1?cart=<token>`.
pub(super) fn mailing_address(cart: &CartToken) -> String {
    of_cart("MailingAddress", ONLY, cart)
}

/// `gid://shopify/Product/<n>`.
pub(super) fn product(id: ProductId) -> String {
    written(format_args!("{PREFIX}Product/{}", id.0))
}

/// Parses a product's global id. Returns `None` for id 0, which no product has.
pub(super) fn parse_product(text: &str) -> Option<ProductId> {
    let number = text.strip_prefix(PREFIX)?.strip_prefix("Product/")?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| digits && number > 0);
    number.map(ProductId)
}

/// `gid://shopify/AppliedGiftCard/<n>`.
pub(super) fn gift_card(id: GiftCardId) -> String {
    written(format_args!("{PREFIX}AppliedGiftCard/{}", id.0))
}

pub(super) fn parse_gift_card(text: &str) -> Option<GiftCardId> {
    let number = text
        .strip_prefix(PREFIX)?
        .strip_prefix("AppliedGiftCard/")?;
    let digits = number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| digits).map(GiftCardId)
}

/// `gid://shopify/Collection/<handle>`.
pub(super) fn collection(handle: &str) -> String {
    written(format_args!("{PREFIX}Collection/{handle}"))
}

pub(super) fn parse_collection(text: &str) -> Option<&str> {
    text.strip_prefix(PREFIX)?.strip_prefix("Collection/")
}

/// `gid://shopify/ShopPolicy/<handle>`.
pub(super) fn policy(handle: &str) -> String {
    written(format_args!("{PREFIX}ShopPolicy/{handle}"))
}

/// `gid://shopify/Metafield/<namespace>.<key>?cart=<token>`.
pub(super) fn metafield(cart: &CartToken, namespace: &str, key: &str) -> String {
    written(format_args!(
        "{PREFIX}Metafield/{namespace}.{key}?cart={cart}"
    ))
}

/// `gid://shopify/ProductOptionValue/<product>-<option>-<value>`.
pub(super) fn product_option_value(id: ProductId, option: usize, value: usize) -> String {
    written(format_args!(
        "{PREFIX}ProductOptionValue/{}-{option}-{value}",
        id.0
    ))
}

/// `gid://shopify/ProductOption/<product>-<position>`.
pub(super) fn product_option(id: ProductId, position: usize) -> String {
    written(format_args!("{PREFIX}ProductOption/{}-{position}", id.0))
}

/// `gid://shopify/ProductImage/<product>-<position>`.
pub(super) fn image(id: ProductId, position: usize) -> String {
    written(format_args!("{PREFIX}ProductImage/{}-{position}", id.0))
}

/// `gid://shopify/Shop/<n>`.
pub(super) fn shop(id: u64) -> String {
    written(format_args!("{PREFIX}Shop/{id}"))
}

fn of_cart(kind: &str, number: &str, cart: &CartToken) -> String {
    written(format_args!("{PREFIX}{kind}/{number}?cart={cart}"))
}
