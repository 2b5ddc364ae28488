//! Scalars that clients send in more than one form.

use serde::{Deserialize, Deserializer};

/// An id: a string, or a number, which GraphQL also accepts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "TextOrNumber")]
pub(in crate::graphql) struct Id(pub(in crate::graphql) String);

/// A decimal number: a string, as the schema requires, or a number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "TextOrNumber")]
pub(in crate::graphql) struct Decimal(pub(in crate::graphql) String);

#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(serde_json::Number),
    /// GraphQL accepts any value for a custom scalar. A value that is neither a string nor a number is not a valid id
    /// or amount.
    Other(serde::de::IgnoredAny),
}

impl TextOrNumber {
    fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Number(number) => number.to_string(),
            Self::Other(_) => String::new(),
        }
    }
}

impl From<TextOrNumber> for Id {
    fn from(value: TextOrNumber) -> Self {
        Self(value.into_text())
    }
}

impl From<TextOrNumber> for Decimal {
    fn from(value: TextOrNumber) -> Self {
        Self(value.into_text())
    }
}

/// An edit of an optional field. A field that is left out is different from one that is null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::graphql) enum Edit<T> {
    /// The field was left out: keep the value.
    #[default]
    Keep,
    /// The field was null: remove the value.
    Clear,
    Set(T),
}

impl<T: Clone> Edit<T> {
    /// The value after the edit.
    pub(in crate::graphql) fn after(&self, present: Option<&T>) -> Option<T> {
        match self {
            Self::Keep => present.cloned(),
            Self::Clear => None,
            Self::Set(value) => Some(value.clone()),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Edit<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let given = Option::deserialize(deserializer)?;
        Ok(given.map_or(Self::Clear, Self::Set))
    }
}
