//! How objects are written down.

use apollo_compiler::resolvers::{FieldError, ResolvedValue};
use apollo_compiler::response::JsonValue;
use zkratka_commerce::money::{Currency, minor_to_decimal};
use zkratka_commerce::time::Timestamp;

/// Makes a type an object of the schema: its name there, and an expression for each field.
macro_rules! object {
    ($type:ty, $name:literal, |$this:ident, $info:ident| { $($fields:tt)* }) => {
        object!($type, |_this| $name, |$this, $info| { $($fields)* });
    };
    (
        $type:ty,
        |$named:ident| $name:expr,
        |$this:ident, $info:ident| { $($field:literal => $value:expr,)* }
    ) => {
        impl apollo_compiler::resolvers::ObjectValue for $type {
            fn type_name(&self) -> &str {
                let $named = self;
                $name
            }

            fn resolve_field<'a>(
                &'a self,
                info: &'a apollo_compiler::resolvers::ResolveInfo<'a>,
            ) -> Result<
                apollo_compiler::resolvers::ResolvedValue<'a>,
                apollo_compiler::resolvers::FieldError,
            > {
                let ($this, $info) = (self, info);
                // Most fields have no arguments.
                let _ = $info;
                Ok(match info.field_name() {
                    $($field => $value,)*
                    _ => return Err(self.unknown_field_error(info)),
                })
            }
        }
    };
}

pub(super) use object;

/// A scalar.
pub(super) fn leaf<'a>(value: impl Into<JsonValue>) -> ResolvedValue<'a> {
    ResolvedValue::leaf(value)
}

/// A text or null.
pub(super) fn text<'a>(value: Option<&str>) -> ResolvedValue<'a> {
    value.map_or_else(ResolvedValue::null, ResolvedValue::leaf)
}

/// A list of texts.
pub(super) fn texts<'a>(values: impl IntoIterator<Item = String>) -> ResolvedValue<'a> {
    let values: Vec<_> = values.into_iter().map(ResolvedValue::leaf).collect();
    ResolvedValue::list(values)
}

/// An empty list.
pub(super) fn nothing<'a>() -> ResolvedValue<'a> {
    ResolvedValue::list(Vec::new())
}

/// A count; those beyond what GraphQL's `Int` holds are answered as its greatest.
pub(super) fn count<'a>(value: impl TryInto<i32>) -> ResolvedValue<'a> {
    ResolvedValue::leaf(value.try_into().unwrap_or(i32::MAX))
}

/// A moment as ISO 8601.
pub(super) fn moment<'a>(at: Timestamp) -> Result<ResolvedValue<'a>, FieldError> {
    let moment = jiff::Timestamp::from_millisecond(at.0).map_err(|_| FieldError {
        message: super::super::operations::Failure::INTERNAL.to_owned(),
    })?;
    Ok(ResolvedValue::leaf(format!("{moment:.3}")))
}

/// `MoneyV2`
#[derive(Clone, Copy)]
pub(super) struct Amount {
    pub(super) minor: i64,
    pub(super) currency: Currency,
}

object!(Amount, "MoneyV2", |this, info| {
    "amount" => leaf(minor_to_decimal(this.minor)),
    "currencyCode" => leaf(this.currency.as_str()),
});

/// An amount of money.
pub(super) fn money<'a>(minor: i64, currency: Currency) -> ResolvedValue<'a> {
    ResolvedValue::object(Amount { minor, currency })
}
