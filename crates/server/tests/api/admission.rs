//! More than the shop can take on: so much is let in, the rest is told when to come again, payments go first. What is let
//! in is held up in the store, so that counts decide and not time.

use crate::enumerations::when_there_is_room;
use crate::support::{BOOK, Guarded, Hold, Shop};
use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::JoinSet;

/// Of sixteen places twelve are for those who look around.
const REQUESTS: &str = "requests = 16\n";
const BROWSING: usize = 12;
/// Ten times what there is room for.
const CROWD: usize = 120;

/// A crowd that wants carts. Answers come in with when they were asked for.
fn crowd(shop: &Shop, size: usize) -> JoinSet<(Timestamp, StatusCode, Value)> {
    let mut crowd = JoinSet::new();
    for _ in 0..size {
        let body =
            json!({ "query": "mutation { cartCreate { cart { id } userErrors { code } } }" });
        let request = shop.post().json(&body);
        crowd.spawn(async move {
            let asked = Timestamp::now();
            let response = request.send().await.unwrap();
            assert!(
                !response.headers().contains_key(RETRY_AFTER),
                "read as milliseconds"
            );
            (asked, response.status(), response.json().await.unwrap())
        });
    }
    crowd
}

/// The moment lies ahead of the question, however long the answer has travelled, and not further than anybody would wait.
/// The store's clock may be a little off ours.
fn assert_truthful(moment: &Value, asked: Timestamp) {
    let moment: Timestamp = moment.as_str().unwrap().parse().unwrap();
    let after = |start: Timestamp| moment.as_millisecond() - start.as_millisecond();
    assert!(after(asked) >= 200, "{} ms", after(asked));
    let wait = after(Timestamp::now());
    assert!(wait <= 10_200, "{wait} ms");
}

/// [7.02] Ten times as many as there is room for: capacity is served, the rest is told to come again, and when the crowd
/// has gone everything is as before. Several times over.
#[tokio::test]
async fn a_crowd_is_served_as_far_as_there_is_room() {
    let hold = Hold::of(Guarded::Insert);
    let shop = Shop::open_guarded(|text| text + REQUESTS, hold.clone()).await;
    for _round in 0..3 {
        hold.open(false);
        let mut crowd = crowd(&shop, CROWD);
        for _ in 0..CROWD - BROWSING {
            let (asked, status, answer) = crowd.join_next().await.unwrap().unwrap();
            assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
            let extensions = &answer["errors"][0]["extensions"];
            assert_eq!(extensions["code"], "THROTTLED");
            assert_truthful(&extensions["pollAfter"], asked);
        }
        hold.holds(BROWSING).await;
        assert_eq!(hold.waiting(), BROWSING);
        hold.open(true);
        while let Some(served) = crowd.join_next().await {
            let (_asked, status, answer) = served.unwrap();
            assert_eq!(status, StatusCode::OK);
            assert!(answer["data"]["cartCreate"]["cart"]["id"].is_string());
        }
        let payload = shop.mutate("cartCreate", json!({})).await;
        assert!(payload["cart"]["id"].is_string(), "it recovers at once");
    }
}

/// [7.05] [7.06] However many look around, whoever has a cart can change it, and whoever pays is served.
#[tokio::test]
async fn a_crowd_keeps_nobody_from_paying() {
    let hold = Hold::of(Guarded::Insert);
    hold.open(true);
    let shop = Shop::open_guarded(|text| text + REQUESTS, hold.clone()).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    hold.open(false);
    let mut crowd = crowd(&shop, CROWD);
    for _ in 0..CROWD - BROWSING {
        crowd.join_next().await.unwrap().unwrap();
    }
    // Pages are for those who look around, too.
    let page = shop.client.get(format!("{}/", shop.server.base_url));
    let page = page.send().await.unwrap();
    assert_eq!(page.status(), StatusCode::TOO_MANY_REQUESTS);
    let seconds: u64 = page.headers()[RETRY_AFTER]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=10).contains(&seconds), "{seconds}");
    assert!(page.text().await.unwrap().contains("Máme teď plno"));
    let health = shop.client.get(format!("{}/healthz", shop.server.base_url));
    assert_eq!(health.send().await.unwrap().status(), StatusCode::OK);

    let noted = json!({ "cartId": cart["id"], "note": "Zazvoňte" });
    let noted = shop.mutate("cartNoteUpdate", noted).await;
    assert_eq!(noted["cart"]["note"], "Zazvoňte");
    shop.pay_on_delivery(&cart).await;
    let prepared = shop.prepare(&cart).await;
    assert_eq!(prepared["result"]["__typename"], "CartStatusReady");
    let submitted = shop.submit(&cart, "token-of-the-purchase").await;
    assert_eq!(submitted["result"]["__typename"], "SubmitSuccess");
    assert_eq!(shop.orders().await.len(), 1);
    assert_eq!(hold.waiting(), BROWSING, "nobody was thrown out");
    hold.open(true);
    crowd.join_all().await;
}

/// [4.23] [7.05] [7.06] As many payments as the driver takes on are under way: the next is told when to come, before it
/// begins and when it tries; its cart and its token are as good as before.
#[tokio::test]
async fn payments_beyond_capacity_are_told_when_to_come() {
    let hold = Hold::of(Guarded::Advance);
    let shop = Shop::open_guarded(|text| text + "attempts = 2\n", hold.clone()).await;
    let shop = Arc::new(shop);
    let first = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let second = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    for cart in [&first, &second] {
        shop.pay_by_card(cart, "4111111111111111").await;
    }
    let paying = tokio::spawn({
        let (shop, first) = (Arc::clone(&shop), first.clone());
        async move { when_there_is_room(|| shop.submit(&first, "token-of-the-first")).await }
    });
    hold.holds(1).await;

    let asked = Timestamp::now();
    let prepared = shop.prepare(&second).await["result"].clone();
    assert_eq!(prepared["__typename"], "CartThrottled");
    assert_truthful(&prepared["pollAfter"], asked);
    for _again in 0..3 {
        let asked = Timestamp::now();
        let submitted = shop.submit(&second, "token-of-the-second").await;
        assert_eq!(submitted["result"]["__typename"], "SubmitThrottled");
        assert_truthful(&submitted["result"]["pollAfter"], asked);
    }
    let untouched = json!({ "cartId": second["id"], "note": "Ještě moment" });
    let untouched = shop.mutate("cartNoteUpdate", untouched).await;
    assert_eq!(untouched["userErrors"], json!([]), "the cart is open");

    hold.open(true);
    let paid = paying.await.unwrap();
    assert_eq!(paid["result"]["__typename"], "SubmitSuccess");
    // The attempt ends a moment after its outcome was told.
    let result = loop {
        let submitted = shop.submit(&second, "token-of-the-second").await;
        if submitted["result"]["__typename"] != "SubmitThrottled" {
            break submitted["result"].clone();
        }
    };
    assert_eq!(
        result["__typename"], "SubmitSuccess",
        "the same token as before"
    );
    assert_eq!(shop.orders().await.len(), 2);
}
