//! Tests the rate limiter for invalid discount and gift card codes: it tells the client how long to wait, and then
//! admits it again. The tests move the clock.

use crate::support::{BOOK, HandClock, Shop, codes, fields};
use reqwest::Client;
use reqwest::header::{HeaderMap, HeaderValue};
use serde_json::{Value, json};
use std::sync::Arc;

const CODES: &str = r#"
[[discounts]]
code = "SOJKA-2026-LETO"
percentage = "10"
[[gift_cards]]
code = "DAREK-SOJKA-2026"
amount = "500"
"#;

/// Invalid codes that one cart may try in a burst.
const OF_CART: usize = 10;
/// Invalid codes that one client address may try in a burst.
const OF_ADDRESS: usize = 30;

async fn open() -> (Shop, Arc<HandClock>) {
    let clock = HandClock::new();
    let change =
        |config: String| config.replace("[payments]", "[payments]\ngift_cards = true") + CODES;
    (Shop::open_at(clock.clone(), change).await, clock)
}

async fn discounts(shop: &Shop, cart: &Value, codes: &[&str]) -> Value {
    let variables = json!({ "cartId": cart["id"], "discountCodes": codes });
    shop.mutate("cartDiscountCodesUpdate", variables).await
}

async fn gift_card(shop: &Shop, cart: &Value, code: &str) -> Value {
    let variables = json!({ "cartId": cart["id"], "giftCardCodes": [code] });
    shop.mutate("cartGiftCardCodesAdd", variables).await
}

fn asked_to_wait(payload: &Value, field: &str, wait: &str) {
    assert_eq!(
        codes(&payload["userErrors"]),
        ["SERVICE_UNAVAILABLE"],
        "{payload:#}"
    );
    assert_eq!(fields(&payload["userErrors"]), [field], "{payload:#}");
    let message = payload["userErrors"][0]["message"].as_str().unwrap();
    let said = message.replace('\u{a0}', " ");
    assert_eq!(
        said,
        format!("Zadali jste hodně kódů, které neplatí. Další prosím zkuste za {wait}.")
    );
    assert!(
        payload["cart"]["id"].is_string(),
        "the cart is there as it was"
    );
}

/// [3.03] After ten invalid codes the server does not check even a valid code of that cart until the announced time is
/// over.
#[tokio::test]
async fn a_cart_that_guesses_is_told_to_wait() {
    let (shop, clock) = open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    discounts(&shop, &cart, &["SOJKA-2026-LETO"]).await;
    for number in 0..OF_CART / 2 {
        let wrong = format!("DAREK-HADANY-{number:04}");
        let refused = gift_card(&shop, &cart, &wrong).await;
        assert_eq!(codes(&refused["userErrors"]), ["INVALID"]);
        // Like the checkout, which tries a code that is no gift card as a discount. Both calls count as one guess.
        let kept = discounts(&shop, &cart, &["SOJKA-2026-LETO", &wrong]).await;
        assert_eq!(codes(&kept["userErrors"]), [""; 0]);
        let wrong = format!("SLEVA-{number}");
        assert_eq!(
            codes(&discounts(&shop, &cart, &[&wrong]).await["userErrors"]),
            [""; 0]
        );
    }
    discounts(&shop, &cart, &[]).await;

    let right = gift_card(&shop, &cart, "DAREK-SOJKA-2026").await;
    asked_to_wait(&right, "giftCardCodes", "30 sekund");
    let right = discounts(&shop, &cart, &["SOJKA-2026-LETO"]).await;
    asked_to_wait(&right, "discountCodes", "30 sekund");
    assert_eq!(right["cart"]["discountCodes"], json!([]));

    clock.advance(27_000);
    let soon = discounts(&shop, &cart, &["SOJKA-2026-LETO"]).await;
    asked_to_wait(&soon, "discountCodes", "3 sekundy");
    clock.advance(3_000);
    let right = discounts(&shop, &cart, &["SOJKA-2026-LETO"]).await;
    assert_eq!(codes(&right["userErrors"]), [""; 0]);
    assert_eq!(right["cart"]["discountCodes"][0]["applicable"], true);
    let right = gift_card(&shop, &cart, "DAREK-SOJKA-2026").await;
    assert_eq!(
        codes(&right["userErrors"]),
        [""; 0],
        "right codes are no guesses: {right:#}"
    );
}

/// [8.03] A new cart does not reset the limit; codes that are already on a cart can still be kept and removed.
#[tokio::test]
async fn an_address_that_guesses_is_told_to_wait_whatever_its_cart() {
    let (shop, _clock) = open().await;
    let kept = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    discounts(&shop, &kept, &["SOJKA-2026-LETO", "PREKLEP"]).await;
    for number in 1..OF_ADDRESS {
        let input = json!({ "discountCodes": [format!("HADAM-{number}")] });
        let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
        assert_eq!(codes(&payload["userErrors"]), [""; 0]);
    }
    let fresh = shop.cart(&[(BOOK, 0, 1)]).await;
    let right = gift_card(&shop, &fresh, "DAREK-SOJKA-2026").await;
    asked_to_wait(&right, "giftCardCodes", "30 sekund");
    for (name, codes_of) in [
        ("discountCodes", "SOJKA-2026-LETO"),
        ("giftCardCodes", "DAREK-SOJKA-2026"),
    ] {
        let input = json!({ name: [codes_of] });
        let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
        assert_eq!(codes(&payload["userErrors"]), ["SERVICE_UNAVAILABLE"]);
        assert_eq!(fields(&payload["userErrors"]), [format!("input.{name}")]);
    }
    let without = shop.mutate("cartCreate", json!({ "input": {} })).await;
    assert_eq!(
        codes(&without["userErrors"]),
        [""; 0],
        "a cart without codes is made"
    );

    let shorter = discounts(&shop, &kept, &["sojka-2026-leto"]).await;
    assert_eq!(codes(&shorter["userErrors"]), [""; 0]);
    assert_eq!(
        shorter["cart"]["discountCodes"].as_array().unwrap().len(),
        1
    );
}

/// [3.03] A list of codes counts as that many guesses: it reveals no more than as many requests would, and a valid code
/// at its end is not checked.
#[tokio::test]
async fn a_list_of_codes_is_as_many_guesses() {
    let wrong = |what: &str| -> Vec<String> {
        (0..OF_CART)
            .map(|number| format!("{what}-HADANY-{number:04}"))
            .collect()
    };
    for (name, field, right) in [
        ("cartGiftCardCodesAdd", "giftCardCodes", "DAREK-SOJKA-2026"),
        (
            "cartDiscountCodesUpdate",
            "discountCodes",
            "SOJKA-2026-LETO",
        ),
    ] {
        let (shop, clock) = open().await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let mut list = wrong("DAREK");
        list.push(right.to_owned());
        let payload = shop
            .mutate(name, json!({ "cartId": cart["id"], field: list }))
            .await;
        asked_to_wait(&payload, field, "30 sekund");
        assert_eq!(payload["cart"]["discountCodes"], json!([]));

        clock.advance(30_000);
        let payload = shop
            .mutate(name, json!({ "cartId": cart["id"], field: [right] }))
            .await;
        assert_eq!(codes(&payload["userErrors"]), [""; 0], "{payload:#}");
    }
}

/// [3.03] A code list of a new cart counts as guesses of the client's address.
#[tokio::test]
async fn a_list_of_a_new_cart_is_as_many_guesses_of_its_address() {
    let (shop, _clock) = open().await;
    let mut list: Vec<String> = (0..OF_ADDRESS)
        .map(|number| format!("HADANY-KOD-{number:04}"))
        .collect();
    list.push("SOJKA-2026-LETO".to_owned());
    let input = json!({ "discountCodes": list });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(codes(&payload["userErrors"]), ["SERVICE_UNAVAILABLE"]);
    assert_eq!(fields(&payload["userErrors"]), ["input.discountCodes"]);
    assert_eq!(payload["cart"], json!(null));
}

/// [8.03] No client behind a trusted proxy escapes the limit by what it makes the proxy forward, or because the proxy
/// writes addresses with ports, or names none. A client that the proxy names well is not affected.
#[tokio::test]
async fn a_client_behind_a_proxy_cannot_spoil_its_address() {
    let clock = HandClock::new();
    let change = |config: String| {
        let trusting = "[server]\ntrusted_proxies = [\"127.0.0.1\"]";
        let config = config.replace("[payments]", "[payments]\ngift_cards = true");
        config.replace("[server]", trusting) + CODES
    };
    let mut shop = Shop::open_at(clock, change).await;
    let forwarded = |value: &[u8]| {
        let value = HeaderValue::from_bytes(value).unwrap();
        let headers = HeaderMap::from_iter([("x-forwarded-for".parse().unwrap(), value)]);
        Client::builder().default_headers(headers).build().unwrap()
    };
    let of_client: [&dyn Fn(usize) -> Vec<u8>; 4] = [
        &|_| b"\xc5\xa1, 203.0.113.1".to_vec(),
        &|number| format!("203.0.113.2:{}", 40_000 + number).into_bytes(),
        &|number| format!("[2001:db8::{number:x}]:4711").into_bytes(),
        &|_| b"unknown".to_vec(),
    ];
    for forwards in of_client {
        for number in 0..=OF_ADDRESS {
            shop.client = forwarded(&forwards(number));
            let input = json!({ "discountCodes": [format!("HADAM-{number}")] });
            let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
            let expected: &[&str] = match number {
                OF_ADDRESS => &["SERVICE_UNAVAILABLE"],
                _ => &[],
            };
            let header = String::from_utf8_lossy(&forwards(number)).into_owned();
            assert_eq!(codes(&payload["userErrors"]), expected, "{header}");
        }
    }
    shop.client = forwarded(b"203.0.113.7");
    let input = json!({ "discountCodes": ["SOJKA-2026-LETO"] });
    let payload = shop.mutate("cartCreate", json!({ "input": input })).await;
    assert_eq!(codes(&payload["userErrors"]), [""; 0]);
}
