//! Tests nested lines in the API and in orders.

use crate::support::{BOOK, EBOOK, GIFT, SHIRT, Shop, codes};
use serde_json::{Value, json};

const LINES: &str = "query ($id: ID!) { cart(id: $id) { totalQuantity lines(first: 10) { nodes {
  id quantity cost { totalAmount { amount } } merchandise { ... on ProductVariant { product { handle } } }
  ... on CartLine { parentRelationship { parent { id merchandise { ... on ProductVariant { product { handle } } } parentRelationship { parent { id } } } } }
} } } }";

/// Each line: product, quantity, price, and the parent line's product.
async fn lines(shop: &Shop, cart: &Value) -> Vec<(String, i64, String, String)> {
    let answer = shop.run(LINES, json!({ "id": cart["id"] })).await;
    let lines = answer.field("cart")["lines"]["nodes"].clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |line: &Value| {
        let above = &line["parentRelationship"]["parent"];
        assert_eq!(above["parentRelationship"], Value::Null);
        (
            text(&line["merchandise"]["product"]["handle"]),
            line["quantity"].as_i64().unwrap(),
            text(&line["cost"]["totalAmount"]["amount"]),
            text(&above["merchandise"]["product"]["handle"]),
        )
    };
    lines.as_array().unwrap().iter().map(line).collect()
}

fn line(handle: &str, quantity: i64, price: &str, above: &str) -> (String, i64, String, String) {
    (
        handle.to_owned(),
        quantity,
        price.to_owned(),
        above.to_owned(),
    )
}

/// A book and a shirt, each with a file as its child line.
async fn cart(shop: &Shop) -> Value {
    let variant = async |handle: &str| shop.variant(handle, 0).await;
    let (book, shirt, file) = (
        variant(BOOK).await,
        variant(SHIRT).await,
        variant(EBOOK).await,
    );
    let below =
        |above: &str| json!({ "merchandiseId": file, "parent": { "merchandiseId": above } });
    let lines = json!([below(&book), { "merchandiseId": book, "quantity": 2 }, { "merchandiseId": shirt }, below(&shirt)]);
    let payload = shop
        .mutate("cartCreate", json!({ "input": { "lines": lines } }))
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    payload["cart"].clone()
}

/// [3.05] A child line follows its parent, has its own price, and is removed with its parent.
#[tokio::test]
async fn lines_stand_below_others() {
    let shop = Shop::open().await;
    let cart = cart(&shop).await;
    assert_eq!(
        lines(&shop, &cart).await,
        [
            line(BOOK, 2, "798.00", ""),
            line(EBOOK, 1, "199.00", BOOK),
            line(SHIRT, 1, "1290.00", ""),
            line(EBOOK, 1, "199.00", SHIRT),
        ]
    );
    let ids = &cart["lines"]["nodes"];
    let more = json!({ "merchandiseId": shop.variant(EBOOK, 0).await, "parent": { "lineId": ids[2]["id"] } });
    let payload = shop
        .mutate(
            "cartLinesAdd",
            json!({ "cartId": cart["id"], "lines": [more] }),
        )
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    assert_eq!(
        lines(&shop, &cart).await[3],
        line(EBOOK, 2, "398.00", SHIRT)
    );
    let payload = shop
        .mutate(
            "cartLinesRemove",
            json!({ "cartId": cart["id"], "lineIds": [ids[0]["id"]] }),
        )
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let rest = [
        line(SHIRT, 1, "1290.00", ""),
        line(EBOOK, 2, "398.00", SHIRT),
    ];
    assert_eq!(lines(&shop, &cart).await, rest);
    shop.server.stop().await;
}

/// A clone of the cart keeps the nesting, and so does the order.
#[tokio::test]
async fn an_order_says_what_stood_below_what() {
    let shop = Shop::open().await;
    let ready = shop.ready_cart(&[(SHIRT, 0, 1)]).await;
    let above = &ready["lines"]["nodes"][0]["id"];
    let part =
        json!({ "merchandiseId": shop.variant(EBOOK, 0).await, "parent": { "lineId": above } });
    let payload = shop
        .mutate(
            "cartLinesAdd",
            json!({ "cartId": ready["id"], "lines": [part] }),
        )
        .await;
    assert_eq!(payload["userErrors"], json!([]));
    let copied = shop
        .mutate("cartClone", json!({ "cartId": ready["id"] }))
        .await;
    assert_eq!(
        lines(&shop, &copied["cart"]).await,
        lines(&shop, &ready).await
    );
    shop.pay_on_delivery(&payload["cart"]).await;
    let result = shop.submit(&ready, "token-of-a-shirt-with-a-file").await;
    assert_eq!(result["result"]["__typename"], "SubmitSuccess", "{result}");
    let order = shop.orders().await.remove(0);
    let parents: Vec<_> = order
        .snapshot
        .lines
        .iter()
        .map(|line| line.parent)
        .collect();
    assert_eq!(parents, [None, Some(order.snapshot.lines[0].id)]);
    shop.server.stop().await;
}

/// A child line whose parent is sold out cannot be bought.
#[tokio::test]
async fn what_stands_below_nothing_is_not_bought() {
    let shop = Shop::open().await;
    let ready = shop.ready_cart(&[(SHIRT, 1, 1), (GIFT, 0, 1)]).await;
    let above = &ready["lines"]["nodes"][0];
    assert_eq!(above["quantity"], 0, "sold out");
    let part = json!({ "merchandiseId": shop.variant(EBOOK, 0).await, "parent": { "lineId": above["id"] } });
    shop.mutate(
        "cartLinesAdd",
        json!({ "cartId": ready["id"], "lines": [part] }),
    )
    .await;
    let prepared = shop.prepare(&ready).await;
    let found = codes(&prepared["result"]["errors"]);
    assert_eq!(found, ["MERCHANDISE_NOT_APPLICABLE"]);
    shop.server.stop().await;
}

/// A variant says that it requires components.
#[tokio::test]
async fn a_variant_says_that_it_needs_parts() {
    let shop = Shop::open().await;
    let query = "query ($handle: String!) { product(handle: $handle) { variants(first: 1) { nodes { requiresComponents } } } }";
    let needs = async || {
        let answer = shop.run(query, json!({ "handle": BOOK })).await;
        answer.field("product")["variants"]["nodes"][0]["requiresComponents"].clone()
    };
    assert_eq!(needs().await, false);
    shop.reimport(BOOK, |book| book.variants[0].requires_components = true)
        .await;
    assert_eq!(needs().await, true);
    shop.server.stop().await;
}

/// A feed column says which variants require components; without it, none does.
#[tokio::test]
async fn a_feed_brings_bundles() {
    let shop = Shop::open().await;
    let folder = tempfile::tempdir().unwrap();
    let app = shop.server.app();
    let needs = async |rows: &str| {
        let file = folder.path().join("feed.csv");
        std::fs::write(&file, rows).unwrap();
        let known = zkratka_import::AllowedNames::of(&app.config);
        let imported = zkratka_import::import_file(&*app.store, &file, known).await;
        let problems = imported.unwrap().problems;
        let problems: Vec<_> = problems.iter().map(ToString::to_string).collect();
        let product = shop.product("sada").await;
        (product.variants[0].requires_components, problems)
    };
    let head = "Handle,Title,Variant Price,Variant Requires Components\n";
    let none = needs("Handle,Title,Variant Price\nsada,Sada,750\n").await;
    assert_eq!(none, (false, vec![]));
    assert_eq!(
        needs(&format!("{head}sada,Sada,750,TRUE\n")).await,
        (true, vec![])
    );
    let (kept, problems) = needs(&format!("{head}sada,Sada,750,perhaps\n")).await;
    assert!(
        kept && problems[0].contains("Variant Requires Components"),
        "{problems:?}"
    );
    assert_eq!(
        needs(&format!("{head}sada,Sada,750,\n")).await,
        (false, vec![])
    );
}
