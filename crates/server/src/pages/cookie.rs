//! The shop's cookies: the browser's cart, and the country chosen for shopping.

use crate::app::App;
use crate::carts::CartReference;
use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use zkratka_ids::secret_hex;

const CART: &str = "cart";
const COUNTRY: &str = "country";

/// The cart named in the browser's cookie.
pub(super) fn cart(headers: &HeaderMap) -> Option<CartReference> {
    values(headers, CART).find_map(|value| {
        let value = percent_decode_str(value).decode_utf8().ok()?;
        CartReference::from_cookie(&value)
    })
}

/// The country in the browser's cookie, if the shop still delivers there.
pub(super) fn country(app: &App, headers: &HeaderMap) -> Option<String> {
    values(headers, COUNTRY).find_map(|value| {
        let mut countries = app.rules.countries.iter();
        countries.find(|code| code.as_str() == value).cloned()
    })
}

/// The `Set-Cookie` header for this cart. The cookie lives as long as an unchanged cart does in the store.
pub(super) fn set(app: &App, cart: &CartReference) -> Option<HeaderValue> {
    let reference = format!("{}?key={}", cart.token, secret_hex(&cart.secret));
    let value = utf8_percent_encode(&reference, NON_ALPHANUMERIC);
    kept(app, CART, &value.to_string())
}

/// The `Set-Cookie` header for this country. The cookie lives as long as an unchanged cart does in the store.
pub(super) fn set_country(app: &App, country: &str) -> Option<HeaderValue> {
    kept(app, COUNTRY, country)
}

fn values<'h>(headers: &'h HeaderMap, wanted: &'h str) -> impl Iterator<Item = &'h str> {
    let cookies = headers.get_all(COOKIE).iter();
    cookies
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(move |(name, _)| *name == wanted)
        .map(|(_, value)| value)
}

fn kept(app: &App, name: &str, value: &str) -> Option<HeaderValue> {
    let seconds = u64::from(app.config.store.cart_days) * 24 * 60 * 60;
    let secure = if app.config.server.public_origin.starts_with("https:") {
        "; Secure"
    } else {
        ""
    };
    let cookie =
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&cookie).ok()
}
