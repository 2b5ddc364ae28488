//! Reads responses.

use serde_json::Value;

#[derive(Debug)]
pub(crate) struct Answer(pub(crate) Value);

impl Answer {
    /// A root field of a response without errors.
    pub(crate) fn field(&self, name: &str) -> Value {
        assert_eq!(self.0.get("errors"), None, "{}", self.0);
        self.0["data"][name].clone()
    }

    /// The messages of the response's errors; there must be at least one.
    pub(crate) fn errors(&self) -> Vec<String> {
        let errors = self.0["errors"]
            .as_array()
            .unwrap_or_else(|| panic!("{}", self.0));
        errors
            .iter()
            .map(|error| error["message"].as_str().unwrap().to_owned())
            .collect()
    }

    /// The code of the first error.
    pub(crate) fn code(&self) -> &str {
        self.0["errors"][0]["extensions"]["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{}", self.0))
    }
}

/// The codes of user errors, warnings or coded errors.
/// The part that all names of an attempt share: its key.
pub(crate) fn attempt_key(name: &Value) -> String {
    name.as_str().unwrap()[1..14].to_owned()
}

pub(crate) fn codes(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap_or_else(|| panic!("{list}"));
    list.iter()
        .map(|entry| entry["code"].as_str().unwrap())
        .collect()
}

/// The paths of user errors, joined by dots.
pub(crate) fn fields(errors: &Value) -> Vec<String> {
    let path = |error: &Value| {
        let parts = error["field"].as_array().unwrap();
        let parts: Vec<_> = parts.iter().map(|part| part.as_str().unwrap()).collect();
        parts.join(".")
    };
    errors.as_array().unwrap().iter().map(path).collect()
}

/// The number in a global id.
pub(crate) fn gid_number(id: &Value) -> u64 {
    let id = id.as_str().unwrap();
    let tail = id.rsplit('/').next().unwrap();
    tail.split('?').next().unwrap().parse().unwrap()
}
