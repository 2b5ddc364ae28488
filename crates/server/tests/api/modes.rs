//! Tests that emulations exist in test mode only, and that test money never pays in live mode.

use crate::gift_cards::{open, shown_codes};
use crate::support::{GIFT_CARD_KEY, Shop, VOUCHER};
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::sync::Arc;
use zkratka_server::{Overrides, Server};

/// Every path of the emulations; each gives its own response in test mode.
const EMULATED: [(Method, &str); 8] = [
    (Method::POST, "/sandbox/google-pay/tokens"),
    (Method::GET, "/sandbox/google-pay/tokens"),
    (Method::GET, "/sandbox/google-pay/keys.json"),
    (Method::POST, "/sandbox/meta-pay/containers"),
    (Method::GET, "/sandbox/gateway/hosted-fields"),
    (Method::POST, "/sandbox/gateway/sessions"),
    (Method::GET, "/sandbox/gateway/sessions"),
    (Method::POST, "/webhooks/sandbox"),
];

async fn statuses(shop: &Shop) -> Vec<StatusCode> {
    let mut statuses = Vec::new();
    for (method, path) in EMULATED {
        let url = format!("{}{path}", shop.server.base_url);
        let answer = shop.client.request(method, url).send().await.unwrap();
        statuses.push(answer.status());
    }
    statuses
}

/// [B.02] Test mode serves all emulations, live mode none.
#[tokio::test]
async fn live_mode_has_no_emulation() {
    let meta_pay = "\n[wallets.meta_pay]\nenabled = true\n";
    let test = Shop::open_with(|text| text + meta_pay).await;
    for (status, (_, path)) in statuses(&test).await.into_iter().zip(EMULATED) {
        assert_ne!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let live = Shop::open_with(|text| {
        text.replace("mode = \"test\"", "mode = \"live\"")
            .replace("public_origin = \"\"", "public_origin = \"https://kram.example\"")
            .replace("card = true", "card = false")
            // Live shops on a shared database need a secret for captchas.
            + "\n[captcha]\ndemand = \"never\"\n"
            + GIFT_CARD_KEY
    })
    .await;
    for (status, (_, path)) in statuses(&live).await.into_iter().zip(EMULATED) {
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let pay_js = format!("{}/sandbox/google-pay/pay.js", live.server.base_url);
    let answer = live.client.get(pay_js).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
}

/// [B.02] A gift card bought with a sandbox card, and one that the configuration issued in test mode, are no money in live
/// mode: a live server does not start on their database.
#[tokio::test]
async fn test_money_never_becomes_live_money() {
    let shop = open().await;
    let cart = shop.cart(&[(VOUCHER, 0, 1)]).await;
    let identity = json!({ "email": "jana@example.cz", "countryCode": "CZ" });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    shop.mutate("cartBuyerIdentityUpdate", variables).await;
    let cart = shop.read(&cart["id"]).await;
    shop.pay_by_card(&cart, "4111111111111111").await;
    let result = shop.submit(&cart, "token-of-the-voucher").await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    assert_eq!(shown_codes(&shop, &cart).await.len(), 1);

    let live = shop.live_config();
    let store = Arc::clone(&shop.server.app().store);
    shop.server.stop().await;
    let own = Overrides {
        store: Some(store),
        ..Overrides::default()
    };
    for overrides in [own, Overrides::default()] {
        let started = Server::start(live.clone(), overrides).await;
        let refusal = started.err().expect("refused").to_string();
        assert!(
            refusal.contains("the database belongs to test mode"),
            "{refusal}"
        );
        assert!(refusal.contains("another database"), "{refusal}");
    }
}
