//! The schema, parsed once per process.

use apollo_compiler::Name;
use apollo_compiler::Schema;
use apollo_compiler::collections::HashMap;
use apollo_compiler::schema::Implementers;
use apollo_compiler::validation::Valid;
use std::sync::OnceLock;

/// The SDL is the definition of the API.
const SDL: &str = include_str!("../api_schema.graphql");

/// The schema with what its walk needs.
pub(super) struct ApiSchema {
    pub(super) schema: Valid<Schema>,
    pub(super) implementers: HashMap<Name, Implementers>,
}

/// The schema in this program is not valid: it was built from a broken file.
#[derive(Debug, thiserror::Error)]
#[error("the API's schema is not valid: {0}")]
pub(super) struct SchemaError(String);

impl ApiSchema {
    /// The schema of this process: parsing its 3,000 lines costs more than anything else that a shop does to open.
    pub(super) fn shared() -> Result<&'static Self, &'static SchemaError> {
        static SHARED: OnceLock<Result<ApiSchema, SchemaError>> = OnceLock::new();
        SHARED.get_or_init(Self::load).as_ref()
    }

    /// Parses and validates the SDL.
    pub(super) fn load() -> Result<Self, SchemaError> {
        let schema = Schema::parse_and_validate(SDL, "api_schema.graphql")
            .map_err(|invalid| SchemaError(invalid.errors.to_string()))?;
        let implementers = schema.implementers_map();
        Ok(Self {
            schema,
            implementers,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_is_valid() {
        let loaded = ApiSchema::load().map(|loaded| loaded.schema.types.len());
        assert!(loaded.expect("valid") > 100);
    }
}
