//! The shop's cookies: the browser's cart, and the country chosen for shopping.
//!
//! Under HTTPS their names begin with `__Host-`: browsers take such a cookie from this host only, so a subdomain can
//! neither plant one nor put another of the same name beside it. A browser that still has a cookie of the old name gets
//! the new one with its next page.

use crate::app::App;
use crate::carts::CartReference;
use axum::http::header::{CACHE_CONTROL, COOKIE, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use zkratka_commerce::time::Timestamp;
use zkratka_ids::secret_hex;

const CART: Names = Names {
    plain: "cart",
    of_host: "__Host-cart",
};
const COUNTRY: Names = Names {
    plain: "country",
    of_host: "__Host-country",
};
/// From 1 July 2027 cookies of the old names are not read: a subdomain could plant them for ever.
const OLD_NAMES_UNTIL: Timestamp = Timestamp(1_814_400_000_000);

/// The names of one cookie.
struct Names {
    /// Without HTTPS. With HTTPS the name that older versions used.
    plain: &'static str,
    of_host: &'static str,
}

/// The cart named in the browser's cookie.
pub(super) fn cart(app: &App, headers: &HeaderMap) -> Option<CartReference> {
    read(app, headers, &CART, cart_reference)
}

/// The country in the browser's cookie, if the shop still delivers there.
pub(super) fn country(app: &App, headers: &HeaderMap) -> Option<String> {
    read(app, headers, &COUNTRY, |value| delivered_to(app, value))
}

/// The `Set-Cookie` header for this cart. The cookie lives as long as an unchanged cart does in the store.
pub(super) fn set(app: &App, cart: &CartReference) -> Option<HeaderValue> {
    let reference = format!("{}?key={}", cart.token, secret_hex(&cart.secret));
    let value = utf8_percent_encode(&reference, NON_ALPHANUMERIC);
    kept(app, &CART, &value.to_string())
}

/// The `Set-Cookie` header for this country. The cookie lives as long as an unchanged cart does in the store.
pub(super) fn set_country(app: &App, country: &str) -> Option<HeaderValue> {
    kept(app, &COUNTRY, country)
}

/// The `Set-Cookie` headers that replace the old names in a request's cookies; none in most requests.
pub(crate) fn renewal(app: &App, headers: &HeaderMap) -> Vec<HeaderValue> {
    if !is_secure(app) || app.clock.now() >= OLD_NAMES_UNTIL {
        return Vec::new();
    }
    let mut renewal = Vec::new();
    if values(headers, CART.plain).any(|value| cart_reference(value).is_some()) {
        let cart = cart(app, headers);
        renewal.extend(cart.and_then(|cart| set(app, &cart)));
        renewal.extend(ended(&CART));
    }
    if values(headers, COUNTRY.plain).any(|value| delivered_to(app, value).is_some()) {
        let country = country(app, headers);
        renewal.extend(country.and_then(|country| set_country(app, &country)));
        renewal.extend(ended(&COUNTRY));
    }
    renewal
}

/// Adds the headers of [`renewal`], except for a cookie that the response sets itself.
pub(crate) fn renew(renewal: Vec<HeaderValue>, headers: &mut HeaderMap) {
    let name = |value: &HeaderValue| {
        value
            .as_bytes()
            .split(|&byte| byte == b'=')
            .next()
            .map(<[u8]>::to_vec)
    };
    let set: Vec<_> = headers.get_all(SET_COOKIE).iter().map(name).collect();
    for cookie in renewal {
        if !set.contains(&name(&cookie)) {
            headers.append(SET_COOKIE, cookie);
            headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
    }
}

/// The `Set-Cookie` header that makes the browser forget the old name.
fn ended(names: &Names) -> Option<HeaderValue> {
    let name = names.plain;
    let cookie = format!("{name}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
    HeaderValue::from_str(&cookie).ok()
}

fn cart_reference(value: &str) -> Option<CartReference> {
    let value = percent_decode_str(value).decode_utf8().ok()?;
    CartReference::from_cookie(&value)
}

fn delivered_to(app: &App, value: &str) -> Option<String> {
    let mut countries = app.rules.countries.iter();
    countries.find(|code| code.as_str() == value).cloned()
}

fn read<T: PartialEq>(
    app: &App,
    headers: &HeaderMap,
    names: &Names,
    parse: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    if !is_secure(app) {
        return values(headers, names.plain).find_map(parse);
    }
    let known = values(headers, names.of_host).find_map(&parse);
    if known.is_some() || app.clock.now() >= OLD_NAMES_UNTIL {
        return known;
    }
    // Anybody on a subdomain may have added another one, and nothing tells which one is the shop's.
    let mut old = values(headers, names.plain).filter_map(parse);
    let first = old.next()?;
    old.all(|other| other == first).then_some(first)
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

fn kept(app: &App, names: &Names, value: &str) -> Option<HeaderValue> {
    let seconds = u64::from(app.config.store.cart_days) * 24 * 60 * 60;
    let (name, secure) = if is_secure(app) {
        (names.of_host, "; Secure")
    } else {
        (names.plain, "")
    };
    let cookie =
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&cookie).ok()
}

fn is_secure(app: &App) -> bool {
    app.config.server.public_origin.starts_with("https:")
}
