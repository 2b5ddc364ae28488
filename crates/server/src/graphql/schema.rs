//! The schema, parsed once per process.

use super::root_field::RootField;
use super::schema_facts::CART_API;
use std::sync::OnceLock;
use zkratka_graphql_engine::{ApiSchema, SchemaError};

/// The schema in SDL, which defines the API.
const SDL: &str = include_str!("../api_schema.graphql");

/// The schema, parsed once per process: parsing its 3,000 lines takes longer than any other part of opening a shop.
pub(super) fn api_schema() -> Result<&'static ApiSchema, &'static SchemaError> {
    static SHARED: OnceLock<Result<ApiSchema, SchemaError>> = OnceLock::new();
    SHARED
        .get_or_init(|| ApiSchema::parse(SDL, CART_API, RootField::number))
        .as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_valid() {
        let loaded = api_schema().map(|loaded| loaded.schema.types.len());
        assert!(loaded.expect("valid") > 100);
    }
}
