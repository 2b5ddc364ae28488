//! When a field is part of the response: `@skip`, `@include`, `@defer` and the deferred argument.

use crate::ApiSchema;
use apollo_compiler::Name;
use apollo_compiler::executable::{DirectiveList, Field, Value};
use apollo_compiler::response::{JsonMap, JsonValue};

/// A condition on the request's variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Condition {
    Always,
    /// False only if the variable is false; a missing variable counts as true.
    Variable(Name),
}

impl Condition {
    pub(crate) fn holds(&self, variables: &JsonMap) -> bool {
        match self {
            Self::Always => true,
            Self::Variable(name) => variables.get(name.as_str()) != Some(&JsonValue::Bool(false)),
        }
    }

    /// Like [`Self::holds`], for an argument: a missing variable leaves the argument out, so it counts as false.
    pub(crate) fn is_given(&self, variables: &JsonMap) -> bool {
        match self {
            Self::Always => true,
            Self::Variable(name) => variables.get(name.as_str()) == Some(&JsonValue::Bool(true)),
        }
    }
}

/// The condition under which a field has [`crate::SchemaFacts::deferred_argument`]; none if it never has.
pub(crate) fn deferred_argument(schema: &ApiSchema, field: &Field) -> Option<Condition> {
    let name = schema.facts.deferred_argument.name;
    match field.specified_argument_by_name(name)?.as_ref() {
        Value::Boolean(true) => Some(Condition::Always),
        Value::Variable(name) => Some(Condition::Variable(name.clone())),
        _ => None,
    }
}

/// The condition of `@defer` among these directives; none if there is no `@defer`, or its condition is the literal
/// `false`.
pub(crate) fn deferred(directives: &DirectiveList) -> Option<Condition> {
    let directive = directives.get("defer")?;
    match directive
        .specified_argument_by_name("if")
        .map(AsRef::as_ref)
    {
        Some(Value::Boolean(false)) => None,
        Some(Value::Variable(name)) => Some(Condition::Variable(name.clone())),
        _ => Some(Condition::Always),
    }
}

pub(crate) fn label(directives: &DirectiveList) -> Option<&str> {
    let directive = directives.get("defer")?;
    directive.specified_argument_by_name("label")?.as_str()
}
