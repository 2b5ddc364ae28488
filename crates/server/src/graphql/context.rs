//! The context of an operation: the arguments of `@inContext`, and the caller.

use super::caller::Caller;
use apollo_compiler::executable::{Operation, Value};
use apollo_compiler::response::JsonMap;
use zkratka_commerce::consent::VisitorConsent;

/// The country code with which a client says that the country is unknown.
const UNKNOWN_COUNTRY: &str = "ZZ";

/// The arguments of `@inContext` that the shop uses, and the caller. All texts are Czech, so the language is not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BuyerContext {
    /// The buyer's country, ISO 3166-1 alpha-2.
    pub(super) country: Option<String>,
    /// The visitor's consent, by purpose.
    pub(super) consent: VisitorConsent,
    pub(super) caller: Caller,
}

impl BuyerContext {
    /// Reads the directive, whose arguments may be literals or variables. Validation has already checked their names
    /// and types.
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

/// Reads a visitor's consent. The whole object or each purpose in it may be a literal or a variable.
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

/// Reads an enum value or a string, given as a literal or as a variable.
fn text<'v>(value: &'v Value, variables: &'v JsonMap) -> Option<&'v str> {
    match value {
        Value::Enum(name) => Some(name.as_str()),
        Value::Variable(name) => variables.get(name.as_str())?.as_str(),
        _ => None,
    }
}
