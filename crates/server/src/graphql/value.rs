//! What fields answer.

use apollo_compiler::response::JsonMap;
use std::borrow::Cow;
use zkratka_commerce::money::Money;

/// An object of the schema.
pub(super) trait Object {
    fn type_name(&self) -> &str;

    /// What one of its fields says. Never called for `__typename`.
    fn field<'a>(&'a self, name: &str, arguments: &JsonMap) -> Result<Value<'a>, Fault>;

    /// The schema has a field that the object does not know: a fault of ours.
    fn unknown(&self, name: &str) -> Fault {
        tracing::error!(kind = self.type_name(), name, "a field has no resolver");
        Fault(Fault::INTERNAL)
    }
}

/// What a field says.
pub(super) enum Value<'a> {
    Null,
    Boolean(bool),
    Int(i32),
    Float(f64),
    /// Also ids, values of enumerations, and scalars of our own.
    Text(Cow<'a, str>),
    /// The amount as a decimal number in text.
    Decimal(Money),
    /// An object of the most frequent kind, which therefore stands by itself.
    Money(Money),
    Object(Box<dyn Object + 'a>),
    List(Vec<Self>),
}

/// Why a field says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fault(pub(super) &'static str);

impl Fault {
    /// What the client reads of a fault of ours.
    pub(super) const INTERNAL: &'static str = "internal error";
    /// What the client reads when the store's queue is full.
    pub(super) const BUSY: &'static str = "the shop is busy, try again shortly";

    /// The code that goes with it.
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

    /// An object or null.
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
