//! What one client may use up of what all share.

use crate::support::{BOOK, HandClock, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;
use tokio::task::JoinSet;
use zkratka_admission::Priority;

const SESSION: &str = "mutation ($url: URL!) {
  applePaySessionCreate(validationUrl: $url) { body userErrors { code } }
}";
const TOKEN: &str = "mutation ($cart: ID!) {
  paypalTokenCreate(cartId: $cart) { token userErrors { code } }
}";

/// The documents that the built scripts send.
fn own_documents() -> Vec<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist/manifest.json");
    let manifest: Value = serde_json::from_slice(&std::fs::read(manifest).unwrap()).unwrap();
    serde_json::from_value(manifest["documents"].clone()).unwrap()
}

/// A valid document that takes long to prepare.
fn heavy(number: usize) -> String {
    let mut text = format!("query heavy{number} {{ shop {{");
    (0..7_000).for_each(|_| text.write_str(" name").unwrap());
    json!({ "query": text + " } }" }).to_string()
}

/// A client that sends ever-new documents shuts nobody out of the shop's own: all of them are prepared meanwhile.
/// Requests can wait only where several threads serve them.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn new_documents_do_not_shut_out_the_shops_own() {
    let shop = Shop::open().await;
    let mut flood = JoinSet::new();
    for number in 0..150 {
        let request = shop.post().header("content-type", "application/json");
        flood.spawn(request.body(heavy(number)).send());
    }
    let documents = own_documents();
    assert!(documents.len() > 40, "{}", documents.len());
    for document in documents {
        let answer = shop.send(json!({ "query": document }).to_string()).await;
        assert_eq!(answer.status(), StatusCode::OK, "{document}");
        let answer: Value = answer.json().await.unwrap();
        let code = &answer["errors"][0]["extensions"]["code"];
        assert_ne!(code, "GRAPHQL_VALIDATION_FAILED", "{document}: {answer}");
    }
    flood.abort_all();
}

/// Calls to wallets' providers have a budget for each address, which comes back with time.
#[tokio::test]
async fn one_address_has_a_budget_of_calls_to_wallets() {
    let clock = HandClock::new();
    let wallets = "\n[wallets.apple_pay]\nenabled = true\n[wallets.paypal]\nenabled = true\n";
    let shop = Shop::open_at(clock.clone(), |text| text + wallets).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let session =
        json!({ "query": SESSION, "variables": { "url": "https://cizi.example/" } }).to_string();
    let token = json!({ "query": TOKEN, "variables": { "cart": cart["id"] } }).to_string();
    for number in 0..60 {
        let answer = shop.send(session.clone()).await;
        assert_eq!(answer.status(), StatusCode::OK, "{number}");
    }
    for body in [&session, &token] {
        let answer = shop.send(body.clone()).await;
        assert_eq!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["errors"][0]["extensions"]["code"], "THROTTLED");
    }
    clock.advance(1_000);
    assert_eq!(shop.send(token).await.status(), StatusCode::OK);
    let refused = shop.send(session).await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
}

/// Webhooks, which anybody can send, and payments take no places from each other.
#[tokio::test]
async fn webhooks_take_no_places_of_payments() {
    let paypal = "\n[wallets.paypal]\nenabled = true\n";
    let shop = Shop::open_with(|text| text + paypal).await;
    let mut held = Vec::new();
    while let Ok(permit) = shop
        .server
        .app()
        .admission
        .exchanges
        .enter_if_room(Priority::Settling)
    {
        held.push(permit);
    }
    let webhook = async || {
        let url = format!("{}/webhooks/paypal", shop.server.base_url);
        let forged = json!({ "id": "WH-1", "event_type": "PAYMENT.CAPTURE.COMPLETED" });
        let answer = shop.client.post(url).json(&forged).send().await.unwrap();
        answer.status()
    };
    assert_eq!(webhook().await, StatusCode::UNAUTHORIZED);
}
