//! Restores the difference between an input field that is left out and one that is null.
//!
//! A field that is null is emptied. A field that is left out stays as it is. If a variable is left out, the executor
//! passes null for the input field that uses it. This module removes that null again.

use apollo_compiler::executable::{Field, Value};
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::validation::Valid;

/// The arguments of a field, without the input fields whose variable was left out.
pub(super) fn given(field: &Field, coerced: &JsonMap, variables: &Valid<JsonMap>) -> JsonMap {
    let mut arguments = coerced.clone();
    for argument in &field.arguments {
        if let Some(value) = arguments.get_mut(argument.name.as_str()) {
            prune(value, &argument.value, variables);
        }
    }
    arguments
}

fn prune(coerced: &mut JsonValue, written: &Value, variables: &Valid<JsonMap>) {
    match (coerced, written) {
        (JsonValue::Object(fields), Value::Object(written)) => {
            for (name, value) in written {
                if is_left_out(value, variables) {
                    fields.remove(name.as_str());
                } else if let Some(field) = fields.get_mut(name.as_str()) {
                    prune(field, value, variables);
                }
            }
        }
        (JsonValue::Array(items), Value::List(written)) => {
            for (item, value) in items.iter_mut().zip(written) {
                prune(item, value, variables);
            }
        }
        // GraphQL accepts a single value in place of a list of one.
        (JsonValue::Array(items), written) => {
            if let [item] = items.as_mut_slice() {
                prune(item, written, variables);
            }
        }
        _ => {}
    }
}

fn is_left_out(value: &Value, variables: &Valid<JsonMap>) -> bool {
    matches!(value, Value::Variable(name) if !variables.contains_key(name.as_str()))
}
