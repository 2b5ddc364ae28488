//! Schemas of bodies: the possible values of each member, and PayPal's refusals of others. As in PayPal's schemas,
//! unknown members are allowed.

use super::refusal::Refusal;
use serde_json::Value;

pub(super) type CheckResult<T = ()> = Result<T, Refusal>;

pub(super) enum Schema {
    Text(Text),
    OneOf(&'static [&'static str]),
    Flag,
    Object(&'static [Member]),
    List {
        least: usize,
        most: usize,
        of: &'static Self,
    },
}

/// The length is in characters.
pub(super) struct Text {
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) fits: fn(&str) -> bool,
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) schema: Schema,
}

pub(super) const fn required(name: &'static str, schema: Schema) -> Member {
    Member {
        name,
        required: true,
        schema,
    }
}

pub(super) const fn optional(name: &'static str, schema: Schema) -> Member {
    Member {
        name,
        required: false,
        schema,
    }
}

pub(super) const fn text(least: usize, most: usize) -> Schema {
    written(least, most, |_| true)
}

/// A text in a certain format.
pub(super) const fn written(least: usize, most: usize, fits: fn(&str) -> bool) -> Schema {
    Schema::Text(Text { least, most, fits })
}

/// Refuses a value that does not match the schema. `at` is the value's path in the body.
pub(super) fn conform(value: &Value, schema: &Schema, at: &str) -> CheckResult {
    let syntax = || invalid(at, "INVALID_PARAMETER_SYNTAX");
    match schema {
        Schema::Text(text) => text.conform(value.as_str().ok_or_else(syntax)?, at),
        Schema::OneOf(known) => {
            let named = value.as_str().ok_or_else(syntax)?;
            let is_known = known.contains(&named).then_some(());
            is_known.ok_or_else(|| invalid(at, "INVALID_PARAMETER_VALUE"))
        }
        Schema::Flag => value.is_boolean().then_some(()).ok_or_else(syntax),
        Schema::Object(members) => {
            if !value.is_object() {
                return Err(syntax());
            }
            members.iter().try_for_each(|it| it.conform(value, at))
        }
        Schema::List { least, most, of } => {
            let items = value.as_array().ok_or_else(syntax)?;
            if items.len() < *least {
                return Err(invalid(at, "INVALID_ARRAY_MIN_ITEMS"));
            }
            if items.len() > *most {
                return Err(invalid(at, "INVALID_ARRAY_MAX_ITEMS"));
            }
            let mut items = items.iter().enumerate();
            items.try_for_each(|(index, item)| conform(item, of, &format!("{at}/{index}")))
        }
    }
}

impl Text {
    fn conform(&self, text: &str, at: &str) -> CheckResult {
        if !(self.least..=self.most).contains(&text.chars().count()) {
            return Err(invalid(at, "INVALID_STRING_LENGTH"));
        }
        let is_written_so = (self.fits)(text).then_some(());
        is_written_so.ok_or_else(|| invalid(at, "INVALID_PARAMETER_SYNTAX"))
    }
}

impl Member {
    fn conform(&self, object: &Value, at: &str) -> CheckResult {
        let at = format!("{at}/{}", self.name);
        match &object[self.name] {
            Value::Null if self.required => Err(missing(&at)),
            Value::Null => Ok(()),
            value => conform(value, &self.schema, &at),
        }
    }
}

pub(super) fn missing(field: &str) -> Refusal {
    invalid(field, "MISSING_REQUIRED_PARAMETER")
}

pub(super) fn invalid(field: &str, issue: &str) -> Refusal {
    Refusal::schema(issue, field)
}
