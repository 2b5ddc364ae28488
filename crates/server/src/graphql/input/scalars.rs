//! Scalars that clients write in more than one way.

use serde::{Deserialize, Deserializer};

/// An id: text, or a number, which GraphQL also takes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "TextOrNumber")]
pub(in crate::graphql) struct Id(pub(in crate::graphql) String);

/// A decimal number: text, as it should be, or a number.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "TextOrNumber")]
pub(in crate::graphql) struct Decimal(pub(in crate::graphql) String);

#[derive(Deserialize)]
#[serde(untagged)]
enum TextOrNumber {
    Text(String),
    Number(serde_json::Number),
    /// A custom scalar takes anything; what is neither is no id and no amount.
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

/// What an optional field asks for: being left out is not the same as being null.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::graphql) enum Edit<T> {
    /// It was left out: things stay as they are.
    #[default]
    Keep,
    /// It was null.
    Clear,
    /// It was given.
    Set(T),
}

impl<T: Clone> Edit<T> {
    /// What is there afterwards.
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
