//! From text to a document that can be executed.

use super::deferral::Deferral;
use super::introspection;
use super::query_cost::query_cost;
use super::spread;
use super::{DocumentLimits, Rejected};
use crate::ApiSchema;
use crate::plan::{Effort, Plans, compile};
use apollo_compiler::executable::Operation;
use apollo_compiler::introspection::check_max_depth;
use apollo_compiler::parser::{Parser, SourceMap};
use apollo_compiler::response::{GraphQLError, JsonMap};
use apollo_compiler::validation::{DiagnosticList, Valid};
use apollo_compiler::{ExecutableDocument, Name, Schema};

/// Greatest length of a document in bytes; real ones are below 16 KB.
const MAX_BYTES: usize = 65_536;
/// Greatest number of tokens: validation takes longer than linear.
const MAX_TOKENS: usize = 8_000;
/// Greatest nesting that the parser follows; what is allowed is configured and lower.
const MAX_RECURSION: usize = 128;
/// Complaints answered at most.
const MAX_COMPLAINTS: usize = 10;

/// What a parsed document takes in memory, per byte of its text.
const BYTES_PER_LETTER: usize = 16;
/// What a planned field takes in memory.
const BYTES_PER_FIELD: usize = 256;

/// A document that has passed every check that does not depend on variables.
pub struct Document {
    executable: Valid<ExecutableDocument>,
    /// What may only be asked for in parts that come later.
    deferral: Deferral,
    /// The operations that have plans, by name.
    plans: Vec<(Option<Name>, Plans)>,
}

impl Document {
    /// Parses, validates and costs a document.
    pub fn prepare(
        schema: &ApiSchema,
        text: &str,
        limits: DocumentLimits,
    ) -> Result<Self, Rejected> {
        if text.len() > MAX_BYTES {
            let message = format!("the document is longer than {MAX_BYTES} bytes");
            return Err(Rejected::of(&message, "DOCUMENT_TOO_LARGE"));
        }
        let executable = parse(&schema.schema, text)?;
        for operation in executable.operations.iter() {
            check_introspection(&executable, operation)?;
            introspection::check(schema, &executable, operation)?;
        }
        query_cost(schema, &executable, limits)?;
        let deferral = Deferral::check(schema, &executable)?;
        let mut effort = Effort::default();
        let plans = executable.operations.iter().filter_map(|operation| {
            let plans = compile(schema, &executable, operation, &mut effort)?;
            Some((operation.name.clone(), plans))
        });
        Ok(Self {
            plans: plans.collect(),
            deferral,
            executable,
        })
    }

    /// The operation to execute, and its plans if it has any.
    pub fn operation(&self, name: Option<&str>) -> Result<(&Operation, Option<&Plans>), Rejected> {
        match self.executable.operations.get(name) {
            Ok(operation) => {
                let mut plans = self.plans.iter();
                let found = plans.find(|(known, _)| *known == operation.name);
                Ok((operation, found.map(|(_, plans)| plans)))
            }
            Err(error) => Err(Rejected::of(
                &error.message().to_string(),
                "OPERATION_RESOLUTION_FAILURE",
            )),
        }
    }

    /// Refuses an operation whose variables ask at once for what may only come later.
    pub fn admit(&self, operation: &Operation, variables: &JsonMap) -> Result<(), Rejected> {
        self.deferral.admit(operation, variables)
    }

    /// Whether an operation has the argument of [`crate::SchemaFacts::deferred_argument`] with these variables.
    #[must_use]
    pub fn has_deferred_argument(&self, operation: &Operation, variables: &JsonMap) -> bool {
        self.deferral.has_argument(operation, variables)
    }

    /// About how many bytes it takes in memory.
    pub(super) fn bytes(&self, text: &str) -> usize {
        let fields: usize = self.plans.iter().map(|(_, plans)| plans.size()).sum();
        text.len() * BYTES_PER_LETTER + fields * BYTES_PER_FIELD
    }

    /// The document itself.
    #[must_use]
    pub fn executable(&self) -> &Valid<ExecutableDocument> {
        &self.executable
    }
}

fn parse(schema: &Valid<Schema>, text: &str) -> Result<Valid<ExecutableDocument>, Rejected> {
    let mut parser = Parser::new()
        .token_limit(MAX_TOKENS)
        .recursion_limit(MAX_RECURSION);
    let document = parser
        .parse_executable(schema, text, "query")
        .map_err(|invalid| Rejected::invalid(&invalid.errors))?;
    spread::check(&document)?;
    document
        .validate(schema)
        .map_err(|invalid| Rejected::invalid(&invalid.errors))
}

/// Introspection is recursive: some nestings answer exponentially much.
fn check_introspection(
    document: &Valid<ExecutableDocument>,
    operation: &Operation,
) -> Result<(), Rejected> {
    check_max_depth(document, operation)
        .map_err(|error| Rejected::of(&error.message().to_string(), "QUERY_TOO_DEEP"))
}

impl Rejected {
    /// One complaint of ours.
    #[must_use]
    pub fn of(message: &str, code: &'static str) -> Self {
        let mut error = GraphQLError::new(message, None, &SourceMap::default());
        error.extensions.insert("code", code.into());
        Self(vec![error])
    }

    /// The complaints of the parser or the validator.
    fn invalid(diagnostics: &DiagnosticList) -> Self {
        let with_code = |mut error: GraphQLError| {
            error
                .extensions
                .insert("code", "GRAPHQL_VALIDATION_FAILED".into());
            error
        };
        let complaints = diagnostics
            .iter()
            .take(MAX_COMPLAINTS)
            .map(|complaint| with_code(complaint.to_json()))
            .collect();
        Self(complaints)
    }
}
