//! Prepares a text: parses, validates, costs and plans it.

use super::deferral::Deferral;
use super::introspection;
use super::query_cost::query_cost;
use super::spread;
use super::{DocumentLimits, Rejection};
use crate::ApiSchema;
use crate::plan::{PlanBudget, Plans, compile};
use apollo_compiler::executable::Operation;
use apollo_compiler::introspection::check_max_depth;
use apollo_compiler::parser::{Parser, SourceMap};
use apollo_compiler::response::{GraphQLError, JsonMap};
use apollo_compiler::validation::{DiagnosticList, Valid};
use apollo_compiler::{ExecutableDocument, Name, Schema};

/// Documents of real clients are below 16 KB.
const MAX_BYTES: usize = 65_536;
/// Validation takes more than linear time in the number of tokens.
const MAX_TOKENS: usize = 8_000;
/// Nesting that the parser follows. The configured depth is lower.
const MAX_RECURSION: usize = 128;
/// Most errors in one response.
const MAX_ERRORS: usize = 10;

/// Estimated memory of a parsed document, per byte of its text.
const BYTES_PER_TEXT_BYTE: usize = 16;
/// Estimated memory of a planned field.
const BYTES_PER_FIELD: usize = 256;

/// A document that passed every check that does not depend on variables.
pub struct Document {
    executable: Valid<ExecutableDocument>,
    deferral: Deferral,
    /// The planned operations, by name.
    plans: Vec<(Option<Name>, Plans)>,
}

impl Document {
    pub fn prepare(
        schema: &ApiSchema,
        text: &str,
        limits: DocumentLimits,
    ) -> Result<Self, Rejection> {
        if text.len() > MAX_BYTES {
            let message = format!("the document is longer than {MAX_BYTES} bytes");
            return Err(Rejection::of(&message, "DOCUMENT_TOO_LARGE"));
        }
        let executable = parse(&schema.schema, text)?;
        for operation in executable.operations.iter() {
            check_introspection(&executable, operation)?;
            introspection::check(schema, &executable, operation)?;
        }
        query_cost(schema, &executable, limits)?;
        let deferral = Deferral::check(schema, &executable)?;
        let mut budget = PlanBudget::default();
        let plans = executable.operations.iter().filter_map(|operation| {
            let plans = compile(schema, &executable, operation, &mut budget)?;
            Some((operation.name.clone(), plans))
        });
        Ok(Self {
            plans: plans.collect(),
            deferral,
            executable,
        })
    }

    /// The operation to execute, with its plans if it has any.
    pub fn operation(&self, name: Option<&str>) -> Result<(&Operation, Option<&Plans>), Rejection> {
        match self.executable.operations.get(name) {
            Ok(operation) => {
                let mut plans = self.plans.iter();
                let found = plans.find(|(known, _)| *known == operation.name);
                Ok((operation, found.map(|(_, plans)| plans)))
            }
            Err(error) => Err(Rejection::of(
                &error.message().to_string(),
                "OPERATION_RESOLUTION_FAILURE",
            )),
        }
    }

    /// Refuses an operation that, with these variables, has a deferred argument outside of a deferred fragment.
    pub fn admit(&self, operation: &Operation, variables: &JsonMap) -> Result<(), Rejection> {
        self.deferral.admit(operation, variables)
    }

    /// Whether an operation has [`crate::SchemaFacts::deferred_argument`] with these variables.
    #[must_use]
    pub fn has_deferred_argument(&self, operation: &Operation, variables: &JsonMap) -> bool {
        self.deferral.has_argument(operation, variables)
    }

    /// Estimated memory, for the bounds of the cache.
    pub(super) fn bytes(&self, text: &str) -> usize {
        let fields: usize = self.plans.iter().map(|(_, plans)| plans.size()).sum();
        text.len() * BYTES_PER_TEXT_BYTE + fields * BYTES_PER_FIELD
    }

    #[must_use]
    pub fn executable(&self) -> &Valid<ExecutableDocument> {
        &self.executable
    }
}

fn parse(schema: &Valid<Schema>, text: &str) -> Result<Valid<ExecutableDocument>, Rejection> {
    let mut parser = Parser::new()
        .token_limit(MAX_TOKENS)
        .recursion_limit(MAX_RECURSION);
    let document = parser
        .parse_executable(schema, text, "query")
        .map_err(|invalid| Rejection::invalid(&invalid.errors))?;
    spread::check(&document)?;
    document
        .validate(schema)
        .map_err(|invalid| Rejection::invalid(&invalid.errors))
}

/// Introspection is recursive: the response of a short document can grow exponentially with its depth.
fn check_introspection(
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
) -> Result<(), Rejection> {
    check_max_depth(document, operation)
        .map_err(|error| Rejection::of(&error.message().to_string(), "QUERY_TOO_DEEP"))
}

impl Rejection {
    #[must_use]
    pub fn of(message: &str, code: &'static str) -> Self {
        let mut error = GraphQLError::new(message, None, &SourceMap::default());
        error.extensions.insert("code", code.into());
        Self(vec![error])
    }

    fn invalid(diagnostics: &DiagnosticList) -> Self {
        let with_code = |mut error: GraphQLError| {
            error
                .extensions
                .insert("code", "GRAPHQL_VALIDATION_FAILED".into());
            error
        };
        let complaints = diagnostics
            .iter()
            .take(MAX_ERRORS)
            .map(|complaint| with_code(complaint.to_json()))
            .collect();
        Self(complaints)
    }
}
