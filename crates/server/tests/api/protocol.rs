//! Tests HTTP: token, method, version, content type, CORS and request ids.

use crate::support::{STOREFRONT, Shop, TOKEN};
use reqwest::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};

const ASK: &str = "{ shop { name } }";

async fn ask(shop: &Shop, method: Method, path: &str, headers: &[(&str, &str)]) -> Response {
    let url = format!("{}{path}", shop.server.base_url);
    let mut request = shop.client.request(method, url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request
        .body(json!({ "query": ASK }).to_string())
        .send()
        .await
        .unwrap()
}

const PATH: &str = "/api/unstable/graphql.json";
const JSON: (&str, &str) = ("content-type", "application/json");
const AUTHORISED: (&str, &str) = ("x-shopify-storefront-access-token", TOKEN);

/// The server accepts the access token under either header name; without a token or with a wrong one it returns 401.
#[tokio::test]
async fn the_access_token_is_asked_for() {
    let shop = Shop::open().await;
    for name in [
        "X-Shopify-Storefront-Access-Token",
        "X-Storefront-Access-Token",
    ] {
        let response = ask(&shop, Method::POST, PATH, &[JSON, (name, TOKEN)]).await;
        assert_eq!(response.status(), StatusCode::OK, "{name}");
    }
    for headers in [
        &[JSON][..],
        &[JSON, ("X-Storefront-Access-Token", "")],
        &[JSON, ("X-Storefront-Access-Token", "wrong")],
        &[
            JSON,
            ("X-Storefront-Access-Token", "test-token-of-the-shop "),
        ],
        &[JSON, ("Authorization", TOKEN)],
    ] {
        let response = ask(&shop, Method::POST, PATH, headers).await;
        if headers
            .iter()
            .any(|(_, value)| value.trim() == TOKEN && value.len() != TOKEN.len())
        {
            // White space around a header's value is not part of the value.
            continue;
        }
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{headers:?}");
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["errors"][0]["extensions"]["code"], "ACCESS_DENIED");
        assert_eq!(answer.get("data"), None);
    }
}

/// [7.01] The version in the path is `unstable` or a quarter.
#[tokio::test]
async fn versions_are_unstable_or_a_quarter() {
    let shop = Shop::open().await;
    for version in ["unstable", "2026-04", "2023-10"] {
        let path = format!("/api/{version}/graphql.json?operation_name=shop");
        let response = ask(&shop, Method::POST, &path, &[JSON, AUTHORISED]).await;
        assert_eq!(response.status(), StatusCode::OK, "{version}");
    }
    for version in ["v1", "1999-01", "2026-4", "2026-04-01"] {
        let path = format!("/api/{version}/graphql.json");
        let response = ask(&shop, Method::POST, &path, &[JSON, AUTHORISED]).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{version}");
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["errors"][0]["extensions"]["code"], "NOT_FOUND");
    }
}

#[tokio::test]
async fn only_post_is_taken() {
    let shop = Shop::open().await;
    for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
        let response = ask(&shop, method.clone(), PATH, &[JSON, AUTHORISED]).await;
        assert_eq!(
            response.status(),
            StatusCode::METHOD_NOT_ALLOWED,
            "{method}"
        );
        assert_eq!(response.headers()[ALLOW], "POST, OPTIONS");
    }
}

#[tokio::test]
async fn only_json_is_taken() {
    let shop = Shop::open().await;
    for kind in [
        "application/json",
        "application/json; charset=utf-8",
        "Application/JSON",
    ] {
        let response = ask(
            &shop,
            Method::POST,
            PATH,
            &[("content-type", kind), AUTHORISED],
        )
        .await;
        assert_eq!(response.status(), StatusCode::OK, "{kind}");
    }
    for kind in [
        "text/plain",
        "application/graphql",
        "application/x-www-form-urlencoded",
        "json",
    ] {
        let response = ask(
            &shop,
            Method::POST,
            PATH,
            &[("content-type", kind), AUTHORISED],
        )
        .await;
        assert_eq!(
            response.status(),
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "{kind}"
        );
    }
}

/// Whatever the Accept header says, the response is application/json, because the public client reads nothing else.
#[tokio::test]
async fn the_answer_is_always_json() {
    let shop = Shop::open().await;
    for accept in [
        "application/json",
        "*/*",
        "application/graphql-response+json",
        "text/html",
    ] {
        let response = ask(
            &shop,
            Method::POST,
            PATH,
            &[JSON, AUTHORISED, ("accept", accept)],
        )
        .await;
        assert_eq!(
            response.headers()[CONTENT_TYPE],
            "application/json; charset=utf-8"
        );
        assert_eq!(response.headers()["cache-control"], "no-store");
        assert!(response.headers().contains_key("x-request-id"));
    }
}

/// A storefront on a configured origin may send every header that public clients send.
#[tokio::test]
async fn configured_origins_may_call() {
    let shop = Shop::open().await;
    let sent = "content-type,x-sdk-variant,x-sdk-variant-source,x-sdk-version,\
        x-shopify-storefront-access-token,shopify-storefront-id,shopify-storefront-y,\
        shopify-storefront-s,x-shopify-uniquetoken,x-shopify-visittoken,x-wallet-name,\
        x-start-wallet-checkout,x-storefront-access-token,idempotency-key";
    let asked = [
        ("origin", STOREFRONT),
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", sent),
    ];
    let response = ask(&shop, Method::OPTIONS, PATH, &asked).await;
    assert_eq!(response.status(), StatusCode::NO_CONTENT);
    let headers = response.headers();
    assert_eq!(headers["access-control-allow-origin"], STOREFRONT);
    assert_eq!(headers["vary"], "origin");
    let allowed = headers["access-control-allow-headers"].to_str().unwrap();
    let allowed: Vec<_> = allowed.split(", ").collect();
    for name in sent.split(',') {
        assert!(allowed.contains(&name), "{name}");
    }
    assert!(
        headers["access-control-allow-methods"]
            .to_str()
            .unwrap()
            .contains("POST")
    );
    let response = ask(
        &shop,
        Method::POST,
        PATH,
        &[JSON, AUTHORISED, ("origin", STOREFRONT)],
    )
    .await;
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        STOREFRONT
    );
    for stranger in [
        "https://stranger.example",
        "null",
        "https://jiny-obchod.example.evil",
    ] {
        let asked = [
            ("origin", stranger),
            ("access-control-request-method", "POST"),
        ];
        let response = ask(&shop, Method::OPTIONS, PATH, &asked).await;
        assert!(
            !response
                .headers()
                .contains_key("access-control-allow-origin"),
            "{stranger}"
        );
        let response = ask(
            &shop,
            Method::POST,
            PATH,
            &[JSON, AUTHORISED, ("origin", stranger)],
        )
        .await;
        assert!(
            !response
                .headers()
                .contains_key("access-control-allow-origin"),
            "{stranger}"
        );
    }
    // A page of another origin must also be able to read an error response.
    let response = ask(&shop, Method::POST, PATH, &[JSON, ("origin", STOREFRONT)]).await;
    assert_eq!(response.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        STOREFRONT
    );
}

/// A busy server returns 429 without Retry-After, because the public client would read its value as milliseconds.
#[tokio::test]
async fn a_busy_shop_says_so() {
    let shop = Shop::open_busy().await;
    let body = json!({ "query": "mutation { cartCreate { cart { id } } }" }).to_string();
    let response = shop.send(body).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(!response.headers().contains_key(RETRY_AFTER));
    let answer: Value = response.json().await.unwrap();
    let extensions = &answer["errors"][0]["extensions"];
    assert_eq!(extensions["code"], "THROTTLED");
    assert!(extensions["pollAfter"].is_string());
    let answer = shop.run("{ shop { name } }", json!({})).await;
    assert_eq!(answer.field("shop")["name"], "Zkušební krám");
}

/// [7.05] [7.06] A busy server returns the time at which to prepare or submit again.
#[tokio::test]
async fn a_busy_shop_says_when_to_come_again() {
    let calm = Shop::open().await;
    let cart = calm.cart(&[]).await;
    let busy = Shop::open_busy().await;
    let prepared = busy.prepare(&cart).await["result"].clone();
    assert_eq!(prepared["__typename"], "CartThrottled");
    let submitted = busy.submit(&cart, "token-of-the-purchase").await["result"].clone();
    assert_eq!(submitted["__typename"], "SubmitThrottled");
    for result in [prepared, submitted] {
        let at: jiff::Timestamp = result["pollAfter"].as_str().unwrap().parse().unwrap();
        let wait = at.as_millisecond() - jiff::Timestamp::now().as_millisecond();
        assert!((-1_000..=10_000).contains(&wait), "{wait} ms");
    }
}
