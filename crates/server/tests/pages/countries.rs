//! Tests shopping in another country: the form that selects it, and the prices that follow from it.

use super::support::{Page, Shop, Shopper};
use reqwest::header::{CONTENT_TYPE, ORIGIN, REFERER, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

/// Slovakia in euros; the United States in dollars without tax.
const MARKETS: &str = r#"
[[markets]]
handle = "slovensko"
countries = ["SK"]
currency = "EUR"
rate = "25"
rounding = "0.10"
[[markets]]
handle = "usa"
countries = ["US"]
currency = "USD"
rate = "20"
tax = "added"
duty = "10"
"#;

/// Posts the country form in a page's footer; returns the response.
async fn choose(shopper: &mut Shopper<'_>, country: &str, stood_on: &str) -> Page {
    let path = stood_on.split('?').next().unwrap_or_default();
    let fields = [("country_code", country), ("return_to", path)];
    let mut body = url::form_urlencoded::Serializer::new(String::new());
    let request = shopper
        .request(Method::POST, "/localization")
        .header(ORIGIN, &shopper.shop.server.base_url)
        .header(REFERER, shopper.shop.url(stood_on))
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(body.extend_pairs(fields).finish());
    let response = request.send().await.expect("an answer");
    for cookie in response.headers().get_all(SET_COOKIE) {
        keep(shopper, cookie.to_str().expect("text"));
    }
    Page::read(response).await
}

/// Adds a cookie to those that the browser has.
fn keep(shopper: &mut Shopper<'_>, cookie: &str) {
    let pair = cookie.split(';').next().unwrap_or_default();
    let (name, _) = pair.split_once('=').expect("a name");
    let known = shopper.cookie.take().unwrap_or_default();
    let others = known
        .split("; ")
        .filter(|known| !known.is_empty() && !known.starts_with(&format!("{name}=")));
    let all: Vec<&str> = others.chain([pair]).collect();
    shopper.cookie = Some(all.join("; "));
}

async fn add(shopper: &mut Shopper<'_>, variant: u64) {
    let known = shopper.cookie.clone();
    shopper
        .post("/cart/add", &[("id", &variant.to_string())])
        .await;
    let cart = shopper.cookie.replace(known.unwrap_or_default());
    keep(shopper, &cart.expect("the cart's cookie"));
}

async fn cart(shopper: &Shopper<'_>) -> Value {
    serde_json::from_str(&shopper.get("/cart.js").await.text).expect("JSON")
}

/// [3.02] [3.15] The country that a shopper selects decides every price, the country and currency of the buttons, and
/// the prices of a cart created afterwards.
#[tokio::test]
async fn a_chosen_country_decides_what_things_cost() {
    let shop = Shop::open_with(MARKETS).await;
    let book = shop.variant("kniha", 0);
    for (country, price, currency, minor) in [
        ("CZ", "199\u{a0}Kč", "CZK", 19_900),
        ("SK", "8\u{a0}€", "EUR", 800),
        ("US", "9,95\u{a0}US$", "USD", 995),
    ] {
        let mut shopper = shop.shopper();
        let led = choose(&mut shopper, country, "/products/kniha?variant=1").await;
        assert_eq!(led.status, StatusCode::SEE_OTHER);
        assert_eq!(
            led.header("location"),
            shop.url("/products/kniha?variant=1"),
            "back to the page, its query included"
        );

        let product = shopper.get("/products/kniha").await;
        product.says(&format!("<p class=\"price\">{price}"));
        product.says(&format!(
            "buyer-country=\"{country}\" buyer-currency=\"{currency}\""
        ));
        product.says(&format!(
            "data-country=\"{country}\" data-selected=\"true\""
        ));
        assert_eq!(product.text.matches("data-selected=\"true\"").count(), 1);
        assert_eq!(product.text.contains("bez daně"), country == "US");
        shopper.get("/").await.says(&format!("E-kniha {price}"));

        add(&mut shopper, book).await;
        let made = cart(&shopper).await;
        assert_eq!(
            (&made["currency"], &made["total_price"]),
            (&json!(currency), &json!(minor))
        );
        shopper
            .get("/cart")
            .await
            .says(&format!("<p class=\"goods\">{price}"));
        let bought = shopper
            .post("/checkout/buy-it-now", &[("id", &book.to_string())])
            .await;
        let checkout = bought.leads_to();
        let id = checkout.split("/checkout/").nth(1).expect("a token");
        let id = id.split('&').next().unwrap_or_default();
        let query = "query($id: ID!) { cart(id: $id) { cost { totalAmount { currencyCode } } buyerIdentity { countryCode } } }";
        let answer = shopper
            .api(query, json!({ "id": format!("gid://shopify/Cart/{id}") }))
            .await;
        assert_eq!(
            answer["cart"],
            json!({ "cost": { "totalAmount": { "currencyCode": currency } },
                "buyerIdentity": { "countryCode": country } })
        );
    }
}

/// [4.09] An existing cart moves to the selected country, and page, cart and buttons have the same currency.
#[tokio::test]
async fn a_cart_follows_its_shopper() {
    let shop = Shop::open_with(MARKETS).await;
    let mut shopper = shop.shopper();
    add(&mut shopper, shop.variant("kniha", 0)).await;
    assert_eq!(cart(&shopper).await["currency"], "CZK");
    choose(&mut shopper, "SK", "/cart").await;
    let there = cart(&shopper).await;
    assert_eq!(
        (&there["currency"], &there["total_price"]),
        (&json!("EUR"), &json!(800))
    );
    shopper
        .get("/products/kniha")
        .await
        .says("buyer-currency=\"EUR\"");

    // An address in another country, stored by the checkout, decides for pages and cart.
    let id = format!(
        "gid://shopify/Cart/{}",
        there["token"].as_str().expect("a token")
    );
    let update = "mutation($id: ID!, $who: CartBuyerIdentityInput!) { cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $who) { userErrors { code } } }";
    let who = json!({ "deliveryAddressPreferences": [{ "deliveryAddress": { "country": "US" } }] });
    shopper.api(update, json!({ "id": id, "who": who })).await;
    assert_eq!(cart(&shopper).await["currency"], "USD");
    shopper
        .get("/products/kniha")
        .await
        .says("buyer-currency=\"USD\"");

    // A new selection takes precedence over that address.
    choose(&mut shopper, "SK", "/").await;
    assert_eq!(cart(&shopper).await["currency"], "EUR");
}

/// Only the shop's own pages can select a country, only one of the shop's countries, and the redirect stays on this
/// origin.
#[tokio::test]
async fn what_cannot_be_chosen_is_refused() {
    let shop = Shop::open_with(MARKETS).await;
    let mut shopper = shop.shopper();
    for country in ["JP", "", "sk", "SK; Path=/x"] {
        let refused = choose(&mut shopper, country, "/").await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{country}");
        assert_eq!(refused.header("set-cookie"), "");
    }
    let led = shopper
        .post(
            "/localization",
            &[("country_code", "SK"), ("return_to", "//jinde.example/")],
        )
        .await;
    assert_eq!(led.header("location"), "/");
    let request = shopper.request(Method::POST, "/localization");
    let request = request
        .header(ORIGIN, "https://jinde.example")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let answer = request.body("country_code=US").send().await;
    let answer = Page::read(answer.expect("an answer")).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);

    // A cookie for a country without delivery is ignored.
    shopper.cookie = Some("country=JP".to_owned());
    shopper
        .get("/products/kniha")
        .await
        .says("buyer-currency=\"CZK\"");
}

#[tokio::test]
async fn a_shop_of_one_country_asks_nothing() {
    let shop = Shop::open().await;
    let page = shop.shopper().get("/").await;
    page.says_nothing_of("data-country");
}

/// [3.02] An error page offers the countries like any other page, shows the number of units in the cart, and sends the
/// buyer back to a URL that can be opened with GET.
#[tokio::test]
async fn pages_that_say_no_offer_the_countries_too() {
    let shop = Shop::open_with(MARKETS).await;
    let mut shopper = shop.shopper();
    choose(&mut shopper, "SK", "/").await;
    add(&mut shopper, shop.variant("kniha", 0)).await;
    let unsold = [("id", "999999")];
    for (page, status) in [
        (shopper.get("/neni").await, StatusCode::NOT_FOUND),
        (shopper.get("/products/neni").await, StatusCode::NOT_FOUND),
        (
            shopper.get("/localization").await,
            StatusCode::METHOD_NOT_ALLOWED,
        ),
        (
            choose(&mut shopper, "JP", "/").await,
            StatusCode::BAD_REQUEST,
        ),
        (
            shopper.post("/cart/add", &unsold).await,
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
    ] {
        assert_eq!(page.status, status);
        page.says("data-country=\"SK\" data-selected=\"true\"");
        page.says("data-country=\"US\" data-selected=\"false\"");
        page.says("data-count=\"1\"");
        page.says("data-path=\"/\"");
    }
}
