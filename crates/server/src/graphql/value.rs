//! The values of fields.

use apollo_compiler::response::JsonMap;
use std::borrow::Cow;
use zkratka_commerce::money::Money;

/// An object of the schema.
pub(super) trait Object {
    fn type_name(&self) -> &str;

    /// Returns the value of a field. Never called for `__typename`.
    fn field<'a>(&'a self, name: &str, arguments: &JsonMap) -> Result<Value<'a>, Fault>;

    /// Reports that the schema has a field that this object does not implement, which is a bug in the server.
    fn unknown(&self, name: &str) -> Fault {
        tracing::error!(kind = self.type_name(), name, "a field has no resolver");
        Fault(Fault::INTERNAL)
    }
}

pub(super) enum Value<'a> {
    Null,
    Boolean(bool),
    Int(i32),
    Float(f64),
    /// A string, an id, an enum value, or a custom scalar.
    Text(Cow<'a, str>),
    /// An amount as a decimal number in a string.
    Decimal(Money),
    /// A `MoneyV2` object. It is by far the most frequent object, so it has a variant of its own and needs no
    /// allocation.
    Money(Money),
    Object(Box<dyn Object + 'a>),
    List(Vec<Self>),
}

/// Why a field has no value: the message for the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub(super) &'static str);

impl Fault {
    /// The message for a bug in the server.
    pub(super) const INTERNAL: &'static str = "internal error";
    /// The message when the shop is too busy.
    pub(super) const BUSY: &'static str = "the shop is busy, try again shortly";

    /// The error code for the client.
    pub(super) fn code(self) -> &'static str {
        match self.0 {
            Self::INTERNAL => "INTERNAL_SERVER_ERROR",
            Self::BUSY => "THROTTLED",
            _ => "BAD_USER_INPUT",
        }
    }
}

impl<'a> Value<'a> {
    pub(super) fn object(object: impl Object + 'a) -> Self {
        Self::Object(Box::new(object))
    }

    pub(super) fn nullable(object: Option<impl Object + 'a>) -> Self {
        object.map_or(Self::Null, Self::object)
    }

    pub(super) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::List(items.into_iter().collect())
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<bool> for Value<'_> {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<i32> for Value<'_> {
    fn from(value: i32) -> Self {
        Self::Int(value)
    }
}

impl From<f64> for Value<'_> {
    fn from(value: f64) -> Self {
        Self::Float(value)
    }
}
