//! Reads a JSON body as form fields: themes post either format, with the same meaning.

use serde_json::Value;

/// Maximum number of fields, more than any theme posts. It is limited because each lookup scans all fields.
pub const MAX_FIELDS: usize = 1000;

/// Maximum length of a field's name, in bytes. No theme uses a longer one.
const MAX_NAME_BYTES: usize = 1024;

/// The fields of a JSON object, with the names that a form would use: `items[0][properties][Věnování]`. A list of plain
/// values repeats one name (`updates[]`). Null counts as absent. Returns `None` if the body is not a JSON object, has
/// too many fields, or has too long a name.
#[must_use]
pub fn json_fields(body: &[u8]) -> Option<Vec<(String, String)>> {
    let Value::Object(object) = serde_json::from_slice(body).ok()? else {
        return None;
    };
    let mut fields = Vec::new();
    for (name, value) in object {
        collect(name, &value, &mut fields)?;
    }
    Some(fields)
}

/// Adds the fields of a value. A short body can expand to many long names, so both their number and their length are
/// checked at every step.
fn collect(name: String, value: &Value, fields: &mut Vec<(String, String)>) -> Option<()> {
    if name.len() > MAX_NAME_BYTES || fields.len() >= MAX_FIELDS {
        return None;
    }
    match value {
        Value::Null => {}
        Value::Bool(value) => fields.push((name, value.to_string())),
        Value::Number(value) => fields.push((name, value.to_string())),
        Value::String(value) => fields.push((name, value.clone())),
        Value::Array(values) => {
            for (index, value) in values.iter().enumerate() {
                let name = match value {
                    Value::Object(_) | Value::Array(_) => format!("{name}[{index}]"),
                    _ => format!("{name}[]"),
                };
                collect(name, value, fields)?;
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                collect(format!("{name}[{key}]"), value, fields)?;
            }
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_form() {
        let body = r#"{"items":[{"id":12,"properties":{"Věnování":"Mámě","Mašle":null}}],
                       "updates":[2,"3"],"note":"Zvoňte","gift":true}"#;
        let mut fields = json_fields(body.as_bytes()).expect("fields");
        fields.sort();
        let found: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (&**n, &**v)).collect();
        let expected = [
            ("gift", "true"),
            ("items[0][id]", "12"),
            ("items[0][properties][Věnování]", "Mámě"),
            ("note", "Zvoňte"),
            ("updates[]", "2"),
            ("updates[]", "3"),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn anything_else_is_none() {
        for body in ["", "[]", "1", "null", "{", "\"text\""] {
            assert_eq!(json_fields(body.as_bytes()), None, "{body}");
        }
    }

    #[test]
    fn a_short_body_cannot_ask_for_much_memory() {
        let ones = |count: usize| vec!["1"; count].join(",");
        let long = "k".repeat(MAX_NAME_BYTES + 1);
        let body = format!("{{\"{long}\":[{}]}}", ones(9));
        assert_eq!(json_fields(body.as_bytes()), None, "a long name");
        let nested = "k".repeat(MAX_NAME_BYTES / 2);
        let body = format!("{{\"{nested}\":{{\"{nested}\":{{\"a\":1}}}}}}");
        assert_eq!(json_fields(body.as_bytes()), None, "a name that grows long");
        let body = format!("{{\"k\":[{}]}}", ones(MAX_FIELDS + 1));
        assert_eq!(json_fields(body.as_bytes()), None, "many values");
        let body = format!("{{\"k\":[{}]}}", ones(MAX_FIELDS));
        assert_eq!(
            json_fields(body.as_bytes()).map(|all| all.len()),
            Some(MAX_FIELDS)
        );
    }
}
