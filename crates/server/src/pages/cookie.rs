//! The cart cookie: which cart this browser fills.

use crate::app::App;
use crate::carts::CartReference;
use crate::ids::secret_hex;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

const NAME: &str = "cart";

/// The cart that the browser names, if it names one.
pub(super) fn cart(headers: &HeaderMap) -> Option<CartReference> {
    let cookies = headers.get_all(COOKIE).iter();
    cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == NAME)
        .find_map(|(_, value)| {
            let value = percent_decode_str(value).decode_utf8().ok()?;
            CartReference::from_cookie(&value)
        })
}

/// The header that makes the browser remember this cart for as long as the store keeps it.
pub(super) fn set(app: &App, cart: &CartReference) -> Option<HeaderValue> {
    let reference = format!("{}?key={}", cart.token, secret_hex(&cart.secret));
    let value = utf8_percent_encode(&reference, NON_ALPHANUMERIC);
    let seconds = u64::from(app.config.store.cart_days) * 24 * 60 * 60;
    let secure = if app.config.server.public_origin.starts_with("https:") {
        "; Secure"
    } else {
        ""
    };
    let cookie =
        format!("{NAME}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&cookie).ok()
}
