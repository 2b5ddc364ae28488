//! Tests the commands for orders beside a running shop.

use super::serve::Running;
use super::support::{CONFIG, Folder};
use serde_json::{Value, json};

fn folder() -> Folder {
    folder_with("")
}

/// A shop that sells mugs, with more sections.
pub(crate) fn folder_with(sections: &str) -> Folder {
    let folder = Folder::with(&format!(
        "{CONFIG}[catalogue]\nimport = [\"feed.csv\"]\n{sections}"
    ));
    folder.write("feed.csv", "Handle,Title,Variant Price,Variant Inventory Tracker,Variant Inventory Qty\nhrnek,Hrnek,289.50,shopify,9\n");
    folder
}

fn api(shop: &Running, query: &str, variables: &Value) -> Value {
    let body = json!({ "query": query, "variables": variables }).to_string();
    let answer = shop.send(&format!(
        "POST /api/unstable/graphql.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nX-Shopify-Storefront-Access-Token: token-obchodu\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    ));
    let (_, json) = answer.split_once("\r\n\r\n").expect("a body");
    let answer: Value = serde_json::from_str(json).expect("JSON");
    assert!(answer.get("errors").is_none(), "{answer:#}");
    answer["data"].clone()
}

/// Buys two mugs with payment on delivery.
pub(crate) fn buy(shop: &Running) {
    let address = json!({ "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1", "zip": "11000", "countryCode": "CZ", "phone": "601123456" });
    let created = api(
        shop,
        "mutation ($i: CartInput!) { cartCreate(input: $i) { cart { id } userErrors { code } } }",
        &json!({ "i": {
            "lines": [{ "merchandiseId": "gid://shopify/ProductVariant/1", "quantity": 2 }],
            "buyerIdentity": { "email": "jana@example.cz", "countryCode": "CZ" },
            "delivery": { "addresses": [{ "address": { "deliveryAddress": address }, "selected": true }] },
        }}),
    );
    assert_eq!(created["cartCreate"]["userErrors"], json!([]));
    let id = &created["cartCreate"]["cart"]["id"];
    assert!(id.is_string(), "{created:#}");
    let groups = api(
        shop,
        "query ($id: ID!) { cart(id: $id) { deliveryGroups(first: 1) { nodes { id deliveryOptions { handle } } } } }",
        &json!({ "id": id }),
    );
    let group = &groups["cart"]["deliveryGroups"]["nodes"][0];
    let chosen = api(
        shop,
        "mutation ($id: ID!, $o: [CartSelectedDeliveryOptionInput!]!) { cartSelectedDeliveryOptionsUpdate(cartId: $id, selectedDeliveryOptions: $o) { cart { cost { totalAmount { amount currencyCode } } } } }",
        &json!({ "id": id, "o": [{ "deliveryGroupId": group["id"], "deliveryOptionHandle": group["deliveryOptions"][0]["handle"] }] }),
    );
    let total = &chosen["cartSelectedDeliveryOptionsUpdate"]["cart"]["cost"]["totalAmount"];
    let billing = json!({ "firstName": "Jana", "lastName": "Nováková", "address1": "Dlouhá 12", "city": "Praha 1", "zip": "11000", "country": "CZ" });
    let bound = api(
        shop,
        "mutation ($id: ID!, $p: CartPaymentInput!) { cartPaymentUpdate(cartId: $id, payment: $p) { userErrors { code } } }",
        &json!({ "id": id, "p": { "amount": total, "manualPaymentMethod": { "handle": "cash_on_delivery", "billingAddress": billing } } }),
    );
    assert_eq!(bound["cartPaymentUpdate"]["userErrors"], json!([]));
    let submitted = api(
        shop,
        "mutation ($id: ID!) { cartSubmitForCompletion(cartId: $id, attemptToken: \"pokus-cislo-1\") { result { __typename ... on SubmitFailed { errors { code } } } userErrors { code field } } }",
        &json!({ "id": id }),
    );
    assert_eq!(
        submitted["cartSubmitForCompletion"]["result"]["__typename"], "SubmitSuccess",
        "{submitted:#}"
    );
}

#[test]
fn without_a_database_there_is_nothing_to_show_and_none_is_made() {
    let folder = Folder::new();
    folder
        .run(&["orders"])
        .ended_with(1)
        .complained("there is no database");
    assert_eq!(folder.names(), ["zkratka.toml"]);
}

#[test]
fn orders_are_listed_and_shown_beside_the_running_shop() {
    let folder = folder();
    let shop = Running::start(&folder);
    folder.run(&["orders"]).ended_with(0).said("No orders yet.");
    folder
        .run(&["orders", "show", "1001"])
        .ended_with(1)
        .complained("there is no order 1001");
    buy(&shop);

    let listed = folder.run(&["orders", "--json"]).ended_with(0);
    let orders: Value = serde_json::from_str(&listed.out).expect("JSON");
    let order = &orders[0];
    assert_eq!(orders.as_array().map(Vec::len), Some(1));
    assert_eq!(order["total"], "668.00");
    assert_eq!(order["payment"]["kind"], "due_on_delivery");
    assert_eq!(order["lines"][0]["variant"], 1);
    assert_eq!(order["lines"][0]["quantity"], 2);
    assert_eq!(order["mode"], "test");
    assert!(
        order["timeline"]
            .as_array()
            .is_some_and(|timeline| !timeline.is_empty())
    );
    let number = order["number"].to_string();

    let line = folder.run(&["orders", "--limit", "1"]).ended_with(0);
    assert!(
        line.out.contains(&number) && line.out.contains("668\u{a0}Kč"),
        "{}",
        line.out
    );
    assert!(
        !line.out.contains("jana@"),
        "a list is no place for personal data: {}",
        line.out
    );

    let shown = folder.run(&["orders", "show", &number]).ended_with(0);
    for text in [
        format!("Order {number} of "),
        "Dobírka, due on delivery".to_owned(),
        "2 × Hrnek, 289,50\u{a0}Kč: 579\u{a0}Kč".to_owned(),
        "PPL: 89\u{a0}Kč".to_owned(),
        "Total: 668\u{a0}Kč".to_owned(),
        "VAT 21\u{a0}%: base 552,07\u{a0}Kč, tax 115,93\u{a0}Kč".to_owned(),
        "Delivery to: Jana Nováková, Dlouhá 12, 110 00 Praha 1, Česko".to_owned(),
        "Timeline".to_owned(),
    ] {
        assert!(shown.out.contains(&text), "no {text:?} in:\n{}", shown.out);
    }
    let json = folder
        .run(&["orders", "show", &number, "--json"])
        .ended_with(0);
    assert_eq!(
        serde_json::from_str::<Value>(&json.out).expect("JSON"),
        *order
    );
    assert_eq!(shop.terminate().0, Some(0));
}
