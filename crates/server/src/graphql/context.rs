//! The context of an operation: what `@inContext` says, and who calls.

use super::caller::Caller;
use apollo_compiler::executable::{Operation, Value};
use apollo_compiler::response::JsonMap;
use zkratka_commerce::consent::VisitorConsent;

/// A country that says that the country is not known.
const UNKNOWN_COUNTRY: &str = "ZZ";

/// What `@inContext` says, as far as the shop acts on it, and who calls. Every text is Czech, so the language is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BuyerContext {
    /// The buyer's country, ISO 3166-1 alpha-2.
    pub(super) country: Option<String>,
    /// What the visitor has agreed to.
    pub(super) consent: VisitorConsent,
    /// Who calls.
    pub(super) caller: Caller,
}

impl BuyerContext {
    /// Reads the directive, given as literals or as variables. Validation has checked names and types.
    pub(super) fn of(operation: &Operation, variables: &JsonMap) -> Self {
        let directive = operation.directives.get("inContext");
        let argument = |name| directive.and_then(|found| found.specified_argument_by_name(name));
        let country = argument("country")
            .and_then(|value| text(value, variables))
            .filter(|&country| country != UNKNOWN_COUNTRY)
            .map(str::to_owned);
        let consent = argument("visitorConsent");
        Self {
            country,
            consent: consent.map_or_else(VisitorConsent::default, |value| {
                consent_of(value, variables)
            }),
            caller: Caller::default(),
        }
    }
}

/// What a visitor agreed to, each purpose or all of them literal or by variable.
fn consent_of(value: &Value, variables: &JsonMap) -> VisitorConsent {
    let answer = |purpose: &str| match value {
        Value::Variable(name) => variables
            .get(name.as_str())?
            .as_object()?
            .get(purpose)?
            .as_bool(),
        Value::Object(fields) => {
            let (_, given) = fields.iter().find(|(name, _)| name == purpose)?;
            flag(given, variables)
        }
        _ => None,
    };
    VisitorConsent {
        analytics: answer("analytics"),
        marketing: answer("marketing"),
        preferences: answer("preferences"),
        sale_of_data: answer("saleOfData"),
    }
}

fn flag(value: &Value, variables: &JsonMap) -> Option<bool> {
    match value {
        Value::Boolean(flag) => Some(*flag),
        Value::Variable(name) => variables.get(name.as_str())?.as_bool(),
        _ => None,
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
