//! A member whose presence alone matters.

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny};

/// Whether an object has a member, whatever its value; `null` counts too. Use it with `#[serde(default)]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Presence(pub(super) bool);

impl<'d> Deserialize<'d> for Presence {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer)?;
        Ok(Self(true))
    }
}
