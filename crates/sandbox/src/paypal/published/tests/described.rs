//! Compares the schemas with PayPal's own (`OpenAPI`), in the folder named by `PAYPAL_OPENAPI`. Without it the test
//! prints SKIPPED.

use super::super::super::schema::{Schema, Text};
use super::super::*;
use serde_json::{Map, Value};
use std::path::Path;

/// Where the vault's schemas differ from PayPal's, and why.
const OTHERWISE: &[(&str, &str)] = &[
    (
        "/payment_source/token/type",
        "the schema knows agreements of old only; PayPal's text the setup tokens",
    ),
    ("/payment_source/token/id", "ids have small letters, too"),
    (
        "/payment_source/token",
        "of the ways to keep something, this is the one that there is here",
    ),
    (
        "/experience_context",
        "an account cannot be kept without its addresses, which PayPal's text says",
    ),
    ("/experience_context/return_url", "the same"),
    ("/experience_context/cancel_url", "the same"),
    (
        "/experience_context/shipping_preference",
        "in the vault the values stand in PayPal's text",
    ),
    (
        "/experience_context/vault_instruction",
        "in the vault the values stand in PayPal's text",
    ),
    (
        "/usage_type",
        "required by PayPal's text, where the values stand, too",
    ),
];

/// Texts that distinguish formats.
const SAMPLES: &[&str] = &[
    "",
    "0",
    "1",
    "10",
    "1.5",
    ".5",
    "5.",
    "-1",
    "-1.50",
    "-",
    "1,5",
    "1e3",
    "03",
    "cs",
    "cs-CZ",
    "cs_CZ",
    "CS-cz",
    "cs-Latn",
    "cs-Latn-CZ",
    "cs-419",
    "cs-CZ-CZ",
    "cs-CZE",
    "CZ",
    "C2",
    "cz",
    "A_b-9",
    "a b",
    "a.b",
    "../a",
    "Kniha: 1!",
    "čaj",
];

struct Description(Value);

impl Description {
    fn read(file: &str) -> Option<Self> {
        let Some(folder) = std::env::var_os("PAYPAL_OPENAPI") else {
            eprintln!(
                "SKIPPED: PAYPAL_OPENAPI names no folder with PayPal's descriptions ({file})"
            );
            return None;
        };
        let path = Path::new(&folder).join(file);
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Some(Self(serde_json::from_str(&text).expect("JSON")))
    }

    fn named(&self, name: &str) -> &Value {
        let schema = &self.0["components"]["schemas"][name];
        assert!(schema.is_object(), "no schema {name}");
        schema
    }

    /// Follows a reference to a schema.
    fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        match schema["$ref"].as_str() {
            Some(name) => {
                let name = name.rsplit('/').next().unwrap_or_default();
                self.resolved(self.named(name))
            }
            None => schema,
        }
    }

    /// An object's members, and which are required, including those of its component schemas.
    fn members(&self, schema: &Value) -> (Map<String, Value>, Vec<String>) {
        let schema = self.resolved(schema);
        let mut members = schema["properties"]
            .as_object()
            .cloned()
            .unwrap_or_default();
        let required = schema["required"].as_array().into_iter().flatten();
        let mut required: Vec<String> = required
            .filter_map(|name| Some(name.as_str()?.to_owned()))
            .collect();
        for part in schema["allOf"].as_array().into_iter().flatten() {
            let (further, needed) = self.members(part);
            members.extend(further);
            required.extend(needed);
        }
        (members, required)
    }

    /// Collects the differences between our schema and PayPal's.
    fn differences(&self, schema: &Value, ours: &Schema, at: &str, found: &mut Vec<String>) {
        let schema = self.resolved(schema);
        match ours {
            Schema::Text(text) => {
                if !is_text(schema, text) {
                    found.push(format!("{at}: {schema}"));
                }
            }
            Schema::OneOf(known) => {
                let published = schema["enum"].as_array().into_iter().flatten();
                let mut published: Vec<_> = published.filter_map(Value::as_str).collect();
                let mut known = known.to_vec();
                published.sort_unstable();
                known.sort_unstable();
                if published != known {
                    found.push(format!("{at}: {published:?}"));
                }
            }
            Schema::Flag => {
                if schema["type"] != "boolean" {
                    found.push(format!("{at}: {schema}"));
                }
            }
            Schema::Object(members) => {
                let (published, required) = self.members(schema);
                for Member {
                    name,
                    required: is_required,
                    schema: ours,
                } in *members
                {
                    let at = format!("{at}/{name}");
                    let Some(schema) = published.get(*name) else {
                        found.push(format!("{at}: not published"));
                        continue;
                    };
                    if required.iter().any(|it| it == name) != *is_required {
                        found.push(format!("{at}: required or not"));
                    }
                    self.differences(schema, ours, &at, found);
                }
            }
            Schema::List { least, most, of } => {
                let bounds = (
                    number(schema, "minItems", 0),
                    number(schema, "maxItems", usize::MAX),
                );
                if schema["type"] != "array" || bounds != (*least, *most) {
                    found.push(format!("{at}: {bounds:?}"));
                }
                self.differences(&schema["items"], of, at, found);
            }
        }
    }
}

fn number(schema: &Value, name: &str, without: usize) -> usize {
    let number = schema[name].as_u64().and_then(|it| it.try_into().ok());
    number.unwrap_or(without)
}

fn is_text(schema: &Value, text: &Text) -> bool {
    let bounds = (
        number(schema, "minLength", 0),
        number(schema, "maxLength", usize::MAX),
    );
    let pattern = schema["pattern"].as_str();
    let pattern = pattern.map(|it| regex::Regex::new(it).expect("a pattern"));
    // A sample of another length is refused for its length.
    let of_length = |it: &&&str| (text.least..=text.most).contains(&it.chars().count());
    let mut samples = SAMPLES.iter().filter(of_length);
    let is_written_so = samples.all(|it| {
        pattern
            .as_ref()
            .is_none_or(|p| p.is_match(it) == (text.fits)(it))
    });
    let is_like_it = is_written_so || schema["format"] == "uri";
    schema["type"] == "string" && bounds == (text.least, text.most) && is_like_it
}

fn compare(file: &str, schemas: &[(&str, &Schema)], otherwise: &[(&str, &str)]) {
    let Some(description) = Description::read(file) else {
        return;
    };
    let mut found = Vec::new();
    for (schema, ours) in schemas {
        description.differences(description.named(schema), ours, "", &mut found);
    }
    let is_known = |it: &String| {
        let place = it.split(':').next().unwrap_or_default();
        otherwise.iter().any(|(at, _)| place.ends_with(at))
    };
    found.retain(|it| !is_known(it));
    assert!(found.is_empty(), "{file}: {found:#?}");
}

#[test]
fn the_schemas_equal_the_published_ones() {
    compare(
        "checkout_orders_v2.json",
        &[
            ("order_request", &ORDER),
            ("patch_request", &PATCH_OF_ANY_LENGTH),
        ],
        &[],
    );
    compare(
        "vault_payment_tokens_v3.json",
        &[
            ("setup_token_request", &SETUP),
            ("payment_token_request", &KEEP),
        ],
        OTHERWISE,
    );
}

/// PayPal does not publish length limits of a patch, so the comparison ignores ours.
const PATCH_OF_ANY_LENGTH: Schema = Schema::List {
    least: 0,
    most: usize::MAX,
    of: &Schema::Object(CHANGE),
};
