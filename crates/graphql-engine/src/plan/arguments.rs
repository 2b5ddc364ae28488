//! Arguments: coerced when the document is prepared, or with the variables of each request.

use super::straight::RootArguments;
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

/// An argument whose value depends on variables.
pub(super) struct PlannedArgument {
    name: Name,
    ty: Node<InputValueDefinition>,
    /// None when it was left out of the document and has a default.
    written: Option<Node<Value>>,
    /// Whether it is a variable that nothing else in the operation asks for.
    takes: bool,
}

/// An argument that cannot be coerced: only variables can bring that about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadArgument;

impl BadArgument {
    /// What the client reads.
    pub const MESSAGE: &'static str =
        "an argument that must not be null is given by a variable that is null";
}

/// Lays out the arguments of a field.
pub(super) fn plan(schema: &Schema, field: &Field) -> Result<Arguments, BadArgument> {
    let definitions = &field.definition.arguments;
    let planned = definitions.iter().map(|definition| PlannedArgument {
        name: definition.name.clone(),
        ty: definition.clone(),
        written: written(field, &definition.name),
        takes: false,
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
    /// Its arguments with these variables.
    pub fn arguments(
        &self,
        schema: &Schema,
        variables: &JsonMap,
    ) -> Result<Cow<'_, JsonMap>, BadArgument> {
        match &self.arguments {
            Arguments::Fixed(arguments) => Ok(Cow::Borrowed(arguments)),
            Arguments::Open(planned) => coerce_all(schema, planned, variables).map(Cow::Owned),
        }
    }

    /// The same for a root field, out of the variables where nothing else asks for them: a cart's lines are many.
    pub fn root_arguments<'b>(
        &'b self,
        schema: &Schema,
        variables: &mut Variables<'b>,
    ) -> Result<RootArguments<'b>, BadArgument> {
        let planned = match &self.arguments {
            Arguments::Fixed(arguments) => return Ok(arguments.clone().into()),
            Arguments::Open(planned) => planned,
        };
        let mut arguments = RootArguments::from(JsonMap::with_capacity(planned.len()));
        for argument in planned {
            let name = argument.name.as_str();
            if let Some(value) = argument.straight(variables) {
                arguments.straight.push((name, value));
                continue;
            }
            let value = if argument.takes {
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

    /// Whether it is the only one to use a variable, and the variable is all that one of its arguments is.
    pub(super) fn takes(&self, variable: &str) -> bool {
        let Arguments::Open(planned) = &self.arguments else {
            return false;
        };
        planned
            .iter()
            .any(|argument| argument.taken().is_some_and(|name| name == variable))
    }

    /// Notes which of its arguments may take their variables, when each is used so often in the operation.
    pub(super) fn take_variables(&mut self, uses: &HashMap<Name, usize>) {
        let Arguments::Open(planned) = &mut self.arguments else {
            return;
        };
        for argument in planned {
            // A default would be needed in place of what is left out.
            argument.takes = argument.ty.default_value.is_none()
                && matches!(argument.written.as_deref(), Some(Value::Variable(name)) if uses.get(name) == Some(&1));
        }
    }

    /// Counts the variables that its arguments use, and those of everything below.
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
    fn coerce(&self, coercion: &Coercion<'_>) -> Result<Option<JsonValue>, BadArgument> {
        coercion.input(&self.ty, self.written.as_deref())
    }

    /// The variable that it may take.
    fn taken(&self) -> Option<&Name> {
        match self.written.as_deref() {
            Some(Value::Variable(name)) if self.takes => Some(name),
            _ => None,
        }
    }

    fn straight<'b>(&self, variables: &Variables<'b>) -> Option<&'b RawValue> {
        let name = self.taken()?;
        let mut straight = variables.straight.iter();
        let (_, value) = straight.find(|(known, _)| known == name)?;
        Some(value)
    }

    fn take(&self, variables: &mut JsonMap) -> Result<Option<JsonValue>, BadArgument> {
        let given = self
            .taken()
            .and_then(|name| variables.remove(name.as_str()));
        let missing = given.as_ref().is_none_or(JsonValue::is_null);
        if missing && self.ty.ty.is_non_null() {
            return Err(BadArgument);
        }
        Ok(given)
    }
}

/// The variables that an operation's own directives use, and how often.
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
) -> Result<JsonMap, BadArgument> {
    let mut arguments = JsonMap::with_capacity(planned.len());
    let coercion = Coercion { schema, variables };
    for argument in planned {
        if let Some(value) = argument.coerce(&coercion)? {
            arguments.insert(argument.name.as_str(), value);
        }
    }
    Ok(arguments)
}

/// Values as GraphQL coerces them. Validation has made sure that types fit; only null can still be wrong.
struct Coercion<'c> {
    schema: &'c Schema,
    variables: &'c JsonMap,
}

impl Coercion<'_> {
    /// An argument or an input field: given, or left out and perhaps with a default.
    fn input(
        &self,
        definition: &InputValueDefinition,
        written: Option<&Value>,
    ) -> Result<Option<JsonValue>, BadArgument> {
        let given = match written {
            Some(written) => self.value(&definition.ty, written)?,
            None => None,
        };
        if given.is_some() {
            return Ok(given);
        }
        match definition.default_value.as_deref() {
            Some(default) => self.value(&definition.ty, default),
            None if definition.ty.is_non_null() => Err(BadArgument),
            None => Ok(None),
        }
    }

    /// None for a variable that was left out: then what it stands for is left out too.
    fn value(&self, ty: &Type, written: &Value) -> Result<Option<JsonValue>, BadArgument> {
        if let Value::Variable(name) = written {
            let given = self.variables.get(name.as_str());
            if ty.is_non_null() && given.is_some_and(JsonValue::is_null) {
                return Err(BadArgument);
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
        // What is beyond JSON's numbers is beyond every use the schema has for it.
        Ok(Some(literal(written).unwrap_or(JsonValue::Null)))
    }

    /// A single value stands for a list of one.
    fn list(&self, item: &Type, written: &Value) -> Result<JsonValue, BadArgument> {
        let items = match written {
            Value::List(items) => items.iter().map(AsRef::as_ref).collect(),
            single => vec![single],
        };
        let mut list = Vec::with_capacity(items.len());
        for written in items {
            match self.value(item, written)? {
                Some(value) => list.push(value),
                None if item.is_non_null() => return Err(BadArgument),
                None => list.push(JsonValue::Null),
            }
        }
        Ok(JsonValue::Array(list))
    }
}

/// A value that is written out, as JSON; none where a number is beyond JSON's.
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

    /// [7.02] A variable that only one field of the root asks for is taken, any other is copied: all get the same.
    #[test]
    fn what_nothing_else_asks_for_is_taken() {
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
