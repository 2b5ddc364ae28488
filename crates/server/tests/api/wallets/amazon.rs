//! A shop with Amazon Pay, its signed buttons, and a buyer on Amazon's pages.

use crate::markets::{choose, deliver};
use crate::support::{Shop, TOKEN};
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::{Value, json};

pub(super) const AMAZON_PAY: &str = "/wallets/config/amazon_pay";
pub(super) const PRIME: &str = "/wallets/config/optimus";
pub(super) const TOKEN_HEADER: &str = "X-Shopify-Storefront-Access-Token";

/// Slovakia and Germany in euros, at the same numbers as in koruny.
const EUROS: &str = r#"
[[markets]]
handle = "eurozona"
countries = ["SK", "DE"]
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
