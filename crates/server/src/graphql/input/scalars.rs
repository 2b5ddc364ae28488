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

/// Tells a field that is null (`Some(None)`) from one that was left out (`None`, by `serde(default)`).
pub(super) fn given<'de, T, D>(deserializer: D) -> Result<Option<Option<T>>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Some)
}
