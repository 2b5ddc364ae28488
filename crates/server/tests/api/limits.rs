//! Tests that the server refuses documents whose cost is too high before it executes anything.

use crate::support::{BOOK, Shop};
use reqwest::StatusCode;
use serde_json::json;
use std::fmt::Write;
use std::time::{Duration, Instant};

async fn refused(shop: &Shop, query: &str, code: &str) {
    let started = Instant::now();
    let answer = shop.run(query, json!({})).await;
    assert_eq!(answer.code(), code, "{:.200}", answer.0.to_string());
    assert_eq!(answer.0.get("data"), None);
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "{:?}",
        started.elapsed()
    );
}

/// Valid documents that are nested too deeply are refused.
#[tokio::test]
async fn deep_documents_are_refused() {
    let shop = Shop::open().await;
    let nest = |levels: usize| {
        let open = "deliveryGroups(first: 1) { nodes { cartLines(first: 1) { nodes { id } } } } ... on Cart { ".repeat(levels);
        format!(
            "{{ cart(id: \"1\") {{ {open} id {} }} }}",
            "}".repeat(levels)
        )
    };
    assert_eq!(
        shop.run(&nest(1), json!({})).await.field("cart"),
        json!(null)
    );
    let inline = format!(
        "{{ {} shop {{ name }} {} }}",
        "... on QueryRoot { ".repeat(500),
        "}".repeat(500)
    );
    refused(&shop, &inline, "GRAPHQL_VALIDATION_FAILED").await;
    let braces = "{".repeat(100_000);
    refused(&shop, &braces, "DOCUMENT_TOO_LARGE").await;
    let tokens = "{a}".repeat(10_000);
    refused(&shop, &tokens, "GRAPHQL_VALIDATION_FAILED").await;
    let shallow = Shop::open_with(|text| text + "query_depth = 3\n").await;
    assert!(
        shallow
            .run("{ shop { name } }", json!({}))
            .await
            .0
            .get("errors")
            .is_none()
    );
    refused(&shallow, "{ shop { paymentSettings { countryCode } name primaryDomain { host } } cart(id: 1) { cost { totalAmount { amount } } } }", "QUERY_TOO_DEEP").await;
}

/// A product list costs the search through the catalogue plus the largest page it can return.
#[tokio::test]
async fn costly_lists_of_products_are_refused() {
    let shop = Shop::open().await;
    let fine = "query ($size: Int) { products(first: $size) { nodes { id title variants(first: 3) { nodes { id } } } } }";
    assert!(
        shop.run(fine, json!({ "size": 2 }))
            .await
            .0
            .get("errors")
            .is_none()
    );
    let wide = "{ products(first: 250) { nodes { variants(first: 250) { nodes { id } } } } }";
    refused(&shop, wide, "MAX_COST_EXCEEDED").await;
    let wide = "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { variants(first: 50) { nodes { id } } } } }";
    refused(&shop, wide, "MAX_COST_EXCEEDED").await;
    let mut many = "{ ".to_owned();
    for alias in 0..34 {
        write!(
            many,
            "a{alias}: products(first: 1, query: \"x\") {{ nodes {{ id }} }} "
        )
        .unwrap();
    }
    refused(&shop, &(many + "}"), "MAX_COST_EXCEEDED").await;
    let mut through = "{ ".to_owned();
    for alias in 0..59 {
        write!(through, "a{alias}: collections(first: 4) {{ nodes {{ products(first: 1) {{ nodes {{ id }} }} }} }} ").unwrap();
    }
    refused(&shop, &(through + "}"), "MAX_COST_EXCEEDED").await;
}

#[tokio::test]
async fn costly_documents_are_refused() {
    let shop = Shop::open_with(|text| text.replace("cart_lines = 5", "cart_lines = 100")).await;
    let mut wide = "{ ".to_owned();
    for number in 0..30 {
        write!(
            wide,
            "c{number}: cart(id: \"1\") {{ lines(first: 250) {{ nodes {{ id attributes {{ key value }}
             merchandise {{ ... on ProductVariant {{ product {{ tags options {{ values }} }} selectedOptions {{ name value }} }} }} }} }}
             deliveryGroups(first: 250) {{ nodes {{ deliveryOptions {{ handle title }} cartLines(first: 250) {{ nodes {{ id }} }} }} }} }} "
        )
        .unwrap();
    }
    wide.push('}');
    refused(&shop, &wide, "MAX_COST_EXCEEDED").await;
    // A page size in a variable counts as the maximum.
    let shop = Shop::open_with(|text| text + "query_cost = 11\n").await;
    let sized = |size: &str, head: &str| {
        format!(
            "query {head} {{ cart(id: \"1\") {{ lines(first: {size}) {{ nodes {{ id }} }} }} }}"
        )
    };
    assert!(
        shop.run(&sized("2", ""), json!({}))
            .await
            .0
            .get("errors")
            .is_none()
    );
    refused(&shop, &sized("$n", "($n: Int = 1)"), "MAX_COST_EXCEEDED").await;
}

/// Fragments that double each other are read once each, and refused for their expanded size.
#[tokio::test]
async fn fragment_bombs_are_refused() {
    let shop = Shop::open().await;
    let mut bomb = "{ cart(id: \"1\") { ...F0 } } ".to_owned();
    for number in 0..40 {
        let next = number + 1;
        write!(bomb, "fragment F{number} on Cart {{ a{number}: id ...F{next} ... on Cart {{ ...F{next} }} }} ").unwrap();
    }
    bomb.push_str("fragment F40 on Cart { id }");
    refused(&shop, &bomb, "DOCUMENT_TOO_LARGE").await;
}

#[tokio::test]
async fn many_aliases_and_mutations_are_refused() {
    let shop = Shop::open().await;
    let many = |count: usize, head: &str, field: &str| {
        let mut document = format!("{head} {{ ");
        for number in 0..count {
            write!(document, "a{number}: {field} ").unwrap();
        }
        document + "}"
    };
    refused(
        &shop,
        &many(61, "query", "shop { name }"),
        "TOO_MANY_ALIASES",
    )
    .await;
    let create = "cartCreate { cart { id } }";
    refused(&shop, &many(11, "mutation", create), "TOO_MANY_ROOT_FIELDS").await;
    assert!(
        shop.run(&many(10, "mutation", create), json!({}))
            .await
            .0
            .get("errors")
            .is_none()
    );
}

/// Introspection with an exponentially large result is refused.
#[tokio::test]
async fn introspection_bombs_are_refused() {
    let shop = Shop::open().await;
    let bomb = format!(
        "{{ __schema {{ types {{ {} name {} }} }} }}",
        "fields { type { ".repeat(12),
        "} }".repeat(12)
    );
    let answer = shop.run(&bomb, json!({})).await;
    assert_eq!(answer.code(), "QUERY_TOO_DEEP");
}

/// The introspection query with which tools read a whole schema.
const WHOLE_SCHEMA: &str = "
query IntrospectionQuery { __schema {
  queryType { name } mutationType { name } subscriptionType { name }
  types { ...FullType }
  directives { name description isRepeatable locations args(includeDeprecated: true) { ...InputValue } }
} }
fragment FullType on __Type {
  kind name description specifiedByURL
  fields(includeDeprecated: true) {
    name description args(includeDeprecated: true) { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields(includeDeprecated: true) { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue isDeprecated deprecationReason }
fragment TypeRef on __Type {
  kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name
  ofType { kind name ofType { kind name } } } } } } }
}";

/// The schema is public: a client may read all of it at once, but not many times in one document.
#[tokio::test]
async fn introspection_is_weighed_by_what_it_answers() {
    let shop = Shop::open().await;
    let whole = shop.run(WHOLE_SCHEMA, json!({})).await;
    let types = whole.field("__schema")["types"].clone();
    assert!(types.as_array().unwrap().len() > 100);
    let aliased = |count: usize, head: &str, field: &str| {
        let fields = (0..count).map(|number| format!("a{number}: {field} "));
        format!("query {head} {{ {} }}", fields.collect::<String>())
    };
    let all = "__schema { types { name description fields { name description } } }";
    refused(&shop, &aliased(60, "", all), "MAX_COST_EXCEEDED").await;
    let named =
        "__type(name: $name) { enumValues { name description isDeprecated deprecationReason } }";
    let named = aliased(60, "($name: String!)", named);
    let answer = shop.run(&named, json!({ "name": "CountryCode" })).await;
    assert_eq!(answer.code(), "MAX_COST_EXCEEDED");
    let one = "__type(name: \"Cart\") { fields { name } }";
    let few = shop.run(&aliased(20, "", one), json!({})).await;
    assert_eq!(few.0.get("errors"), None);
}

/// The home page shows a part of a large catalogue, with a link to the next part.
#[tokio::test]
async fn the_home_page_shows_a_part_of_the_goods() {
    let shop = Shop::open().await;
    let book = shop.product(BOOK).await;
    let more = (1..=100).map(|number| {
        let mut product = (*book).clone();
        product.handle = format!("kniha-{number}");
        product
    });
    let app = shop.server.app();
    app.store.import(more.collect()).await.unwrap();
    app.catalogue.refresh(&*app.store).await.unwrap();
    let page = async |query: &str| {
        let url = format!("{}/{query}", shop.server.base_url);
        let response = shop.client.get(url).send().await.unwrap();
        (response.status(), response.text().await.unwrap())
    };
    // A hundred products and the shop's own, without the unpublished one.
    let mut left = 106;
    for (query, shown) in [("", 48), ("?strana=2", 48), ("?strana=3", 10)] {
        let (status, html) = page(query).await;
        assert_eq!(status, StatusCode::OK);
        let cards = html.matches("<article class=\"card").count();
        assert_eq!(cards, shown, "{query}");
        left -= shown;
        assert_eq!(html.contains("Další zboží"), left > 0, "{query}");
        assert_eq!(
            html.contains("Předchozí zboží"),
            !query.is_empty(),
            "{query}"
        );
    }
    for query in ["?strana=4", "?strana=18446744073709551615"] {
        assert_eq!(page(query).await.0, StatusCode::NOT_FOUND, "{query}");
    }
    for query in ["?strana=0", "?strana=x"] {
        assert_eq!(page(query).await.0, StatusCode::BAD_REQUEST, "{query}");
    }
}
