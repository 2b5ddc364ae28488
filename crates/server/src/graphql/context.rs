//! The context of an operation: what `@inContext` says, and who calls.

use super::caller::Caller;
use apollo_compiler::executable::{Operation, Value};
use apollo_compiler::response::JsonMap;

/// A country that says that the country is not known.
const UNKNOWN_COUNTRY: &str = "ZZ";

/// What `@inContext` says, as far as the shop acts on it, and who calls. Every text is Czech, so the language is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BuyerContext {
    /// The buyer's country, ISO 3166-1 alpha-2.
    pub(super) country: Option<String>,
    /// Who calls.
    pub(super) caller: Caller,
}

impl BuyerContext {
    /// Reads the directive, given as literals or as variables. Validation has checked names and types.
    pub(super) fn of(operation: &Operation, variables: &JsonMap) -> Self {
        let country = operation
            .directives
            .get("inContext")
            .and_then(|directive| directive.specified_argument_by_name("country"))
            .and_then(|value| text(value, variables))
            .filter(|&country| country != UNKNOWN_COUNTRY)
            .map(str::to_owned);
        Self {
            country,
            caller: Caller::default(),
        }
    }
}

/// An enum value or a text, literal or by variable.
fn text<'v>(value: &'v Value, variables: &'v JsonMap) -> Option<&'v str> {
    match value {
        Value::Enum(name) => Some(name.as_str()),
        Value::Variable(name) => variables.get(name.as_str())?.as_str(),
        _ => None,
    }
}
