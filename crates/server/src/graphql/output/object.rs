//! Helpers that define objects of the schema and convert values.

use crate::graphql::value::{Fault, Value};
use zkratka_commerce::money::{Currency, MinorUnits, Money};
use zkratka_commerce::time::Timestamp;

/// Implements an object of the schema for a type: its name in the schema, and an expression for each field.
macro_rules! object {
    ($type:ty, $name:literal, |$this:ident, $arguments:ident| { $($fields:tt)* }) => {
        object!($type, |_this| $name, |$this, $arguments| { $($fields)* });
    };
    (
        $type:ty,
        |$named:ident| $name:expr,
        |$this:ident, $arguments:ident| { $($field:literal => $value:expr,)* }
    ) => {
        impl crate::graphql::value::Object for $type {
            fn type_name(&self) -> &str {
                let $named = self;
                $name
            }

            fn field<'a>(
                &'a self,
                name: &str,
                $arguments: &apollo_compiler::response::JsonMap,
            ) -> Result<crate::graphql::value::Value<'a>, crate::graphql::value::Fault> {
                let $this = self;
                // Most fields have no arguments.
                let _ = $arguments;
                Ok(match name {
                    $($field => $value,)*
                    _ => return Err(self.unknown(name)),
                })
            }
        }
    };
}

pub(super) use object;

pub(super) fn leaf<'a>(value: impl Into<Value<'a>>) -> Value<'a> {
    value.into()
}

/// A string or null.
pub(super) fn text(value: Option<&str>) -> Value<'_> {
    value.map_or(Value::Null, Value::from)
}

/// An owned string or null.
pub(super) fn owned<'a>(value: Option<String>) -> Value<'a> {
    value.map_or(Value::Null, Value::from)
}

pub(super) fn texts<'a>(values: impl IntoIterator<Item = String>) -> Value<'a> {
    Value::list(values.into_iter().map(Value::from))
}

/// An integer. A value too large for GraphQL's `Int` becomes the greatest `Int`.
pub(super) fn count<'a>(value: impl TryInto<i32>) -> Value<'a> {
    Value::from(value.try_into().unwrap_or(i32::MAX))
}

/// A time in ISO 8601.
pub(super) fn moment<'a>(at: Timestamp) -> Result<Value<'a>, Fault> {
    let moment = jiff::Timestamp::from_millisecond(at.0).map_err(|_| Fault(Fault::INTERNAL))?;
    Ok(Value::from(format!("{moment:.3}")))
}

object!(Money, "MoneyV2", |this, arguments| {
    "amount" => Value::Decimal(*this),
    "currencyCode" => leaf(this.currency.as_str()),
});

pub(super) fn money<'a>(minor: MinorUnits, currency: Currency) -> Value<'a> {
    Value::Money(Money::new(minor, currency))
}
