//! Tests `@defer`: parts of a response that come later, as `multipart/mixed`.

use crate::support::{BOOK, Shop};
use axum::Router;
use axum::routing::post;
use reqwest::header::CONTENT_TYPE;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// The parts of a response, parsed as the public clients parse them.
async fn parts(shop: &Shop, query: &str, variables: Value) -> Vec<Value> {
    let body = json!({ "query": query, "variables": variables });
    let response = shop.post().json(&body).send().await.unwrap();
    assert_eq!(response.status(), 200);
    let media_type = response.headers()[CONTENT_TYPE]
        .to_str()
        .unwrap()
        .to_owned();
    let text = response.text().await.unwrap();
    if media_type.starts_with("application/json") {
        return vec![serde_json::from_str(&text).unwrap()];
    }
    assert!(
        media_type.starts_with("multipart/mixed; boundary=\"graphql\""),
        "{media_type}"
    );
    let inner = text.strip_prefix("--graphql").unwrap();
    let inner = inner.strip_suffix("--graphql--\r\n").unwrap();
    let part = |part: &str| {
        let (head, body) = part.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("application/json"), "{head}");
        serde_json::from_str(body).unwrap()
    };
    inner.split("--graphql").map(part).collect()
}

/// [B.04] Discount codes are set in the first part; the resulting cart comes in a later part, as Hydrogen requests it.
#[tokio::test]
async fn a_cart_comes_after_its_discount_codes() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let query = "#graphql
        mutation ($cartId: ID!, $discountCodes: [String!]!) {
          cartDiscountCodesUpdate(cartId: $cartId, discountCodes: $discountCodes) {
            ... @defer(label: \"cart\") { cart { note discountCodes { code } } }
            userErrors { message }
          }
        }";
    let note = json!({ "cartId": cart["id"], "note": "Žluťoučký kůň --graphql" });
    shop.mutate("cartNoteUpdate", note).await;
    let variables = json!({ "cartId": cart["id"], "discountCodes": ["X"], "undeclared": 1 });
    let expected = [
        json!({ "data": { "cartDiscountCodesUpdate": { "userErrors": [] } }, "hasNext": true }),
        json!({ "incremental": [{
            "data": { "cart": { "note": "Žluťoučký kůň --graphql", "discountCodes": [{ "code": "X" }] } },
            "path": ["cartDiscountCodesUpdate"], "label": "cart",
        }], "hasNext": false }),
    ];
    assert_eq!(parts(&shop, query, variables).await, expected);
}

/// [7.12] Carrier rates come in a later part or not at all; without `@defer` the server refuses the field.
#[tokio::test]
async fn carrier_rates_come_later_or_are_refused() {
    let shop = Shop::open().await;
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let query = "query ($id: ID!, $later: Boolean!, $rates: Boolean!) { cart(id: $id) {
          id ... @defer(if: $later) { deliveryGroups(first: 10, withCarrierRates: $rates) { nodes { deliveryOptions { handle } } } }
        } }";
    let ask = async |later: bool, rates: bool| {
        let variables = json!({ "id": cart["id"], "later": later, "rates": rates });
        parts(&shop, query, variables).await
    };
    let streamed = ask(true, true).await;
    assert_eq!(streamed.len(), 2);
    assert_eq!(streamed[0]["data"]["cart"], json!({ "id": cart["id"] }));
    let later = &streamed[1]["incremental"][0];
    assert_eq!(later["path"], json!(["cart"]));
    let groups = later["data"]["deliveryGroups"].clone();
    assert!(
        groups["nodes"][0]["deliveryOptions"]
            .as_array()
            .unwrap()
            .len()
            > 1,
        "{later}"
    );
    let at_once = ask(false, false).await;
    assert_eq!(at_once[0]["data"]["cart"]["deliveryGroups"], groups);
    let refused = ask(false, true).await;
    assert_eq!(refused[0].get("data"), None);
    assert_eq!(
        refused[0]["errors"][0]["extensions"]["code"],
        "GRAPHQL_VALIDATION_FAILED"
    );
}

/// One option that only the carrier prices, and one with a configured price for when the carrier does not answer.
const BY_CARRIER: &str = r#"
[[delivery]]
handle = "balik"
title = "Balík podle dopravce"
carrier_service = "ekonomy"
rates = []
[[delivery]]
handle = "expres"
title = "Expres"
carrier_service = "expres"
rates = [{ price = "199" }]
"#;

const WITH_RATES: &str = "query ($id: ID!) { cart(id: $id) {
  id ... @defer { deliveryGroups(first: 10, withCarrierRates: true) { nodes { deliveryOptions { handle estimatedCost { amount } } } } }
} }";

/// The carrier's options in a cart's delivery groups, with their prices.
fn carried(groups: &Value) -> Vec<(String, String)> {
    let options = groups["nodes"][0]["deliveryOptions"].as_array().unwrap();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let all = options.iter().map(|option| {
        (
            text(&option["handle"]),
            text(&option["estimatedCost"]["amount"]),
        )
    });
    all.filter(|(handle, _)| handle == "balik" || handle == "expres")
        .collect()
}

fn costs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    let owned = |(handle, cost): &(&str, &str)| ((*handle).to_owned(), (*cost).to_owned());
    pairs.iter().map(owned).collect()
}

/// A cart with this postal code.
async fn cart_to(shop: &Shop, zip: &str) -> Value {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let address = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Brno",
        "zip": zip, "countryCode": "CZ",
    });
    let addresses = json!([{ "address": { "deliveryAddress": address }, "selected": true }]);
    let variables = json!({ "cartId": cart["id"], "addresses": addresses });
    let payload = shop.mutate("cartDeliveryAddressesReplace", variables).await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

async fn streamed_costs(shop: &Shop, cart: &Value) -> Vec<(String, String)> {
    let parts = parts(shop, WITH_RATES, json!({ "id": cart["id"] })).await;
    assert_eq!(parts[0]["data"]["cart"], json!({ "id": cart["id"] }));
    carried(&parts[1]["incremental"][0]["data"]["deliveryGroups"])
}

/// [7.12] The carrier's prices come in the later part, stay with the cart, and can be selected and paid.
#[tokio::test]
async fn the_carriers_prices_are_those_that_are_paid() {
    let shop = Shop::open_with(|config| config + BY_CARRIER).await;
    let cart = cart_to(&shop, "602 00").await;
    assert_eq!(
        carried(&cart["deliveryGroups"]),
        costs(&[("expres", "199.00")])
    );
    let quoted = streamed_costs(&shop, &cart).await;
    let [(_, economy), (_, express)] = quoted.as_slice() else {
        panic!("{quoted:?}");
    };
    assert_ne!(express, "199.00");
    // Once known, the prices are also in responses that do not request carrier rates.
    let read = shop.read(&cart["id"]).await;
    assert_eq!(carried(&read["deliveryGroups"]), quoted);
    let select = json!({ "cartId": cart["id"], "selectedDeliveryOptions": [{
        "deliveryGroupId": read["deliveryGroups"]["nodes"][0]["id"], "deliveryOptionHandle": "balik",
    }] });
    let payload = shop
        .mutate("cartSelectedDeliveryOptionsUpdate", select)
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let amount = |value: &Value| value["amount"].as_str().unwrap().parse::<f64>().unwrap();
    let cost = &payload["cart"]["cost"];
    let delivery = amount(&cost["totalAmount"]) - amount(&cost["subtotalAmount"]);
    assert!((delivery - economy.parse::<f64>().unwrap()).abs() < 0.001);
    // A different parcel needs a new quote.
    let line = &payload["cart"]["lines"]["nodes"][0]["id"];
    let lines = json!({ "cartId": cart["id"], "lines": [{ "id": line, "quantity": 2 }] });
    let changed = shop.mutate("cartLinesUpdate", lines).await;
    let groups = &changed["cart"]["deliveryGroups"];
    assert_eq!(carried(groups), costs(&[("expres", "199.00")]));
    assert_eq!(groups["nodes"][0]["selectedDeliveryOption"], Value::Null);
}

/// [7.12] The server asks a carrier only if the variables include the field with its rates.
#[tokio::test]
async fn a_carrier_whom_nobody_asks_is_left_alone() {
    let shop = Shop::open_with(|config| config + BY_CARRIER).await;
    let cart = cart_to(&shop, "602 00").await;
    let query = "query ($id: ID!, $rates: Boolean!) { cart(id: $id) { id ... @defer { note
          deliveryGroups(first: 10, withCarrierRates: true) @include(if: $rates) { nodes { deliveryOptions { handle } } } } } }";
    for (rates, known) in [(false, 1), (true, 2)] {
        let variables = json!({ "id": cart["id"], "rates": rates });
        let parts = parts(&shop, query, variables).await;
        let later = &parts[1]["incremental"][0]["data"];
        assert_eq!(later.get("deliveryGroups").is_some(), rates);
        let read = shop.read(&cart["id"]).await;
        assert_eq!(carried(&read["deliveryGroups"]).len(), known);
    }
}

/// [7.12] If a carrier is late, fails, or does not serve the address, the configured price applies, or the option is
/// missing.
#[tokio::test]
async fn without_the_carrier_the_configured_prices_hold() {
    let config = |config: String| config + BY_CARRIER + "[carrier]\ndeadline_ms = 200\n";
    let shop = Shop::open_with(config).await;
    for zip in ["999 01", "999 02", "999 03", "999 04"] {
        let cart = cart_to(&shop, zip).await;
        let found = streamed_costs(&shop, &cart).await;
        assert_eq!(found, costs(&[("expres", "199.00")]), "{zip}");
    }
}

/// [7.12] The first part arrives before the carrier answers: only fields that depend on the carrier wait for it.
#[tokio::test]
async fn nobody_waits_for_the_carrier_who_need_not() {
    let release = Arc::new(Notify::new());
    let released = Arc::clone(&release);
    let handler = async move || {
        released.notified().await;
        r#"{"rates":[{"service":"ekonomy","price":"123.50","currency":"CZK"}]}"#
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/rates", listener.local_addr().unwrap());
    let routes = Router::new().route("/rates", post(handler));
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let carrier = format!("[carrier]\nurl = \"{url}\"\ndeadline_ms = 10000\n");
    let shop = Shop::open_with(|config| config + BY_CARRIER + &carrier).await;
    let cart = cart_to(&shop, "602 00").await;
    let body = json!({ "query": WITH_RATES, "variables": { "id": cart["id"] } });
    let mut response = shop.post().json(&body).send().await.unwrap();
    let mut text = String::new();
    // A part ends with the boundary that starts the next one.
    while text.matches("--graphql").count() < 2 {
        let chunk = response.chunk().await.unwrap().expect("a first part");
        text += std::str::from_utf8(&chunk).unwrap();
    }
    assert!(text.contains("\"hasNext\":true") && !text.contains("123.50"));
    release.notify_one();
    let rest = response.text().await.unwrap();
    assert!(
        rest.contains("123.50") && rest.ends_with("--graphql--\r\n"),
        "{rest}"
    );
}

/// [7.12] If one request changes a cart several times, the server asks the carrier once, for the final address.
#[tokio::test]
async fn several_changes_wait_for_the_carrier_once() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&asked);
    let handler = async move |parcel: String| {
        log.lock().unwrap().push(parcel);
        r#"{"rates":[{"service":"ekonomy","price":"123.50","currency":"CZK"}]}"#
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/rates", listener.local_addr().unwrap());
    let routes = Router::new().route("/rates", post(handler));
    tokio::spawn(async move { axum::serve(listener, routes).await.unwrap() });
    let carrier = format!("[carrier]\nurl = \"{url}\"\ndeadline_ms = 10000\n");
    let shop = Shop::open_with(|config| config + BY_CARRIER + &carrier).await;
    let cart = cart_to(&shop, "110 00").await;
    let query = "mutation ($id: ID!, $who: CartBuyerIdentityInput!, $to: [CartSelectableAddressInput!]!) {
          cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: $who) { userErrors { code } }
          cartNoteUpdate(cartId: $id, note: \"Zvonek\") { userErrors { code } }
          cartDeliveryAddressesReplace(cartId: $id, addresses: $to) {
            ... @defer { cart { note deliveryGroups(first: 10, withCarrierRates: true) { nodes { deliveryOptions { handle estimatedCost { amount } } } } } }
            userErrors { code }
          }
        }";
    let address = json!({
        "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 1", "city": "Brno",
        "zip": "602 00", "countryCode": "CZ",
    });
    let variables = json!({
        "id": cart["id"],
        "who": { "email": "jana@example.cz", "countryCode": "CZ" },
        "to": [{ "address": { "deliveryAddress": address }, "selected": true }],
    });
    let parts = parts(&shop, query, variables).await;
    let changed = &parts[1]["incremental"][0]["data"]["cart"];
    assert_eq!(changed["note"], "Zvonek");
    let expected = costs(&[("balik", "123.50"), ("expres", "199.00")]);
    assert_eq!(carried(&changed["deliveryGroups"]), expected);
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(
        asked[0].contains("60200") || asked[0].contains("602 00"),
        "{asked:?}"
    );
}

/// Deferred parts work within parts and in lists; a null object has none. An error stays in its part.
#[tokio::test]
async fn parts_are_answered_where_they_belong() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1), ("hrnek", 0, 1)]).await;
    let query = "query ($id: ID!) {
        cart(id: $id) { lines(first: 5) { nodes { id ... @defer { quantity ... @defer { attributes { key } } } } } }
        nothing: cart(id: \"x\") { id ... @defer { note } }
        wrong: cart(id: $id) { id ... @defer { lines(first: 251) { nodes { id } } } }
        ... @defer { shop { name } cart(id: $id) { note } }
      }";
    let parts = parts(&shop, query, json!({ "id": cart["id"] })).await;
    assert_eq!(parts[0]["data"]["nothing"], Value::Null);
    assert_eq!(parts[0].get("errors"), None);
    let later = parts[1]["incremental"].as_array().unwrap();
    let paths: Vec<_> = later.iter().map(|part| part["path"].clone()).collect();
    let line = |position: u8| json!(["cart", "lines", "nodes", position]);
    assert_eq!(
        paths,
        [
            line(0),
            line(0),
            line(1),
            line(1),
            json!(["wrong"]),
            json!([])
        ]
    );
    assert_eq!(later[0]["data"], json!({ "quantity": 1 }));
    assert_eq!(later[1]["data"], json!({ "attributes": [] }));
    assert_eq!(later[4]["data"], Value::Null);
    assert_eq!(later[4]["errors"][0]["path"], json!(["wrong", "lines"]));
    assert_eq!(
        later[5]["data"],
        json!({ "shop": { "name": "Zkušební krám" }, "cart": { "note": null } })
    );
}

/// A mutation runs once and at once, however many deferred parts select its result.
#[tokio::test]
async fn a_mutation_is_done_once_and_at_once() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[]).await;
    let book = shop.variant(BOOK, 0).await;
    let query = "mutation ($id: ID!, $lines: [CartLineInput!]!) {
        cartLinesAdd(cartId: $id, lines: $lines) {
          ... @defer { cart { totalQuantity } } ... @defer { cart { id } } userErrors { code }
        } }";
    let variables = json!({ "id": cart["id"], "lines": [{ "merchandiseId": book }] });
    let answered = parts(&shop, query, variables.clone()).await;
    let quantity = &answered[1]["incremental"][0]["data"]["cart"]["totalQuantity"];
    assert_eq!(*quantity, 1);
    let put_off = query.replace("cartLinesAdd(", "... @defer { cartLinesAdd(") + "}";
    let refused = parts(&shop, &put_off, variables).await;
    assert_eq!(
        refused[0]["errors"][0]["extensions"]["code"],
        "GRAPHQL_VALIDATION_FAILED"
    );
    assert_eq!(shop.read(&cart["id"]).await["totalQuantity"], 1);
}

/// With `@defer(if: false)`, and for documents that need another response format, the response is complete at once.
#[tokio::test]
async fn everything_may_come_at_once() {
    let shop = Shop::open().await;
    let many = "query ($a: Boolean = true, $b: Boolean = true, $c: Boolean = true, $d: Boolean = true, $e: Boolean = true) {
        shop { id @include(if: $a) ... @defer(if: $b) { name @include(if: $c) } description @include(if: $d) moneyFormat @include(if: $e) } }";
    for (query, variables) in [
        (
            "query ($no: Boolean = false) { shop { id ... @defer(if: $no) { name } } }",
            json!({}),
        ),
        ("{ shop { id ... @defer(if: false) { name } } }", json!({})),
        // A null condition of `@include` includes the field.
        (
            "query ($yes: Boolean = false) { shop { id ... @defer { name @include(if: $yes) } } }",
            json!({ "yes": null }),
        ),
        (many, json!({})),
    ] {
        let answered = parts(&shop, query, variables).await;
        assert_eq!(answered.len(), 1, "{query}");
        assert_eq!(answered[0]["data"]["shop"]["name"], "Zkušební krám");
        assert_eq!(answered[0].get("hasNext"), None);
    }
}

/// A fragment that is spread twice is executed once, including its deferred parts.
#[tokio::test]
async fn a_part_comes_once() {
    let shop = Shop::open().await;
    let query = "{ shop { ...Shop ...Shop } } fragment Shop on Shop { id ... @defer(label: \"name\") { name } }";
    let answered = parts(&shop, query, json!({})).await;
    let [part] = answered[1]["incremental"].as_array().unwrap().as_slice() else {
        panic!("{answered:?}");
    };
    assert_eq!(part["label"], "name");
}

/// A variable reaches every field that uses it, even if other variables decide whether the second field is included.
#[tokio::test]
async fn an_input_reaches_whoever_asks_for_it() {
    let shop = Shop::open().await;
    let query = "mutation ($input: CartInput, $both: Boolean!) {
        one: cartCreate(input: $input) { cart { note } }
        two: cartCreate(input: $input) @include(if: $both) { cart { note } } }";
    for both in [true, false] {
        let variables = json!({ "input": { "note": "Zazvoňte" }, "both": both });
        let answer = shop.run(query, variables).await;
        assert_eq!(answer.field("one")["cart"]["note"], "Zazvoňte");
        let two = &answer.0["data"]["two"];
        assert_eq!(two["cart"]["note"].as_str(), both.then_some("Zazvoňte"));
    }
}

/// Variables decide whether each part is deferred, and whether each field is included.
#[tokio::test]
async fn variables_decide_what_comes_later() {
    let shop = Shop::open().await;
    let query = "query ($one: Boolean, $two: Boolean, $id: Boolean! = true, $name: Boolean!) { shop {
        id @include(if: $id)
        ... @defer(if: $one, label: \"one\") { name @include(if: $name) moneyFormat }
        ... @defer(if: $two, label: \"two\") { primaryDomain { host @skip(if: $name) sslEnabled } } } }";
    let answered = parts(
        &shop,
        query,
        json!({ "two": false, "id": false, "name": true }),
    )
    .await;
    let [first, last] = answered.as_slice() else {
        panic!("{answered:?}");
    };
    assert_eq!(
        *first,
        json!({ "data": { "shop": { "primaryDomain": { "sslEnabled": false } } }, "hasNext": true })
    );
    let [part] = last["incremental"].as_array().unwrap().as_slice() else {
        panic!("{last}");
    };
    assert_eq!(part["label"], "one");
    assert_eq!(part["data"]["name"], "Zkušební krám");

    let answered = parts(
        &shop,
        query,
        json!({ "one": false, "two": false, "name": false }),
    )
    .await;
    let [only] = answered.as_slice() else {
        panic!("{answered:?}");
    };
    let shop = only["data"]["shop"].as_object().unwrap();
    let names: Vec<_> = shop.keys().map(String::as_str).collect();
    assert_eq!(names, ["id", "moneyFormat", "primaryDomain"]);
    assert!(shop["primaryDomain"]["host"].is_string());
}
