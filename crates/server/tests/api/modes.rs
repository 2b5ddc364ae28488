//! Tests that emulations exist in test mode only.

use crate::support::Shop;
use reqwest::{Method, StatusCode};

/// Every path of the emulations; each gives its own response in test mode.
const EMULATED: [(Method, &str); 7] = [
    (Method::POST, "/sandbox/google-pay/tokens"),
    (Method::GET, "/sandbox/google-pay/tokens"),
    (Method::GET, "/sandbox/google-pay/keys.json"),
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
    let test = Shop::open().await;
    for (status, (_, path)) in statuses(&test).await.into_iter().zip(EMULATED) {
        assert_ne!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let live = Shop::open_with(|text| {
        text.replace("mode = \"test\"", "mode = \"live\"")
            .replace("card = true", "card = false")
    })
    .await;
    for (status, (_, path)) in statuses(&live).await.into_iter().zip(EMULATED) {
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
    }
    let pay_js = format!("{}/sandbox/google-pay/pay.js", live.server.base_url);
    let answer = live.client.get(pay_js).send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
}
