//! What a page may do with the public client id alone.

use super::world::{TOTAL, World, new_order, request, world};
use reqwest::{Client, Method};
use serde_json::{Value, json};
use zkratka_payments::PaymentGateway as _;
use zkratka_sandbox::gateway::RowKind::Authorised;
use zkratka_sandbox::paypal::{CLIENT_ID, OWNER, STRANGER};

const ORDERS: &str = "/v2/checkout/orders";

/// A page with an access token of its own.
pub(super) struct Page {
    browser: String,
    token: String,
}

impl Page {
    pub(super) async fn open(world: &World) -> Self {
        let browser = world.browser.clone();
        let asking = Client::new()
            .post(format!("{browser}/v1/oauth2/token"))
            .basic_auth(CLIENT_ID, Some(""))
            .body("grant_type=client_credentials");
        let answer: Value = asking
            .send()
            .await
            .expect("an answer")
            .json()
            .await
            .expect("JSON");
        let token = answer["access_token"].as_str().expect("a token").to_owned();
        Self { browser, token }
    }

    async fn call(&self, method: Method, at: &str, body: &Value) -> (u16, Value) {
        let calling = Client::new()
            .request(method, at)
            .header("paypal-request-id", "page-1")
            .bearer_auth(&self.token)
            .json(body);
        let answer = calling.send().await.expect("an answer");
        let status = answer.status().as_u16();
        (status, answer.json().await.unwrap_or_default())
    }

    pub(super) async fn change(
        &self,
        id: &str,
        op: &str,
        member: &str,
        value: Value,
    ) -> (u16, Value) {
        let path = format!("/purchase_units/@reference_id=='cart-1'/{member}");
        let changes = json!([{ "op": op, "path": path, "value": value }]);
        let at = format!("{}{ORDERS}/{id}", self.browser);
        self.call(Method::PATCH, &at, &changes).await
    }
}

/// [7.09] A page creates orders with any payee, as PayPal's script lets it, and cannot move money.
#[tokio::test]
async fn a_page_creates_orders_and_moves_no_money() {
    let world = world().await;
    let page = Page::open(&world).await;
    let ours = world.create(&new_order()).await;
    let at = format!("{}{ORDERS}", page.browser);
    let (_, mut order) = page
        .call(Method::GET, &format!("{at}/{}", ours.id), &Value::Null)
        .await;
    assert_eq!(order["purchase_units"][0]["payee"]["merchant_id"], OWNER.id);
    order["purchase_units"][0]["payee"] = json!({ "merchant_id": STRANGER.id });
    let (status, made) = page.call(Method::POST, &at, &order).await;
    assert_eq!(status, 200, "{made}");
    let payee = &made["purchase_units"][0]["payee"];
    assert_eq!(
        *payee,
        json!({ "email_address": STRANGER.email, "merchant_id": STRANGER.id })
    );
    let id = made["id"].as_str().expect("an id");
    for path in [
        format!("{ORDERS}/{id}/authorize"),
        "/v2/payments/authorizations/A1/capture".to_owned(),
        "/v3/vault/setup-tokens".to_owned(),
    ] {
        let at = format!("{}{path}", world.api);
        let (status, _) = page.call(Method::POST, &at, &json!({})).await;
        assert_eq!(status, 403, "{path}");
    }
    assert_eq!(world.happened(), []);
}

/// [7.09] A page changes the payee and the payment instruction of the shop's order until it is authorised.
#[tokio::test]
async fn a_page_changes_an_order_until_it_is_authorised() {
    let world = world().await;
    let page = Page::open(&world).await;
    let order = world.approved("approve").await;
    let fees =
        json!({ "platform_fees": [{ "amount": { "currency_code": "CZK", "value": "1.00" } }] });
    let stranger = json!(STRANGER.email);
    let changes = [
        ("replace", "payee/email", stranger.clone()),
        ("add", "payment_instruction", fees),
        (
            "replace",
            "payment_instruction",
            json!({ "disbursement_mode": "INSTANT" }),
        ),
        ("replace", "payee/email", json!(OWNER.email)),
    ];
    for (op, member, value) in changes {
        assert_eq!(
            page.change(&order.id, op, member, value).await.0,
            204,
            "{member}"
        );
    }
    let nobody = json!("nikdo@sandbox.example");
    let (status, refused) = page
        .change(&order.id, "replace", "payee/email", nobody)
        .await;
    let issue = &refused["details"][0]["issue"];
    assert_eq!((status, issue), (422, &json!("PAYEE_ACCOUNT_INVALID")));
    let at = format!("{}{ORDERS}/{}", page.browser, order.id);
    let (_, seen) = page.call(Method::GET, &at, &Value::Null).await;
    let unit = &seen["purchase_units"][0];
    assert_eq!(unit["payee"]["merchant_id"], OWNER.id);
    let instruction = &unit["payment_instruction"];
    assert_eq!(*instruction, json!({ "disbursement_mode": "INSTANT" }));
    let held = world.gateway.authorise(&request(&order, "K1", TOTAL)).await;
    held.expect("an answer");
    assert_eq!(world.happened(), [Authorised]);
    let late = page
        .change(&order.id, "replace", "payee/email", stranger)
        .await;
    assert_eq!(late.0, 422);
}
