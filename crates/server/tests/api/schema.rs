//! Tests the schema as clients read it, and how documents are executed.

use crate::support::{BOOK, Shop};
use serde_json::{Value, json};

const INTROSPECTION: &str = "
query IntrospectionQuery {
  __schema {
    queryType { name } mutationType { name } subscriptionType { name }
    types { ...FullType }
    directives { name description locations args { ...InputValue } }
  }
}
fragment FullType on __Type {
  kind name description
  fields(includeDeprecated: true) {
    name description args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason
  }
  inputFields { ...InputValue }
  interfaces { ...TypeRef }
  enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason }
  possibleTypes { ...TypeRef }
}
fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue }
fragment TypeRef on __Type {
  kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name } } } } }
}";

fn named<'v>(list: &'v Value, name: &str) -> &'v Value {
    let list = list.as_array().unwrap();
    list.iter()
        .find(|entry| entry["name"] == name)
        .unwrap_or_else(|| panic!("no {name}"))
}

/// The introspection query that every tool sends returns the whole schema.
#[tokio::test]
async fn the_schema_describes_itself() {
    let shop = Shop::open().await;
    let schema = shop.run(INTROSPECTION, json!({})).await.field("__schema");
    assert_eq!(schema["queryType"]["name"], "QueryRoot");
    assert_eq!(schema["mutationType"]["name"], "Mutation");
    let types = &schema["types"];
    let context = named(&schema["directives"], "inContext");
    assert_eq!(context["locations"], json!(["MUTATION", "QUERY"]));
    let create = named(&named(types, "Mutation")["fields"], "cartCreate");
    let input = named(&create["args"], "input");
    assert_eq!(
        input["type"],
        json!({ "kind": "INPUT_OBJECT", "name": "CartInput", "ofType": null })
    );
    let quantity = named(&named(types, "CartLineInput")["inputFields"], "quantity");
    assert_eq!(quantity["defaultValue"], "1");
    for (name, values) in [
        ("CountryCode", 245),
        ("LanguageCode", 144),
        ("CartErrorCode", 67),
        ("CartWarningCode", 17),
        ("SubmissionErrorCode", 106),
        ("CompletionErrorCode", 14),
    ] {
        let found = named(types, name)["enumValues"].as_array().unwrap().len();
        assert_eq!(found, values, "{name}");
    }
    let undescribed: Vec<_> = types
        .as_array()
        .unwrap()
        .iter()
        .filter(|kind| kind["description"].is_null())
        .map(|kind| kind["name"].clone())
        .collect();
    assert_eq!(undescribed, Vec::<Value>::new(), "every type is described");
}

#[tokio::test]
async fn a_type_can_be_asked_for_by_name() {
    let shop = Shop::open().await;
    let query = "query ($name: String!) { __type(name: $name) { kind name possibleTypes { name } } __typename shop { __typename } }";
    let answer = shop.run(query, json!({ "name": "Merchandise" })).await;
    assert_eq!(
        answer.field("__type"),
        json!({
            "kind": "UNION", "name": "Merchandise", "possibleTypes": [{ "name": "ProductVariant" }],
        })
    );
    assert_eq!(answer.field("__typename"), "QueryRoot");
    assert_eq!(answer.field("shop")["__typename"], "Shop");
}

#[tokio::test]
async fn the_shop_says_what_it_is() {
    let shop = Shop::open().await;
    let query = "{ shop { id name description moneyFormat shipsToCountries primaryDomain { host sslEnabled url }
        paymentSettings { currencyCode countryCode acceptedCardBrands supportedDigitalWallets cardVaultUrl enabledPresentmentCurrencies } } }";
    let shop_object = shop.run(query, json!({})).await.field("shop");
    assert_eq!(shop_object["name"], "Zkušební krám");
    assert_eq!(shop_object["description"], Value::Null);
    assert_eq!(shop_object["primaryDomain"]["url"], shop.server.base_url);
    assert_eq!(shop_object["primaryDomain"]["sslEnabled"], false);
    let settings = &shop_object["paymentSettings"];
    assert_eq!(settings["currencyCode"], "CZK");
    assert_eq!(settings["countryCode"], "CZ");
    assert_eq!(
        settings["acceptedCardBrands"],
        json!(["MASTERCARD", "VISA"])
    );
    assert_eq!(
        settings["cardVaultUrl"],
        format!("{}/sandbox/gateway/hosted-fields", shop.server.base_url)
    );
    let direct = shop
        .run("{ paymentSettings { currencyCode } }", json!({}))
        .await;
    assert_eq!(direct.field("paymentSettings")["currencyCode"], "CZK");
}

/// Aliases, fragments, @skip and @include behave as the GraphQL specification says, also at the root.
#[tokio::test]
async fn documents_are_executed_as_specified() {
    let shop = Shop::open().await;
    let query = "query ($yes: Boolean!, $no: Boolean!) {
        first: shop { ...Names } first: shop { id @skip(if: $yes) }
        second: shop @include(if: $no) { name }
        ... @include(if: $yes) { third: shop { label: name } }
        ... @skip(if: $yes) { fourth: shop { name } }
    } fragment Names on Shop { ... on Shop { name } ... on Node { __typename } }";
    let answer = shop.run(query, json!({ "yes": true, "no": false })).await;
    assert_eq!(
        answer.0,
        json!({ "data": {
            "first": { "name": "Zkušební krám", "__typename": "Shop" },
            "third": { "label": "Zkušební krám" },
        }})
    );
    let keys: Vec<_> = answer.0["data"]
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect();
    assert_eq!(keys, ["first", "third"]);
}

/// Mutations of one document run in order and once each, also when fields are merged.
#[tokio::test]
async fn mutations_are_done_in_order_and_once() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let query = "mutation ($id: ID!) {
        a: cartNoteUpdate(cartId: $id, note: \"první\") { cart { note } }
        b: cartNoteUpdate(cartId: $id, note: \"druhá\") { cart { note } }
        b: cartNoteUpdate(cartId: $id, note: \"druhá\") { cart { id } }
        skipped: cartNoteUpdate(cartId: $id, note: \"třetí\") @skip(if: true) { cart { note } }
    }";
    let answer = shop.run(query, json!({ "id": cart["id"] })).await;
    assert_eq!(answer.field("a")["cart"]["note"], "první");
    assert_eq!(
        answer.field("b")["cart"],
        json!({ "note": "druhá", "id": cart["id"] })
    );
    assert_eq!(shop.read(&cart["id"]).await["note"], "druhá");
}

/// A variable without a value inside an input omits that field.
#[tokio::test]
async fn a_variable_left_out_leaves_the_field_out() {
    let shop = Shop::open().await;
    let cart = shop.cart(&[(BOOK, 0, 1)]).await;
    let query = "mutation ($id: ID!, $email: String, $phone: String) {
        cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: { email: $email, phone: $phone }) {
          cart { buyerIdentity { email phone } } userErrors { message }
        } }";
    let update = async |variables: Value| {
        let payload = shop
            .run(query, variables)
            .await
            .field("cartBuyerIdentityUpdate");
        payload["cart"]["buyerIdentity"].clone()
    };
    let both = json!({ "id": cart["id"], "email": "jana@example.cz", "phone": "777123456" });
    update(both).await;
    let kept = update(json!({ "id": cart["id"], "phone": null })).await;
    assert_eq!(kept, json!({ "email": "jana@example.cz", "phone": null }));
}

/// Tests the context's country and the countries to which the shop delivers.
#[tokio::test]
async fn the_shop_says_where_it_delivers() {
    let shop = Shop::open_with(|config| {
        let countries = "country = \"CZ\"\ndelivery_countries = [\"CZ\", \"SK\"]";
        config.replacen("country = \"CZ\"", countries, 1)
    })
    .await;
    let ask = async |country: &str| {
        let query = "query ($country: CountryCode) @inContext(country: $country) { localization {
            country { isoCode name unitSystem currency { isoCode name symbol } defaultLanguage { isoCode } }
            language { isoCode endonymName name } availableLanguages { isoCode }
            availableCountries { isoCode availableLanguages { isoCode } }
          } }";
        let answer = shop.run(query, json!({ "country": country })).await;
        answer.field("localization")
    };
    let slovakia = ask("SK").await;
    assert_eq!(
        slovakia["country"],
        json!({
            "isoCode": "SK", "name": "Slovensko", "unitSystem": "METRIC_SYSTEM",
            "currency": { "isoCode": "CZK", "name": "česká koruna", "symbol": "Kč" },
            "defaultLanguage": { "isoCode": "CS" },
        })
    );
    assert_eq!(slovakia["language"]["isoCode"], "CS");
    let countries = slovakia["availableCountries"].as_array().unwrap();
    let codes: Vec<_> = countries
        .iter()
        .map(|country| country["isoCode"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["CZ", "SK"]);
    for elsewhere in ["DE", "ZZ"] {
        assert_eq!(
            ask(elsewhere).await["country"]["isoCode"],
            "CZ",
            "{elsewhere}"
        );
    }
}
