//! Runs apollo-compiler's own executor, for operations without a plan and for comparison with plans.
//!
//! The executor walks the operation twice. The first walk only collects the root fields with their coerced arguments.
//! Both walks therefore treat merged fields, `@skip` and `@include` alike.

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

/// Collects the root fields of the operation.
pub(super) fn root_fields(run: &Run<'_>) -> Result<Vec<RootCall>, RequestError> {
    // For introspection, the first walk would compute the whole answer, only to discard it.
    if run.operation.is_introspection(run.document) {
        return Ok(Vec::new());
    }
    let collector = Collector {
        type_name: run.operation.object_type(),
        variables: coerced(run),
        fields: RefCell::default(),
    };
    // The second walk finds faulty arguments again and reports them.
    walk(run, &collector)?;
    Ok(collector.fields.into_inner())
}

pub(super) fn answer(run: &Run<'_>, values: &RootValues) -> Result<Vec<u8>, RequestError> {
    let mut response = walk(run, &Root { run, values })?;
    for error in &mut response.errors {
        tidy(error);
    }
    // The answer was built from JSON, so serialising it cannot fail.
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

/// The variables, which were coerced before the run began.
fn coerced<'r>(run: &'r Run<'_>) -> &'r Valid<JsonMap> {
    Valid::assume_valid_ref(&run.variables.coerced)
}

/// Collects the root fields and returns no values.
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

/// The name of a field in the answer.
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

/// Adapts one of our objects to the library's trait.
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

/// Sets the code of a field error, and removes the prefix that the library adds to its message.
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
