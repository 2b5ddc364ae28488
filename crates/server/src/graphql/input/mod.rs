//! Arguments as types. The executor has coerced them to the schema: what does not fit here is a fault of ours.

mod address;
mod cart;
mod payment;
mod scalars;

pub(super) use address::*;
pub(super) use cart::*;
pub(super) use payment::*;
pub(super) use scalars::*;

use apollo_compiler::response::{JsonMap, JsonValue, serde_json_bytes};
use serde::de::DeserializeOwned;

/// Reads the arguments of a field.
pub(super) fn read<T: DeserializeOwned>(arguments: JsonMap) -> Result<T, serde_json::Error> {
    serde_json_bytes::from_value(JsonValue::Object(arguments))
}
