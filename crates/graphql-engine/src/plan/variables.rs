//! Coerces variables without copying values that already fit. A variable that one root field alone uses and that fits
//! its type stays raw ([`super::raw`]); the others are parsed and coerced in place. If a variable does not fit,
//! apollo-compiler coerces a copy and words the error.

use super::Plans;
use super::arguments::literal;
use super::raw::{RawVariables, fits, parse};
use apollo_compiler::ast::{Type, Value};
use apollo_compiler::executable::Operation;
use apollo_compiler::request::{RequestError, coerce_variable_values};
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::schema::{ExtendedType, InputObjectType};
use apollo_compiler::validation::Valid;
use apollo_compiler::{Name, Schema};
use serde_json::value::RawValue;

/// The variables of one operation; undeclared ones are dropped.
#[derive(Debug)]
pub struct Variables<'b> {
    pub coerced: JsonMap,
    /// Variables that fit their type and that one root field takes.
    pub(super) raw: Vec<(Name, &'b RawValue)>,
}

#[derive(Debug)]
pub enum VariablesError {
    /// A value is not JSON.
    Malformed(serde_json::Error),
    /// The variables do not fit the operation.
    Rejected(RequestError),
}

impl From<serde_json::Error> for VariablesError {
    fn from(error: serde_json::Error) -> Self {
        Self::Malformed(error)
    }
}

impl<'b> Variables<'b> {
    /// Coerces the variables. `plans` are those of the operation, if it has any.
    pub fn of(
        schema: &Valid<Schema>,
        operation: &Operation,
        plans: Option<&Plans>,
        given: RawVariables<'b>,
    ) -> Result<Self, VariablesError> {
        let mut raw = Vec::new();
        let mut rest = JsonMap::new();
        for (name, value) in given {
            let taken = plans.is_some_and(|plans| plans.takes(&name));
            let mut definitions = operation.variables.iter().filter(|_| taken);
            match definitions.find(|definition| definition.name == name.as_ref()) {
                Some(definition) if fits(schema, &definition.ty, value) => {
                    raw.push((definition.name.clone(), value));
                }
                _ => {
                    rest.insert(name.as_ref(), parse(value)?);
                }
            }
        }
        if fit_operation(schema, operation, &mut rest, &raw) {
            let coerced = rest;
            return Ok(Self { coerced, raw });
        }
        for (name, value) in raw {
            rest.insert(name.as_str(), parse(value)?);
        }
        let coerced = coerce(schema, operation, rest).map_err(VariablesError::Rejected)?;
        Ok(Self {
            coerced: coerced.into_inner(),
            raw: Vec::new(),
        })
    }

    /// Parses the raw variables, too.
    pub fn parse_raw(mut self) -> Result<Self, serde_json::Error> {
        for (name, value) in std::mem::take(&mut self.raw) {
            self.coerced.insert(name.as_str(), parse(value)?);
        }
        Ok(self)
    }
}

impl From<JsonMap> for Variables<'_> {
    fn from(coerced: JsonMap) -> Self {
        let raw = Vec::new();
        Self { coerced, raw }
    }
}

/// Coerces in place if possible.
fn coerce(
    schema: &Valid<Schema>,
    operation: &Operation,
    mut variables: JsonMap,
) -> Result<Valid<JsonMap>, RequestError> {
    if fit_operation(schema, operation, &mut variables, &[]) {
        return Ok(Valid::assume_valid(variables));
    }
    // Values that are coerced already do not change when coerced again.
    coerce_variable_values(schema, operation, &variables)
}

/// Coerces in place; false if a variable does not fit. `fitting` are known to fit.
fn fit_operation(
    schema: &Schema,
    operation: &Operation,
    variables: &mut JsonMap,
    fitting: &[(Name, &RawValue)],
) -> bool {
    let definitions = &operation.variables;
    let is_known = |name: &str| definitions.iter().any(|known| known.name == name);
    variables.retain(|name, _| is_known(name.as_str()));
    definitions.iter().all(|definition| {
        if fitting.iter().any(|(known, _)| *known == definition.name) {
            return true;
        }
        let name = definition.name.as_str();
        let default = definition.default_value.as_deref();
        fit_entry(schema, variables, name, &definition.ty, default)
    })
}

/// Coerces one entry in place and fills in its default; false if it does not fit or is missing.
fn fit_entry(
    schema: &Schema,
    entries: &mut JsonMap,
    name: &str,
    ty: &Type,
    default: Option<&Value>,
) -> bool {
    if let Some(value) = entries.get_mut(name) {
        return fit(schema, ty, value);
    }
    match default.map(literal) {
        Some(Some(value)) => {
            entries.insert(name, value);
            true
        }
        Some(None) => false,
        None => !ty.is_non_null(),
    }
}

fn fit(schema: &Schema, ty: &Type, value: &mut JsonValue) -> bool {
    if value.is_null() {
        return !ty.is_non_null();
    }
    let name = match ty {
        Type::List(item) | Type::NonNullList(item) => return fit_list(schema, item, value),
        Type::Named(name) | Type::NonNullNamed(name) => name,
    };
    match schema.types.get(name) {
        Some(ExtendedType::Scalar(_)) => is_scalar(name, value),
        Some(ExtendedType::Enum(kind)) => value
            .as_str()
            .is_some_and(|given| kind.values.contains_key(given)),
        Some(ExtendedType::InputObject(kind)) => fit_object(schema, kind, value),
        _ => false,
    }
}

/// Wraps a single value in a list of one.
fn fit_list(schema: &Schema, item: &Type, value: &mut JsonValue) -> bool {
    if !value.is_array() {
        *value = JsonValue::Array(vec![value.take()]);
    }
    let items = value.as_array_mut();
    items.is_some_and(|items| items.iter_mut().all(|each| fit(schema, item, each)))
}

fn fit_object(schema: &Schema, kind: &InputObjectType, value: &mut JsonValue) -> bool {
    let Some(object) = value.as_object_mut() else {
        return false;
    };
    let mut names = object.keys();
    names.all(|name| kind.fields.contains_key(name.as_str()))
        && kind.fields.iter().all(|(name, definition)| {
            let default = definition.default_value.as_deref();
            fit_entry(schema, object, name, &definition.ty, default)
        })
}

/// See <https://spec.graphql.org/October2021/#sec-Scalars.Input-Coercion>. Custom scalars accept anything; their reader
/// judges the value.
fn is_scalar(name: &str, value: &JsonValue) -> bool {
    match name {
        "Int" => value
            .as_i64()
            .is_some_and(|number| i32::try_from(number).is_ok()),
        // A float cannot represent every integer beyond this, so the library judges them.
        "Float" => {
            value.is_f64()
                || value
                    .as_i64()
                    .is_some_and(|number| i32::try_from(number).is_ok())
        }
        "String" => value.is_string(),
        "Boolean" => value.is_boolean(),
        "ID" => value.is_string() || value.is_i64(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{coerce, fit, fits};
    use apollo_compiler::request::coerce_variable_values;
    use apollo_compiler::response::serde_json_bytes::json;
    use apollo_compiler::response::{JsonMap, JsonValue};
    use apollo_compiler::validation::Valid;
    use apollo_compiler::{ExecutableDocument, Schema};
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    const SCHEMA: &str = r#"
        type Query { f(a: Thing, b: [[Int!]], c: Colour!, d: Money): Int }
        scalar Money
        enum Colour { RED BLUE }
        input Thing {
          text: String!  count: Int = 3  colour: Colour = RED  things: [Thing!]  numbers: [Int] = [1, null]
          ratio: Float  id: ID  sure: Boolean! = true  money: Money = "1.50"
        }"#;
    const DOCUMENT: &str = "query ($a: Thing, $b: [[Int!]] = 7, $c: Colour!, $d: Money = { a: 99 })
        { f(a: $a, b: $b, c: $c, d: $d) }";

    /// The outcome of our coercion and of the library's: values or error message.
    fn both(variables: &JsonMap) -> [Result<Valid<JsonMap>, String>; 2] {
        let schema = Schema::parse_and_validate(SCHEMA, "s").unwrap();
        let document = ExecutableDocument::parse_and_validate(&schema, DOCUMENT, "d").unwrap();
        let operation = document.operations.get(None).unwrap();
        [
            coerce(&schema, operation, variables.clone()),
            coerce_variable_values(&schema, operation, variables),
        ]
        .map(|outcome| outcome.map_err(|error| error.message().to_string()))
    }

    fn scalar() -> BoxedStrategy<JsonValue> {
        prop_oneof![
            Just(JsonValue::Null),
            any::<bool>().prop_map(JsonValue::from),
            (-5_i64..5).prop_map(JsonValue::from),
            any::<i64>().prop_map(JsonValue::from),
            (u64::MAX - 5..u64::MAX).prop_map(JsonValue::from),
            any::<f64>().prop_map(|number| json!(number)),
            prop_oneof![Just("RED"), Just("GREEN"), Just("1")].prop_map(JsonValue::from),
        ]
        .boxed()
    }

    /// Values of every kind, mostly of the kind that the variable's name suggests.
    fn value() -> BoxedStrategy<JsonValue> {
        let nested = scalar().prop_recursive(4, 40, 8, |inner| {
            prop_oneof![
                scalar(),
                prop::collection::vec(inner.clone(), 0..3).prop_map(JsonValue::Array),
                thing(inner.boxed()).prop_map(JsonValue::Object),
            ]
        });
        nested.boxed()
    }

    fn thing(inner: BoxedStrategy<JsonValue>) -> BoxedStrategy<JsonMap> {
        let fitting = [
            ("text", Just(json!("a")).boxed()),
            ("count", (0..9).prop_map(|count| json!(count)).boxed()),
            ("colour", Just(json!("BLUE")).boxed()),
            ("things", inner.clone()),
            ("numbers", inner.clone()),
            ("ratio", scalar().boxed()),
            ("id", scalar().boxed()),
            ("sure", Just(json!(false)).boxed()),
            ("money", inner.clone()),
            ("stranger", Just(json!(1)).boxed()),
        ];
        let field = (0..fitting.len()).prop_flat_map(move |place| {
            let (name, value) = fitting[place].clone();
            prop_oneof![8 => value, 1 => inner.clone()].prop_map(move |value| (name, value))
        });
        let things = prop::collection::vec(field, 0..6).prop_map(|fields| {
            let with_text = [("text", json!("b"))].into_iter().chain(fields);
            with_text
                .map(|(name, value)| (name.into(), value))
                .collect()
        });
        things.boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        /// [7.02] Coercion gives the same values and messages as the library's.
        #[test]
        fn variables_are_coerced_as_the_library_does(
            a in prop_oneof![4 => thing(value()).prop_map(JsonValue::Object), 1 => value()],
            b in value(),
            c in prop_oneof![4 => Just(json!("RED")), 1 => scalar()],
            d in value(),
            given in any::<[bool; 4]>(),
        ) {
            let named = [("a", a), ("b", b), ("c", c), ("d", d)];
            let mut variables: JsonMap = named.into_iter().zip(given)
                .filter(|((name, _), given)| *given || *name == "c")
                .map(|((name, value), _)| (name.into(), value))
                .collect();
            variables.insert("unknown", json!([1]));
            let [ours, theirs] = both(&variables);
            prop_assert_eq!(ours, theirs);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

        /// [7.02] A variable stays raw exactly if coercion would not change it.
        #[test]
        fn a_variable_stays_raw_exactly_if_coercion_keeps_it(
            value in prop_oneof![3 => thing(value()).prop_map(JsonValue::Object), 1 => value()],
            kind in 0_usize..4,
        ) {
            let schema = Schema::parse_and_validate(SCHEMA, "s").unwrap();
            let document = ExecutableDocument::parse_and_validate(&schema, DOCUMENT, "d").unwrap();
            let ty = &document.operations.get(None).unwrap().variables[kind].ty;
            let mut coerced = value.clone();
            let stays = fit(&schema, ty, &mut coerced) && coerced == value;
            let raw = RawValue::from_string(value.to_string()).unwrap();
            prop_assert_eq!(fits(&schema, ty, &raw), stays, "{} as {}", value, ty);
        }
    }

    #[test]
    fn a_default_that_is_not_a_number_is_an_error() {
        let large = "9".repeat(400);
        let schema = Schema::parse_and_validate(SCHEMA, "s").unwrap();
        let text = format!("query ($d: Money = {large}) {{ f(c: RED, d: $d) }}");
        let document = ExecutableDocument::parse_and_validate(&schema, text, "d").unwrap();
        let operation = document.operations.get(None).unwrap();
        let error = coerce(&schema, operation, JsonMap::new()).unwrap_err();
        assert_eq!(
            error.message().to_string(),
            "int value overflow in default value of variable d"
        );
    }
}
