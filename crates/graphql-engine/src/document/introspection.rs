//! Limits the size of an introspection's response. The schema is known, so the size is counted, not estimated: every
//! list at its true length, in bytes, up to the limit.

use super::Rejection;
use crate::ApiSchema;
use apollo_compiler::ast::{DirectiveDefinition, FieldDefinition, InputValueDefinition, Type};
use apollo_compiler::executable::{Field, Operation, Selection, SelectionSet, Value};
use apollo_compiler::schema::{EnumValueDefinition, ExtendedType};
use apollo_compiler::{ExecutableDocument, Name, Node};

/// Largest response: a few times the complete schema, which tools request at once.
const MAX_BYTES: usize = 1024 * 1024;
/// Overhead of a field: quotes, colon, comma or brackets, and a short value.
const AROUND: usize = 8;

/// Refuses an operation whose introspection has too large a response.
pub(super) fn check(
    schema: &ApiSchema,
    document: &ExecutableDocument,
    operation: &Operation,
) -> Result<(), Rejection> {
    let mut counter = Counter {
        schema,
        document,
        left: MAX_BYTES,
    };
    counter
        .fields(&operation.selection_set, Place::Root)
        .map_err(|LimitExceeded| {
            let message = format!("the introspection answer has more than {MAX_BYTES} bytes");
            Rejection::of(&message, "MAX_COST_EXCEEDED")
        })
}

/// The response exceeds [`MAX_BYTES`].
struct LimitExceeded;

/// A position in the introspection's response.
#[derive(Clone, Copy)]
enum Place<'s> {
    Root,
    Schema,
    Type(&'s ExtendedType),
    /// A named type with this many lists and non-nulls around it.
    Wrapped(usize, &'s Name),
    Field(&'s FieldDefinition),
    Input(&'s InputValueDefinition),
    Value(&'s EnumValueDefinition),
    Directive(&'s DirectiveDefinition),
}

struct Counter<'s> {
    schema: &'s ApiSchema,
    document: &'s ExecutableDocument,
    left: usize,
}

impl<'s> Counter<'s> {
    fn fields(&mut self, set: &'s SelectionSet, at: Place<'s>) -> Result<(), LimitExceeded> {
        for selection in &set.selections {
            match selection {
                Selection::Field(field) => self.field(field, at)?,
                Selection::InlineFragment(fragment) => self.fields(&fragment.selection_set, at)?,
                Selection::FragmentSpread(spread) => {
                    if let Some(fragment) = self.document.fragments.get(&spread.fragment_name) {
                        self.fields(&fragment.selection_set, at)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, field: &'s Field, at: Place<'s>) -> Result<(), LimitExceeded> {
        if field.selection_set.selections.is_empty() {
            return self.spend(field, text(&field.name, at));
        }
        self.spend(field, 0)?;
        match at {
            Place::Root => self.root(field),
            Place::Schema => self.of_schema(field),
            Place::Type(definition) => self.of_type(field, definition),
            Place::Wrapped(depth, name) if field.name == "ofType" => {
                self.reference(field, depth - 1, name)
            }
            Place::Field(definition) => match field.name.as_str() {
                "args" => self.inputs(field, &definition.arguments),
                _ => self.ty(field, &definition.ty),
            },
            Place::Input(definition) => self.ty(field, &definition.ty),
            Place::Directive(definition) => self.inputs(field, &definition.arguments),
            Place::Wrapped(..) | Place::Value(_) => Ok(()),
        }
    }

    fn root(&mut self, field: &'s Field) -> Result<(), LimitExceeded> {
        match field.name.as_str() {
            "__schema" => self.fields(&field.selection_set, Place::Schema),
            "__type" => match field.specified_argument_by_name("name").map(AsRef::as_ref) {
                Some(Value::String(name)) => self.named(field, name),
                // A variable can name any type: assume the largest.
                _ => self.greatest(field),
            },
            // `query_cost` counts all other fields.
            _ => Ok(()),
        }
    }

    fn of_schema(&mut self, field: &'s Field) -> Result<(), LimitExceeded> {
        let schema = &self.schema.schema;
        let definition = &schema.schema_definition;
        let operation = match field.name.as_str() {
            "types" => {
                let types = schema.types.values();
                return self.each(field, types.map(Place::Type));
            }
            "directives" => {
                let directives = schema.directive_definitions.values();
                return self.each(field, directives.map(|one| Place::Directive(one)));
            }
            "mutationType" => &definition.mutation,
            "subscriptionType" => &definition.subscription,
            _ => &definition.query,
        };
        match operation {
            Some(name) => self.named(field, name),
            None => Ok(()),
        }
    }

    fn of_type(
        &mut self,
        field: &'s Field,
        definition: &'s ExtendedType,
    ) -> Result<(), LimitExceeded> {
        match (field.name.as_str(), definition) {
            ("fields", ExtendedType::Object(of)) => {
                self.each(field, of.fields.values().map(|one| Place::Field(one)))
            }
            ("fields", ExtendedType::Interface(of)) => {
                self.each(field, of.fields.values().map(|one| Place::Field(one)))
            }
            ("inputFields", ExtendedType::InputObject(of)) => {
                self.each(field, of.fields.values().map(|one| Place::Input(one)))
            }
            ("enumValues", ExtendedType::Enum(of)) => {
                self.each(field, of.values.values().map(|one| Place::Value(one)))
            }
            ("interfaces", ExtendedType::Object(of)) => {
                self.all(field, of.implements_interfaces.iter().map(|one| &one.name))
            }
            ("interfaces", ExtendedType::Interface(of)) => {
                self.all(field, of.implements_interfaces.iter().map(|one| &one.name))
            }
            ("possibleTypes", ExtendedType::Union(of)) => {
                self.all(field, of.members.iter().map(|one| &one.name))
            }
            ("possibleTypes", ExtendedType::Interface(of)) => {
                let implementers = self.schema.implementers.get(&of.name);
                let objects = implementers.into_iter().flat_map(|all| &all.objects);
                self.all(field, objects)
            }
            _ => Ok(()),
        }
    }

    /// An upper bound of every type: the largest part of each kind, together.
    fn greatest(&mut self, field: &'s Field) -> Result<(), LimitExceeded> {
        let types = || self.schema.schema.types.values();
        let members = |kind: fn(&ExtendedType) -> usize| types().max_by_key(|one| kind(one));
        let greatest = [
            members(|one| match one {
                ExtendedType::Object(of) => of.fields.len(),
                ExtendedType::Interface(of) => of.fields.len(),
                _ => 0,
            }),
            members(|one| match one {
                ExtendedType::InputObject(of) => of.fields.len(),
                _ => 0,
            }),
            members(|one| match one {
                ExtendedType::Enum(of) => of.values.len(),
                _ => 0,
            }),
        ];
        self.each(field, greatest.into_iter().flatten().map(Place::Type))
    }

    fn inputs(
        &mut self,
        field: &'s Field,
        inputs: &'s [Node<InputValueDefinition>],
    ) -> Result<(), LimitExceeded> {
        self.each(field, inputs.iter().map(|one| Place::Input(one)))
    }

    fn ty(&mut self, field: &'s Field, ty: &'s Type) -> Result<(), LimitExceeded> {
        self.reference(field, wrappers(ty), ty.inner_named_type())
    }

    fn reference(
        &mut self,
        field: &'s Field,
        depth: usize,
        name: &'s Name,
    ) -> Result<(), LimitExceeded> {
        if depth == 0 {
            return self.named(field, name);
        }
        self.fields(&field.selection_set, Place::Wrapped(depth, name))
    }

    fn all(
        &mut self,
        field: &'s Field,
        names: impl Iterator<Item = &'s Name>,
    ) -> Result<(), LimitExceeded> {
        for name in names {
            self.named(field, name)?;
        }
        Ok(())
    }

    fn named(&mut self, field: &'s Field, name: &str) -> Result<(), LimitExceeded> {
        match self.schema.schema.types.get(name) {
            Some(definition) => self.fields(&field.selection_set, Place::Type(definition)),
            None => Ok(()),
        }
    }

    fn each(
        &mut self,
        field: &'s Field,
        places: impl Iterator<Item = Place<'s>>,
    ) -> Result<(), LimitExceeded> {
        for place in places {
            self.fields(&field.selection_set, place)?;
        }
        Ok(())
    }

    fn spend(&mut self, field: &Field, value: usize) -> Result<(), LimitExceeded> {
        let bytes = field.response_key().len() + AROUND + value;
        self.left = self.left.checked_sub(bytes).ok_or(LimitExceeded)?;
        Ok(())
    }
}

/// Number of lists and non-nulls around a type's name.
fn wrappers(ty: &Type) -> usize {
    match ty {
        Type::Named(_) => 0,
        Type::NonNullNamed(_) => 1,
        Type::List(inner) => 1 + wrappers(inner),
        Type::NonNullList(inner) => 2 + wrappers(inner),
    }
}

/// Bytes of a text, for the fields whose text can be long.
fn text(field: &Name, at: Place<'_>) -> usize {
    let (name, description) = match at {
        Place::Type(one) => (one.name(), one.description()),
        Place::Field(one) => (&one.name, one.description.as_ref()),
        Place::Input(one) => (&one.name, one.description.as_ref()),
        Place::Value(one) => (&one.value, one.description.as_ref()),
        Place::Directive(one) => (&one.name, one.description.as_ref()),
        Place::Root | Place::Schema | Place::Wrapped(..) => return 0,
    };
    match field.as_str() {
        "name" => name.len(),
        "description" => description.map_or(0, |text| text.len()),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(text: &str) -> usize {
        let schema = crate::test_schema::api();
        let document =
            ExecutableDocument::parse_and_validate(&schema.schema, text, "test").unwrap();
        let mut counter = Counter {
            schema: &schema,
            document: &document,
            left: usize::MAX,
        };
        let operation = document.operations.get(None).unwrap();
        let answered = counter.fields(&operation.selection_set, Place::Root);
        assert!(answered.is_ok());
        usize::MAX - counter.left
    }

    #[test]
    fn lists_count_at_their_true_length() {
        let one = answers("{ __type(name: \"MoneyV2\") { name } }");
        let fields = answers("{ __type(name: \"MoneyV2\") { fields { name } } }");
        assert!(fields > one);
        let countries = answers("{ __type(name: \"CountryCode\") { enumValues { name } } }");
        assert!(countries > 200 * (4 + AROUND), "{countries}");
        let any = answers("query ($name: String!) { __type(name: $name) { enumValues { name } } }");
        assert!(any >= countries);
        assert!(
            answers("{ __schema { types { fields { type { ofType { fields { name } } } } } } }")
                > 10 * fields
        );
    }
}
