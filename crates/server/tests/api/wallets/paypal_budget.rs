//! Calls to PayPal that a client can cause without `paypalTokenCreate`: they count in the same budget of its address.

use super::paypal::{PAYER, approve, checkout_of, content, offered, page_data};
use super::support::due;
use crate::support::{BOOK, HandClock, Shop};
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::sync::Arc;

const TOKEN: &str = "mutation ($cart: ID!) {
  paypalTokenCreate(cartId: $cart) { token userErrors { code } }
}";
const DETAILS: &str = "mutation ($cart: ID!, $token: String!) {
  paypalBuyerDetailsFetch(cartId: $cart, token: $token) { userErrors { code } }
}";
const PAY: &str = "mutation ($cart: ID!, $payment: CartPaymentInput!) {
  cartPaymentUpdate(cartId: $cart, payment: $payment) { userErrors { code } }
}";
/// Calls to providers that one address may cause without waiting.
const CALLS: usize = 60;

/// A shop, its clock, a cart, and the order for it that its buyer has approved at PayPal.
async fn approved() -> (Shop, Arc<HandClock>, Value, String) {
    let clock = HandClock::new();
    let paypal = "\n[wallets.paypal]\nenabled = true\n";
    let shop = Shop::open_at(clock.clone(), |text| text + paypal).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let answer = shop.run(TOKEN, json!({ "cart": cart["id"] })).await;
    let token = answer.field("paypalTokenCreate")["token"].clone();
    let token = token.as_str().unwrap().to_owned();
    approve(&shop, &token, "approve").await;
    (shop, clock, cart, token)
}

async fn send(shop: &Shop, query: &str, variables: &Value) -> (StatusCode, Value) {
    let body = json!({ "query": query, "variables": variables });
    let answer = shop.send(body.to_string()).await;
    (answer.status(), answer.json().await.unwrap())
}

async fn use_up(shop: &Shop, cart: &Value, token: &str, calls: usize) {
    let variables = json!({ "cart": cart["id"], "token": token });
    for number in 0..calls {
        let (status, _) = send(shop, DETAILS, &variables).await;
        assert_eq!(status, StatusCode::OK, "{number}");
    }
}

/// [7.09] [8.03] Binding an order that was approved at PayPal reads it there, so it counts; and the client is told to
/// come again.
#[tokio::test]
async fn binding_an_order_counts_as_a_call_to_paypal() {
    let (shop, clock, cart, token) = approved().await;
    let mut payment = content(&token, PAYER);
    payment["amount"] = json!({ "amount": due(&cart), "currencyCode": "CZK" });
    let variables = json!({ "cart": cart["id"], "payment": payment });
    use_up(&shop, &cart, &token, CALLS - 2).await;
    let (status, answer) = send(&shop, PAY, &variables).await;
    assert_eq!(status, StatusCode::OK);
    let errors = &answer["data"]["cartPaymentUpdate"]["userErrors"];
    assert_eq!(errors, &json!([]), "{answer}");
    let (status, answer) = send(&shop, PAY, &variables).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS, "{answer}");
    let code = &answer["errors"][0]["extensions"]["code"];
    assert_eq!(code, "THROTTLED");
    clock.advance(1_000);
    let (status, _) = send(&shop, PAY, &variables).await;
    assert_eq!(status, StatusCode::OK);
}

/// [4.19] [8.03] Opening a checkout with an order at PayPal reads it there, so it counts. Without budget the page opens
/// without the account, and PayPal is not asked.
#[tokio::test]
async fn opening_a_checkout_counts_as_a_call_to_paypal() {
    let (shop, clock, cart, token) = approved().await;
    let cart = checkout_of(&shop, &cart).await;
    for number in 0..CALLS - 1 {
        let found = offered(&shop, &cart).await;
        assert_eq!(found["token"], json!(token), "{number}");
    }
    assert_eq!(offered(&shop, &cart).await, Value::Null);
    assert!(page_data(&shop, &cart).await["payments"].is_array());
    let (status, _) = send(
        &shop,
        DETAILS,
        &json!({ "cart": cart["id"], "token": token }),
    )
    .await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    clock.advance(1_000);
    assert_eq!(offered(&shop, &cart).await["token"], json!(token));
}
