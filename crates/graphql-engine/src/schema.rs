//! The schema, with what its walk needs.

use apollo_compiler::Name;
use apollo_compiler::Schema;
use apollo_compiler::collections::HashMap;
use apollo_compiler::executable::Field;
use apollo_compiler::schema::Implementers;
use apollo_compiler::validation::Valid;

/// What an API knows of itself and its SDL cannot say.
#[derive(Clone, Copy, Debug)]
pub struct SchemaFacts {
    /// What may only be asked for in a deferred fragment.
    pub deferred_argument: DeferredArgument,
    /// Types that are there so that clients' fragments on them are valid: nothing of them is ever answered.
    pub unanswered_types: &'static [&'static str],
    /// Connections that are never longer than [`DocumentLimits::page`](crate::document::DocumentLimits::page), whatever
    /// `first` says.
    pub short_connections: &'static [&'static str],
    /// What a field costs by itself, its selections not counted.
    pub field_cost: fn(&Field) -> u64,
}

/// A Boolean argument that may be true in a deferred fragment only: what it asks for takes long.
#[derive(Clone, Copy, Debug)]
pub struct DeferredArgument {
    /// Its name, of whatever field.
    pub name: &'static str,
    /// What a client is told that asks for it at once.
    pub misused: &'static str,
}

/// A parsed schema.
pub struct ApiSchema {
    /// The schema itself.
    pub schema: Valid<Schema>,
    /// The types that implement each interface.
    pub implementers: HashMap<Name, Implementers>,
    /// What its SDL does not say.
    pub facts: SchemaFacts,
    /// The numbers of its root fields.
    pub(crate) root_number: RootNumber,
}

/// The API's own number of the root field of this name; none where the API answers no such field.
pub type RootNumber = fn(&str) -> Option<usize>;

/// The text is no valid schema.
#[derive(Debug, thiserror::Error)]
#[error("the API's schema is not valid: {0}")]
pub struct SchemaError(String);

impl ApiSchema {
    /// Parses and validates an SDL. Plans carry the numbers of root fields, so that nobody compares names in a request.
    ///
    /// # Errors
    /// What is wrong with it, and where.
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

    /// Whether nothing of a type is ever answered.
    pub(crate) fn never_answers(&self, name: &Name) -> bool {
        self.facts.unanswered_types.contains(&name.as_str())
    }
}
