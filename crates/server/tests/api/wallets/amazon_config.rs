//! Tests the signed buttons of Amazon Pay and Buy with Prime over HTTP.

use super::amazon::{
    AMAZON_PAY, PRIME, TOKEN_HEADER, asked, button, cart_in_euros, in_country, on_page, open,
    open_with, payload, press, ready_cart, request, slovak, wish,
};
use super::support::submitted;
use crate::markets::MARKETS;
use crate::selling_plans::PLANS;
use crate::support::{BOOK, EBOOK, GIFT, MUG, SHIRT, STOREFRONT, Shop, TOKEN};
use reqwest::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ALLOW,
    CACHE_CONTROL, ORIGIN, RETRY_AFTER,
};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use zkratka_admission::Priority;

const MARKED: &str = "[wallets.buy_with_prime]\nenabled = true\ntags = [\"prime\"]";

/// [7.13] [B.02] The parameters are for this cart, and Amazon accepts their signature and nothing else.
#[tokio::test]
async fn a_cart_gets_a_signed_button() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let answer = request(&shop, Method::POST, AMAZON_PAY);
    let answer = answer.json(&wish(&shop, &cart)).send().await.unwrap();
    assert_eq!(answer.headers()[CACHE_CONTROL], "no-store");
    let params: Value = answer.json().await.unwrap();
    let origin = &shop.server.base_url;
    for (name, expected) in [
        (
            "sdkUrl",
            json!(format!("{origin}/sandbox/amazon-pay/checkout.js")),
        ),
        ("currencyCode", json!("EUR")),
        ("ledgerCurrency", json!("EUR")),
        (
            "merchantId",
            json!(zkratka_sandbox::amazon_pay::MERCHANT_ID),
        ),
        (
            "publicKeyId",
            json!(zkratka_sandbox::amazon_pay::PUBLIC_KEY_ID),
        ),
        ("checkoutLanguage", json!("en_GB")),
        ("placement", json!("Cart")),
        ("prepareCart", json!(false)),
        ("productType", json!("PayAndShip")),
        ("sandbox", Value::Null),
        (
            "estimatedOrderAmount",
            json!({ "amount": "518.00", "currencyCode": "EUR" }),
        ),
    ] {
        assert_eq!(params[name], expected, "{name}");
    }
    let config = &params["createCheckoutSessionConfig"];
    assert_eq!(config["algorithm"], "AMZN-PAY-RSASSA-PSS-V2");
    let payload = payload(&params);
    let read = shop.read(&cart["id"]).await;
    let web = &payload["webCheckoutDetails"];
    let review = web["checkoutReviewReturnUrl"].as_str().unwrap();
    assert!(
        review.starts_with(&format!("{origin}/amazon-pay/review/")),
        "{review}"
    );
    let checkout = read["checkoutUrl"].as_str().unwrap();
    let (address, secret) = checkout.split_once("?key=").unwrap();
    let (_, token) = address.rsplit_once('/').unwrap();
    assert!(
        !review.contains(token) && !review.contains(secret),
        "{review}"
    );
    assert_eq!(web["checkoutCancelUrl"], json!(format!("{origin}/cart")));
    assert_eq!(payload["chargePermissionType"], "OneTime");
    assert_eq!(payload["cartDetails"], Value::Null);
    let scopes = json!(["name", "email", "phoneNumber", "billingAddress"]);
    assert_eq!(payload["scopes"], scopes);
    let allowed = &payload["deliverySpecifications"]["addressRestrictions"];
    assert_eq!(allowed["type"], "Allowed");
    // Addresses elsewhere would change the cart's currency.
    let countries = json!({ "SK": {}, "DE": {}, "US": {} });
    assert_eq!(allowed["restrictions"], countries);
    press(&shop, &params).await;
    let mut forged = params.clone();
    let text = config["payloadJSON"].as_str().unwrap();
    forged["createCheckoutSessionConfig"]["payloadJSON"] = json!(text.replace("/cart", "/other"));
    let (status, refused) = on_page(&shop, "/sessions", &forged).await;
    assert_eq!(status, StatusCode::FORBIDDEN, "{refused}");
}

/// [4.21] [7.13] Nothing due is no estimate, goods that are not shipped need no address, and the button's place is told.
#[tokio::test]
async fn the_parameters_follow_the_cart() {
    let shop = open().await;
    let free = cart_in_euros(&shop, &[(GIFT, 0, 1)]).await;
    let params = button(&shop, AMAZON_PAY, &free).await;
    assert_eq!(params["estimatedOrderAmount"], Value::Null);
    assert_eq!(params["productType"], "PayOnly");
    assert_eq!(payload(&params)["deliverySpecifications"], Value::Null);
    let cart = cart_in_euros(&shop, &[(EBOOK, 0, 1)]).await;
    let origin = &shop.server.base_url;
    for (cancel_url, placement) in [
        (format!("{origin}/products/e-kniha"), "Product"),
        (format!("{origin}/cart"), "Cart"),
        (format!("{origin}/checkout/x?key=y"), "Checkout"),
        (format!("{origin}/"), "Other"),
        (format!("{STOREFRONT}/cart"), "Other"),
    ] {
        let mut wish = wish(&shop, &cart);
        wish["checkout_cancel_url"] = json!(cancel_url);
        let (_, params) = asked(&shop, AMAZON_PAY, &wish).await;
        assert_eq!(params["placement"], placement, "{cancel_url}");
        let web = &payload(&params)["webCheckoutDetails"];
        assert_eq!(web["checkoutCancelUrl"], json!(cancel_url));
    }
    let only = open_with("product_type = \"PayOnly\"").await;
    let cart = cart_in_euros(&only, &[(BOOK, 0, 1)]).await;
    let params = button(&only, AMAZON_PAY, &cart).await;
    assert_eq!(params["productType"], "PayOnly");
    press(&only, &params).await;
}

/// [5.15] [7.13] A subscription asks for later charges, too, with the largest amount of one day.
#[tokio::test]
async fn a_subscription_is_a_recurring_permission() {
    let shop = open_with(PLANS).await;
    let plan = json!({ "merchandiseId": shop.variant(SHIRT, 0).await, "quantity": 2,
        "sellingPlanId": "gid://shopify/SellingPlan/1" });
    let variables =
        json!({ "input": { "lines": [plan], "buyerIdentity": { "countryCode": "SK" } } });
    let made = shop.mutate("cartCreate", variables).await;
    assert_eq!(made["userErrors"], json!([]));
    let params = button(&shop, AMAZON_PAY, &made["cart"]).await;
    let payload = payload(&params);
    assert_eq!(payload["chargePermissionType"], "Recurring");
    let recurring = &payload["recurringMetadata"];
    let amount = json!({ "amount": "2322.00", "currencyCode": "EUR" });
    let frequency = json!({ "unit": "Week", "value": "1" });
    assert_eq!(
        recurring,
        &json!({ "frequency": frequency, "amount": amount })
    );
    press(&shop, &params).await;
}

/// [8.02] [7.13] Buy with Prime lists the marked lines with their prices, and nothing else.
#[tokio::test]
async fn prime_has_the_marked_lines() {
    let shop = open_with(MARKED).await;
    shop.reimport(MUG, |mug| {
        mug.tags.push("prime".to_owned());
        mug.variants[0].sku = "HRNEK-1".to_owned();
    })
    .await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1), (MUG, 0, 2)]).await;
    let params = button(&shop, PRIME, &cart).await;
    let payload = payload(&params);
    let item = json!({ "sku": "HRNEK-1", "quantity": 2,
        "amount": { "amount": "581.00", "currencyCode": "EUR" } });
    assert_eq!(payload["cartDetails"]["lineItems"], json!([item]));
    let allowed = &payload["deliverySpecifications"]["addressRestrictions"];
    assert_eq!(allowed["restrictions"], json!({ "US": {} }));
    let scopes = payload["scopes"].as_array().unwrap();
    assert!(scopes.contains(&json!("primeStatus")), "{scopes:?}");
    let web = &payload["webCheckoutDetails"];
    let signed = web["checkoutReviewReturnUrl"].as_str().unwrap();
    let (page, goods) = signed.split_once("?goods=").expect("goods");
    assert!(page.contains("/amazon-pay/review/"), "{signed}");
    assert_eq!(goods.len(), 64, "{signed}");
    press(&shop, &params).await;
    let unmarked = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let (status, refused) = asked(&shop, PRIME, &wish(&shop, &unmarked)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(refused, json!({ "error": "empty_line_items" }));
}

/// [7.13] What is signed is the address that was checked, however the request writes it.
#[tokio::test]
async fn an_address_is_signed_as_it_was_read() {
    let shop = open().await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let host = shop.server.base_url.strip_prefix("http://").unwrap();
    let asked_with = async |cancel_url: &str| {
        let mut wish = wish(&shop, &cart);
        wish["checkout_cancel_url"] = json!(cancel_url);
        asked(&shop, AMAZON_PAY, &wish).await
    };
    for (written, read) in [
        (format!("http:\\\\{host}\\cart"), "/cart"),
        (format!(" ht\ntp://{host}/a b\t"), "/a%20b"),
        (format!("http://{host}\\@evil.example/"), "/@evil.example/"),
    ] {
        let (status, params) = asked_with(&written).await;
        assert_eq!(status, StatusCode::OK, "{written}: {params}");
        let signed = &payload(&params)["webCheckoutDetails"]["checkoutCancelUrl"];
        assert_eq!(*signed, json!(format!("http://{host}{read}")), "{written}");
    }
    let long = "a".repeat(512);
    for foreign in [
        format!("blob:http://{host}/cart"),
        format!("blob:http://u:p@{host}/cart"),
        format!("http://u@{host}/cart"),
        format!("http://{host}/cart#top"),
        format!("http://{host}/{long}"),
    ] {
        let (status, refused) = asked_with(&foreign).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{foreign}");
        assert_eq!(refused, json!({ "error": "foreign_address" }));
    }
    let empty = cart_in_euros(&shop, &[]).await;
    let (_, refused) = asked(&shop, AMAZON_PAY, &wish(&shop, &empty)).await;
    assert_eq!(refused, json!({ "error": "payment_method_not_applicable" }));
}

/// [7.13] [1.03] Each reason without a button has its code, and nothing else is told.
#[tokio::test]
async fn a_refusal_has_its_code() {
    let shop = open_with(MARKED).await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let right = wish(&shop, &cart);
    let with = |name: &str, value: Value| {
        let mut wish = right.clone();
        wish[name] = value;
        wish
    };
    let origin = &shop.server.base_url;
    let other = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let id = cart["id"].as_str().unwrap();
    let (_, other_key) = other["id"].as_str().unwrap().split_once("?key=").unwrap();
    let (start, _) = id.split_once("?key=").unwrap();
    let mixed = format!("{start}?key={other_key}");
    for (body, status, code) in [
        (json!([]), 400, "malformed_request"),
        (json!({}), 400, "malformed_request"),
        (with("cart_id", json!(5)), 400, "malformed_request"),
        (with("cart_id", json!("gid://x")), 200, "cart_not_found"),
        (with("cart_id", json!(mixed)), 200, "cart_not_found"),
        (
            with("checkout_url", json!("https://evil.example/checkout/x")),
            400,
            "foreign_address",
        ),
        (
            with("checkout_url", json!(format!("{STOREFRONT}/checkout/x"))),
            400,
            "foreign_address",
        ),
        (
            with("checkout_url", json!(format!("{origin}.evil.example/"))),
            400,
            "foreign_address",
        ),
        (
            with("checkout_cancel_url", json!("https://evil.example/cart")),
            400,
            "foreign_address",
        ),
        (
            with("checkout_cancel_url", json!("javascript:alert(1)")),
            400,
            "foreign_address",
        ),
        (
            with("checkout_cancel_url", json!("/cart")),
            400,
            "foreign_address",
        ),
    ] {
        for path in [AMAZON_PAY, PRIME] {
            let (answered, said) = asked(&shop, path, &body).await;
            assert_eq!(said, json!({ "error": code }), "{body}");
            assert_eq!(answered.as_u16(), status, "{body}");
        }
    }
}

/// [7.13] A cart that became an order has no button.
#[tokio::test]
async fn an_order_has_no_button() {
    let shop = open().await;
    let cart = ready_cart(&shop, &[(BOOK, 0, 1)]).await;
    let method = json!({ "handle": "bank_transfer", "billingAddress": slovak() });
    let payment = json!({ "amount": { "amount": "518.00", "currencyCode": "EUR" },
        "manualPaymentMethod": method });
    let variables = json!({ "cartId": cart["id"], "payment": payment });
    let payload = shop.mutate("cartPaymentUpdate", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(submitted(&shop, &cart, "attempt-1").await, "SubmitSuccess");
    let (status, said) = asked(&shop, AMAZON_PAY, &wish(&shop, &cart)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(said, json!({ "error": "cart_completed" }));
}

/// [1.03] A market in koruny has no button, but one in a currency of the account has one.
#[tokio::test]
async fn koruny_have_no_button() {
    let more = format!("{MARKETS}\n[wallets.amazon_pay]\nenabled = true\n");
    let shop = Shop::open_with(|text| text + &more).await;
    let made = shop.cart(&[(BOOK, 0, 1)]).await;
    let (status, said) = asked(&shop, AMAZON_PAY, &wish(&shop, &made)).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(said, json!({ "error": "currency_not_supported" }));
    for (country, currency) in [("SK", "EUR"), ("US", "USD")] {
        let cart = in_country(&shop, &made, country).await;
        let params = button(&shop, AMAZON_PAY, &cart).await;
        assert_eq!(params["currencyCode"], currency);
    }
}

/// [6.02] Both headers carry the access token. Without one, or with a wrong one, there is no button.
#[tokio::test]
async fn a_button_needs_the_token() {
    let shop = open().await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    for (name, token, status) in [
        (TOKEN_HEADER, TOKEN, 200),
        ("X-Storefront-Access-Token", TOKEN, 200),
        (TOKEN_HEADER, "another", 401),
        ("X-Another", TOKEN, 401),
    ] {
        let url = format!("{}{AMAZON_PAY}", shop.server.base_url);
        let request = shop.client.post(url).header(name, token);
        let answer = request.json(&wish(&shop, &cart)).send().await.unwrap();
        assert_eq!(answer.status().as_u16(), status, "{name}");
        let said: Value = answer.json().await.unwrap();
        let expected = if status == 200 {
            Value::Null
        } else {
            json!("missing_token")
        };
        assert_eq!(said["error"], expected, "{name}");
    }
}

/// [7.13] Storefronts on allowed origins can read every answer, refusals too; others can read none.
#[tokio::test]
async fn allowed_storefronts_read_refusals() {
    let shop = open().await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let limited = json!({ "checkout_url": "x".repeat(20_000) });
    for (origin, is_allowed) in [(STOREFRONT, true), ("https://evil.example", false)] {
        let with = |method: Method| request(&shop, method, AMAZON_PAY).header(ORIGIN, origin);
        let body = wish(&shop, &cart);
        for (sent, status) in [
            (with(Method::POST).json(&body), 200),
            (
                with(Method::POST)
                    .header(TOKEN_HEADER, "x")
                    .json(&json!({})),
                400,
            ),
            (with(Method::POST).body("{}"), 400),
            (with(Method::POST).json(&limited), 413),
            (with(Method::GET), 405),
            (with(Method::OPTIONS), 204),
        ] {
            let answer = sent.send().await.unwrap();
            assert_eq!(answer.status().as_u16(), status);
            let allowed = answer.headers().get(ACCESS_CONTROL_ALLOW_ORIGIN);
            let expected = is_allowed.then_some(STOREFRONT);
            assert_eq!(allowed.map(|it| it.to_str().unwrap()), expected, "{status}");
            if status == 204 && is_allowed {
                let headers = &answer.headers()[ACCESS_CONTROL_ALLOW_HEADERS];
                assert!(
                    headers
                        .to_str()
                        .unwrap()
                        .contains("storefront-access-token")
                );
                assert_eq!(
                    answer.headers()[ACCESS_CONTROL_ALLOW_METHODS],
                    "POST, OPTIONS"
                );
            }
            if status == 405 {
                assert_eq!(answer.headers()[ALLOW], "POST, OPTIONS");
            }
        }
    }
}

/// [7.13] A shop without the wallet says so.
#[tokio::test]
async fn a_wallet_may_be_off() {
    let off = Shop::open().await;
    let without_prime = open().await;
    for (shop, path) in [(&off, AMAZON_PAY), (&off, PRIME), (&without_prime, PRIME)] {
        let cart = shop.cart(&[(BOOK, 0, 1)]).await;
        let (answered, said) = asked(shop, path, &wish(shop, &cart)).await;
        assert_eq!(answered, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(said, json!({ "error": "payment_method_not_supported" }));
    }
}

/// [7.13] Eight signatures at once are enough; a further request is told when to come again, and so is an address that asks
/// too often.
#[tokio::test]
async fn signatures_are_limited() {
    let shop = open().await;
    let cart = cart_in_euros(&shop, &[(BOOK, 0, 1)]).await;
    let gate = &shop.server.app().admission.signatures;
    let held: Vec<_> = (0..8)
        .map(|_| gate.enter_if_room(Priority::Settling).unwrap())
        .collect();
    let ask = async || {
        let sent = request(&shop, Method::POST, AMAZON_PAY).header(ORIGIN, STOREFRONT);
        sent.json(&wish(&shop, &cart)).send().await.unwrap()
    };
    let busy = ask().await;
    assert_eq!(busy.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(busy.headers().contains_key(RETRY_AFTER));
    assert_eq!(busy.headers()[ACCESS_CONTROL_ALLOW_ORIGIN], STOREFRONT);
    let said: Value = busy.json().await.unwrap();
    assert_eq!(said, json!({ "error": "busy" }));
    drop(held);
    assert_eq!(ask().await.status(), StatusCode::OK);
    for _ in 0..200 {
        if ask().await.status() == StatusCode::TOO_MANY_REQUESTS {
            return;
        }
    }
    panic!("an address may ask without a limit");
}
