//! Answers in parts, and what they say together.

use serde_json::Value;

/// What comes first, without the word that there is more, and what comes later.
pub(super) fn read(parts: &[Vec<u8>]) -> (Value, Vec<Value>) {
    let mut parts = parts
        .iter()
        .map(|part| serde_json::from_slice::<Value>(part).unwrap());
    let mut first = parts.next().unwrap();
    first.as_object_mut().unwrap().remove("hasNext");
    let later = parts.flat_map(|part| part["incremental"].as_array().unwrap().clone());
    (first, later.collect())
}

/// What the parts of an answer say together.
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

/// The way of a part, or of an error, as JSON pointers are written.
fn path(of: &Value) -> String {
    let steps = of["path"].as_array().unwrap().iter();
    let step = |step: &Value| match step.as_str() {
        Some(name) => format!("/{name}"),
        None => format!("/{step}"),
    };
    steps.map(step).collect()
}

/// The errors of a part, or of an answer.
pub(super) fn errors(of: &Value) -> &[Value] {
    of["errors"].as_array().map_or(&[], Vec::as_slice)
}

/// Whether a part that comes later says what the library says of the whole document: it must where neither has an error
/// there. Its errors are its own.
pub(super) fn is_as_the_whole(part: &Value, theirs: &Value) -> bool {
    let path = path(part);
    let ours = errors(part);
    assert!(
        ours.iter()
            .all(|error| self::path(error).starts_with(&path))
    );
    let lacks = errors(theirs)
        .iter()
        .any(|error| self::path(error).starts_with(&path));
    match theirs["data"].pointer(&path) {
        Some(whole) if ours.is_empty() && !lacks && !whole.is_null() => {
            assert!(is_part_of(&part["data"], whole), "{part} of {whole}");
            true
        }
        _ => false,
    }
}

fn is_part_of(part: &Value, whole: &Value) -> bool {
    match (part, whole) {
        (Value::Object(part), Value::Object(whole)) => part
            .iter()
            .all(|(name, value)| whole.get(name).is_some_and(|of| is_part_of(value, of))),
        (Value::Array(part), Value::Array(whole)) => {
            part.len() == whole.len() && part.iter().zip(whole).all(|(it, of)| is_part_of(it, of))
        }
        (part, whole) => part == whole,
    }
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
