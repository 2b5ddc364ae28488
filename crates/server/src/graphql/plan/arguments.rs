//! Arguments: coerced when the document is prepared, or with the variables of each request.

use super::{Arguments, PlannedField};
use apollo_compiler::ast::{InputValueDefinition, Type, Value};
use apollo_compiler::executable::Field;
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::schema::ExtendedType;
use apollo_compiler::{Name, Node, Schema};
use std::borrow::Cow;

/// An argument whose value depends on variables.
pub(super) struct PlannedArgument {
    name: Name,
    ty: Node<InputValueDefinition>,
    /// None when it was left out of the document and has a default.
    written: Option<Node<Value>>,
}

/// An argument that cannot be coerced: only variables can bring that about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::graphql) struct BadArgument;

impl BadArgument {
    /// What the client reads.
    pub(in crate::graphql) const MESSAGE: &'static str =
        "an argument that must not be null is given by a variable that is null";
}

/// Lays out the arguments of a field.
pub(super) fn plan(schema: &Schema, field: &Field) -> Result<Arguments, BadArgument> {
    let definitions = &field.definition.arguments;
    let planned = definitions.iter().map(|definition| PlannedArgument {
        name: definition.name.clone(),
        ty: definition.clone(),
        written: written(field, &definition.name),
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
    pub(in crate::graphql) fn arguments(
        &self,
        schema: &Schema,
        variables: &JsonMap,
    ) -> Result<Cow<'_, JsonMap>, BadArgument> {
        match &self.arguments {
            Arguments::Fixed(arguments) => Ok(Cow::Borrowed(arguments)),
            Arguments::Open(planned) => coerce_all(schema, planned, variables).map(Cow::Owned),
        }
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
        if let Some(value) = coercion.input(&argument.ty, argument.written.as_deref())? {
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
