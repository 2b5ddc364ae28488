//! Reads answers in parts, and merges them.

use serde_json::Value;
use std::collections::HashSet;

/// The initial part and the deferred parts, without `hasNext`, whose value is checked.
pub(super) fn read(parts: &[Vec<u8>]) -> (Value, Vec<Value>) {
    let parts = parts.iter();
    let mut parts: Vec<Value> = parts
        .map(|part| serde_json::from_slice(part).unwrap())
        .collect();
    let last = parts.len() - 1;
    for (place, part) in parts.iter_mut().enumerate() {
        let has_next = part.as_object_mut().unwrap().remove("hasNext");
        if let Some(has_next) = has_next.or((last > 0).then_some(Value::Null)) {
            assert_eq!(has_next, place < last, "{part}");
        }
    }
    let later = parts.split_off(1);
    let later = later
        .iter()
        .flat_map(|part| part["incremental"].as_array().unwrap());
    let later = later.cloned().collect();
    (parts.remove(0), later)
}

/// Merges the deferred parts into the initial part.
pub(super) fn together(first: &Value, later: &[Value]) -> Value {
    let mut whole = first.clone();
    for later in later {
        let path = path(later);
        let place = whole["data"].pointer_mut(&path);
        let place = place.filter(|place| place.is_object());
        merge(
            place.unwrap_or_else(|| panic!("nothing is there for {later}")),
            &later["data"],
        );
    }
    whole
}

/// The path of a part or an error, as a JSON pointer.
fn path(of: &Value) -> String {
    let steps = of["path"].as_array().unwrap().iter();
    let step = |step: &Value| match step.as_str() {
        Some(name) => format!("/{name}"),
        None => format!("/{step}"),
    };
    steps.map(step).collect()
}

/// The errors of a part or an answer.
pub(super) fn errors(of: &Value) -> &[Value] {
    of["errors"].as_array().map_or(&[], Vec::as_slice)
}

/// Compares the parts of one label with the library's answer to the document without that `@defer`. Together with
/// `first`, the parts must give the same data and the same errors. `first` must have no errors. If a part has no data,
/// the library's answer must have none there either.
pub(super) fn compare(first: &Value, parts: &[Value], theirs: &Value) {
    let empty = parts.iter().find(|part| part["data"].is_null());
    if let Some(part) = empty {
        let there = theirs["data"].pointer(&path(part));
        assert!(there.is_none_or(Value::is_null), "{part} of {theirs}");
        return;
    }
    assert_eq!(together(first, parts)["data"], theirs["data"]);
    let ours: HashSet<String> = parts
        .iter()
        .flat_map(errors)
        .map(Value::to_string)
        .collect();
    let theirs = errors(theirs).iter().map(Value::to_string).collect();
    assert_eq!(ours, theirs);
}

fn merge(into: &mut Value, from: &Value) {
    match (into, from) {
        (Value::Object(into), Value::Object(from)) => {
            for (name, value) in from {
                merge(into.entry(name.as_str()).or_insert(Value::Null), value);
            }
        }
        (Value::Array(into), Value::Array(from)) if into.len() == from.len() => {
            into.iter_mut()
                .zip(from)
                .for_each(|(into, from)| merge(into, from));
        }
        (into, from) => *into = from.clone(),
    }
}
