//! The form of a body: what each of its members may be, and how PayPal refuses what is not of it. A member that a form
//! does not name is let pass: PayPal's schemas forbid none.

use super::refusal::Refusal;
use serde_json::Value;

pub(super) type Checked<T = ()> = Result<T, Refusal>;

/// What a value may be.
pub(super) enum Form {
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

/// A text: how long, in characters, and how written.
pub(super) struct Text {
    pub(super) least: usize,
    pub(super) most: usize,
    pub(super) fits: fn(&str) -> bool,
}

/// A member of an object.
pub(super) struct Member {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) form: Form,
}

pub(super) const fn required(name: &'static str, form: Form) -> Member {
    Member {
        name,
        required: true,
        form,
    }
}

pub(super) const fn optional(name: &'static str, form: Form) -> Member {
    Member {
        name,
        required: false,
        form,
    }
}

/// Any text of these lengths.
pub(super) const fn text(least: usize, most: usize) -> Form {
    written(least, most, |_| true)
}

/// A text of these lengths that is written in a certain way.
pub(super) const fn written(least: usize, most: usize, fits: fn(&str) -> bool) -> Form {
    Form::Text(Text { least, most, fits })
}

/// Refuses a value that is not of this form. `at` is the value's place in the body.
pub(super) fn conform(value: &Value, form: &Form, at: &str) -> Checked {
    let syntax = || invalid(at, "INVALID_PARAMETER_SYNTAX");
    match form {
        Form::Text(text) => text.conform(value.as_str().ok_or_else(syntax)?, at),
        Form::OneOf(known) => {
            let named = value.as_str().ok_or_else(syntax)?;
            let is_known = known.contains(&named).then_some(());
            is_known.ok_or_else(|| invalid(at, "INVALID_PARAMETER_VALUE"))
        }
        Form::Flag => value.is_boolean().then_some(()).ok_or_else(syntax),
        Form::Object(members) => {
            if !value.is_object() {
                return Err(syntax());
            }
            members.iter().try_for_each(|it| it.conform(value, at))
        }
        Form::List { least, most, of } => {
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
    fn conform(&self, text: &str, at: &str) -> Checked {
        if !(self.least..=self.most).contains(&text.chars().count()) {
            return Err(invalid(at, "INVALID_STRING_LENGTH"));
        }
        let is_written_so = (self.fits)(text).then_some(());
        is_written_so.ok_or_else(|| invalid(at, "INVALID_PARAMETER_SYNTAX"))
    }
}

impl Member {
    fn conform(&self, object: &Value, at: &str) -> Checked {
        let at = format!("{at}/{}", self.name);
        match &object[self.name] {
            Value::Null if self.required => Err(missing(&at)),
            Value::Null => Ok(()),
            value => conform(value, &self.form, &at),
        }
    }
}

pub(super) fn missing(field: &str) -> Refusal {
    invalid(field, "MISSING_REQUIRED_PARAMETER")
}

pub(super) fn invalid(field: &str, issue: &str) -> Refusal {
    Refusal::form(issue, field)
}
