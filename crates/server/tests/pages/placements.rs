//! Tests the snippets of the three placements, with and without Google Pay.

use super::edge::runs_own_scripts_only;
use super::support::{Page, Shop};
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

const GOOGLE_PAY: &str = "[wallets.google_pay]\nenabled = true\n";

/// The value of a tag's attribute, unescaped.
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

/// [5.10] The product page recommends Google Pay for goods that are shipped; for digital goods it recommends
/// buy-it-now.
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
        // The button also works without scripts.
        let plain = content.split("<noscript>").last().expect("a part");
        assert!(plain.contains("Koupit teď"), "{content}");
        assert_eq!(content.contains("<noscript>"), google_pay, "{content}");
    }
}

/// [2.03] [5.10] The shop chooses which wallet a product's page tries first. Where that one cannot pay, the next one is tried.
#[tokio::test]
async fn a_shop_recommends_a_wallet() {
    const APPLE_PAY: &str = "[wallets.apple_pay]\nenabled = true\n";
    let both = format!("{GOOGLE_PAY}{APPLE_PAY}");
    let by_default = Shop::open_with(&both).await;
    let recommending = format!("[wallets]\nrecommended = \"google_pay\"\n{both}");
    let recommending = Shop::open_with(&recommending).await;
    for (shop, handle, expected) in [
        (&by_default, "hrnek", ["apple_pay", "google_pay"]),
        (&recommending, "hrnek", ["google_pay", "apple_pay"]),
        (&recommending, "kniha", ["apple_pay", "buy_it_now"]),
    ] {
        let page = shop.shopper().get(&format!("/products/{handle}")).await;
        let tag = page.between("<accelerated-checkout", ">");
        let offered = ["recommended", "fallback"].map(|name| json_attribute(tag, name));
        assert_eq!(offered.map(|one| one["name"].clone()), expected, "{handle}");
    }
    // A cart shows all of them, in the usual order.
    let cart = recommending.shopper().get("/cart").await;
    let tag = cart.between("<accelerated-checkout-cart", ">");
    let offered = json_attribute(tag, "wallet-configs");
    assert_eq!(offered[0]["name"], "apple_pay", "{offered}");
}

/// The product's snippet as a browser with these headers gets it.
async fn snippet_for(shop: &Shop, headers: &[(&str, &str)]) -> Page {
    let path = "/snippet/accelerated-checkout?product=hrnek";
    let mut request = shop.shopper().request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    Page::read(request.send().await.expect("an answer")).await
}

/// The status with which the emulated Google responds to a sheet with these parameters on a page of this origin.
async fn minted_on(shop: &Shop, origin: &str, params: &Value) -> StatusCode {
    let data = &params["paymentData"];
    let mut merchant = data["merchantInfo"].clone();
    merchant["authJwt"] = params["auth"][0]["jwt"].clone();
    let body = json!({
        "tokenizationSpecification": data["allowedPaymentMethods"][0]["tokenizationSpecification"],
        "merchantInfo": merchant,
        "card": { "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2034, "authMethod": "PAN_ONLY" },
    });
    let request = shop
        .shopper()
        .request(Method::POST, "/sandbox/google-pay/tokens");
    let request = request.header(ORIGIN, origin).json(&body);
    request.send().await.expect("an answer").status()
}

/// [5.10] A page gets an authorisation for its own origin: the sheet returns a token on that origin and on no other.
#[tokio::test]
async fn the_snippet_is_for_the_page_that_asks() {
    const OTHER: &str = "https://www.obchod.example";
    let shop = Shop::open_beside(OTHER).await;
    let public = shop.server.base_url.as_str();
    let loopback = public.replace("127.0.0.1", "localhost");
    let referer = format!("{OTHER}/darky?x=1");
    let host = loopback.strip_prefix("http://").expect("an origin");
    for (headers, origin) in [
        (&[][..], public),
        (&[("origin", OTHER)], OTHER),
        (&[("origin", OTHER), ("sec-fetch-site", "same-site")], OTHER),
        (&[("referer", &referer)], OTHER),
        (
            &[("referer", &referer), ("sec-fetch-site", "cross-site")],
            OTHER,
        ),
        (&[("origin", public)], public),
        (&[("sec-fetch-site", "same-origin")], public),
        (&[("host", host)], &loopback),
        (
            &[
                ("host", "unknown.example"),
                ("sec-fetch-site", "same-origin"),
            ],
            public,
        ),
    ] {
        let page = snippet_for(&shop, headers).await;
        let vary = page.header("vary").to_ascii_lowercase();
        for name in ["origin", "referer", "sec-fetch-site"] {
            assert!(vary.contains(name), "{vary}");
        }
        let tag = page.between("<accelerated-checkout", ">");
        let recommended = json_attribute(tag, "recommended");
        assert!(is_google_pay(&recommended), "{headers:?}: {tag}");
        let params = &recommended["wallet_params"];
        assert_eq!(
            minted_on(&shop, origin, params).await,
            StatusCode::OK,
            "{headers:?}"
        );
        let elsewhere = minted_on(&shop, "https://jinde.example", params).await;
        assert!(elsewhere.is_client_error(), "{elsewhere}");
    }
}

/// [5.10] On an origin where the sheet would not open, the snippet offers buy-it-now and no wallet.
#[tokio::test]
async fn a_page_of_nobody_we_know_buys_at_once() {
    let shop = Shop::open_beside("https://www.obchod.example").await;
    for headers in [
        &[("origin", "https://jinde.example")][..],
        &[("origin", "null")],
        &[("origin", "http://www.obchod.example")],
        &[("referer", "https://jinde.example/www.obchod.example")],
        &[("referer", "nesmysl")],
        &[("sec-fetch-site", "cross-site")],
    ] {
        let page = snippet_for(&shop, headers).await;
        let tag = page.between("<accelerated-checkout", ">");
        let recommended = json_attribute(tag, "recommended");
        assert_eq!(recommended["name"], "buy_it_now", "{headers:?}");
        page.says_nothing_of("google");
        page.says_nothing_of("<noscript>");
    }
}

/// Under the machine's other host name, pages open the sheet for that name, with a script from their own origin.
#[tokio::test]
async fn pages_under_the_machines_other_name_have_their_own_permission() {
    let shop = Shop::open_with(GOOGLE_PAY).await;
    let other = shop.server.base_url.replace("127.0.0.1", "localhost");
    let mut shopper = shop.shopper();
    let mug = shop.variant("hrnek", 0).to_string();
    shopper.post("/cart/add", &[("id", &mug)]).await;
    for (path, name) in [
        ("/products/hrnek", "recommended"),
        ("/cart", "wallet-configs"),
    ] {
        let page = shopper.get(&format!("{other}{path}")).await;
        let tag = page.between("<accelerated-checkout", ">");
        let config = json_attribute(tag, name);
        let config = config.get(0).unwrap_or(&config);
        let params = &config["wallet_params"];
        let script = params["sdkUrl"].as_str().expect("a script");
        assert!(script.starts_with(&format!("{other}/")), "{script}");
        assert_eq!(minted_on(&shop, &other, params).await, StatusCode::OK);
    }
}

/// [2.07] The cart page has the element with the cart's id; without wallets it does not.
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

/// The cart's snippet contains the cart's secret, so only this shop's own pages may fetch it.
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

/// The checkout offers the wallet for goods that are shipped, and its policy allows the wallet's script.
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
            assert!(runs_own_scripts_only(policy), "{policy}");
        }
    }
}

/// [3.14] In their first HTML, cart and checkout tell the wallets whether the cart has a selling plan.
#[tokio::test]
async fn the_wallets_are_told_of_plans() {
    let plans = r#"
[[selling_plan_groups]]
handle = "odber"
name = "Odběr"
options = ["Doručení"]
products = ["hrnek"]
[[selling_plans]]
id = 7
group = "odber"
name = "Každý měsíc"
options = ["každý měsíc"]
interval = "MONTH"
"#;
    let shop = Shop::open_with(&format!("{GOOGLE_PAY}{plans}")).await;
    let id = shop.variant("hrnek", 0).to_string();
    for (form, told) in [
        (vec![("id", id.as_str())], false),
        (vec![("id", id.as_str()), ("selling_plan", "7")], true),
    ] {
        let mut shopper = shop.shopper();
        shopper.post("/cart/add", &form).await;
        let cart = shopper.get("/cart").await;
        let answer = shopper.post("/cart/checkout", &[]).await;
        let checkout = shopper.get(answer.leads_to()).await;
        for (page, element) in [
            (&cart, "<accelerated-checkout-cart"),
            (&checkout, "<checkout-wallet-button"),
        ] {
            let tag = page.between(element, ">");
            assert_eq!(tag.contains(" has-selling-plan"), told, "{tag}");
        }
    }
}
