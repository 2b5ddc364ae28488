//! Raw variables: JSON that Rust types deserialise directly, without a tree of values in between. Only variables that
//! already fit their type take this way; `super::variables` coerces the others.

use apollo_compiler::Schema;
use apollo_compiler::ast::Type;
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::schema::{ExtendedType, InputObjectType};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// The variables of a request, unparsed.
#[derive(Debug, Default)]
pub struct RawVariables<'b>(Vec<(Cow<'b, str>, &'b RawValue)>);

impl<'b> RawVariables<'b> {
    /// The last of several values under one name wins, as is usual in JSON.
    fn insert(&mut self, name: Cow<'b, str>, value: &'b RawValue) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }
}

impl<'b> IntoIterator for RawVariables<'b> {
    type Item = (Cow<'b, str>, &'b RawValue);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de> Deserialize<'de> for RawVariables<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = RawVariables<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut variables = RawVariables::default();
                while let Some(Key(name)) = map.next_key()? {
                    variables.insert(name, map.next_value()?);
                }
                Ok(variables)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// Borrowed unless the name contains escapes.
#[derive(Deserialize)]
struct Key<'b>(#[serde(borrow)] Cow<'b, str>);

#[derive(Debug, Default)]
pub struct RootArguments<'b> {
    pub coerced: JsonMap,
    /// Arguments that already fit their type.
    pub raw: Vec<(&'b str, &'b RawValue)>,
}

impl From<JsonMap> for RootArguments<'_> {
    fn from(coerced: JsonMap) -> Self {
        let raw = Vec::new();
        Self { coerced, raw }
    }
}

impl RootArguments<'_> {
    /// Parses the raw arguments, too.
    pub fn parse_raw(mut self) -> Result<JsonMap, serde_json::Error> {
        for (name, value) in self.raw {
            self.coerced.insert(name, parse(value)?);
        }
        Ok(self.coerced)
    }
}

pub(super) fn parse(value: &RawValue) -> Result<JsonValue, serde_json::Error> {
    serde_json::from_str(value.get())
}

/// Whether a value already fits its type: coercion would not change it, and deserialising it cannot fail.
pub(super) fn fits(schema: &Schema, ty: &Type, value: &RawValue) -> bool {
    TypeCheck(schema, Some(ty)).deserialize(value).is_ok()
}

/// The schema and the expected type; `None` accepts any JSON.
#[derive(Clone, Copy)]
struct TypeCheck<'s>(&'s Schema, Option<&'s Type>);

impl<'s> TypeCheck<'s> {
    /// The expected type of a single value; `None` accepts any JSON.
    fn single(self) -> Result<Option<&'s ExtendedType>, Mismatch> {
        match self.1 {
            None => Ok(None),
            Some(Type::Named(name) | Type::NonNullNamed(name)) => {
                self.0.types.get(name).map(Some).ok_or(Mismatch)
            }
            Some(Type::List(_) | Type::NonNullList(_)) => Err(Mismatch),
        }
    }

    /// Accepts one of these scalars, or a custom scalar.
    fn scalar<E: Error>(self, names: &[&str]) -> Result<(), E> {
        let fits = match self.single() {
            Ok(None) => true,
            Ok(Some(ExtendedType::Scalar(scalar))) => {
                !is_built_in(&scalar.name) || names.contains(&scalar.name.as_str())
            }
            Ok(Some(_)) | Err(Mismatch) => false,
        };
        verdict(fits)
    }

    /// For the contents of a custom scalar.
    fn anything(self) -> Self {
        Self(self.0, None)
    }

    /// Whether any JSON is accepted here.
    fn takes_anything(self) -> bool {
        match self.single() {
            Ok(None) => true,
            Ok(Some(ExtendedType::Scalar(scalar))) => !is_built_in(&scalar.name),
            Ok(Some(_)) | Err(Mismatch) => false,
        }
    }
}

fn is_built_in(name: &str) -> bool {
    matches!(name, "Int" | "Float" | "String" | "Boolean" | "ID")
}

struct Mismatch;

fn verdict<E: Error>(fits: bool) -> Result<(), E> {
    fits.then_some(())
        .ok_or_else(|| E::custom("does not fit its type"))
}

impl<'de> DeserializeSeed<'de> for TypeCheck<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TypeCheck<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value that fits its type")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        verdict(self.1.is_none_or(|ty| !ty.is_non_null()))
    }

    fn visit_bool<E: Error>(self, _value: bool) -> Result<(), E> {
        self.scalar(&["Boolean"])
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<(), E> {
        match i32::try_from(value) {
            Ok(_) => self.scalar(&["Int", "Float", "ID"]),
            // A float cannot represent every integer beyond this, so the library judges them.
            Err(_) => self.scalar(&["ID"]),
        }
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<(), E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => self.scalar(&[]),
        }
    }

    fn visit_f64<E: Error>(self, _value: f64) -> Result<(), E> {
        self.scalar(&["Float"])
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<(), E> {
        match self.single() {
            Ok(Some(ExtendedType::Enum(kind))) => verdict(kind.values.contains_key(value)),
            _ => self.scalar(&["String", "ID"]),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let item = match self.1 {
            Some(Type::List(item) | Type::NonNullList(item)) => Self(self.0, Some(item)),
            _ if self.takes_anything() => self.anything(),
            _ => return verdict(false),
        };
        while items.next_element_seed(item)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        if self.takes_anything() {
            while entries.next_key::<Key<'de>>()?.is_some() {
                entries.next_value_seed(self.anything())?;
            }
            return Ok(());
        }
        match self.single() {
            Ok(Some(ExtendedType::InputObject(kind))) => self.object(kind, entries),
            _ => verdict(false),
        }
    }
}

impl<'s> TypeCheck<'s> {
    /// Each field at most once. Fields that are required or have a default must be present.
    fn object<'de, A: MapAccess<'de>>(
        self,
        kind: &'s InputObjectType,
        mut entries: A,
    ) -> Result<(), A::Error> {
        let mut found = vec![false; kind.fields.len()];
        while let Some(Key(name)) = entries.next_key()? {
            let known = kind.fields.get_full(name.as_ref());
            let (position, _, field) = known.ok_or_else(|| de::Error::custom("unknown"))?;
            verdict(!std::mem::replace(&mut found[position], true))?;
            entries.next_value_seed(Self(self.0, Some(&field.ty)))?;
        }
        let mut missing = kind.fields.values().zip(found).filter(|(_, found)| !found);
        let is_needed =
            missing.any(|(field, _)| field.default_value.is_some() || field.ty.is_non_null());
        verdict(!is_needed)
    }
}

#[cfg(test)]
mod tests {
    use super::{RawVariables, parse};

    /// [7.02] As is usual in JSON, a name matches with or without escapes, and the last of several values wins.
    #[test]
    fn variables_are_found_by_name() {
        let text = r#"{ "note": "první", "\u006eote": "druhá", "id": [1, { "x": null }] }"#;
        let variables: RawVariables<'_> = serde_json::from_str(text).unwrap();
        let variables: Vec<_> = variables
            .into_iter()
            .map(|(name, value)| (name, parse(value).unwrap().to_string()))
            .collect();
        let expected = [("note", r#""druhá""#), ("id", r#"[1,{"x":null}]"#)];
        assert_eq!(
            variables,
            expected.map(|(name, value)| (name.into(), value.to_owned()))
        );
    }
}
