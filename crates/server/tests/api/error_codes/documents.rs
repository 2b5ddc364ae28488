//! Tests unknown languages and countries: the server does not execute a document with one.

use super::SeenErrors;
use crate::support::Shop;
use serde_json::{Value, json};

/// The fault, the document, its variables, and the code of the response.
type Row = (&'static str, &'static str, Value, &'static str);

fn rows() -> [Row; 6] {
    const WRONG: &str = "GRAPHQL_VALIDATION_FAILED";
    const GIVEN: &str = "BAD_USER_INPUT";
    [
        (
            "invalid language",
            "query @inContext(language: KLINGON) { shop { name } }",
            json!({}),
            WRONG,
        ),
        (
            "invalid country",
            "query @inContext(country: CZE) { shop { name } }",
            json!({}),
            WRONG,
        ),
        (
            "invalid language",
            "query ($l: LanguageCode) @inContext(language: $l) { shop { name } }",
            json!({ "l": "KLINGON" }),
            GIVEN,
        ),
        (
            "invalid country",
            "query ($c: CountryCode) @inContext(country: $c) { shop { name } }",
            json!({ "c": "CZE" }),
            GIVEN,
        ),
        (
            "invalid country",
            "mutation ($i: CartInput) { cartCreate(input: $i) { cart { id } } }",
            json!({ "i": { "buyerIdentity": { "countryCode": "CZE" } } }),
            GIVEN,
        ),
        (
            "missing cart id",
            "mutation { cartLinesRemove(lineIds: []) { cart { id } } }",
            json!({}),
            WRONG,
        ),
    ]
}

/// Errors of the whole response, which has no data. They are recorded by code, without an argument.
pub(super) async fn refused() -> SeenErrors {
    let shop = Shop::open().await;
    let mut caused = SeenErrors::default();
    for (cause, document, variables, code) in rows() {
        let answer = shop.run(document, variables).await;
        assert_eq!(answer.code(), code, "{document}");
        assert_eq!(answer.0.get("data"), None, "{document}");
        caused.note(cause, code, "");
    }
    caused
}
