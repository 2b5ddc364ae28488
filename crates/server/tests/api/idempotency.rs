//! Tests `cartCreate` under an idempotency key.

use crate::support::{BOOK, EBOOK, HandClock, MUG, STOREFRONT, Shop};
use reqwest::{Response, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tokio::task::JoinSet;

const KEY: &str = "2f6c1f7e-0b1c-4a6e-9d55-0a1f6f0b7a11";
const CREATE: &str = "mutation ($input: CartInput) {
  cartCreate(input: $input) { cart { id note totalQuantity } userErrors { code field } }
}";
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn body(shop: &Shop, handle: &str) -> Value {
    let line = json!({ "merchandiseId": shop.variant(handle, 0).await, "quantity": 1 });
    let input = json!({ "lines": [line], "buyerIdentity": { "email": "jana@example.cz" } });
    json!({ "query": CREATE, "variables": { "input": input } })
}

async fn create(shop: &Shop, key: &str, body: &Value) -> Response {
    let request = shop.post().header("Idempotency-Key", key).json(body);
    request.send().await.unwrap()
}

/// Sends the request to each of these servers at the same time.
async fn at_once(shops: impl IntoIterator<Item = &Shop>, body: &Value) -> Vec<Response> {
    let mut sent = JoinSet::new();
    for shop in shops {
        let request = shop.post().header("Idempotency-Key", KEY).json(body);
        sent.spawn(async { request.send().await.unwrap() });
    }
    sent.join_all().await
}

fn is_replayed(answer: &Response) -> bool {
    let marks = answer.headers().get("idempotent-replayed");
    marks.is_some_and(|mark| mark == "true")
}

async fn cart(answer: Response) -> Value {
    assert_eq!(answer.status(), StatusCode::OK);
    let answer: Value = answer.json().await.unwrap();
    let payload = answer["data"]["cartCreate"].clone();
    assert_eq!(payload["userErrors"], json!([]), "{answer}");
    payload["cart"].clone()
}

async fn assert_refused(answer: Response, status: StatusCode, code: &str) {
    assert_eq!(answer.status(), status, "{code}");
    assert!(!is_replayed(&answer));
    let answer: Value = answer.json().await.unwrap();
    assert_eq!(answer["errors"][0]["extensions"]["code"], code);
    assert!(answer["errors"][0]["message"].as_str().unwrap().len() > 20);
    assert_eq!(answer["data"], Value::Null);
}

/// [7.03] A request that is sent again under its key shows the same cart and says so. Other requests, and requests without
/// a key, make carts of their own.
#[tokio::test]
async fn a_key_makes_one_cart() {
    let shop = Shop::open().await;
    let book = body(&shop, BOOK).await;
    let first = create(&shop, KEY, &book).await;
    assert!(!is_replayed(&first));
    let first = cart(first).await;

    let again = create(&shop, KEY, &book).await;
    assert!(is_replayed(&again));
    assert_eq!(cart(again).await, first);
    // The same JSON, written in another way, and the key in quotes, as the draft writes it.
    let rewritten = serde_json::to_string_pretty(&book).unwrap();
    let request = shop.post().header("Idempotency-Key", format!("\"{KEY}\""));
    let request = request.header("content-type", "application/json");
    let again = request.body(rewritten).send().await.unwrap();
    assert!(is_replayed(&again));
    assert_eq!(cart(again).await, first);

    let other = create(&shop, "another-key-of-this-client", &book).await;
    assert!(!is_replayed(&other));
    assert_ne!(cart(other).await["id"], first["id"]);
    let plain = shop.post().json(&book).send().await.unwrap();
    assert_ne!(cart(plain).await["id"], first["id"]);

    let note = json!({ "cartId": first["id"], "note": "Zabalit" });
    shop.mutate("cartNoteUpdate", note).await;
    let again = cart(create(&shop, KEY, &book).await).await;
    assert_eq!(
        (&again["id"], &again["note"]),
        (&first["id"], &json!("Zabalit"))
    );
}

/// [7.03] A key that comes with another request, a key that somebody could guess, and a key on another operation are
/// refused, and nothing is done.
#[tokio::test]
async fn a_key_that_cannot_be_kept_is_refused() {
    let shop = Shop::open().await;
    let book = body(&shop, BOOK).await;
    let first = cart(create(&shop, KEY, &book).await).await;
    let other = create(&shop, KEY, &body(&shop, MUG).await).await;
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    assert_refused(other, status, "IDEMPOTENCY_KEY_REUSED").await;
    let opening = shop.post().header("Idempotency-Key", KEY).json(&book);
    let opening = opening.header("x-start-wallet-checkout", "true");
    let opening = opening.send().await.unwrap();
    assert_refused(opening, status, "IDEMPOTENCY_KEY_REUSED").await;

    let bad = StatusCode::BAD_REQUEST;
    for key in [
        "",
        "1",
        "fifteen-letters",
        "with a space within",
        &"x".repeat(256),
    ] {
        let short = create(&shop, key, &book).await;
        assert_refused(short, bad, "IDEMPOTENCY_KEY_INVALID").await;
    }
    let twice = shop.post().header("Idempotency-Key", KEY);
    let twice = twice.header("Idempotency-Key", "another-key-of-this-client");
    let twice = twice.json(&book).send().await.unwrap();
    assert_refused(twice, bad, "IDEMPOTENCY_KEY_INVALID").await;

    let note = "mutation ($id: ID!) { cartNoteUpdate(cartId: $id, note: \"Ne\") { cart { id } } }";
    let two = "mutation ($id: ID!) { cartCreate { cart { id } }
        cartNoteUpdate(cartId: $id, note: \"Ne\") { cart { id } } }";
    for query in [note, two, "{ shop { name } }"] {
        let body = json!({ "query": query, "variables": { "id": first["id"] } });
        let answer = create(&shop, "a-key-for-something-else", &body).await;
        assert_refused(answer, bad, "IDEMPOTENCY_KEY_NOT_SUPPORTED").await;
    }
    assert_eq!(shop.read(&first["id"]).await["note"], Value::Null);
}

/// [7.03] Refused contents take no key: a corrected request may use it.
#[tokio::test]
async fn a_refused_request_takes_no_key() {
    let shop = Shop::open().await;
    let unknown = json!({ "lines": [{ "merchandiseId": "gid://shopify/ProductVariant/999999" }] });
    let unknown = json!({ "query": CREATE, "variables": { "input": unknown } });
    let refused = create(&shop, KEY, &unknown).await;
    assert!(!is_replayed(&refused));
    let refused: Value = refused.json().await.unwrap();
    assert_ne!(
        refused["data"]["cartCreate"]["userErrors"],
        json!([]),
        "{refused}"
    );
    let made = create(&shop, KEY, &body(&shop, BOOK).await).await;
    assert!(!is_replayed(&made));
    cart(made).await;
}

/// [7.03] [B.03] Of requests that come at once one makes the cart; the others show it or are told to come again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_at_once_make_one_cart() {
    let shop = Shop::open().await;
    let book = body(&shop, BOOK).await;
    let answers = at_once(std::iter::repeat_n(&shop, 16), &book).await;
    let mut ids = BTreeSet::new();
    let mut made = 0;
    for answer in answers {
        if answer.status() == StatusCode::CONFLICT {
            assert_refused(answer, StatusCode::CONFLICT, "IDEMPOTENCY_KEY_IN_USE").await;
            continue;
        }
        made += usize::from(!is_replayed(&answer));
        ids.insert(cart(answer).await["id"].to_string());
    }
    assert_eq!((ids.len(), made), (1, 1));
}

/// [7.03] [B.08] It does not matter which server a repeated request reaches.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_key_makes_one_cart_on_all_servers() {
    let shops = Shop::open_together(3).await;
    let body = json!({ "query": CREATE, "variables": { "input": { "note": "Zabalit" } } });
    let answers = at_once(&shops, &body).await;
    let mut ids = BTreeSet::new();
    let mut made = 0;
    for answer in answers {
        made += usize::from(!is_replayed(&answer));
        ids.insert(cart(answer).await["id"].to_string());
    }
    assert_eq!((ids.len(), made), (1, 1));
    let other = json!({ "query": CREATE, "variables": { "input": { "note": "Nebalit" } } });
    let other = create(&shops[2], KEY, &other).await;
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    assert_refused(other, status, "IDEMPOTENCY_KEY_REUSED").await;
}

/// [7.03] A key is forgotten after a day. Until then it leads to the cart, whatever has become of the cart.
#[tokio::test]
async fn a_key_is_kept_for_a_day() {
    let clock = HandClock::new();
    let shop = Shop::open_at(clock.clone(), |config| config).await;
    let book = body(&shop, BOOK).await;
    let first = cart(create(&shop, KEY, &book).await).await;
    clock.advance(DAY - 1);
    assert_eq!(
        cart(create(&shop, KEY, &book).await).await["id"],
        first["id"]
    );
    clock.advance(1);
    let next = create(&shop, KEY, &book).await;
    assert!(!is_replayed(&next));
    assert_ne!(cart(next).await["id"], first["id"]);

    let key = "a-key-whose-cart-expires";
    cart(create(&shop, key, &book).await).await;
    let app = shop.server.app();
    let before = app.clock.now().plus(1);
    app.store.expire_carts(before).await.unwrap();
    let gone = create(&shop, key, &book).await;
    assert!(is_replayed(&gone));
    let gone: Value = gone.json().await.unwrap();
    let payload = &gone["data"]["cartCreate"];
    assert_eq!(payload["cart"], Value::Null);
    assert_eq!(payload["userErrors"][0]["field"], json!(["cartId"]));
}

/// [7.03] [7.06] The cart of a key may have been bought: the answer says so and shows nothing of it.
#[tokio::test]
async fn a_bought_cart_is_not_shown_by_its_key() {
    let shop = Shop::open().await;
    let body = json!({ "query": CREATE, "variables": { "input": {} } });
    let made = cart(create(&shop, KEY, &body).await).await;
    let line = json!({ "merchandiseId": shop.variant(EBOOK, 0).await, "quantity": 1 });
    let lines = json!({ "cartId": made["id"], "lines": [line] });
    shop.mutate("cartLinesAdd", lines).await;
    let identity = json!({ "email": "jana@example.cz", "countryCode": "CZ" });
    let variables = json!({ "cartId": made["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await;
    let ready = shop.read(&made["id"]).await;
    shop.pay_by_card(&ready, "4111111111111111").await;
    let result = shop.submit(&ready, "token-of-the-purchase").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    let again = create(&shop, KEY, &body).await;
    assert!(is_replayed(&again));
    let again: Value = again.json().await.unwrap();
    let payload = &again["data"]["cartCreate"];
    assert_eq!(payload["cart"], Value::Null, "{again}");
    assert_eq!(shop.orders().await.len(), 1);
}

/// One address leaves a bounded number of keys; repeats and carts without a key are not bounded so.
#[tokio::test]
async fn keys_are_bounded_per_address() {
    let clock = HandClock::new();
    let shop = Shop::open_at(clock.clone(), |config| config).await;
    let body = json!({ "query": CREATE, "variables": { "input": {} } });
    for number in 0..60 {
        let answer = create(&shop, &format!("key-of-a-program-{number}"), &body).await;
        assert_eq!(answer.status(), StatusCode::OK, "{number}");
    }
    let next = create(&shop, "key-of-a-program-60", &body).await;
    assert_refused(next, StatusCode::TOO_MANY_REQUESTS, "THROTTLED").await;
    let again = create(&shop, "key-of-a-program-0", &body).await;
    assert!(is_replayed(&again));
    cart(shop.post().json(&body).send().await.unwrap()).await;
    clock.advance(1_000);
    cart(create(&shop, "key-of-a-program-60", &body).await).await;
}

/// Pages of other origins may send the key and read whether the answer is a repeat.
#[tokio::test]
async fn other_origins_see_the_mark() {
    let shop = Shop::open().await;
    let body = json!({ "query": CREATE, "variables": { "input": {} } });
    let request = shop.post().header("Idempotency-Key", KEY);
    let answer = request
        .header("origin", STOREFRONT)
        .json(&body)
        .send()
        .await;
    let answer = answer.unwrap();
    let exposed = answer.headers()["access-control-expose-headers"].to_str();
    assert!(exposed.unwrap().contains("idempotent-replayed"));
}
