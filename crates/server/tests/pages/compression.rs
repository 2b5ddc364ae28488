//! Tests which responses are compressed for slow phone networks, and which must not be.

use super::support::{ACCESS_TOKEN, Shop, Shopper};
use flate2::read::GzDecoder;
use reqwest::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, VARY};
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};
use std::io::Read;

const API: &str = "/api/unstable/graphql.json";

async fn asked(request: RequestBuilder, encodings: &str) -> Response {
    let request = request.header(ACCEPT_ENCODING, encodings);
    request.send().await.expect("an answer")
}

fn header(answer: &Response, name: reqwest::header::HeaderName) -> String {
    let values = answer.headers().get_all(name).iter();
    let values: Vec<&str> = values.map(|value| value.to_str().expect("text")).collect();
    values.join(", ")
}

fn query(shopper: &Shopper<'_>, query: &str) -> RequestBuilder {
    shopper
        .request(Method::POST, API)
        .header("X-Shopify-Storefront-Access-Token", ACCESS_TOKEN)
        .json(&json!({ "query": query }))
}

async fn opened(answer: Response) -> String {
    assert_eq!(header(&answer, CONTENT_ENCODING), "gzip");
    assert!(header(&answer, VARY).contains("accept-encoding"));
    let bytes = answer.bytes().await.expect("bytes");
    let mut text = String::new();
    let read = GzDecoder::new(bytes.as_ref()).read_to_string(&mut text);
    read.expect("compressed text");
    assert!(bytes.len() * 2 < text.len(), "{} bytes", bytes.len());
    text
}

#[tokio::test]
async fn a_page_is_compressed_for_who_takes_it() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let page = || shopper.request(Method::GET, "/products/hrnek");
    let plain = asked(page(), "identity").await;
    assert_eq!(header(&plain, CONTENT_ENCODING), "");
    assert!(header(&plain, VARY).contains("accept-encoding"));
    let plain = plain.text().await.expect("text");
    assert_eq!(opened(asked(page(), "gzip, br").await).await, plain);
    let refused = asked(page(), "gzip;q=0").await;
    assert_eq!(header(&refused, CONTENT_ENCODING), "");
}

#[tokio::test]
async fn an_answer_of_the_api_is_compressed_when_it_is_long() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let schema = "{ __schema { types { name fields { name } } } }";
    let long = opened(asked(query(&shopper, schema), "gzip").await).await;
    let long: Value = serde_json::from_str(&long).expect("JSON");
    assert!(long["data"]["__schema"]["types"].is_array());
    let short = asked(query(&shopper, "{ shop { name } }"), "gzip").await;
    assert_eq!(header(&short, CONTENT_ENCODING), "");
}

/// [7.12] A deferred response is not compressed, because a compressor would hold parts back.
#[tokio::test]
async fn a_deferred_answer_is_never_compressed() {
    let shop = Shop::open().await;
    let shopper = shop.shopper();
    let deferred = "mutation { cartCreate { userErrors { message } ... @defer { cart { id } } } }";
    let request = query(&shopper, deferred).header(ACCEPT, "multipart/mixed; deferSpec=20220824");
    let answer = asked(request, "gzip").await;
    assert!(header(&answer, CONTENT_TYPE).starts_with("multipart/mixed"));
    assert_eq!(header(&answer, CONTENT_ENCODING), "");
    let text = answer.text().await.expect("text");
    assert!(text.contains("gid://shopify/Cart/"), "{text}");
}
