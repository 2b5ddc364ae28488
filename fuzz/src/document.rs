//! GraphQL documents by the schema: nearly all of them valid, so that they get as far as the rules and the store.

mod value;

use apollo_compiler::Schema;
use apollo_compiler::schema::{Component, ExtendedType, FieldDefinition};
use apollo_compiler::validation::Valid;
use arbitrary::{Result, Unstructured};
use serde_json::{Map, Value, json};
use std::fmt::Write as _;
use std::sync::OnceLock;
use value::Given;
pub use value::Names;

const SDL: &str = include_str!("../../crates/server/src/api_schema.graphql");

/// Selections within each other at most: a little more than the shop allows.
const DEEPEST: usize = 9;

fn schema() -> &'static Valid<Schema> {
    static SCHEMA: OnceLock<Valid<Schema>> = OnceLock::new();
    SCHEMA.get_or_init(|| Schema::parse_and_validate(SDL, "api_schema.graphql").unwrap())
}

/// A request body: a document, its variables.
pub fn body(bytes: &mut Unstructured<'_>, names: &Names<'_>) -> Result<Vec<u8>> {
    let mut writer = Writer {
        bytes,
        names,
        text: String::new(),
        declared: String::new(),
        variables: Map::new(),
        aliases: 0,
    };
    let head = writer.operation()?;
    let declared = match writer.declared.as_str() {
        "" => String::new(),
        declared => format!("({declared})"),
    };
    let query = format!("{head} {declared} {}", writer.text);
    Ok(json!({ "query": query, "variables": writer.variables })
        .to_string()
        .into_bytes())
}

struct Writer<'w, 'b> {
    bytes: &'w mut Unstructured<'b>,
    names: &'w Names<'w>,
    text: String,
    declared: String,
    variables: Map<String, Value>,
    aliases: u32,
}

impl Writer<'_, '_> {
    fn operation(&mut self) -> Result<&'static str> {
        let (head, root) = if self.bytes.ratio(2, 3)? {
            ("mutation", "Mutation")
        } else {
            ("query", "QueryRoot")
        };
        let ExtendedType::Object(root) = &schema().types[root] else {
            unreachable!("roots are objects");
        };
        let fields: Vec<_> = root.fields.values().collect();
        self.text.push_str("{ ");
        for _ in 0..self.bytes.int_in_range(1..=3)? {
            let field = *self.bytes.choose(&fields)?;
            self.field(field, DEEPEST)?;
        }
        self.text.push_str("__typename }");
        Ok(head)
    }

    fn field(&mut self, field: &Component<FieldDefinition>, depth: usize) -> Result<()> {
        let kind = field.ty.inner_named_type();
        let kind = &schema().types[kind];
        let composite = !(kind.is_scalar() || kind.is_enum());
        if composite && depth == 0 {
            return Ok(());
        }
        // Fields of one name must have the same arguments, so those with any get a name of their own.
        if !field.arguments.is_empty() || self.bytes.ratio(1, 12)? {
            self.aliases += 1;
            let _ = write!(self.text, "a{}: ", self.aliases);
        }
        self.text.push_str(&field.name);
        self.arguments(field)?;
        self.condition()?;
        if composite {
            self.selections(kind, depth - 1)?;
        }
        self.text.push(' ');
        Ok(())
    }

    fn arguments(&mut self, field: &FieldDefinition) -> Result<()> {
        let mut given = Vec::new();
        for argument in &field.arguments {
            let optional = !argument.ty.is_non_null() || argument.default_value.is_some();
            if optional && self.bytes.ratio(1, 2)? {
                continue;
            }
            let value = Given::of(
                &argument.ty,
                &argument.name,
                schema(),
                self.names,
                self.bytes,
            )?;
            let literal = if self.bytes.ratio(1, 4)? {
                self.declare(&argument.ty.to_string(), value.json())
            } else {
                value.literal()
            };
            given.push(format!("{}: {literal}", argument.name));
        }
        if !given.is_empty() {
            let _ = write!(self.text, "({})", given.join(", "));
        }
        Ok(())
    }

    /// A new variable of this type and value; how it is used.
    fn declare(&mut self, kind: &str, value: Value) -> String {
        let name = format!("v{}", self.variables.len());
        let _ = write!(self.declared, "${name}: {kind} ");
        self.variables.insert(name.clone(), value);
        format!("${name}")
    }

    fn condition(&mut self) -> Result<()> {
        if self.bytes.ratio(11, 12)? {
            return Ok(());
        }
        let name = *self.bytes.choose(&["include", "skip"])?;
        let value = self.bytes.arbitrary::<bool>()?;
        let value = if self.bytes.ratio(1, 2)? {
            self.declare("Boolean!", json!(value))
        } else {
            value.to_string()
        };
        let _ = write!(self.text, " @{name}(if: {value}) ");
        Ok(())
    }

    fn selections(&mut self, kind: &ExtendedType, depth: usize) -> Result<()> {
        self.text.push_str(" { __typename ");
        match kind {
            ExtendedType::Object(object) => {
                let fields: Vec<_> = object.fields.values().collect();
                self.some_fields(&fields, depth)?;
                if self.bytes.ratio(1, 12)? {
                    self.text.push_str("... @defer { __typename ");
                    self.some_fields(&fields, depth)?;
                    self.text.push_str("} ");
                }
            }
            ExtendedType::Interface(interface) => {
                let fields: Vec<_> = interface.fields.values().collect();
                self.some_fields(&fields, depth)?;
            }
            ExtendedType::Union(union) => {
                for member in &union.members {
                    if depth > 0 && self.bytes.ratio(1, 2)? {
                        let _ = write!(self.text, "... on {} ", member.as_str());
                        self.selections(&schema().types[member.as_str()], depth - 1)?;
                    }
                }
            }
            _ => {}
        }
        self.text.push_str("} ");
        Ok(())
    }

    fn some_fields(&mut self, fields: &[&Component<FieldDefinition>], depth: usize) -> Result<()> {
        for _ in 0..self.bytes.int_in_range(0..=4)? {
            let field = *self.bytes.choose(fields)?;
            self.field(field, depth)?;
        }
        Ok(())
    }
}
