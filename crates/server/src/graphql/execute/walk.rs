//! The walk of a plan: writes the answer as it goes.

use super::roots::RootValues;
use super::{Run, field_error};
use crate::graphql::plan::{BadArgument, Plan, PlannedField, Shape};
use crate::graphql::value::{Fault, Object, Value};
use apollo_compiler::Name;
use apollo_compiler::response::{GraphQLError, ResponseDataPathSegment};
use std::io::Write;

/// What most answers need.
const USUAL_BYTES: usize = 4096;

/// A field that must not be null has no value: so neither has what it stands in.
struct NoValue;

/// Answers the operation.
pub(super) fn answer(run: &Run<'_>, plan: &Plan, values: &RootValues) -> Vec<u8> {
    let mut walk = Walk {
        run,
        out: Vec::with_capacity(USUAL_BYTES),
        path: Vec::new(),
        errors: Vec::new(),
    };
    walk.out.extend_from_slice(b"{\"data\":");
    let start = walk.out.len();
    if walk.root(plan, values).is_err() {
        walk.nullify(start);
    }
    if !walk.errors.is_empty() {
        walk.out.extend_from_slice(b",\"errors\":");
        let errors = std::mem::take(&mut walk.errors);
        walk.json(&errors);
    }
    walk.out.push(b'}');
    walk.out
}

/// A step of the way to a field; only errors need it in the library's words.
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
}

impl<'w> Walk<'w> {
    fn root(&mut self, plan: &'w Plan, values: &RootValues) -> Result<(), NoValue> {
        let app = self.run.app;
        self.object(&plan.root_type, &plan.roots, |field| {
            let value = values.get(&field.key)?;
            Ok(value.answer(app))
        })
    }

    /// Writes an object: each field as `resolve` says.
    fn object<'v>(
        &mut self,
        type_name: &str,
        fields: &'w [PlannedField],
        resolve: impl Fn(&'w PlannedField) -> Result<Value<'v>, Fault>,
    ) -> Result<(), NoValue> {
        self.out.push(b'{');
        for (position, field) in fields.iter().enumerate() {
            if position > 0 {
                self.out.push(b',');
            }
            self.out.extend_from_slice(field.json_key.as_bytes());
            if field.name == "__typename" {
                self.json(&type_name);
                continue;
            }
            let start = self.out.len();
            self.path.push(Step::Field(&field.key));
            let written = match resolve(field) {
                Ok(value) => self.value(value, &field.shape, field),
                Err(fault) => Err(self.fault(fault, field)),
            };
            self.path.pop();
            written.or_else(|none| self.null_instead(none, start, &field.shape))?;
        }
        self.out.push(b'}');
        Ok(())
    }

    fn value(
        &mut self,
        value: Value<'_>,
        shape: &'w Shape,
        field: &'w PlannedField,
    ) -> Result<(), NoValue> {
        match (value, &shape.item) {
            (Value::Null, _) if shape.non_null => {
                tracing::error!(
                    field = field.name.as_str(),
                    "a field must not be null, but is"
                );
                return Err(self.fault(Fault(Fault::INTERNAL), field));
            }
            (Value::Null, _) => self.out.extend_from_slice(b"null"),
            (Value::List(items), Some(item)) => return self.list(items, item, field),
            (Value::Object(object), None) => return self.composite(&*object, field),
            (Value::Boolean(value), None) => self.json(&value),
            (Value::Int(value), None) => self.json(&value),
            (Value::Float(value), None) => self.json(&value),
            (Value::Text(value), None) => self.json(&value),
            (Value::List(_), None) | (_, Some(_)) => {
                tracing::error!(
                    field = field.name.as_str(),
                    "a list is none, or the reverse"
                );
                return Err(self.fault(Fault(Fault::INTERNAL), field));
            }
        }
        Ok(())
    }

    fn composite(&mut self, object: &dyn Object, field: &'w PlannedField) -> Result<(), NoValue> {
        let Some(fields) = field.of(object.type_name()) else {
            tracing::error!(field = field.name.as_str(), "an object is of another type");
            return Err(self.fault(Fault(Fault::INTERNAL), field));
        };
        let run = self.run;
        self.object(object.type_name(), fields, |field| {
            match field.arguments(&run.schema.schema, &run.variables) {
                Ok(arguments) => object.field(&field.name, &arguments),
                Err(BadArgument) => Err(Fault(BadArgument::MESSAGE)),
            }
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
            let start = self.out.len();
            self.path.push(Step::Item(position));
            let written = self.value(item, shape, field);
            self.path.pop();
            written.or_else(|none| self.null_instead(none, start, shape))?;
        }
        self.out.push(b']');
        Ok(())
    }

    /// What has no value is null, where it may be; otherwise what it stands in has none either.
    fn null_instead(&mut self, none: NoValue, start: usize, shape: &Shape) -> Result<(), NoValue> {
        if shape.non_null {
            return Err(none);
        }
        self.nullify(start);
        Ok(())
    }

    fn nullify(&mut self, start: usize) {
        self.out.truncate(start);
        self.out.extend_from_slice(b"null");
    }

    fn fault(&mut self, fault: Fault, field: &PlannedField) -> NoValue {
        let path = self.path.iter().map(|&step| step.into()).collect();
        let error = field_error(self.run, fault, field.location, path);
        self.errors.push(error);
        NoValue
    }

    fn json(&mut self, value: &(impl serde::Serialize + ?Sized)) {
        // A vector takes everything, and everything written here can be.
        if serde_json::to_writer(&mut self.out, value).is_err() {
            let _complete = self.out.write_all(b"null");
        }
    }
}
