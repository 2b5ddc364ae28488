//! Walks a plan: writes the answer directly as JSON, and the deferred parts into buffers of their own.

use super::roots::RootValues;
use super::{Run, field_error};
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::Name;
use apollo_compiler::response::{GraphQLError, ResponseDataPathSegment};
use std::fmt;
use std::io::Write;
use zkratka_commerce::money::Money;
use zkratka_graphql_engine::plan::{
    ArgumentError, DeferredPart, Plan, PlannedField, Selections, Shape,
};

/// The initial capacity of the answer's buffer, in bytes. Most answers fit.
const USUAL_BYTES: usize = 4096;

/// A non-null field has no value, so the object or list around it has none either.
struct NoValue;

/// Writes the answer: one JSON object, or, with deferred parts, the initial object and an object with all parts.
pub(super) fn answer(run: &Run<'_>, plan: &Plan, values: &RootValues) -> Vec<Vec<u8>> {
    let mut walk = Walk {
        run,
        out: Vec::with_capacity(USUAL_BYTES),
        path: Vec::new(),
        errors: Vec::new(),
        parts: Vec::new(),
    };
    walk.out.extend_from_slice(b"{\"data\":");
    let start = walk.mark();
    if walk.root(plan, values).is_err() {
        walk.nullify(start);
    }
    walk.close();
    if !plan.has_parts {
        walk.out.push(b'}');
        return vec![walk.out];
    }
    let parts = std::mem::take(&mut walk.parts);
    let has_next: &[u8] = if parts.is_empty() { b"false" } else { b"true" };
    walk.out.extend_from_slice(b",\"hasNext\":");
    walk.out.extend_from_slice(has_next);
    walk.out.push(b'}');
    let mut answers = vec![walk.out];
    if !parts.is_empty() {
        let mut last = b"{\"incremental\":[".to_vec();
        last.extend_from_slice(&parts.join(&b','));
        last.extend_from_slice(b"],\"hasNext\":false}");
        answers.push(last);
    }
    answers
}

/// Receives text that needs no JSON escapes.
struct Bytes<'o>(&'o mut Vec<u8>);

impl fmt::Write for Bytes<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// A position in the output, to which the walk can go back.
#[derive(Clone, Copy)]
struct Mark {
    bytes: usize,
    parts: usize,
}

/// A step of the path to a field. It is converted to the library's type only for errors and deferred parts.
#[derive(Clone, Copy)]
enum Step<'w> {
    Field(&'w Name),
    Item(usize),
}

impl From<Step<'_>> for ResponseDataPathSegment {
    fn from(step: Step<'_>) -> Self {
        match step {
            Step::Field(key) => Self::Field(key.clone()),
            Step::Item(position) => Self::ListIndex(position),
        }
    }
}

struct Walk<'w> {
    run: &'w Run<'w>,
    out: Vec<u8>,
    path: Vec<Step<'w>>,
    errors: Vec<GraphQLError>,
    /// The deferred parts, each as JSON.
    parts: Vec<Vec<u8>>,
}

/// Returns the value of an object's field.
type Resolve<'r, 'w, 'v> = &'r dyn Fn(&'w PlannedField) -> Result<Value<'v>, Fault>;

impl<'w> Walk<'w> {
    fn root(&mut self, plan: &'w Plan, values: &RootValues) -> Result<(), NoValue> {
        let shown = self.run.shown;
        self.object(&plan.root, &|field| {
            let value = values.get(&field.key)?;
            Ok(value.answer(shown))
        })
    }

    /// Writes an object with the values that `resolve` returns.
    fn object(
        &mut self,
        selections: &'w Selections,
        resolve: Resolve<'_, 'w, '_>,
    ) -> Result<(), NoValue> {
        self.out.push(b'{');
        for (position, field) in selections.fields.iter().enumerate() {
            if position > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_slice(field.json_key.as_bytes());
            if field.name == "__typename" {
                self.json(selections.of.as_str());
                continue;
            }
            let start = self.mark();
            self.path.push(Step::Field(&field.key));
            let written = match resolve(field) {
                Ok(value) => self.value(value, &field.shape, field),
                Err(fault) => Err(self.fault(fault, field)),
            };
            self.path.pop();
            written.or_else(|none| self.null_instead(none, start, &field.shape))?;
        }
        self.out.push(b'}');
        for part in &selections.deferred {
            self.part(part, resolve);
        }
        Ok(())
    }

    /// Writes a deferred part of an object.
    fn part(&mut self, part: &'w DeferredPart, resolve: Resolve<'_, 'w, '_>) {
        let before = std::mem::replace(&mut self.out, b"{\"data\":".to_vec());
        let errors = std::mem::take(&mut self.errors);
        let start = self.mark();
        if self.object(&part.selections, resolve).is_err() {
            self.nullify(start);
        }
        self.out.extend_from_slice(b",\"path\":");
        let path = self.path.iter().map(|&step| step.into());
        let path: Vec<ResponseDataPathSegment> = path.collect();
        self.json(&path);
        if let Some(label) = &part.label {
            self.out.extend_from_slice(b",\"label\":");
            self.json(label.as_str());
        }
        self.close();
        self.out.push(b'}');
        self.errors = errors;
        // Insert the part before the parts nested in it, which are already written.
        let written = std::mem::replace(&mut self.out, before);
        self.parts.insert(start.parts, written);
    }

    /// Writes the errors, if any.
    fn close(&mut self) {
        let errors = std::mem::take(&mut self.errors);
        if !errors.is_empty() {
            self.out.extend_from_slice(b",\"errors\":");
            self.json(&errors);
        }
    }

    fn value(
        &mut self,
        value: Value<'_>,
        shape: &'w Shape,
        field: &'w PlannedField,
    ) -> Result<(), NoValue> {
        match (value, &shape.item) {
            (Value::Null, _) if shape.non_null => {
                tracing::error!(field = field.name.as_str(), "a non-null field is null");
                return Err(self.fault(Fault(Fault::INTERNAL), field));
            }
            (Value::Null, _) => self.out.extend_from_slice(b"null"),
            (Value::List(items), Some(item)) => return self.list(items, item, field),
            (Value::Object(object), None) => return self.composite(&*object, field),
            (Value::Money(money), None) => return self.composite(&money, field),
            (Value::Boolean(value), None) => self.json(&value),
            (Value::Int(value), None) => self.json(&value),
            (Value::Float(value), None) => self.json(&value),
            (Value::Text(value), None) => self.json(&value),
            (Value::Decimal(money), None) => self.decimal(money),
            (Value::List(_), None) | (_, Some(_)) => {
                tracing::error!(
                    field = field.name.as_str(),
                    "a list field holds a single value, or the reverse"
                );
                return Err(self.fault(Fault(Fault::INTERNAL), field));
            }
        }
        Ok(())
    }

    fn composite(&mut self, object: &dyn Object, field: &'w PlannedField) -> Result<(), NoValue> {
        let Some(selections) = field.of(object.type_name()) else {
            tracing::error!(field = field.name.as_str(), "an object has the wrong type");
            return Err(self.fault(Fault(Fault::INTERNAL), field));
        };
        let run = self.run;
        self.object(selections, &|field| match field
            .arguments(&run.schema.schema, &run.variables.coerced)
        {
            Ok(arguments) => object.field(&field.name, &arguments),
            Err(ArgumentError) => Err(Fault(ArgumentError::MESSAGE)),
        })
    }

    fn list(
        &mut self,
        items: Vec<Value<'_>>,
        shape: &'w Shape,
        field: &'w PlannedField,
    ) -> Result<(), NoValue> {
        self.out.push(b'[');
        for (position, item) in items.into_iter().enumerate() {
            if position > 0 {
                self.out.push(b',');
            }
            let start = self.mark();
            self.path.push(Step::Item(position));
            let written = self.value(item, shape, field);
            self.path.pop();
            written.or_else(|none| self.null_instead(none, start, shape))?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// Writes null in place of a missing value if the field or list item may be null. Otherwise the object or list
    /// around it has no value either.
    fn null_instead(&mut self, none: NoValue, start: Mark, shape: &Shape) -> Result<(), NoValue> {
        if shape.non_null {
            return Err(none);
        }
        self.nullify(start);
        Ok(())
    }

    fn mark(&self) -> Mark {
        Mark {
            bytes: self.out.len(),
            parts: self.parts.len(),
        }
    }

    /// Discards everything written since `start`, including its deferred parts, and writes null.
    fn nullify(&mut self, start: Mark) {
        self.out.truncate(start.bytes);
        self.parts.truncate(start.parts);
        self.out.extend_from_slice(b"null");
    }

    fn fault(&mut self, fault: Fault, field: &PlannedField) -> NoValue {
        let path = self.path.iter().map(|&step| step.into()).collect();
        let error = field_error(self.run, fault, field.location, path);
        self.errors.push(error);
        NoValue
    }

    fn decimal(&mut self, money: Money) {
        self.out.push(b'"');
        // Writing into a vector cannot fail.
        let _complete = money.write_decimal(&mut Bytes(&mut self.out));
        self.out.push(b'"');
    }

    fn json(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        // Writing into a vector cannot fail, and every value here can be serialised.
        if serde_json::to_writer(&mut self.out, value).is_err() {
            let _complete = self.out.write_all(b"null");
        }
    }
}
