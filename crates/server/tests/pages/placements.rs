//! The snippets of the three placements, with and without Google Pay.

use super::support::{Page, Shop};
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};
use serde_json::Value;

const GOOGLE_PAY: &str = "[wallets.google_pay]\nenabled = true\n";

/// The value of a tag's attribute as it was before it was escaped.
fn attribute(tag: &str, name: &str) -> Option<String> {
    let value = tag.split_once(&format!(" {name}=\""))?.1.split_once('"')?.0;
    let value = value.replace("&quot;", "\"").replace("&lt;", "<");
    Some(
        value
            .replace("&gt;", ">")
            .replace("&#39;", "'")
            .replace("&amp;", "&"),
    )
}

fn json_attribute(tag: &str, name: &str) -> Value {
    let text = attribute(tag, name).unwrap_or_else(|| panic!("no {name} in {tag}"));
    serde_json::from_str(&text).expect("JSON")
}

fn is_google_pay(config: &Value) -> bool {
    let params = &config["wallet_params"];
    config["name"] == "google_pay"
        && params["sdkUrl"].is_string()
        && params["paymentData"]["allowedPaymentMethods"][0]["type"] == "CARD"
        && params["auth"][0]["jwt"].is_string()
}

/// [5.10] Google Pay is recommended for what is shipped; digital goods are bought at once.
#[tokio::test]
async fn a_product_recommends_google_pay_where_it_is_shipped() {
    let with = Shop::open_with(GOOGLE_PAY).await;
    let without = Shop::open().await;
    for (shop, handle, google_pay) in [
        (&with, "hrnek", true),
        (&with, "kniha", false),
        (&without, "hrnek", false),
    ] {
        let page = shop.shopper().get(&format!("/products/{handle}")).await;
        let tag = page.between("<accelerated-checkout", ">").to_owned();
        let recommended = json_attribute(&tag, "recommended");
        assert_eq!(is_google_pay(&recommended), google_pay, "{handle}: {tag}");
        assert_eq!(json_attribute(&tag, "fallback")["name"], "buy_it_now");
        let content = page.between("<accelerated-checkout", "</accelerated-checkout>");
        assert_eq!(content.contains("payment-button__skeleton"), google_pay);
        // Without scripts the button buys all the same.
        let plain = content.split("<noscript>").last().expect("a part");
        assert!(plain.contains("Koupit teď"), "{content}");
        assert_eq!(content.contains("<noscript>"), google_pay, "{content}");
    }
}

/// [2.07] The cart's page carries the element with its cart; without wallets there is none.
#[tokio::test]
async fn the_cart_carries_its_wallets() {
    let shop = Shop::open_with(GOOGLE_PAY).await;
    let mut shopper = shop.shopper();
    let empty = shopper.get("/cart").await;
    let tag = empty.between("<accelerated-checkout-cart", ">");
    assert_eq!(attribute(tag, "cart-id"), None, "{tag}");
    assert!(is_google_pay(&json_attribute(tag, "wallet-configs")[0]));

    for (handle, shipped) in [("kniha", false), ("hrnek", true)] {
        let id = shop.variant(handle, 0).to_string();
        shopper.post("/cart/add", &[("id", &id)]).await;
        let page = shopper.get("/cart").await;
        page.says("<div class=\"additional-checkout-buttons dynamic-checkout__content\">");
        let tag = page.between("<accelerated-checkout-cart", ">");
        let cart = shopper.get("/cart.js").await;
        let cart: Value = serde_json::from_str(&cart.text).expect("JSON");
        let expected = format!(
            "gid://shopify/Cart/{}",
            cart["token"].as_str().expect("text")
        );
        assert_eq!(attribute(tag, "cart-id"), Some(expected));
        assert_eq!(tag.contains(" requires-shipping"), shipped, "{tag}");
        for name in ["access-token", "buyer-country", "buyer-currency", "shop-id"] {
            assert!(attribute(tag, name).is_some(), "{name} in {tag}");
        }
        assert_eq!(attribute(tag, "page-type").as_deref(), Some("cart_page"));
        assert_eq!(page.header("cache-control"), "no-store");
    }

    let plain = Shop::open().await;
    let page = plain.shopper().get("/cart").await;
    page.says_nothing_of("accelerated-checkout-cart");
}

/// The cart's snippet holds its secret: this shop's own pages may fetch it, nobody else.
#[tokio::test]
async fn the_carts_snippet_is_for_this_shop_alone() {
    let shop = Shop::open_with(GOOGLE_PAY).await;
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    shopper.post("/cart/add", &[("id", &mug)]).await;
    let path = "/snippet/accelerated-checkout-cart";
    let own = shopper.get(path).await;
    own.says("cart-id=\"gid://shopify/Cart/");
    assert_eq!(own.header("cache-control"), "no-store");
    assert_eq!(own.header("access-control-allow-origin"), "");
    assert_eq!(own.header("cross-origin-resource-policy"), "same-origin");
    for (name, value) in [
        (ORIGIN.as_str(), "https://jinde.example"),
        ("sec-fetch-site", "cross-site"),
        ("sec-fetch-site", "same-site"),
    ] {
        let request = shopper.request(Method::GET, path).header(name, value);
        let answer = Page::read(request.send().await.expect("an answer")).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{name}: {value}");
        answer.says_nothing_of("key=");
    }
}

/// The checkout offers the wallet for what is shipped, and a page may load the wallet's script.
#[tokio::test]
async fn the_checkout_offers_the_wallet_for_what_is_shipped() {
    let shop = Shop::open_with(GOOGLE_PAY).await;
    for (handle, offered) in [("hrnek", true), ("kniha", false), ("vyprodano", false)] {
        let mut shopper = shop.shopper();
        let id = shop.variant(handle, 0).to_string();
        shopper.post("/cart/add", &[("id", &id)]).await;
        let answer = shopper.post("/cart/checkout", &[]).await;
        let page = shopper.get(answer.leads_to()).await;
        assert_eq!(
            page.text.contains("<checkout-wallet-button"),
            offered,
            "{handle}"
        );
        if offered {
            let tag = page.between("<checkout-wallet-button", ">");
            assert!(
                is_google_pay(&json_attribute(tag, "wallet-config")),
                "{tag}"
            );
            let data = page.checkout_data();
            assert_eq!(
                attribute(tag, "cart-id").as_deref(),
                data["cartId"].as_str()
            );
            let policy = page.header("content-security-policy");
            assert!(
                policy.contains("trusted-types accelerated-checkout"),
                "{policy}"
            );
            assert!(policy.contains("script-src 'self';"), "{policy}");
        }
    }
}
