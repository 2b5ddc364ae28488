//! Tests the buyer's identity and the `@inContext` directive.

use crate::support::{BOOK, CART, Shop, codes, fields};
use serde_json::{Value, json};

/// [3.11] [7.04] The server normalises and stores e-mail, telephone and country; an omitted field stays, and null
/// clears it.
#[tokio::test]
async fn the_buyer_is_kept_and_changed_field_by_field() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let update = async |identity: Value| {
        let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
        shop.mutate("cartBuyerIdentityUpdate", variables).await
    };
    let given = json!({ "email": "jana@example.cz", "phone": "777 123 456", "countryCode": "CZ" });
    let buyer = update(given).await["cart"]["buyerIdentity"].clone();
    assert_eq!(buyer["email"], "jana@example.cz");
    assert_eq!(buyer["phone"], "+420777123456");
    assert_eq!(buyer["countryCode"], "CZ");
    assert_eq!(buyer["customer"], Value::Null);
    let buyer = update(json!({ "email": "eva@example.cz" })).await["cart"]["buyerIdentity"].clone();
    assert_eq!(buyer["email"], "eva@example.cz");
    assert_eq!(buyer["phone"], "+420777123456");
    let buyer = update(json!({ "phone": null })).await["cart"]["buyerIdentity"].clone();
    assert_eq!(buyer["phone"], Value::Null);
    assert_eq!(buyer["email"], "eva@example.cz");
}

/// An invalid e-mail or telephone gets a code, a path and a Czech message, and nothing is stored.
#[tokio::test]
async fn a_wrong_buyer_is_refused() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let identity = json!({ "email": "jana@", "phone": "12", "customerAccessToken": null });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(codes(&payload["userErrors"]), ["INVALID", "INVALID"]);
    assert_eq!(
        fields(&payload["userErrors"]),
        ["buyerIdentity.email", "buyerIdentity.phone"]
    );
    assert_eq!(
        payload["userErrors"][0]["message"],
        "Zadejte platný e-mail."
    );
    assert_eq!(payload["cart"], cart);
    let created = shop
        .mutate(
            "cartCreate",
            json!({ "input": { "buyerIdentity": identity } }),
        )
        .await;
    assert_eq!(
        fields(&created["userErrors"]),
        ["input.buyerIdentity.email", "input.buyerIdentity.phone"]
    );
    assert_eq!(created["cart"], Value::Null);
}

#[tokio::test]
async fn customer_accounts_are_refused() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[]).await;
    let identity = json!({ "customerAccessToken": "token", "companyLocationId": 1 });
    let variables = json!({ "cartId": cart["id"], "buyerIdentity": identity });
    let payload = shop.mutate("cartBuyerIdentityUpdate", variables).await;
    assert_eq!(
        fields(&payload["userErrors"]),
        [
            "buyerIdentity.customerAccessToken",
            "buyerIdentity.companyLocationId"
        ]
    );
}

/// Runs `cartCreate` with this operation head; returns the buyer's country.
async fn country_in_context(shop: &Shop, head: &str, variables: Value) -> Value {
    let query = format!("{head} {{ cartCreate(input: $input) {{ cart {{ ...F }} }} }} {CART}");
    let payload = shop.run(&query, variables).await.field("cartCreate");
    payload["cart"]["buyerIdentity"]["countryCode"].clone()
}

/// [7.01] The context's country, as a literal or a variable, becomes the buyer's country; a country in the identity
/// takes precedence.
#[tokio::test]
async fn the_context_gives_the_country() {
    let shop = Shop::open().await;
    let literal = "mutation ($input: CartInput) @inContext(country: SK, language: CS)";
    let variable =
        "mutation ($input: CartInput, $country: CountryCode = ZZ, $language: LanguageCode)
        @inContext(country: $country, language: $language)";
    assert_eq!(country_in_context(&shop, literal, json!({})).await, "SK");
    let given = json!({ "country": "CZ", "language": "PT_BR" });
    assert_eq!(country_in_context(&shop, variable, given).await, "CZ");
    // ZZ means an unknown country.
    assert_eq!(
        country_in_context(&shop, variable, json!({})).await,
        Value::Null
    );
    let own = json!({ "country": "CZ", "input": { "buyerIdentity": { "countryCode": "DE" } } });
    assert_eq!(country_in_context(&shop, variable, own).await, "DE");
    assert_eq!(
        country_in_context(&shop, "mutation ($input: CartInput)", json!({})).await,
        Value::Null
    );
}

/// The directive is validated like the rest of the document.
#[tokio::test]
async fn a_wrong_context_is_refused() {
    let shop = Shop::open().await;
    for head in [
        "query @inContext(country: CZE)",
        "query @inContext(country: \"CZ\")",
        "query @inContext(land: CZ)",
        "query ($c: String) @inContext(country: $c)",
        "query @inKontext(country: CZ)",
    ] {
        let answer = shop
            .run(&format!("{head} {{ shop {{ name }} }}"), json!({}))
            .await;
        assert_eq!(answer.code(), "GRAPHQL_VALIDATION_FAILED", "{head}");
        assert_eq!(answer.0.get("data"), None);
    }
    let head = "query ($c: CountryCode) @inContext(country: $c) { shop { name } }";
    let answer = shop.run(head, json!({ "c": "CZE" })).await;
    assert_eq!(answer.code(), "BAD_USER_INPUT");
    assert_eq!(answer.0.get("data"), None);
}
