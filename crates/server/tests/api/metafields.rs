//! Tests metafields: data that apps store with a cart.

use crate::support::{BOOK, Shop, codes, fields};
use serde_json::{Value, json};

const SET: &str = "mutation ($metafields: [CartMetafieldsSetInput!]!) {
    cartMetafieldsSet(metafields: $metafields) {
      metafields { id namespace key type value createdAt updatedAt description parentResource { ... on Cart { id } } }
      userErrors { code elementIndex field message }
    } }";
const DELETE: &str = "mutation ($input: CartMetafieldDeleteInput!) {
    cartMetafieldDelete(input: $input) { deletedId userErrors { code field message } } }";
const READ: &str = "query ($id: ID!) { cart(id: $id) {
    metafield(namespace: \"gift\", key: \"from\") { value }
    metafields(identifiers: [{ key: \"from\" }, { namespace: \"gift\", key: \"to\" }, { namespace: \"app\", key: \"from\" }]) { value }
  } }";

fn entry(owner: &Value, key: &str, value: &str) -> Value {
    json!({ "ownerId": owner, "key": key, "type": "single_line_text_field", "value": value })
}

async fn set(shop: &Shop, metafields: Value) -> Value {
    let answer = shop.run(SET, json!({ "metafields": metafields })).await;
    answer.field("cartMetafieldsSet")
}

/// A metafield is stored under its key, replaced, read by key, and deleted.
#[tokio::test]
async fn data_of_apps_is_kept_with_the_cart() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let id = &cart["id"];
    let given = json!([entry(id, "gift.from", "Jana"), entry(id, "from", "Eva")]);
    let payload = set(&shop, given).await;
    assert_eq!(payload["userErrors"], json!([]));
    let [first, second] = payload["metafields"].as_array().unwrap().as_slice() else {
        panic!("{payload}");
    };
    assert_eq!(
        (&first["namespace"], &first["key"]),
        (&json!("gift"), &json!("from"))
    );
    assert_eq!(
        (&second["namespace"], &second["value"]),
        (&json!("app"), &json!("Eva"))
    );
    assert_eq!(first["parentResource"]["id"], *id);
    assert_eq!(first["createdAt"], first["updatedAt"]);
    let read = async || shop.run(READ, json!({ "id": id })).await.field("cart");
    let expected = json!({
        "metafield": { "value": "Jana" },
        "metafields": [{ "value": "Eva" }, null, { "value": "Eva" }],
    });
    assert_eq!(read().await, expected);
    let replaced = set(&shop, json!([entry(id, "gift.from", "Petr")])).await;
    assert_eq!(replaced["metafields"][0]["id"], first["id"]);
    assert_eq!(read().await["metafield"]["value"], "Petr");

    let delete = async |key: &str| {
        let input = json!({ "input": { "ownerId": id, "key": key } });
        shop.run(DELETE, input).await.field("cartMetafieldDelete")
    };
    let expected = json!({ "deletedId": first["id"], "userErrors": [] });
    assert_eq!(delete("gift.from").await, expected);
    let again = delete("gift.from").await;
    assert_eq!(again["deletedId"], Value::Null);
    assert_eq!(codes(&again["userErrors"]), ["METAFIELD_DOES_NOT_EXIST"]);
    assert_eq!(read().await["metafield"], Value::Null);
}

/// [8.03] A new cart accepts metafields, or returns their errors.
#[tokio::test]
async fn a_new_cart_takes_data_of_apps() {
    let shop = Shop::open().await;
    let given = |value: &str| {
        json!({ "input": { "metafields": [
        { "key": "gift.from", "type": "boolean", "value": value } ] } })
    };
    let payload = shop.mutate("cartCreate", given("true")).await;
    let read = shop.run(READ, json!({ "id": payload["cart"]["id"] })).await;
    assert_eq!(read.field("cart")["metafield"]["value"], "true");
    let payload = shop.mutate("cartCreate", given("ano")).await;
    assert_eq!(payload["cart"], Value::Null);
    assert_eq!(codes(&payload["userErrors"]), ["INVALID_METAFIELDS"]);
    assert_eq!(fields(&payload["userErrors"]), ["input.metafields.0.value"]);
}

/// If one metafield is invalid, none is stored, and every fault is reported.
#[tokio::test]
async fn wrong_data_is_told_by_code_and_path() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let other = shop.cart(&[(BOOK, 0, 1)]).await;
    let id = &cart["id"];
    let typed = |kind: &str, value: &str| json!({ "ownerId": id, "key": "key", "type": kind, "value": value });
    for (wrong, code, field) in [
        (entry(id, "", "x"), "BLANK", "metafields.1.key"),
        (entry(id, "a", "x"), "TOO_SHORT", "metafields.1.key"),
        (
            entry(id, &"a".repeat(65), "x"),
            "TOO_LONG",
            "metafields.1.key",
        ),
        (entry(id, "dárek", "x"), "INVALID_VALUE", "metafields.1.key"),
        (entry(id, "key", ""), "BLANK", "metafields.1.value"),
        (typed("text", "x"), "INVALID_TYPE", "metafields.1.type"),
        (
            typed("number_integer", "x"),
            "INVALID_VALUE",
            "metafields.1.value",
        ),
        (
            entry(&other["id"], "key", "x"),
            "INVALID_OWNER",
            "metafields.1.ownerId",
        ),
    ] {
        let payload = set(&shop, json!([entry(id, "good", "x"), wrong])).await;
        assert_eq!(payload["metafields"], Value::Null, "{wrong}");
        assert_eq!(codes(&payload["userErrors"]), [code], "{wrong}");
        assert_eq!(fields(&payload["userErrors"]), [field], "{wrong}");
        assert_eq!(payload["userErrors"][0]["elementIndex"], 1);
    }
    let stranger = json!([entry(&json!("gid://shopify/Cart/abc?key=1"), "key", "x")]);
    assert_eq!(
        codes(&set(&shop, stranger).await["userErrors"]),
        ["INVALID_OWNER"]
    );
    let many: Vec<_> = (10..36)
        .map(|number| entry(id, &number.to_string(), "x"))
        .collect();
    let too_many = set(&shop, json!(many)).await;
    assert_eq!(codes(&too_many["userErrors"]), ["LESS_THAN_OR_EQUAL_TO"]);
    set(&shop, json!(many[..25])).await;
    let one_more = set(&shop, json!([entry(id, "one-more", "x")])).await;
    assert_eq!(codes(&one_more["userErrors"]), ["LESS_THAN_OR_EQUAL_TO"]);
    assert_eq!(
        set(&shop, json!([])).await,
        json!({ "metafields": [], "userErrors": [] })
    );
}
