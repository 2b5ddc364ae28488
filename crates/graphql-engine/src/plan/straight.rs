//! Variables that are read straight into types: nothing is made of them in between. That is for what fits its type as it
//! stands; whatever has to be coerced, or is wrong, goes the long way.

use apollo_compiler::Schema;
use apollo_compiler::ast::Type;
use apollo_compiler::response::{JsonMap, JsonValue};
use apollo_compiler::schema::{ExtendedType, InputObjectType};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Variables as they were sent: names, and values that are JSON but not looked at yet.
#[derive(Debug, Default)]
pub struct Given<'b>(Vec<(Cow<'b, str>, &'b RawValue)>);

impl<'b> Given<'b> {
    /// The last value counts of those given under one name, as everywhere in JSON.
    fn insert(&mut self, name: Cow<'b, str>, value: &'b RawValue) {
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.0.push((name, value)),
        }
    }
}

impl<'b> IntoIterator for Given<'b> {
    type Item = (Cow<'b, str>, &'b RawValue);
    type IntoIter = std::vec::IntoIter<Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'de> Deserialize<'de> for Given<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Given<'de>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut given = Given::default();
                while let Some(Key(name)) = map.next_key()? {
                    given.insert(name, map.next_value()?);
                }
                Ok(given)
            }
        }

        deserializer.deserialize_map(Entries)
    }
}

/// A name, in place unless it has escapes.
#[derive(Deserialize)]
struct Key<'b>(#[serde(borrow)] Cow<'b, str>);

/// The arguments of a root field.
#[derive(Debug, Default)]
pub struct RootArguments<'b> {
    /// Coerced.
    pub coerced: JsonMap,
    /// What fits as it stands.
    pub straight: Vec<(&'b str, &'b RawValue)>,
}

impl From<JsonMap> for RootArguments<'_> {
    fn from(coerced: JsonMap) -> Self {
        let straight = Vec::new();
        Self { coerced, straight }
    }
}

impl RootArguments<'_> {
    /// All of them as JSON.
    pub fn whole(mut self) -> Result<JsonMap, serde_json::Error> {
        for (name, value) in self.straight {
            self.coerced.insert(name, long(value)?);
        }
        Ok(self.coerced)
    }
}

/// The value itself.
pub(super) fn long(value: &RawValue) -> Result<JsonValue, serde_json::Error> {
    serde_json::from_str(value.get())
}

/// Whether a value fits its type as it stands: coercion would not change it, and reading it cannot fail.
pub(super) fn fits(schema: &Schema, ty: &Type, value: &RawValue) -> bool {
    Fits(schema, Some(ty)).deserialize(value).is_ok()
}

/// The schema, and what is asked for; a custom scalar takes anything.
#[derive(Clone, Copy)]
struct Fits<'s>(&'s Schema, Option<&'s Type>);

impl<'s> Fits<'s> {
    /// What stands in the place of a single value: none for one that takes anything.
    fn single(self) -> Result<Option<&'s ExtendedType>, Unfit> {
        match self.1 {
            None => Ok(None),
            Some(Type::Named(name) | Type::NonNullNamed(name)) => {
                self.0.types.get(name).map(Some).ok_or(Unfit)
            }
            Some(Type::List(_) | Type::NonNullList(_)) => Err(Unfit),
        }
    }

    /// A scalar that is one of these, or one of the schema's own.
    fn scalar<E: Error>(self, names: &[&str]) -> Result<(), E> {
        let fits = match self.single() {
            Ok(None) => true,
            Ok(Some(ExtendedType::Scalar(scalar))) => {
                !is_built_in(&scalar.name) || names.contains(&scalar.name.as_str())
            }
            Ok(Some(_)) | Err(Unfit) => false,
        };
        verdict(fits)
    }

    /// The same without a wish, for what is in a value that takes anything.
    fn anything(self) -> Self {
        Self(self.0, None)
    }

    /// What takes anything here; otherwise it is one of the others' turn.
    fn takes_anything(self) -> bool {
        match self.single() {
            Ok(None) => true,
            Ok(Some(ExtendedType::Scalar(scalar))) => !is_built_in(&scalar.name),
            Ok(Some(_)) | Err(Unfit) => false,
        }
    }
}

fn is_built_in(name: &str) -> bool {
    matches!(name, "Int" | "Float" | "String" | "Boolean" | "ID")
}

struct Unfit;

fn verdict<E: Error>(fits: bool) -> Result<(), E> {
    fits.then_some(())
        .ok_or_else(|| E::custom("not as it stands"))
}

impl<'de> DeserializeSeed<'de> for Fits<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Fits<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("what fits as it stands")
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
            // Whole numbers beyond this are not all there in a float; the library judges them.
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

impl<'s> Fits<'s> {
    /// Each field once, and none missing that is needed or has a default.
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
    use super::{Given, long};

    /// [7.02] As everywhere in JSON: escapes in a name change nothing, and of two values of one name the later counts.
    #[test]
    fn variables_are_found_by_name() {
        let text = r#"{ "note": "první", "\u006eote": "druhá", "id": [1, { "x": null }] }"#;
        let given: Given<'_> = serde_json::from_str(text).unwrap();
        let given: Vec<_> = given
            .into_iter()
            .map(|(name, value)| (name, long(value).unwrap().to_string()))
            .collect();
        let expected = [("note", r#""druhá""#), ("id", r#"[1,{"x":null}]"#)];
        assert_eq!(
            given,
            expected.map(|(name, value)| (name.into(), value.to_owned()))
        );
    }
}
