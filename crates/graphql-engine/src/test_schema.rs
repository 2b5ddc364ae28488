//! The cart API's schema, for this crate's tests.

use crate::ApiSchema;
use crate::document::DocumentLimits;

#[path = "../../server/src/graphql/schema_facts.rs"]
mod schema_facts;

const SDL: &str = include_str!("../../server/src/api_schema.graphql");

pub(crate) const LIMITS: DocumentLimits = DocumentLimits {
    depth: 8,
    cost: 1000,
    page: 100,
};

pub(crate) fn api() -> ApiSchema {
    ApiSchema::parse(SDL, schema_facts::CART_API, |_| None).expect("the API's schema is valid")
}
