//! The schema, with facts that planning and costing need.

use apollo_compiler::Name;
use apollo_compiler::Schema;
use apollo_compiler::collections::HashMap;
use apollo_compiler::executable::Field;
use apollo_compiler::schema::Implementers;
use apollo_compiler::validation::Valid;

/// Facts about an API that its SDL cannot express.
#[derive(Clone, Copy, Debug)]
pub struct SchemaFacts {
    /// An argument that only a deferred fragment may have.
    pub deferred_argument: DeferredArgument,
    /// Types that exist only so that clients' fragments on them are valid. No response contains them.
    pub unanswered_types: &'static [&'static str],
    /// Connections of at most [`DocumentLimits::page`](crate::document::DocumentLimits::page) items, whatever `first`
    /// requests.
    pub short_connections: &'static [&'static str],
    /// The cost of a field without its selections.
    pub field_cost: fn(&Field) -> u64,
}

/// A Boolean argument that may be true in a deferred fragment only, because its field takes long to resolve.
#[derive(Clone, Copy, Debug)]
pub struct DeferredArgument {
    /// The argument's name, on any field.
    pub name: &'static str,
    /// The error message for its use outside of a deferred fragment.
    pub misuse_message: &'static str,
}

pub struct ApiSchema {
    pub schema: Valid<Schema>,
    /// By interface.
    pub implementers: HashMap<Name, Implementers>,
    pub facts: SchemaFacts,
    pub(crate) root_number: RootNumber,
}

/// Maps a root field's name to the API's number for it; none if the API does not resolve the field.
pub type RootNumber = fn(&str) -> Option<usize>;

/// The text is not a valid schema.
#[derive(Debug, thiserror::Error)]
#[error("the API's schema is not valid: {0}")]
pub struct SchemaError(String);

impl ApiSchema {
    /// Parses and validates an SDL. Plans contain the numbers of root fields, so no request compares names.
    ///
    /// # Errors
    /// Says what is wrong with the SDL, and where.
    pub fn parse(
        sdl: &str,
        facts: SchemaFacts,
        root_number: RootNumber,
    ) -> Result<Self, SchemaError> {
        let schema = Schema::parse_and_validate(sdl, "api_schema.graphql")
            .map_err(|invalid| SchemaError(invalid.errors.to_string()))?;
        let implementers = schema.implementers_map();
        Ok(Self {
            schema,
            implementers,
            facts,
            root_number,
        })
    }

    pub(crate) fn never_answers(&self, name: &Name) -> bool {
        self.facts.unanswered_types.contains(&name.as_str())
    }
}
