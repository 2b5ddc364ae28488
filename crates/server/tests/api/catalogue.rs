//! Tests products and collections as storefronts read them.

use crate::support::{BOOK, EBOOK, GIFT, MUG, SECRET, SHIRT, Shop, VOUCHER};
use serde_json::{Value, json};

async fn ask(shop: &Shop, query: &str) -> Value {
    let answer = shop.run(query, json!({})).await;
    assert_eq!(answer.0.get("errors"), None, "{}", answer.0);
    answer.0["data"].clone()
}

fn handles(connection: &Value) -> Vec<&str> {
    let nodes = connection["nodes"].as_array().unwrap();
    nodes
        .iter()
        .map(|node| node["handle"].as_str().unwrap())
        .collect()
}

/// A product can be read by handle and by id, with its variants; an unpublished product is null.
#[tokio::test]
async fn a_product_is_found_by_handle_and_by_id() {
    let shop = Shop::open().await;
    let id = shop.product(SHIRT).await.id.0;
    let fields = "{ id handle variantsCount { count precision }
        variants(first: 1) { nodes { title availableForSale selectedOptions { name value } } pageInfo { hasNextPage endCursor } }
        options { name values optionValues { id name firstSelectableVariant { title } swatch { color image { previewImage { url } } } } }
        seo { title description } images(first: 5) { nodes { url } } metafield(key: \"x\") { value }
        metafields(identifiers: [{ key: \"x\" }]) { value } trackingParameters onlineStoreUrl
        sellingPlanGroups(first: 5) { nodes { name } pageInfo { hasNextPage } }
        encodedVariantExistence encodedVariantAvailability }";
    let answer = ask(
        &shop,
        &format!(
            "{{ a: product(handle: \"{SHIRT}\") {fields} b: product(id: \"gid://shopify/Product/{id}\") {fields}
               c: productByHandle(handle: \"{SHIRT}\") {fields} d: product {{ id }} e: product(handle: \"{SECRET}\") {{ id }} }}"
        ),
    )
    .await;
    assert_eq!(answer["a"], answer["b"]);
    assert_eq!(answer["a"], answer["c"]);
    assert_eq!((&answer["d"], &answer["e"]), (&Value::Null, &Value::Null));
    let shirt = &answer["a"];
    assert_eq!(
        shirt["variantsCount"],
        json!({ "count": 2, "precision": "EXACT" })
    );
    let first = json!([{ "title": "M", "availableForSale": true,
        "selectedOptions": [{ "name": "Velikost", "value": "M" }] }]);
    assert_eq!(shirt["variants"]["nodes"], first);
    assert_eq!(shirt["variants"]["pageInfo"]["hasNextPage"], true);
    assert_eq!(shirt["options"][0]["values"], json!(["M", "L"]));
    assert_eq!(
        shirt["options"][0]["optionValues"][1]["firstSelectableVariant"]["title"],
        "L"
    );
    assert_eq!(shirt["metafields"], json!([null]));
    assert_eq!(shirt["sellingPlanGroups"]["nodes"], json!([]));
    assert_eq!(shirt["encodedVariantExistence"], "v1_0-1");
    assert_eq!(shirt["encodedVariantAvailability"], "v1_0");
}

/// Options select a variant; without a selection, the server returns the first variant that can be bought.
#[tokio::test]
async fn a_variant_is_selected_by_its_options() {
    let shop = Shop::open().await;
    let answer = ask(
        &shop,
        &format!(
            "{{ product(handle: \"{SHIRT}\") {{
              l: variantBySelectedOptions(selectedOptions: [{{ name: \"Velikost\", value: \"L\" }}]) {{ title }}
              loud: variantBySelectedOptions(selectedOptions: [{{ name: \"VELIKOST\", value: \"l\" }}], caseInsensitiveMatch: true) {{ title }}
              quiet: variantBySelectedOptions(selectedOptions: [{{ name: \"VELIKOST\", value: \"l\" }}]) {{ title }}
              more: variantBySelectedOptions(selectedOptions: [{{ name: \"Velikost\", value: \"L\" }}, {{ name: \"Barva\", value: \"x\" }}]) {{ title }}
              aside: selectedOrFirstAvailableVariant(selectedOptions: [{{ name: \"Velikost\", value: \"L\" }}, {{ name: \"Barva\", value: \"x\" }}]) {{ title }}
              first: selectedOrFirstAvailableVariant {{ title }}
              none: selectedOrFirstAvailableVariant(selectedOptions: [{{ name: \"Velikost\", value: \"XXL\" }}]) {{ title }}
              adjacentVariants(selectedOptions: [{{ name: \"Velikost\", value: \"L\" }}]) {{ title }}
            }} }}"
        ),
    )
    .await;
    let titled = |title: &str| json!({ "title": title });
    let expected = json!({
        "l": titled("L"), "loud": titled("L"), "quiet": null, "more": null, "aside": titled("L"),
        "first": titled("M"), "none": titled("M"), "adjacentVariants": [titled("M")],
    });
    assert_eq!(answer["product"], expected);
}

/// Products come in pages, filtered by a search and in the requested order.
#[tokio::test]
async fn products_come_in_pages_searched_and_in_order() {
    let shop = Shop::open().await;
    let list = async |arguments: &str| {
        let query = format!(
            "{{ products({arguments}) {{ nodes {{ handle }} edges {{ cursor }} pageInfo {{ hasNextPage hasPreviousPage endCursor }} }} }}"
        );
        ask(&shop, &query).await["products"].clone()
    };
    let all = list("first: 250, sortKey: RELEVANCE").await;
    assert_eq!(handles(&all), [SHIRT, MUG, BOOK, EBOOK, GIFT, VOUCHER]);
    let mut paged = Vec::new();
    let mut after = "null".to_owned();
    loop {
        let page = list(&format!(
            "first: 2, after: {after}, sortKey: TITLE, reverse: true"
        ))
        .await;
        paged.extend(handles(&page).into_iter().map(str::to_owned));
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
        after = page["pageInfo"]["endCursor"].to_string();
    }
    assert_eq!(paged, [GIFT, SHIRT, BOOK, MUG, EBOOK, VOUCHER]);
    assert_eq!(
        handles(&list("first: 2, sortKey: PRICE").await),
        ["ukazka", "e-kniha"]
    );
    assert_eq!(
        handles(&list("first: 9, query: \"product_type:Knihy\"").await),
        [BOOK]
    );
    assert_eq!(
        handles(&list("first: 9, query: \"kniha tag:novinka\"").await),
        [BOOK, "e-kniha"]
    );
    for wrong in [
        "first: 1, query: \"a OR b\"",
        "first: 251",
        "first: 1, after: \"eA\"",
    ] {
        let query = format!("{{ products({wrong}) {{ nodes {{ id }} }} }}");
        let answer = shop.run(&query, json!({})).await;
        assert_eq!(answer.code(), "BAD_USER_INPUT", "{wrong}");
    }
}

/// The products with a tag form a collection, which can be read by handle and by id; a product lists its collections.
#[tokio::test]
async fn the_products_of_a_tag_are_a_collection() {
    let shop = Shop::open().await;
    let answer = ask(
        &shop,
        &format!(
            "{{ collections(first: 10) {{ nodes {{ id handle title }} totalCount }}
               none: collections(first: 10, query: \"zima\") {{ totalCount }}
               collection(handle: \"novinka\") {{ title description image {{ url }} products(first: 2, sortKey: PRICE, reverse: true) {{ nodes {{ handle }} }} }}
               byId: collection(id: \"gid://shopify/Collection/novinka\") {{ handle }}
               byHandle: collectionByHandle(handle: \"novinka\") {{ handle }}
               nothing: collection(handle: \"zima\") {{ handle }}
               product(handle: \"{MUG}\") {{ collections(first: 1) {{ nodes {{ handle }} }} }}
               productTags(first: 10) {{ nodes edges {{ node cursor }} }} productTypes(first: 1) {{ nodes pageInfo {{ hasNextPage }} }} }}"
        ),
    )
    .await;
    let id = "gid://shopify/Collection/novinka";
    let expected = json!([{ "id": id, "handle": "novinka", "title": "novinka" }]);
    assert_eq!(
        answer["collections"],
        json!({ "nodes": expected, "totalCount": "1" })
    );
    assert_eq!(answer["none"]["totalCount"], "0");
    assert_eq!(handles(&answer["collection"]["products"]), [SHIRT, VOUCHER]);
    assert_eq!(
        (&answer["byId"], &answer["nothing"]),
        (&json!({ "handle": "novinka" }), &Value::Null)
    );
    assert_eq!(answer["byHandle"], answer["byId"]);
    assert_eq!(handles(&answer["product"]["collections"]), ["novinka"]);
    assert_eq!(answer["productTags"]["nodes"], json!(["novinka"]));
    assert_eq!(answer["productTags"]["edges"][0]["node"], "novinka");
    assert_eq!(
        answer["productTypes"],
        json!({ "nodes": ["Knihy"], "pageInfo": { "hasNextPage": true } })
    );
}

/// Every object with a global id can be read by that id.
#[tokio::test]
async fn nodes_are_found_by_their_ids() {
    let shop = Shop::open().await;
    let variant = shop.variant(SHIRT, 1).await;
    let hidden = shop.variant(SECRET, 0).await;
    let product = format!("gid://shopify/Product/{}", shop.product(BOOK).await.id.0);
    let ids = json!([
        variant,
        product,
        "gid://shopify/Collection/novinka",
        "gid://shopify/Shop/7",
        hidden,
        "x"
    ]);
    let query = "query ($ids: [ID!]!, $id: ID!) { nodes(ids: $ids) { ...Any } node(id: $id) { ...Any } }
        fragment Any on Node { __typename id ... on ProductVariant { title } ... on Product { handle } }";
    let answer = shop.run(query, json!({ "ids": ids, "id": variant })).await;
    let nodes = answer.field("nodes");
    let kinds: Vec<_> = nodes
        .as_array()
        .unwrap()
        .iter()
        .map(|node| node["__typename"].as_str())
        .collect();
    let expected = [
        Some("ProductVariant"),
        Some("Product"),
        Some("Collection"),
        Some("Shop"),
        None,
        None,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(answer.field("node"), nodes[0]);
    assert_eq!(nodes[0]["title"], "L");
    assert_eq!(nodes[1]["handle"], BOOK);
    let many = json!({ "ids": vec!["x"; 251], "id": "x" });
    assert_eq!(shop.run(query, many).await.code(), "BAD_USER_INPUT");
}
