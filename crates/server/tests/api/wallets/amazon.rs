//! A shop with Amazon Pay, its signed buttons, and a buyer on Amazon's pages.

use crate::markets::{choose, deliver};
use crate::support::{Shop, TOKEN};
use reqwest::header::{COOKIE, LOCATION};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::sync::Arc;
use zkratka_commerce::ids::OrderNumber;
use zkratka_sandbox::gateway::{LedgerRow, RowKind, read_ledger};
use zkratka_store::clock::Clock;

pub(super) const AMAZON_PAY: &str = "/wallets/config/amazon_pay";
pub(super) const PRIME: &str = "/wallets/config/optimus";
pub(super) const TOKEN_HEADER: &str = "X-Shopify-Storefront-Access-Token";

/// Slovakia, Germany and the United States in euros, at the same numbers as in koruny.
const EUROS: &str = r#"
[[markets]]
handle = "eurozona"
countries = ["SK", "DE", "US"]
currency = "EUR"
rate = "1"
"#;

/// A shop with a market in euros, these lines in `[wallets.amazon_pay]`, and then these sections.
pub(super) async fn open_with(lines: &str) -> Shop {
    let more = format!("{EUROS}\n[wallets.amazon_pay]\nenabled = true\n{lines}\n");
    Shop::open_with(|text| text + &more).await
}

pub(super) async fn open() -> Shop {
    open_with("").await
}

/// The same shop with another clock.
pub(super) async fn open_at(clock: Arc<dyn Clock>) -> Shop {
    let more = format!("{EUROS}\n[wallets.amazon_pay]\nenabled = true\n");
    Shop::open_at(clock, |text| text + &more).await
}

/// A cart of these lines in euros.
pub(super) async fn cart_in_euros(shop: &Shop, lines: &[(&str, usize, i64)]) -> Value {
    let cart = shop.cart(lines).await;
    in_country(shop, &cart, "SK").await
}

/// The cart of a buyer in this country.
pub(super) async fn in_country(shop: &Shop, cart: &Value, country: &str) -> Value {
    let identity = json!({ "countryCode": country });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

/// An address in Slovakia.
pub(super) fn slovak() -> Value {
    json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Hlavná 1", "city": "Bratislava",
        "zip": "81101", "country": "SK",
    })
}

/// A cart of these lines in euros that lacks only its payment; with one book it costs 518.00.
pub(super) async fn ready_cart(shop: &Shop, lines: &[(&str, usize, i64)]) -> Value {
    let cart = shop.cart(lines).await;
    let cart = deliver(shop, &cart, slovak()).await;
    choose(shop, &cart, "ppl").await
}

/// What a page of the shop sends for a cart.
pub(super) fn wish(shop: &Shop, cart: &Value) -> Value {
    let origin = &shop.server.base_url;
    json!({
        "checkout_url": format!("{origin}/checkout/x"),
        "checkout_cancel_url": format!("{origin}/cart"),
        "cart_id": cart["id"],
    })
}

/// A request for a button, with the token and without a body.
pub(super) fn request(shop: &Shop, method: Method, path: &str) -> RequestBuilder {
    let url = format!("{}{path}", shop.server.base_url);
    shop.client.request(method, url).header(TOKEN_HEADER, TOKEN)
}

/// The status and the answer to this body.
pub(super) async fn asked(shop: &Shop, path: &str, body: &Value) -> (StatusCode, Value) {
    let answer = request(shop, Method::POST, path).json(body).send();
    let answer = answer.await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

/// The parameters for a cart.
pub(super) async fn button(shop: &Shop, path: &str, cart: &Value) -> Value {
    let (status, params) = asked(shop, path, &wish(shop, cart)).await;
    assert_eq!(status, StatusCode::OK, "{params}");
    assert_eq!(params["error"], Value::Null, "{params}");
    params
}

/// The signed payload of a button.
pub(super) fn payload(params: &Value) -> Value {
    let text = &params["createCheckoutSessionConfig"]["payloadJSON"];
    serde_json::from_str(text.as_str().unwrap()).unwrap()
}

/// An operation of Amazon's pages.
pub(super) async fn on_page(shop: &Shop, path: &str, body: &Value) -> (StatusCode, Value) {
    let url = format!("{}/sandbox/amazon-pay{path}", shop.server.base_url);
    let answer = shop.client.post(url).json(body).send().await.unwrap();
    (answer.status(), answer.json().await.unwrap())
}

/// Presses the button; returns the session.
pub(super) async fn press(shop: &Shop, params: &Value) -> String {
    let (status, made) = on_page(shop, "/sessions", params).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["checkoutSessionId"].as_str().unwrap().to_owned()
}

/// A session of the cart in which a buyer has chosen a card and the home address, and where Amazon then redirects the buyer.
pub(super) async fn chosen(
    shop: &Shop,
    path: &str,
    cart: &Value,
    buyer: &str,
    last_four: &str,
) -> (String, String) {
    let params = button(shop, path, cart).await;
    let session = press(shop, &params).await;
    let choice = json!({ "address": "home", "card": last_four });
    let mut answer = Value::Null;
    for (operation, body) in [
        ("sign-in", json!({ "buyer": buyer })),
        ("choose", choice),
        ("continue", json!({})),
    ] {
        let path = format!("/sessions/{session}/{operation}");
        let (status, said) = on_page(shop, &path, &body).await;
        assert_eq!(status, StatusCode::OK, "{operation}: {said}");
        answer = said;
    }
    (session, answer["url"].as_str().unwrap().to_owned())
}

/// The cookie of a browser that asked for the button of this cart.
pub(super) fn holder(cart: &Value) -> String {
    let id = cart["id"].as_str().unwrap();
    let reference = id.strip_prefix("gid://shopify/Cart/").unwrap();
    let value = reference.replace('?', "%3F").replace('=', "%3D");
    format!("wallet-cart={value}")
}

/// A request to an address of the shop, by a browser that follows no redirect.
pub(super) fn visit(shop: &Shop, method: Method, url: &str) -> RequestBuilder {
    assert!(url.starts_with(&shop.server.base_url), "{url}");
    let client = Client::builder().redirect(Policy::none()).build().unwrap();
    client.request(method, url)
}

/// Where an answer redirects.
pub(super) fn location(answer: &Response) -> String {
    let location = answer.headers().get(LOCATION);
    location.map_or_else(String::new, |it| it.to_str().unwrap().to_owned())
}

/// Opens an address of the shop in the browser that asked for the cart's button; returns the status and where it redirects.
pub(super) async fn return_by(shop: &Shop, cart: &Value, url: &str) -> (StatusCode, String) {
    let visit = visit(shop, Method::GET, url).header(COOKIE, holder(cart));
    let answer = visit.send().await.unwrap();
    (answer.status(), location(&answer))
}

/// What the emulated Amazon's ledger says.
pub(super) fn ledger(shop: &Shop) -> Vec<LedgerRow> {
    let beside = &shop.server.app().config.payments.sandbox;
    read_ledger(&beside.amazon_pay_file()).unwrap()
}

/// The kinds of the ledger's rows.
pub(super) fn happened(shop: &Shop) -> Vec<RowKind> {
    ledger(shop).iter().map(|row| row.kind).collect()
}

/// The id of the charge that paid an order.
pub(super) async fn charge_of(shop: &Shop, order: OrderNumber) -> String {
    let store = &shop.server.app().store;
    let record = store.order(order).await.unwrap().unwrap();
    let attempt = store.attempt(record.order.attempt).await.unwrap().unwrap();
    let (_, charge) = attempt.state.reference().unwrap().split_once('/').unwrap();
    charge.to_owned()
}
