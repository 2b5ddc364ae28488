//! Tests that bad input gets a clear error, changes nothing and leaks nothing.

use crate::support::{BOOK, STOREFRONT, Shop, TOKEN, mutation_names};
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

/// A body that is not a GraphQL request gets status 400 and the reason as JSON.
#[tokio::test]
async fn malformed_bodies_are_answered_400() {
    let shop = Shop::open().await;
    for body in [
        "",
        "{",
        "{\"query\":",
        "null",
        "[]",
        "\"{shop{name}}\"",
        "{}",
        "{\"query\":1}",
        "{\"query\":\"{shop{name}}\",\"variables\":[]}",
        "[{\"query\":\"{shop{name}}\"}]",
        "\u{0}",
    ] {
        let response = shop.send(body).await;
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{body}");
        assert_eq!(
            response.headers()[CONTENT_TYPE],
            "application/json; charset=utf-8"
        );
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["errors"][0]["extensions"]["code"], "BAD_REQUEST");
        assert!(
            answer["errors"][0]["message"]
                .as_str()
                .unwrap()
                .contains("GraphQL request")
        );
    }
    let deep = format!(
        "{{\"query\":\"{{shop{{name}}}}\",\"variables\":{}1{}}}",
        "[".repeat(5000),
        "]".repeat(5000)
    );
    assert_eq!(shop.send(deep).await.status(), StatusCode::BAD_REQUEST);
}

/// An invalid document gets status 200 with errors that give the location, and no data.
#[tokio::test]
async fn wrong_documents_are_answered_with_errors() {
    let shop = Shop::open().await;
    for query in [
        "",
        "{",
        "query {",
        "{ shop { name }",
        "shop",
        "{ shop { surname } }",
        "{ cart { id } }",
        "{ cart(id: 1.5) { id } }",
        "{ shop }",
        "{ shop { name { x } } }",
        "{ ...Nothing }",
        "query A { shop { name } } query A { shop { id } }",
        "subscription { shop }",
        "{ shop { ...A } } fragment A on Shop { ...B } fragment B on Shop { ...A }",
        "query ($x: Nothing) { shop { name } }",
        "{ cart(id: $id) { id } }",
        "mutation { cartCreate(input: { lines: [{ quantity: 1 }] }) { cart { id } } }",
        "mutation { cartCreate(input: { lines: [{ merchandiseId: \"1\", quantity: 2147483648 }] }) { cart { id } } }",
        "{ shop { name @skip } }",
        "type Query { a: Int }",
    ] {
        let answer = shop.run(query, json!({})).await;
        assert!(!answer.errors().is_empty(), "{query}");
        assert_eq!(answer.code(), "GRAPHQL_VALIDATION_FAILED", "{query}");
        assert_eq!(answer.0.get("data"), None, "{query}");
        assert!(answer.0["errors"].as_array().unwrap().len() <= 10);
    }
}

/// [7.01] The server refuses variables of the wrong type before it executes anything.
#[tokio::test]
async fn wrong_variables_are_refused() {
    let shop = Shop::open().await;
    let book = shop.variant(BOOK, 0).await;
    let query = "mutation ($input: CartInput!) { cartCreate(input: $input) { cart { id } } }";
    for variables in [
        json!({}),
        json!({ "input": null }),
        json!({ "input": "cart" }),
        json!({ "input": { "lines": "all" } }),
        json!({ "input": { "lines": [{ "merchandiseId": book, "quantity": "2" }] } }),
        json!({ "input": { "lines": [{ "merchandiseId": book, "quantity": 1.5 }] } }),
        json!({ "input": { "lines": [{ "merchandiseId": book, "quantity": 2_147_483_648_u64 }] } }),
        json!({ "input": { "lines": [{ "merchandiseId": book, "quantity": -2_147_483_649_i64 }] } }),
        json!({ "input": { "lines": [{ "merchandiseId": { "a": 1 } }] } }),
        json!({ "input": { "lines": [{}] } }),
        json!({ "input": { "unknown": 1 } }),
        json!({ "input": { "buyerIdentity": { "countryCode": "XX" } } }),
        json!({ "input": { "note": 5 } }),
    ] {
        let answer = shop.run(query, variables.clone()).await;
        assert_eq!(answer.code(), "BAD_USER_INPUT", "{variables}");
        assert_eq!(answer.0.get("data"), None, "{variables}");
    }
}

/// [7.01] [8.06] The error for an unknown language or country names its type. From this the widget learns that the page
/// is at fault (`isOutOfContext` of the sheet's session).
#[tokio::test]
async fn an_unknown_language_or_country_is_named() {
    let shop = Shop::open().await;
    for (argument, name) in [("language", "LanguageCode"), ("country", "CountryCode")] {
        let query =
            format!("query ($it: {name}!) @inContext({argument}: $it) {{ shop {{ name }} }}");
        let answer = shop.run(&query, json!({ "it": "XX" })).await;
        assert_eq!(answer.code(), "BAD_USER_INPUT", "{name}");
        assert!(answer.errors()[0].contains(name), "{:?}", answer.errors());
    }
    let query = "mutation ($id: ID!, $it: CartBuyerIdentityInput!) {
        cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $it) { cart { id } }
    }";
    let cart = json!({ "id": "gid://shopify/Cart/none", "it": { "countryCode": "C2" } });
    let answer = shop.run(query, cart).await;
    assert_eq!(answer.code(), "BAD_USER_INPUT");
    assert!(
        answer.errors()[0].contains("CountryCode"),
        "{:?}",
        answer.errors()
    );
}

/// A request must name its operation if the document has several, and the operation must exist.
#[tokio::test]
async fn the_operation_must_be_known() {
    let shop = Shop::open().await;
    let query = "query A { shop { name } } query B { shop { id } }";
    let ask = async |body: Value, parameters: &str| {
        let url = format!(
            "{}/api/unstable/graphql.json{parameters}",
            shop.server.base_url
        );
        let request = shop
            .client
            .post(url)
            .header("X-Storefront-Access-Token", TOKEN);
        let answer: Value = request
            .json(&body)
            .send()
            .await
            .unwrap()
            .json()
            .await
            .unwrap();
        answer
    };
    let answer = ask(json!({ "query": query }), "").await;
    assert_eq!(
        answer["errors"][0]["extensions"]["code"],
        "OPERATION_RESOLUTION_FAILURE"
    );
    let answer = ask(json!({ "query": query, "operationName": "C" }), "").await;
    assert_eq!(
        answer["errors"][0]["extensions"]["code"],
        "OPERATION_RESOLUTION_FAILURE"
    );
    let answer = ask(json!({ "query": query, "operationName": "A" }), "").await;
    assert_eq!(answer["data"]["shop"], json!({ "name": "Zkušební krám" }));
    let answer = ask(json!({ "query": query }), "?operation_name=B").await;
    assert_eq!(
        answer["data"]["shop"],
        json!({ "id": "gid://shopify/Shop/7" })
    );
    let answer = ask(
        json!({ "query": "{ shop { name } }" }),
        "?operation_name=whatever",
    )
    .await;
    assert_eq!(answer["data"]["shop"], json!({ "name": "Zkušební krám" }));
}

/// For a wrong cart secret, every operation gives the same response as for a cart that does not exist.
#[tokio::test]
async fn a_foreign_secret_opens_nothing() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let id = cart["id"].as_str().unwrap();
    let (token, _) = id.split_once("?key=").unwrap();
    let foreign = format!("{token}?key={}", "0".repeat(32));
    let missing = format!(
        "gid://shopify/Cart/Z0000000000000{}?key={}",
        "0".repeat(26),
        "0".repeat(32)
    );
    let malformed = [
        "",
        "1",
        token,
        "gid://shopify/Cart/",
        "gid://shopify/Cart/abc?key=1",
    ];
    let ids = [foreign.as_str(), missing.as_str()]
        .into_iter()
        .chain(malformed);
    for id in ids {
        assert_eq!(shop.read(&json!(id)).await, Value::Null, "{id}");
        for name in mutation_names().filter(|&name| name != "cartCreate") {
            let mut variables = json!({
                "lines": [], "lineIds": [], "attributes": [], "note": "x", "discountCodes": [],
                "buyerIdentity": {}, "billingAddress": null, "addresses": [], "addressIds": [],
                "selectedDeliveryOptions": [], "giftCardCodes": ["X"], "appliedGiftCardIds": ["1"],
                "payment": { "amount": { "amount": "1", "currencyCode": "CZK" } },
            });
            variables["cartId"] = json!(id);
            let payload = shop.mutate(name, variables).await;
            assert_eq!(payload["cart"], Value::Null, "{name}");
            let expected = json!([{
                "code": "INVALID", "field": ["cartId"],
                "message": "Košík neexistuje nebo už vypršel.",
            }]);
            assert_eq!(payload["userErrors"], expected, "{name} {id}");
        }
        for result in [
            shop.prepare(&json!({ "id": id })).await,
            shop.submit(&json!({ "id": id }), "token-of-a-stranger")
                .await,
        ] {
            assert_eq!(result["result"], Value::Null);
            assert_eq!(result["userErrors"][0]["field"], json!(["cartId"]));
        }
    }
    assert_eq!(
        shop.read(&cart["id"]).await,
        cart,
        "nothing has happened to it"
    );
}

/// The server refuses a body of 5 MB, and keeps serving.
#[tokio::test]
async fn a_large_body_is_refused() {
    let shop = Shop::open().await;
    let note = "x".repeat(5_000_000);
    let body = json!({ "query": "{ shop { name } }", "variables": { "note": note } }).to_string();
    let request = shop.post().header(CONTENT_TYPE, "application/json");
    let request = request.header("origin", STOREFRONT).body(body);
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
    assert_eq!(
        response.headers()["access-control-allow-origin"],
        STOREFRONT,
        "another storefront may read why"
    );
    let answer: Value = response.json().await.unwrap();
    assert_eq!(
        answer["errors"][0]["extensions"]["code"],
        "PAYLOAD_TOO_LARGE"
    );
    assert_eq!(
        shop.run("{ shop { name } }", json!({})).await.field("shop")["name"],
        "Zkušební krám"
    );
}

/// Sends 5 MB in chunks, then reads the response.
fn send_in_chunks(stream: std::io::Result<TcpStream>) -> std::io::Result<String> {
    let mut stream = stream?;
    let head = format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\
         Content-Type: application/json\r\nX-Storefront-Access-Token: {TOKEN}\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    for _ in 0..80 {
        stream.write_all(chunk.as_bytes())?;
    }
    stream.write_all(b"0\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// The same for a body without a length: the client can send all of it and still read the response.
#[tokio::test]
async fn a_large_body_of_unknown_length_is_refused() {
    let shop = Shop::open().await;
    let address = shop.server.address;
    let sending = tokio::task::spawn_blocking(move || send_in_chunks(TcpStream::connect(address)));
    let answer = sending.await.unwrap().unwrap();
    assert!(answer.starts_with("HTTP/1.1 413 "), "{answer}");
    assert!(answer.contains("PAYLOAD_TOO_LARGE"), "{answer}");
}

/// The server ignores a malformed query string in the URL.
#[tokio::test]
async fn a_strange_query_string_does_no_harm() {
    let shop = Shop::open().await;
    for query in [
        "?operation_name=%FF",
        "?operation_name=a&operation_name=b",
        "?=&&",
        "?%",
    ] {
        let url = format!("{}/api/unstable/graphql.json{query}", shop.server.base_url);
        let request = shop
            .client
            .post(url)
            .header("X-Storefront-Access-Token", TOKEN);
        let request = request.json(&json!({ "query": "{ shop { name } }" }));
        assert_eq!(
            request.send().await.unwrap().status(),
            StatusCode::OK,
            "{query}"
        );
    }
}
