//! apollo-compiler's own executor: for what has no plan, and to compare plans with.
//!
//! It walks twice: the first time it answers nothing and only collects what is asked for, with arguments coerced, so
//! that merged fields, `@skip` and `@include` mean the same in both walks.

use super::Run;
use super::roots::{RootCall, RootValues};
use crate::graphql::arguments::given;
use crate::graphql::root_field::RootField;
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::request::RequestError;
use apollo_compiler::resolvers::{Execution, FieldError, ObjectValue, ResolveInfo, ResolvedValue};
use apollo_compiler::response::{ExecutionResponse, GraphQLError, JsonMap, JsonValue};
use apollo_compiler::validation::Valid;
use std::borrow::Cow;
use std::cell::RefCell;

/// The root fields that are asked for.
pub(super) fn root_fields(run: &Run<'_>) -> Result<Vec<RootCall>, RequestError> {
    // Of introspection the first walk would answer everything, only to throw it away.
    if run.operation.is_introspection(run.document) {
        return Ok(Vec::new());
    }
    let collector = Collector {
        type_name: run.operation.object_type(),
        variables: coerced(run),
        fields: RefCell::default(),
    };
    // Faults of arguments come up again, and are answered, in the second walk.
    walk(run, &collector)?;
    Ok(collector.fields.into_inner())
}

/// Answers the operation.
pub(super) fn answer(run: &Run<'_>, values: &RootValues) -> Result<Vec<u8>, RequestError> {
    let mut response = walk(run, &Root { run, values })?;
    for error in &mut response.errors {
        tidy(error);
    }
    // What was made of JSON can be written as JSON.
    Ok(serde_json::to_vec(&response).unwrap_or_default())
}

fn walk(run: &Run<'_>, root: &dyn ObjectValue) -> Result<ExecutionResponse, RequestError> {
    Execution::new(&run.schema.schema, run.document)
        .implementers_map(&run.schema.implementers)
        .operation(run.operation)
        .coerced_variable_values(coerced(run))
        .enable_schema_introspection(true)
        .execute_sync(root)
}

/// The variables were coerced before the run began.
fn coerced<'r>(run: &'r Run<'_>) -> &'r Valid<JsonMap> {
    Valid::assume_valid_ref(&run.variables.coerced)
}

/// Notes what is asked for and answers nothing.
struct Collector<'r> {
    type_name: &'r str,
    variables: &'r Valid<JsonMap>,
    fields: RefCell<Vec<RootCall>>,
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
        if let Some(root) = RootField::named(info.field_name()) {
            self.fields.borrow_mut().push(RootCall {
                key: response_key(info).to_owned(),
                root,
                arguments,
            });
        }
        Ok(ResolvedValue::SkipForPartialExecution)
    }
}

/// The name under which a field is answered.
fn response_key<'a>(info: &'a ResolveInfo<'a>) -> &'a str {
    let [first, ..] = info.field_selections() else {
        return info.field_name();
    };
    first.response_key()
}

/// `QueryRoot` or `Mutation`
struct Root<'r> {
    run: &'r Run<'r>,
    values: &'r RootValues,
}

impl ObjectValue for Root<'_> {
    fn type_name(&self) -> &str {
        self.run.operation.object_type()
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        let value = self.values.get(response_key(info)).map_err(field_error)?;
        Ok(resolved(value.answer(self.run.shown)))
    }
}

/// An object of ours as the library knows objects.
struct Adapted<'a>(Box<dyn Object + 'a>);

impl ObjectValue for Adapted<'_> {
    fn type_name(&self) -> &str {
        self.0.type_name()
    }

    fn resolve_field<'a>(
        &'a self,
        info: &'a ResolveInfo<'a>,
    ) -> Result<ResolvedValue<'a>, FieldError> {
        let answered = self.0.field(info.field_name(), info.arguments());
        answered.map(resolved).map_err(field_error)
    }
}

fn resolved(value: Value<'_>) -> ResolvedValue<'_> {
    match value {
        Value::Null => ResolvedValue::null(),
        Value::Boolean(value) => ResolvedValue::leaf(value),
        Value::Int(value) => ResolvedValue::leaf(value),
        Value::Float(value) => ResolvedValue::leaf(value),
        Value::Text(Cow::Borrowed(text)) => ResolvedValue::leaf(text),
        Value::Text(Cow::Owned(text)) => ResolvedValue::leaf(JsonValue::from(text)),
        Value::Decimal(money) => ResolvedValue::leaf(JsonValue::from(money.decimal())),
        Value::Money(money) => ResolvedValue::object(Adapted(Box::new(money))),
        Value::Object(object) => ResolvedValue::object(Adapted(object)),
        Value::List(items) => ResolvedValue::list(items.into_iter().map(resolved)),
    }
}

fn field_error(fault: Fault) -> FieldError {
    FieldError {
        message: fault.0.to_owned(),
    }
}

/// Gives a field error its code and takes the library's own prefix off.
fn tidy(error: &mut GraphQLError) {
    if let Some(message) = error.message.strip_prefix("resolver error: ") {
        error.message = message.to_owned();
    }
    let code = match error.message.as_str() {
        Fault::INTERNAL => Fault(Fault::INTERNAL).code(),
        Fault::BUSY => Fault(Fault::BUSY).code(),
        _ => "BAD_USER_INPUT",
    };
    error.extensions.insert("code", code.into());
}
