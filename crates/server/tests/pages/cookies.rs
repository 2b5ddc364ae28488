//! Tests the names of the shop's cookies, with HTTPS and without, and that no subdomain chooses a buyer's cart.

use super::support::{Page, Shop, Shopper};
use reqwest::Method;
use reqwest::header::{CONTENT_TYPE, ORIGIN, SET_COOKIE};
use serde_json::Value;

/// The shop behind a proxy that terminates HTTPS.
const SECURE: &str = "https://obchod.example";

/// Posts a form as the shop's own page would; returns the cookies that the browser then keeps, with their attributes.
async fn post(shopper: &Shopper<'_>, origin: &str, path: &str, fields: &str) -> Vec<String> {
    let request = shopper
        .request(Method::POST, path)
        .header(ORIGIN, origin)
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(fields.to_owned());
    cookies(&Page::read(request.send().await.expect("an answer")).await)
}

fn cookies(page: &Page) -> Vec<String> {
    let cookies = page.headers.get_all(SET_COOKIE).iter();
    let text = |cookie: &reqwest::header::HeaderValue| cookie.to_str().expect("text").to_owned();
    cookies.map(text).collect()
}

/// The name and value of a cookie.
fn pair(cookie: &str) -> String {
    cookie.split(';').next().unwrap_or_default().to_owned()
}

/// A cart with one book; returns its cookie.
async fn filled(shop: &Shop) -> String {
    let book = shop.variant("kniha", 0);
    let set = post(&shop.shopper(), SECURE, "/cart/add", &format!("id={book}")).await;
    assert_eq!(set.len(), 1, "{set:?}");
    pair(&set[0])
}

/// Units in the cart of a browser with these cookies, and the cookies that it is sent.
async fn units(shop: &Shop, cookies: &str) -> (u64, Vec<String>) {
    let mut shopper = shop.shopper();
    shopper.cookie = Some(cookies.to_owned());
    let page = shopper.get("/cart.js").await;
    let cart: Value = serde_json::from_str(&page.text).expect("JSON");
    let units = cart["item_count"].as_u64().expect("a number");
    (units, super::cookies::cookies(&page))
}

/// [B.12] Browsers take a cookie with this prefix from the shop's own host over HTTPS only.
#[tokio::test]
async fn with_https_cookies_belong_to_the_host() {
    let shop = Shop::open_as(SECURE).await;
    let book = shop.variant("kniha", 0);
    let shopper = shop.shopper();
    let cart = post(&shopper, SECURE, "/cart/add", &format!("id={book}")).await;
    let country = post(&shopper, SECURE, "/localization", "country_code=CZ").await;
    for (set, name) in [(cart, "__Host-cart="), (country, "__Host-country=CZ")] {
        assert_eq!(set.len(), 1, "{set:?}");
        assert!(set[0].starts_with(name), "{set:?}");
        for attribute in ["; Path=/;", "; HttpOnly", "; SameSite=Lax", "; Secure"] {
            assert!(set[0].contains(attribute), "{set:?}");
        }
        assert!(!set[0].contains("Domain"), "{set:?}");
    }
}

/// Browsers refuse the prefix without HTTPS, so a shop on this machine keeps the plain names.
#[tokio::test]
async fn without_https_names_are_plain() {
    let shop = Shop::open().await;
    let book = shop.variant("kniha", 0);
    let origin = &shop.server.base_url;
    let set = post(&shop.shopper(), origin, "/cart/add", &format!("id={book}")).await;
    assert!(set[0].starts_with("cart="), "{set:?}");
    let (found, renewed) = units(&shop, &pair(&set[0])).await;
    assert_eq!((found, renewed), (1, Vec::new()));
}

/// A cart from before the prefix is kept: the next answer takes it over. Its old cookie stays for older servers.
#[tokio::test]
async fn a_cart_under_the_old_name_is_found_once() {
    let shop = Shop::open_as(SECURE).await;
    let cookie = filled(&shop).await;
    let old = cookie.replace("__Host-", "");
    let (found, set) = units(&shop, &format!("country=CZ; {old}")).await;
    assert_eq!(found, 1);
    let pairs: Vec<String> = set.iter().map(|cookie| pair(cookie)).collect();
    assert_eq!(pairs, [&cookie, "__Host-country=CZ"]);
    let all = format!("country=CZ; {old}; {cookie}; __Host-country=CZ");
    assert_eq!(units(&shop, &all).await, (1, Vec::new()));
}

/// [B.12] A subdomain can plant a cookie of the plain name. It decides nothing once the browser has the shop's own, and
/// two plain ones are not believed at all: also not the one that is left when the shop's own has ended.
#[tokio::test]
async fn a_planted_cart_is_not_taken() {
    let shop = Shop::open_as(SECURE).await;
    let (own, planted) = (filled(&shop).await, filled(&shop).await);
    let old = |cookie: &str| cookie.replace("__Host-", "");

    let both = format!("{}; {}", old(&planted), old(&own));
    let (found, set) = units(&shop, &both).await;
    assert_eq!(found, 0);
    let kept: Vec<String> = set.iter().map(|cookie| pair(cookie)).collect();
    assert_eq!(kept, ["__Host-cart=none"]);
    let left = format!("{}; {}", old(&planted), kept[0]);
    assert_eq!(units(&shop, &left).await, (0, Vec::new()));

    let book = shop.variant("kniha", 0);
    let mut shopper = shop.shopper();
    shopper.cookie = Some(format!("{}; {own}", old(&planted)));
    let set = post(&shopper, SECURE, "/cart/add", &format!("id={book}")).await;
    let set: Vec<String> = set.iter().map(|cookie| pair(cookie)).collect();
    assert_eq!(set, [own.as_str()]);
    assert_eq!(units(&shop, &own).await.0, 2);
    assert_eq!(units(&shop, &planted).await.0, 1);
}

/// Another program on the same host may use these names, too.
#[tokio::test]
async fn cookies_of_others_are_left_alone() {
    let shop = Shop::open_as(SECURE).await;
    let (found, set) = units(&shop, "cart=c1-of-another-shop; country=Elbonia").await;
    assert_eq!((found, set), (0, Vec::new()));
}

/// [B.12] A cart is a browser's own only by the shop's cookie for carts. A browser that got the cart by a link, or only asked for a
/// wallet's button there, is told nothing that it remembers of its buyer.
#[tokio::test]
async fn only_the_cookie_of_the_cart_makes_it_the_browsers_own() {
    let shop = Shop::open_as(SECURE).await;
    let own = filled(&shop).await;
    let other = filled(&shop).await;
    let (_, value) = own.split_once('=').expect("a value");
    let (token, key) = value.split_once("%3Fkey%3D").expect("a key");
    let url = format!("/checkout/{token}?key={key}");
    let forged = format!("__Host-cart={token}%3Fkey%3D{}", "0".repeat(key.len()));
    for (cookies, expected) in [
        (own.clone(), true),
        (format!("{other}; {own}"), false),
        (other, false),
        (String::new(), false),
        (format!("__Host-wallet-cart={value}"), false),
        (format!("wallet-cart={value}"), false),
        (forged, false),
    ] {
        let mut shopper = shop.shopper();
        shopper.cookie = Some(cookies.clone());
        let data = shopper.get(&url).await.checkout_data();
        assert_eq!(data["ownCart"], expected, "{cookies}");
    }
}
