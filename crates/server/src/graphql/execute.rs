//! Executing a document: first its root fields, one after the other, which may wait for the store or the gateway; then
//! the walk of what they answered, which never waits.
//!
//! Both walks are apollo-compiler's: the first one answers nothing and only collects what is asked for, with arguments
//! coerced, so that merged fields, `@skip` and `@include` mean the same in both.

use super::arguments::given;
use super::context::BuyerContext;
use super::document::{Document, Rejected};
use super::operations::{self, Call, Failure};
use super::output::{RootObject, RootValue};
use super::schema::ApiSchema;
use crate::app::App;
use apollo_compiler::executable::Operation;
use apollo_compiler::parser::SourceMap;
use apollo_compiler::request::{RequestError, coerce_variable_values};
use apollo_compiler::resolvers::{Execution, FieldError, ObjectValue, ResolveInfo, ResolvedValue};
use apollo_compiler::response::{ExecutionResponse, JsonMap};
use apollo_compiler::validation::Valid;
use std::cell::RefCell;
use std::collections::HashMap;

/// What an execution led to.
pub(super) enum Executed {
    /// An answer with data, perhaps with field errors.
    Answer(ExecutionResponse),
    /// Nothing was executed.
    Rejected(Rejected),
    /// The shop is too busy and nothing was done: the request can be repeated as it is.
    Busy,
}

/// A root field to be resolved.
struct RootField {
    key: String,
    name: String,
    arguments: JsonMap,
}

/// What the root fields answered, by response key.
pub(super) type RootValues = HashMap<String, Result<RootValue, Failure>>;

/// Executes one operation of a document.
pub(super) async fn execute(
    app: &App,
    schema: &ApiSchema,
    document: &Document,
    operation_name: Option<&str>,
    variables: &JsonMap,
) -> Executed {
    let operation = match document.operation(operation_name) {
        Ok(operation) => operation,
        Err(rejected) => return Executed::Rejected(rejected),
    };
    let run = match Run::new(schema, document, operation, variables) {
        Ok(run) => run,
        Err(error) => return Executed::Rejected(unfit(&error, document)),
    };
    let fields = match run.root_fields() {
        Ok(fields) => fields,
        Err(error) => return Executed::Rejected(unfit(&error, document)),
    };
    let call = Call {
        app,
        context: BuyerContext::of(operation, &run.variables),
    };
    let Some(values) = resolve(&call, fields).await else {
        return Executed::Busy;
    };
    match run.answer(app, &values) {
        Ok(answer) => Executed::Answer(answer),
        Err(error) => Executed::Rejected(unfit(&error, document)),
    }
}

/// Resolves the root fields in order. None when the first of them was turned away because the shop is busy.
async fn resolve(call: &Call<'_>, fields: Vec<RootField>) -> Option<RootValues> {
    let mut values = RootValues::with_capacity(fields.len());
    for field in fields {
        let value = operations::resolve(call, &field.name, &field.arguments).await;
        if values.is_empty() && matches!(value, Err(Failure::Busy)) {
            return None;
        }
        values.insert(field.key, value);
    }
    Some(values)
}

/// One operation with its variables.
struct Run<'r> {
    schema: &'r ApiSchema,
    document: &'r Document,
    operation: &'r Operation,
    variables: Valid<JsonMap>,
}

impl<'r> Run<'r> {
    fn new(
        schema: &'r ApiSchema,
        document: &'r Document,
        operation: &'r Operation,
        variables: &JsonMap,
    ) -> Result<Self, RequestError> {
        let variables = coerce_variable_values(&schema.schema, operation, variables)?;
        Ok(Self {
            schema,
            document,
            operation,
            variables,
        })
    }

    fn walk(&self, root: &dyn ObjectValue) -> Result<ExecutionResponse, RequestError> {
        Execution::new(&self.schema.schema, self.document.executable())
            .implementers_map(&self.schema.implementers)
            .operation(self.operation)
            .coerced_variable_values(&self.variables)
            .enable_schema_introspection(true)
            .execute_sync(root)
    }

    fn root_fields(&self) -> Result<Vec<RootField>, RequestError> {
        // Of introspection the first walk would answer everything, only to throw it away.
        if self.operation.is_introspection(self.document.executable()) {
            return Ok(Vec::new());
        }
        let collector = Collector {
            type_name: self.operation.object_type(),
            variables: &self.variables,
            fields: RefCell::default(),
        };
        // Faults of arguments come up again, and are answered, in the second walk.
        self.walk(&collector)?;
        Ok(collector.fields.into_inner())
    }

    fn answer(&self, app: &App, values: &RootValues) -> Result<ExecutionResponse, RequestError> {
        let root = RootObject {
            app,
            type_name: self.operation.object_type(),
            values,
        };
        let mut answer = self.walk(&root)?;
        for error in &mut answer.errors {
            tidy(error);
        }
        Ok(answer)
    }
}

/// Notes what is asked for and answers nothing.
struct Collector<'r> {
    type_name: &'r str,
    variables: &'r Valid<JsonMap>,
    fields: RefCell<Vec<RootField>>,
}

impl ObjectValue for Collector<'_> {
    fn type_name(&self) -> &str {
        self.type_name
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        let arguments = match info.field_selections() {
            [first, ..] => given(first, info.arguments(), self.variables),
            [] => info.arguments().clone(),
        };
        self.fields.borrow_mut().push(RootField {
            key: response_key(info).to_owned(),
            name: info.field_name().to_owned(),
            arguments,
        });
        Ok(ResolvedValue::SkipForPartialExecution)
    }
}

/// The name under which a field is answered.
pub(super) fn response_key<'a>(info: &'a ResolveInfo<'a>) -> &'a str {
    let [first, ..] = info.field_selections() else {
        return info.field_name();
    };
    first.response_key()
}

/// Variables or the choice of the operation do not fit the document.
fn unfit(error: &RequestError, document: &Document) -> Rejected {
    let sources: &SourceMap = &document.executable().sources;
    let mut error = error.to_graphql_error(sources);
    error.extensions.insert("code", "BAD_USER_INPUT".into());
    Rejected(vec![error])
}

/// Gives a field error its code and takes the executor's own prefix off.
fn tidy(error: &mut apollo_compiler::response::GraphQLError) {
    if let Some(message) = error.message.strip_prefix("resolver error: ") {
        error.message = message.to_owned();
    }
    let code = match error.message.as_str() {
        Failure::INTERNAL => "INTERNAL_SERVER_ERROR",
        Failure::BUSY => "THROTTLED",
        _ => "BAD_USER_INPUT",
    };
    error.extensions.insert("code", code.into());
}
