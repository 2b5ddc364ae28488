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
use zkratka_commerce::cart::Cart;
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
/// The cart whose button this browser asked for. It says what the cart's link says: it tells browsers that have had the link from those
/// that know only an address that a provider knows, too. Only the name for HTTPS counts there, so no subdomain can plant one.
const HOLDER: Names = Names {
    plain: "wallet-cart",
    of_host: "__Host-wallet-cart",
};
/// From 1 July 2027 cookies of the old names are not read: a subdomain could plant them for ever.
const OLD_NAMES_UNTIL: Timestamp = Timestamp(1_814_400_000_000);

/// The names of one cookie.
struct Names {
    /// Without HTTPS. With HTTPS the name that older versions used.
    plain: &'static str,
    of_host: &'static str,
}

impl Names {
    fn name(&self, app: &App) -> &'static str {
        if is_secure(app) {
            self.of_host
        } else {
            self.plain
        }
    }
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
    kept(app, &CART, &cart_value(cart))
}

fn cart_value(cart: &CartReference) -> String {
    let reference = format!("{}?key={}", cart.token, secret_hex(&cart.secret));
    utf8_percent_encode(&reference, NON_ALPHANUMERIC).to_string()
}

/// The `Set-Cookie` header for this country. The cookie lives as long as an unchanged cart does in the store.
pub(super) fn set_country(app: &App, country: &str) -> Option<HeaderValue> {
    kept(app, &COUNTRY, country)
}

/// Whether the cart is this browser's own, and was not brought by a link. A browser that [`holds`] a cart may have got it by one.
pub(super) fn has_made(app: &App, headers: &HeaderMap, of: &Cart) -> bool {
    cart(app, headers).is_some_and(|reference| reference.names(of))
}

/// Whether this browser asked for a button of the cart on one of this server's pages, and so has the cart's secrets. Anybody to whom
/// the buyer gave the cart's link can do that, too.
pub(super) fn holds(app: &App, headers: &HeaderMap, cart: &Cart) -> bool {
    let mut named = values(headers, HOLDER.name(app)).filter_map(cart_reference);
    named.any(|reference| reference.names(cart))
}

/// The `Set-Cookie` header for a browser of which [`holds`] is to be true.
pub(super) fn set_holder(app: &App, cart: &CartReference) -> Option<HeaderValue> {
    kept(app, &HOLDER, &cart_value(cart))
}

/// The `Set-Cookie` headers that take over cookies of the old names; none in most requests. The old ones stay: an older
/// server that still runs beside this one finds its cart only there.
pub(crate) fn renewal(app: &App, headers: &HeaderMap) -> Vec<HeaderValue> {
    let cart = renewed(app, headers, &CART, cart_reference, |cart| set(app, cart));
    let country = renewed(
        app,
        headers,
        &COUNTRY,
        |value| delivered_to(app, value),
        |country| set_country(app, country),
    );
    cart.into_iter().chain(country).collect()
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
    if !reads_old_name(app, headers, names) {
        return values(headers, names.of_host).find_map(parse);
    }
    match Old::of(headers, names, parse) {
        Old::Agreed(value) => Some(value),
        Old::None | Old::Differing => None,
    }
}

/// The `Set-Cookie` header that takes over a cookie of the old name.
fn renewed<T: PartialEq>(
    app: &App,
    headers: &HeaderMap,
    names: &Names,
    parse: impl Fn(&str) -> Option<T>,
    set: impl Fn(&T) -> Option<HeaderValue>,
) -> Option<HeaderValue> {
    if !is_secure(app) || !reads_old_name(app, headers, names) {
        return None;
    }
    match Old::of(headers, names, parse) {
        Old::None => None,
        Old::Agreed(value) => set(&value),
        Old::Differing => disbelieved(app, names),
    }
}

/// Any cookie that only the shop can set ends the search, even one without a value that the shop knows.
fn reads_old_name(app: &App, headers: &HeaderMap, names: &Names) -> bool {
    app.clock.now() < OLD_NAMES_UNTIL && values(headers, names.of_host).next().is_none()
}

/// What cookies of the old name say.
enum Old<T> {
    None,
    Agreed(T),
    /// Anybody on a subdomain may have added one, and nothing tells which one is the shop's.
    Differing,
}

impl<T: PartialEq> Old<T> {
    fn of(headers: &HeaderMap, names: &Names, parse: impl Fn(&str) -> Option<T>) -> Self {
        let mut known = values(headers, names.plain).filter_map(parse);
        let Some(first) = known.next() else {
            return Self::None;
        };
        if known.all(|other| other == first) {
            Self::Agreed(first)
        } else {
            Self::Differing
        }
    }
}

/// The `Set-Cookie` header by which the server remembers that it believes no old cookie of this browser: the shop's own
/// may end before the planted one, which would then stand alone.
fn disbelieved(app: &App, names: &Names) -> Option<HeaderValue> {
    let seconds = (OLD_NAMES_UNTIL.0 - app.clock.now().0) / 1000;
    let name = names.of_host;
    let cookie = format!("{name}=none; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax; Secure");
    HeaderValue::from_str(&cookie).ok()
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
    let name = names.name(app);
    let secure = if is_secure(app) { "; Secure" } else { "" };
    let cookie =
        format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    HeaderValue::from_str(&cookie).ok()
}

fn is_secure(app: &App) -> bool {
    app.config.server.public_origin.starts_with("https:")
}
