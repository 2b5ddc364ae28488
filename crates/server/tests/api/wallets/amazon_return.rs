//! Tests the addresses to which Amazon redirects buyers: who gets into the cart by them, and what they show to anybody else.

use super::amazon::{
    AMAZON_PAY, chosen, holder, location, on_page, open, open_at, ready_cart, request, return_by,
    visit, wish,
};
use super::amazon_purchase::{bound, confirmed, ordered, returned};
use super::paypal::checkout_of;
use crate::support::{BOOK, HandClock, STOREFRONT, Shop};
use reqwest::header::{CACHE_CONTROL, COOKIE, ORIGIN, REFERRER_POLICY, SET_COOKIE};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

const MINUTE_MS: i64 = 60 * 1_000;
/// What the buyer chose, none of which a page may show.
const CHOSEN: [&str; 3] = ["zuzana.kovacova", "Bratislava", "Zuzana"];

async fn by_stranger(shop: &Shop, method: Method, url: &str) -> Response {
    visit(shop, method, url).send().await.unwrap()
}

/// The buyer presses the button on the page at this address.
async fn goes_on(shop: &Shop, url: &str) -> Response {
    let asked = visit(shop, Method::POST, url).header(ORIGIN, &shop.server.base_url);
    asked.send().await.unwrap()
}

async fn email_in(shop: &Shop, cart: &Value) -> Value {
    shop.read(&cart["id"]).await["buyerIdentity"]["email"].clone()
}

/// Asserts that a page has this status and this text, and shows neither the buyer's data nor the cart's secrets.
async fn shows(answer: Response, cart: &Value, status: u16, text: &str) {
    assert_eq!(answer.status().as_u16(), status, "{text}");
    assert_eq!(answer.headers()[CACHE_CONTROL], "no-store");
    assert_eq!(answer.headers()[REFERRER_POLICY], "no-referrer");
    assert!(!answer.headers().contains_key(SET_COOKIE));
    let page = answer.text().await.unwrap();
    assert!(page.contains(text), "{page}");
    let id = cart["id"].as_str().unwrap();
    let (start, secret) = id.split_once("?key=").unwrap();
    let (_, token) = start.rsplit_once('/').unwrap();
    for hidden in CHOSEN.into_iter().chain([token, secret]) {
        assert!(!page.contains(hidden), "{hidden}: {page}");
    }
}

/// [4.21] [7.13] The shop's own page makes the browser the cart's, and that browser gets into the checkout at once. A storefront on
/// another site cannot.
#[tokio::test]
async fn the_browser_with_the_cart_comes_back_at_once() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    for (origin, is_own) in [(shop.server.base_url.as_str(), true), (STOREFRONT, false)] {
        let asked = request(&shop, Method::POST, AMAZON_PAY).header(ORIGIN, origin);
        let answer = asked.json(&wish(&shop, &cart)).send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::OK);
        let cookie = answer.headers().get(SET_COOKIE);
        let cookie = cookie.map(|it| it.to_str().unwrap().to_owned());
        assert_eq!(cookie.is_some(), is_own, "{origin}");
        if let Some(cookie) = cookie {
            let expected = format!("{}; Path=/; ", holder(&cart));
            assert!(cookie.starts_with(&expected), "{cookie}");
            assert!(cookie.contains("HttpOnly; SameSite=Lax"), "{cookie}");
        }
    }
    returned(&shop, &cart, "1111").await;
    assert_eq!(email_in(&shop, &cart).await, "zuzana.kovacova@example.sk");
}

/// [4.21] In another browser the page asks first. Until the buyer goes on, it shows and writes nothing; afterwards the address leads
/// nobody else into the cart.
#[tokio::test]
async fn another_browser_is_asked_first() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let other = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (_, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    let asked = by_stranger(&shop, Method::GET, &url).await;
    shows(asked, &cart, 200, "Pokračovat v&nbsp;objednávce u&nbsp;").await;
    let of_other = visit(&shop, Method::GET, &url).header(COOKIE, holder(&other));
    let asked = of_other.send().await.unwrap();
    shows(asked, &cart, 200, "Pokračujte jen tehdy").await;
    assert_eq!(email_in(&shop, &cart).await, "jana@example.cz");
    let answer = goes_on(&shop, &url).await;
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    let cookie = answer.headers()[SET_COOKIE].to_str().unwrap();
    assert!(cookie.starts_with(&holder(&cart)), "{cookie}");
    let checkout = checkout_of(&shop, &cart).await["checkoutUrl"].clone();
    assert_eq!(json!(location(&answer)), checkout);
    assert_eq!(email_in(&shop, &cart).await, "zuzana.kovacova@example.sk");
    for method in [Method::GET, Method::POST] {
        let asked = visit(&shop, method, &url).header(ORIGIN, &shop.server.base_url);
        let again = asked.send().await.unwrap();
        shows(again, &cart, 410, "už použili").await;
    }
    let (status, _) = return_by(&shop, &cart, &url).await;
    assert_eq!(
        status,
        StatusCode::SEE_OTHER,
        "the address was changed at Amazon"
    );
}

/// [4.21] No page but the shop's own can make the buyer go on, not even a storefront that may call the API.
#[tokio::test]
async fn only_the_page_itself_goes_on() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (_, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    let own = shop.server.base_url.as_str();
    for (origin, site) in [
        (Some(STOREFRONT), None),
        (Some(STOREFRONT), Some("cross-site")),
        (Some(own), Some("same-site")),
        (Some("https://evil.example"), None),
        (Some("null"), None),
        (None, None),
    ] {
        let mut asked = visit(&shop, Method::POST, &url);
        for (name, value) in [("origin", origin), ("sec-fetch-site", site)] {
            if let Some(value) = value {
                asked = asked.header(name, value);
            }
        }
        let status = asked.send().await.unwrap().status();
        assert_eq!(status, StatusCode::FORBIDDEN, "{origin:?} {site:?}");
        assert_eq!(email_in(&shop, &cart).await, "jana@example.cz");
    }
    let by_form = visit(&shop, Method::POST, &url).header("sec-fetch-site", "same-origin");
    let answer = by_form.header(ORIGIN, "null").send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
}

/// [4.21] An address that the shop did not make for this cart and this session, or made too long ago, leads nowhere.
#[tokio::test]
async fn a_forged_or_old_address_leads_nowhere() {
    let clock = HandClock::new();
    let shop = open_at(clock.clone()).await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let (session, url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    let (second, second_url) = chosen(&shop, AMAZON_PAY, &cart, "zuzana", "1111").await;
    let (page, _) = url.split_once('?').unwrap();
    let (start, seal) = page.rsplit_once('.').unwrap();
    let base = &shop.server.base_url;
    for (what, forged) in [
        (
            "seal",
            format!(
                "{start}.{}?amazonCheckoutSessionId={session}",
                seal.replace(['0', '1'], "2")
            ),
        ),
        (
            "no name",
            format!("{base}/amazon-pay/review/x?amazonCheckoutSessionId={session}"),
        ),
        ("no cart", url.replace("/review/", "/review/1")),
        (
            "another button",
            format!("{page}?amazonCheckoutSessionId={second}"),
        ),
        ("no session", page.to_owned()),
    ] {
        let answer = goes_on(&shop, &forged).await;
        shows(answer, &cart, 404, "Tuto adresu neznáme").await;
        assert_eq!(email_in(&shop, &cart).await, "jana@example.cz", "{what}");
    }
    clock.advance(61 * MINUTE_MS);
    for method in [Method::GET, Method::POST] {
        let late = visit(&shop, method, &second_url).header(ORIGIN, base);
        shows(late.send().await.unwrap(), &cart, 410, "už neplatí").await;
    }
    let (status, location) = return_by(&shop, &cart, &second_url).await;
    assert_eq!((status, location.as_str()), (StatusCode::GONE, ""));
    assert_eq!(email_in(&shop, &cart).await, "jana@example.cz");
}

/// [7.06] [4.21] The address to which Amazon redirects after the payment settles it in any browser, and leads to the order's own
/// link only in the one with the cart.
#[tokio::test]
async fn the_result_leads_a_stranger_to_nothing_private() {
    let shop = open().await;
    for (card, is_paid) in [("1111", true), ("3434", false)] {
        let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
        let session = returned(&shop, &cart, card).await;
        bound(&shop, &cart, &session).await;
        let (_, id) = ordered(&shop, &cart, &format!("attempt-{card}")).await;
        let path = format!("/sessions/{session}/pay");
        let (_, page) = on_page(&shop, &path, &json!({})).await;
        let url = page["url"].as_str().unwrap();
        let answer = by_stranger(&shop, Method::GET, url).await;
        let expected = if is_paid {
            "CartCompletionSuccess"
        } else {
            "CartCompletionFailed"
        };
        assert_eq!(shop.attempt(&id).await["__typename"], expected);
        if !is_paid {
            shows(answer, &cart, 200, "pokračuje jinde").await;
            continue;
        }
        let own = shop.order_link(&cart).await;
        let led = location(&answer);
        assert!(led.contains("/confirmation?key=") && led != own, "{led}");
        let shown = by_stranger(&shop, Method::GET, &led)
            .await
            .text()
            .await
            .unwrap();
        assert!(shown.contains("Podrobnosti ukážeme jen vám"), "{shown}");
        let (_, led) = return_by(&shop, &cart, url).await;
        assert_eq!(led, own);
    }
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let session = returned(&shop, &cart, "1111").await;
    bound(&shop, &cart, &session).await;
    ordered(&shop, &cart, "attempt-3").await;
    let led = confirmed(&shop, &cart, &session).await;
    assert_eq!(led, shop.order_link(&cart).await);
}
