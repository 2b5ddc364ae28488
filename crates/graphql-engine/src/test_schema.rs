//! The schema that tests plan against: the cart API's own.

use crate::ApiSchema;

#[path = "../../server/src/graphql/schema_facts.rs"]
mod schema_facts;

const SDL: &str = include_str!("../../server/src/api_schema.graphql");

pub(crate) fn api() -> ApiSchema {
    ApiSchema::parse(SDL, schema_facts::CART_API, |_| None).expect("the API's schema is valid")
}
