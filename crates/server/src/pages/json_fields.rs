//! A JSON body as the fields of a form: themes post either, and both mean the same.

use serde_json::Value;

/// The fields of a JSON object, named as forms name them: `items[0][properties][Věnování]`. A list of plain values
/// repeats one name (`updates[]`); null counts as absent. None when the body is no JSON object.
pub(super) fn fields(body: &[u8]) -> Option<Vec<(String, String)>> {
    let Value::Object(object) = serde_json::from_slice(body).ok()? else {
        return None;
    };
    let mut fields = Vec::new();
    for (name, value) in object {
        collect(name, &value, &mut fields);
    }
    Some(fields)
}

fn collect(name: String, value: &Value, fields: &mut Vec<(String, String)>) {
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
                collect(name, value, fields);
            }
        }
        Value::Object(values) => {
            for (key, value) in values {
                collect(format!("{name}[{key}]"), value, fields);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_a_form() {
        let body = r#"{"items":[{"id":12,"properties":{"Věnování":"Mámě","Mašle":null}}],
                       "updates":[2,"3"],"note":"Zvoňte","gift":true}"#;
        let mut fields = fields(body.as_bytes()).expect("fields");
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
            assert_eq!(fields(body.as_bytes()), None, "{body}");
        }
    }
}
