//! Coerces arguments: literals when the document is prepared, variables in each request.

use super::raw::RootArguments;
use super::variables::Variables;
use super::{Arguments, PlannedField};
use apollo_compiler::ast::{InputValueDefinition, Type, Value};
use apollo_compiler::executable::{DirectiveList, Field};
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Name, Node, Schema};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

pub(super) struct PlannedArgument {
    name: Name,
    ty: Node<InputValueDefinition>,
    /// `None` if the document leaves out an argument that has a default.
    written: Option<Node<Value>>,
    /// Whether the argument is a variable that nothing else in the operation uses. Then its value can be moved instead
    /// of copied.
    is_movable: bool,
}

/// Coercion failed. Validation excludes every cause but the value of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArgumentError;

impl ArgumentError {
    /// The error message of the response.
    pub const MESSAGE: &'static str =
        "an argument that must not be null is given by a variable that is null";
}

/// Coerces literal arguments now and plans the others.
pub(super) fn plan(schema: &Schema, field: &Field) -> Result<Arguments, ArgumentError> {
    let definitions = &field.definition.arguments;
    let planned = definitions.iter().map(|definition| PlannedArgument {
        name: definition.name.clone(),
        ty: definition.clone(),
        written: written(field, &definition.name),
        is_movable: false,
    });
    let planned: Vec<_> = planned.collect();
    let open = planned
        .iter()
        .any(|argument| argument.written.as_deref().is_some_and(has_variable));
    if open {
        return Ok(Arguments::Open(planned));
    }
    coerce_all(schema, &planned, &JsonMap::new()).map(Arguments::Fixed)
}

impl PlannedField {
    /// Coerces the arguments with these variables.
    pub fn arguments(
        &self,
        schema: &Schema,
        variables: &JsonMap,
    ) -> Result<Cow<'_, JsonMap>, ArgumentError> {
        match &self.arguments {
            Arguments::Fixed(arguments) => Ok(Cow::Borrowed(arguments)),
            Arguments::Open(planned) => coerce_all(schema, planned, variables).map(Cow::Owned),
        }
    }

    /// Like [`Self::arguments`], but moves variables that only this field uses instead of copying them: the lines of a
    /// cart are long.
    pub fn root_arguments<'b>(
        &'b self,
        schema: &Schema,
        variables: &mut Variables<'b>,
    ) -> Result<RootArguments<'b>, ArgumentError> {
        let planned = match &self.arguments {
            Arguments::Fixed(arguments) => return Ok(arguments.clone().into()),
            Arguments::Open(planned) => planned,
        };
        let mut arguments = RootArguments::from(JsonMap::with_capacity(planned.len()));
        for argument in planned {
            let name = argument.name.as_str();
            if let Some(value) = argument.raw(variables) {
                arguments.raw.push((name, value));
                continue;
            }
            let value = if argument.is_movable {
                argument.take(&mut variables.coerced)?
            } else {
                let variables = &variables.coerced;
                argument.coerce(&Coercion { schema, variables })?
            };
            if let Some(value) = value {
                arguments.coerced.insert(name, value);
            }
        }
        Ok(arguments)
    }

    /// Whether one argument consists of this variable and nothing else in the operation uses it.
    pub(super) fn takes(&self, variable: &str) -> bool {
        let Arguments::Open(planned) = &self.arguments else {
            return false;
        };
        planned.iter().any(|argument| {
            argument
                .movable_variable()
                .is_some_and(|name| name == variable)
        })
    }

    /// Marks the arguments that can take their variable by value. `uses` counts how often the operation uses each
    /// variable.
    pub(super) fn move_variables(&mut self, uses: &HashMap<Name, usize>) {
        let Arguments::Open(planned) = &mut self.arguments else {
            return;
        };
        for argument in planned {
            // A missing variable needs the default, which is coerced separately.
            argument.is_movable = argument.ty.default_value.is_none()
                && matches!(argument.written.as_deref(), Some(Value::Variable(name)) if uses.get(name) == Some(&1));
        }
    }

    /// Adds the variables that this field and the fields below it use.
    pub(super) fn count_variables(&self, uses: &mut HashMap<Name, usize>) {
        if let Arguments::Open(planned) = &self.arguments {
            let written = planned
                .iter()
                .filter_map(|argument| argument.written.as_deref());
            written.for_each(|value| count(value, uses));
        }
        self.selections
            .iter()
            .for_each(|below| below.count_variables(uses));
    }
}

impl PlannedArgument {
    fn coerce(&self, coercion: &Coercion<'_>) -> Result<Option<JsonValue>, ArgumentError> {
        coercion.input(&self.ty, self.written.as_deref())
    }

    /// The variable that the argument takes by value.
    fn movable_variable(&self) -> Option<&Name> {
        match self.written.as_deref() {
            Some(Value::Variable(name)) if self.is_movable => Some(name),
            _ => None,
        }
    }

    fn raw<'b>(&self, variables: &Variables<'b>) -> Option<&'b RawValue> {
        let name = self.movable_variable()?;
        let mut raw = variables.raw.iter();
        let (_, value) = raw.find(|(known, _)| known == name)?;
        Some(value)
    }

    fn take(&self, variables: &mut JsonMap) -> Result<Option<JsonValue>, ArgumentError> {
        let given = self
            .movable_variable()
            .and_then(|name| variables.remove(name.as_str()));
        let missing = given.as_ref().is_none_or(JsonValue::is_null);
        if missing && self.ty.ty.is_non_null() {
            return Err(ArgumentError);
        }
        Ok(given)
    }
}

/// How often an operation's own directives use each variable.
pub(super) fn in_directives(directives: &DirectiveList) -> HashMap<Name, usize> {
    let mut uses = HashMap::new();
    for argument in directives.iter().flat_map(|directive| &directive.arguments) {
        count(&argument.value, &mut uses);
    }
    uses
}

fn count(value: &Value, uses: &mut HashMap<Name, usize>) {
    match value {
        Value::Variable(name) => *uses.entry(name.clone()).or_default() += 1,
        Value::List(items) => items.iter().for_each(|item| count(item, uses)),
        Value::Object(fields) => fields.iter().for_each(|(_, value)| count(value, uses)),
        _ => {}
    }
}

fn written(field: &Field, name: &Name) -> Option<Node<Value>> {
    let mut arguments = field.arguments.iter();
    let argument = arguments.find(|argument| argument.name == *name)?;
    Some(argument.value.clone())
}

fn has_variable(value: &Value) -> bool {
    match value {
        Value::Variable(_) => true,
        Value::List(items) => items.iter().any(|item| has_variable(item)),
        Value::Object(fields) => fields.iter().any(|(_, value)| has_variable(value)),
        _ => false,
    }
}

fn coerce_all(
    schema: &Schema,
    planned: &[PlannedArgument],
    variables: &JsonMap,
) -> Result<JsonMap, ArgumentError> {
    let mut arguments = JsonMap::with_capacity(planned.len());
    let coercion = Coercion { schema, variables };
    for argument in planned {
        if let Some(value) = argument.coerce(&coercion)? {
            arguments.insert(argument.name.as_str(), value);
        }
    }
    Ok(arguments)
}

/// Coerces values as GraphQL specifies. Validation has checked the types; only a null from a variable can still be
/// wrong.
struct Coercion<'c> {
    schema: &'c Schema,
    variables: &'c JsonMap,
}

impl Coercion<'_> {
    /// An argument or an input field; falls back to its default.
    fn input(
        &self,
        definition: &InputValueDefinition,
        written: Option<&Value>,
    ) -> Result<Option<JsonValue>, ArgumentError> {
        let given = match written {
            Some(written) => self.value(&definition.ty, written)?,
            None => None,
        };
        if given.is_some() {
            return Ok(given);
        }
        match definition.default_value.as_deref() {
            Some(default) => self.value(&definition.ty, default),
            None if definition.ty.is_non_null() => Err(ArgumentError),
            None => Ok(None),
        }
    }

    /// `None` for a missing variable: then the argument or field is left out too.
    fn value(&self, ty: &Type, written: &Value) -> Result<Option<JsonValue>, ArgumentError> {
        if let Value::Variable(name) = written {
            let given = self.variables.get(name.as_str());
            if ty.is_non_null() && given.is_some_and(JsonValue::is_null) {
                return Err(ArgumentError);
            }
            return Ok(given.cloned());
        }
        if written.is_null() {
            return Ok(Some(JsonValue::Null));
        }
        if let Type::List(item) | Type::NonNullList(item) = ty {
            return self.list(item, written).map(Some);
        }
        if let Value::Object(fields) = written
            && let Some(ExtendedType::InputObject(kind)) =
                self.schema.types.get(ty.inner_named_type())
        {
            let mut object = JsonMap::with_capacity(fields.len());
            for (name, definition) in &kind.fields {
                let mut given = fields.iter().filter(|(given, _)| given == name);
                let given = given.next().map(|(_, value)| value.as_ref());
                if let Some(value) = self.input(definition, given)? {
                    object.insert(name.as_str(), value);
                }
            }
            return Ok(Some(JsonValue::Object(object)));
        }
        // No argument of the schema accepts a number that JSON cannot represent.
        Ok(Some(literal(written).unwrap_or(JsonValue::Null)))
    }

    /// Coerces a single value to a list of one.
    fn list(&self, item: &Type, written: &Value) -> Result<JsonValue, ArgumentError> {
        let items = match written {
            Value::List(items) => items.iter().map(AsRef::as_ref).collect(),
            single => vec![single],
        };
        let mut list = Vec::with_capacity(items.len());
        for written in items {
            match self.value(item, written)? {
                Some(value) => list.push(value),
                None if item.is_non_null() => return Err(ArgumentError),
                None => list.push(JsonValue::Null),
            }
        }
        Ok(JsonValue::Array(list))
    }
}

/// A literal as JSON; none for a number that JSON cannot represent.
pub(super) fn literal(written: &Value) -> Option<JsonValue> {
    Some(match written {
        Value::Null | Value::Variable(_) => JsonValue::Null,
        Value::Enum(name) => name.as_str().into(),
        Value::String(text) => text.as_str().into(),
        Value::Boolean(value) => (*value).into(),
        Value::Int(number) => JsonValue::Number(number.as_str().parse().ok()?),
        Value::Float(number) => JsonValue::Number(number.as_str().parse().ok()?),
        Value::List(items) => {
            let items: Option<Vec<_>> = items.iter().map(|item| literal(item)).collect();
            JsonValue::Array(items?)
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            let fields = fields.map(|(name, value)| Some((name.as_str().into(), literal(value)?)));
            JsonValue::Object(fields.collect::<Option<JsonMap>>()?)
        }
    })
}

#[cfg(test)]
mod tests {

    use crate::document::{Document, DocumentLimits};
    use crate::plan::Variables;
    use apollo_compiler::response::JsonMap;
    use apollo_compiler::response::serde_json_bytes::json;

    const NOTED: &str = "{ cart { note } }";

    fn variables() -> JsonMap {
        let given =
            json!({ "input": { "note": "Do okna" }, "id": "Z1", "note": "Dveře", "no": false });
        given.as_object().cloned().unwrap_or_default()
    }

    /// [7.02] A variable that one root field alone uses is moved, others are copied; the arguments are the same.
    #[test]
    fn a_variable_of_one_root_field_is_moved() {
        let schema = crate::test_schema::api();
        let create = "$input: CartInput";
        let either = "mutation($input: CartInput, $no: Boolean!) { a: cartCreate(input: $input) @include(if: $no)";
        for (text, left) in [
            (format!("{either} {NOTED} b: cartCreate(input: $input) @skip(if: $no) {NOTED} }}"), false),
            (format!("{either} {NOTED} b: cartCreate(input: $input) {NOTED} }}"), false),
            (format!("{either} {NOTED} b: cartCreate(input: $input) @skip(if: $no) {NOTED} c: cartCreate(input: $input) {NOTED} }}"), true),
            (format!("mutation({create}) {{ cartCreate(input: $input) {NOTED} }}"), false),
            (format!("mutation({create}) {{ cartCreate(input: $input) {NOTED} again: cartCreate(input: $input) {NOTED} }}"), true),
            ("mutation($id: ID!, $note: String!) { cartNoteUpdate(cartId: $id, note: $note) { cart { note } } }".to_owned(), true),
        ] {
            let limits = DocumentLimits { depth: 20, cost: 100_000, page: 100 };
            let document = Document::prepare(&schema, &text, limits).unwrap();
            let (_, plan) = document.operation(None).unwrap();
            let mut variables = Variables::from(variables());
            let plans = plan.unwrap();
            for field in plans.with(&variables.coerced).unwrap().roots() {
                let copied = field.arguments(&schema.schema, &self::variables()).unwrap().into_owned();
                let taken = field.root_arguments(&schema.schema, &mut variables).unwrap();
                assert_eq!(taken.coerced, copied, "{text}");
            }
            assert_eq!(variables.coerced.contains_key("input"), left, "{text}");
        }
    }
}
