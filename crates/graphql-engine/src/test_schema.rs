//! The cart API's schema, for this crate's tests.

use crate::ApiSchema;

#[path = "../../server/src/graphql/schema_facts.rs"]
mod schema_facts;

const SDL: &str = include_str!("../../server/src/api_schema.graphql");

pub(crate) fn api() -> ApiSchema {
    ApiSchema::parse(SDL, schema_facts::CART_API, |_| None).expect("the API's schema is valid")
}
