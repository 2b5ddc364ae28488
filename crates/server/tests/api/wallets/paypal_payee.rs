//! Orders at PayPal whose money would go to somebody else: made by a page, or changed by one.

use super::paypal::{
    PAYER, approve, bound, checkout_of, content, details, happened, offered, open_with, refused,
};
use super::support::{due, paid_order, submitted};
use crate::support::{BOOK, SHIRT, Shop, codes};
use reqwest::Method;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};
use zkratka_sandbox::gateway::RowKind::{Authorised, Captured};
use zkratka_sandbox::paypal::{CLIENT_ID, STRANGER};

const TOKEN: &str = "mutation($cart: ID!) {
  paypalTokenCreate(cartId: $cart, billingAgreement: false) { token userErrors { code } }
}";

/// What a page can do with the public client id alone.
struct Page<'s> {
    shop: &'s Shop,
    token: String,
}

impl<'s> Page<'s> {
    async fn open(shop: &'s Shop) -> Self {
        let asking = shop
            .client
            .post(at(shop, "/v1/oauth2/token"))
            .basic_auth(CLIENT_ID, Some(""))
            .body("grant_type=client_credentials");
        let answer: Value = asking.send().await.unwrap().json().await.unwrap();
        let token = answer["access_token"].as_str().unwrap().to_owned();
        Self { shop, token }
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> Value {
        let calling = self
            .shop
            .client
            .request(method, at(self.shop, path))
            .header("paypal-request-id", fresh_name())
            .bearer_auth(&self.token)
            .json(body);
        let answer = calling.send().await.unwrap();
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{status} {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    async fn order(&self, id: &str) -> Value {
        let path = format!("/v2/checkout/orders/{id}");
        self.call(Method::GET, &path, &Value::Null).await
    }

    /// Creates an order like the shop's, but for what `change` does to it.
    async fn imitate(&self, id: &str, change: impl FnOnce(&mut Value)) -> String {
        let mut order = self.order(id).await;
        for made_by_paypal in ["id", "status", "create_time"] {
            order.as_object_mut().unwrap().remove(made_by_paypal);
        }
        change(&mut order);
        let made = self.call(Method::POST, "/v2/checkout/orders", &order).await;
        made["id"].as_str().unwrap().to_owned()
    }

    /// Changes the purchase unit of an order.
    async fn change(&self, id: &str, op: &str, member: &str, value: Value) {
        let order = self.order(id).await;
        let reference = order["purchase_units"][0]["reference_id"].as_str().unwrap();
        let path = format!("/purchase_units/@reference_id=='{reference}'/{member}");
        let changes = json!([{ "op": op, "path": path, "value": value }]);
        let path = format!("/v2/checkout/orders/{id}");
        self.call(Method::PATCH, &path, &changes).await;
    }

    /// The money goes to a stranger.
    async fn divert(&self, id: &str) {
        let stranger = json!(STRANGER.email);
        self.change(id, "replace", "payee/email", stranger).await;
    }

    /// A part of the money goes to the platform.
    async fn add_fees(&self, id: &str) {
        let fee = json!({ "amount": { "currency_code": "CZK", "value": "500.00" } });
        let instruction = json!({ "platform_fees": [fee], "disbursement_mode": "INSTANT" });
        self.change(id, "add", "payment_instruction", instruction)
            .await;
    }
}

/// A unique request id.
fn fresh_name() -> String {
    static NAMES: AtomicUsize = AtomicUsize::new(0);
    format!("page-{}", NAMES.fetch_add(1, Ordering::SeqCst))
}

fn at(shop: &Shop, path: &str) -> String {
    format!("{}/sandbox/paypal{path}", shop.server.base_url)
}

/// The order that the server creates.
async fn token(shop: &Shop, cart: &Value) -> String {
    let answer = shop.run(TOKEN, json!({ "cart": cart["id"] })).await;
    let payload = answer.field("paypalTokenCreate");
    assert_eq!(payload["userErrors"], json!([]));
    payload["token"].as_str().unwrap().to_owned()
}

/// Nothing was charged and nothing ordered, and nothing will be.
async fn nothing_came_of(shop: &Shop, cart: &Value) {
    assert_ne!(submitted(shop, cart, "attempt-1").await, "SubmitSuccess");
    assert_eq!(happened(shop), []);
    assert!(shop.orders().await.is_empty());
}

/// [7.09] [B.02] A page creates an order with the cart's reference, total and intent, which pays a stranger. The buyer
/// approves it and hands it over: nothing is charged and nothing ordered.
#[tokio::test]
async fn an_order_that_a_page_created_pays_for_nothing() {
    let shop = open_with("").await;
    let page = Page::open(&shop).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let ours = token(&shop, &cart).await;
    let to_stranger = |order: &mut Value| {
        order["purchase_units"][0]["payee"] = json!({ "merchant_id": STRANGER.id });
    };
    let theirs = page.imitate(&ours, to_stranger).await;
    assert_ne!(theirs, ours);
    approve(&shop, &theirs, "approve").await;
    let told = details(&shop, &cart, &theirs).await;
    assert_eq!(told["details"], Value::Null, "{told}");
    refused(&shop, &cart, &theirs, "a page's order").await;
    nothing_came_of(&shop, &cart).await;
    // The shop's own order still pays.
    approve(&shop, &ours, "approve").await;
    bound(&shop, &cart, &ours).await;
    assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
    paid_order(&shop).await;
    assert_eq!(happened(&shop), [Authorised, Captured]);
}

/// [7.09] An order that a page created is refused even if it pays the shop.
#[tokio::test]
async fn an_order_is_the_one_that_the_server_created() {
    let shop = open_with("").await;
    let page = Page::open(&shop).await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let ours = token(&shop, &cart).await;
    let theirs = page.imitate(&ours, |_| ()).await;
    approve(&shop, &theirs, "approve").await;
    refused(&shop, &cart, &theirs, "a page's order").await;
    nothing_came_of(&shop, &cart).await;
}

/// [7.09] [B.02] [4.19] The order is the shop's own, but a page has changed where its money goes: it is neither bound nor
/// offered, and another order pays.
#[tokio::test]
async fn an_order_whose_money_goes_elsewhere_is_not_bound() {
    let shop = open_with("").await;
    let page = Page::open(&shop).await;
    for what in ["payee", "payment instruction"] {
        let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
        let checkout = checkout_of(&shop, &cart).await;
        let ours = token(&shop, &cart).await;
        approve(&shop, &ours, "approve").await;
        assert_eq!(offered(&shop, &checkout).await["token"], json!(ours));
        match what {
            "payee" => page.divert(&ours).await,
            _ => page.add_fees(&ours).await,
        }
        refused(&shop, &cart, &ours, what).await;
        assert_eq!(offered(&shop, &checkout).await, Value::Null, "{what}");
        assert_eq!(details(&shop, &cart, &ours).await["details"], Value::Null);
        nothing_came_of(&shop, &cart).await;
    }
}

/// [7.09] [B.02] A page changes where the money goes after the payment was bound: nothing is authorised, the buyer is told
/// that the payment failed, and can pay by another order.
#[tokio::test]
async fn an_order_whose_money_goes_elsewhere_is_not_authorised() {
    for what in ["payee", "payment instruction"] {
        let shop = open_with("").await;
        let page = Page::open(&shop).await;
        let cart = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
        let ours = token(&shop, &cart).await;
        approve(&shop, &ours, "approve").await;
        bound(&shop, &cart, &ours).await;
        match what {
            "payee" => page.divert(&ours).await,
            _ => page.add_fees(&ours).await,
        }
        let ended = submitted(&shop, &cart, "attempt-1").await;
        assert_eq!(ended, "SubmitFailed", "{what}");
        assert_eq!(happened(&shop), [], "{what}");
        assert!(shop.orders().await.is_empty(), "{what}");
        assert_eq!(shop.left(SHIRT, 0).await, Some(10), "released");
        let payload = shop.pay(&cart, due(&cart), content(&ours, PAYER)).await;
        assert_eq!(
            codes(&payload["userErrors"]),
            ["INVALID_PAYMENT"],
            "used up"
        );
        let again = token(&shop, &cart).await;
        assert_ne!(again, ours);
        approve(&shop, &again, "approve").await;
        bound(&shop, &cart, &again).await;
        assert_eq!(submitted(&shop, &cart, "attempt-2").await, "SubmitSuccess");
    }
}
