//! Where the page of an order is.

use zkratka_commerce::ids::Secret;
use zkratka_ids::{CartToken, secret_hex};

/// The URL of a confirmation with this secret: the order's own, or the cart's. `origin` has no slash at the end.
#[must_use]
pub fn confirmation_url(origin: &str, token: &CartToken, secret: &Secret) -> String {
    format!(
        "{origin}/checkout/{}/confirmation?key={}",
        token.encode(),
        secret_hex(secret)
    )
}
