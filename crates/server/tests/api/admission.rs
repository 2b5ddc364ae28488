//! Tests overload: the server admits a limited number of requests, tells the others when to retry, and prefers
//! payments. The store holds the admitted requests, so the tests depend on counts and not on time.

use crate::enumerations::when_there_is_room;
use crate::support::{BOOK, Guarded, Hold, Shop};
use jiff::Timestamp;
use reqwest::StatusCode;
use reqwest::header::RETRY_AFTER;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::JoinSet;

/// Of 16 permits, browsing requests can have 12.
const REQUESTS: &str = "requests = 16\n";
const BROWSING: usize = 12;
/// Ten times the permits of browsing requests.
const CROWD: usize = 120;

/// Sends `size` requests for a new cart. Each result has the time at which its request was sent.
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

/// The retry time is at least 200 ms after the request was sent and at most 10.2 s from now. The store's clock may
/// differ slightly from ours.
fn assert_truthful(moment: &Value, asked: Timestamp) {
    let moment: Timestamp = moment.as_str().unwrap().parse().unwrap();
    let after = |start: Timestamp| moment.as_millisecond() - start.as_millisecond();
    assert!(after(asked) >= 200, "{} ms", after(asked));
    let wait = after(Timestamp::now());
    assert!(wait <= 10_200, "{wait} ms");
}

/// [7.02] With ten times as many requests as permits, the server serves as many as it has permits for and tells the
/// rest to retry. Once they are served, a new request succeeds. The test repeats this three times.
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

/// [7.05] [7.06] However many clients browse, a client with a cart can change it and pay.
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
    // Pages have the same priority as browsing requests.
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

/// [4.23] [7.05] [7.06] While the driver has as many attempts as it can take, the server tells another buyer when to
/// retry, both at prepare and at submit. That buyer's cart and attempt token stay usable.
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
    // The attempt ends shortly after the client learns its outcome.
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
