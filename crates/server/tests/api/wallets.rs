//! Paying with Google Pay: tokens of the emulated Google Pay, opened by the shop or passed on to the gateway.

#![allow(clippy::expect_used, reason = "helpers of tests may fail loudly")]

use crate::support::{BOOK, Shop, billing, codes, fields};
use serde_json::{Value, json};
use zkratka_commerce::payment::{PaymentMethod, Wallet};

const DUE: &str = "518.00";
const ARGUMENT: &str = "payment.walletPaymentMethod.googlePayWalletContent";

async fn open(lines: &'static str) -> Shop {
    Shop::open_with(|text| format!("{text}\n[wallets.google_pay]\nenabled = true\n{lines}\n")).await
}

/// A token as the sheet would hand it over.
async fn token(shop: &Shop, number: &str) -> Value {
    let google_pay = shop.server.app().wallets.google_pay.as_ref().expect("on");
    let params = google_pay.wallet_params(shop.server.app().clock.now());
    let data = &params["paymentData"];
    let body = json!({
        "tokenizationSpecification": data["allowedPaymentMethods"][0]["tokenizationSpecification"],
        "merchantInfo": { "merchantId": data["merchantInfo"]["merchantId"] },
        "card": { "number": number, "expirationMonth": 12, "expirationYear": 2034, "authMethod": "PAN_ONLY" },
    });
    let url = format!("{}/sandbox/google-pay/tokens", shop.server.base_url);
    let answer = shop
        .client
        .post(url)
        .json(&body)
        .send()
        .await
        .expect("an answer");
    assert_eq!(answer.status(), 200);
    let answer: Value = answer.json().await.expect("JSON");
    let text = answer["token"].as_str().expect("a token");
    serde_json::from_str(text).expect("a token is JSON")
}

fn content(token: &Value) -> Value {
    let mut content = token.clone();
    content["billingAddress"] = billing();
    json!({ "walletPaymentMethod": { "googlePayWalletContent": content } })
}

/// [3.12] [3.13] A whole purchase, with the token opened by the shop and by the gateway.
#[tokio::test]
async fn a_token_pays_an_order() {
    for lines in ["", "tokenization = \"gateway\""] {
        let shop = open(lines).await;
        let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
        let token = token(&shop, "4111111111111111").await;
        let payload = shop.pay(&cart, DUE, content(&token)).await;
        assert_eq!(payload["userErrors"], json!([]), "{lines}");
        shop.prepare(&cart).await;
        shop.submit(&cart, "attempt-1").await;
        let orders = shop.orders().await;
        assert_eq!(orders.len(), 1);
        assert!(matches!(
            orders[0].snapshot.payment,
            PaymentMethod::Wallet {
                wallet: Wallet::GooglePay,
                ..
            }
        ));
    }
}

/// [3.13] Whatever is wrong with a token, it is refused at its argument and nothing is bound.
#[tokio::test]
async fn what_is_wrong_is_refused_and_pays_nothing() {
    let shop = open("").await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let good = token(&shop, "4111111111111111").await;
    for member in ["signature", "signedMessage", "protocolVersion"] {
        let mut tampered = good.clone();
        tampered[member] = json!(format!("{} ", tampered[member].as_str().expect("a text")));
        let payload = shop.pay(&cart, DUE, content(&tampered)).await;
        assert_eq!(
            codes(&payload["userErrors"]),
            ["INVALID_PAYMENT"],
            "{member}"
        );
        assert_eq!(fields(&payload["userErrors"]), [ARGUMENT]);
    }
    let payload = shop.pay(&cart, "517.00", content(&good)).await;
    assert_eq!(fields(&payload["userErrors"]), ["payment.amount"]);
    // The wrong amount cost no token; another cart then cannot have it.
    let payload = shop.pay(&cart, DUE, content(&good)).await;
    assert_eq!(payload["userErrors"], json!([]));
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = shop.pay(&other, DUE, content(&good)).await;
    assert_eq!(fields(&payload["userErrors"]), [ARGUMENT]);
    assert!(shop.orders().await.is_empty());
}

#[tokio::test]
async fn a_wallet_that_is_off_is_not_supported() {
    let on = open("").await;
    let token = token(&on, "4111111111111111").await;
    let off = Shop::open().await;
    let cart = off.ready_cart(&[(BOOK, 0, 1)]).await;
    let payload = off.pay(&cart, DUE, content(&token)).await;
    assert_eq!(
        codes(&payload["userErrors"]),
        ["PAYMENT_METHOD_NOT_SUPPORTED"]
    );
    assert_eq!(fields(&payload["userErrors"]), [ARGUMENT]);
}
