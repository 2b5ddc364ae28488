//! What the directives and arguments of a field say about when it is answered.

use crate::ApiSchema;
use apollo_compiler::Name;
use apollo_compiler::executable::{DirectiveList, Field, Value};
use apollo_compiler::response::{JsonMap, JsonValue};

/// Whether something holds: always, or with a variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Condition {
    /// In every request.
    Always,
    /// Unless the variable is false.
    Variable(Name),
}

impl Condition {
    /// Whether it holds with these variables.
    pub(crate) fn holds(&self, variables: &JsonMap) -> bool {
        match self {
            Self::Always => true,
            Self::Variable(name) => variables.get(name.as_str()) != Some(&JsonValue::Bool(false)),
        }
    }

    /// The same of an argument, which a variable that is not given leaves out.
    pub(crate) fn is_given(&self, variables: &JsonMap) -> bool {
        match self {
            Self::Always => true,
            Self::Variable(name) => variables.get(name.as_str()) == Some(&JsonValue::Bool(true)),
        }
    }
}

/// When a field has the argument that belongs into a deferred fragment, if ever.
pub(crate) fn deferred_argument(schema: &ApiSchema, field: &Field) -> Option<Condition> {
    let name = schema.facts.deferred_argument.name;
    match field.specified_argument_by_name(name)?.as_ref() {
        Value::Boolean(true) => Some(Condition::Always),
        Value::Variable(name) => Some(Condition::Variable(name.clone())),
        _ => None,
    }
}

/// The condition of `@defer` among these directives; none when it is not there, or never holds.
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

/// The label of `@defer` among these directives.
pub(crate) fn label(directives: &DirectiveList) -> Option<&str> {
    let directive = directives.get("defer")?;
    directive.specified_argument_by_name("label")?.as_str()
}
