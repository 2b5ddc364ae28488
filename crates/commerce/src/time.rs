//! The rules' representation of time.

use serde::{Deserialize, Serialize};

/// A day of 24 hours, in milliseconds.
pub const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// A moment: milliseconds since the Unix epoch, UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Timestamp(pub i64);

impl Timestamp {
    /// The moment `milliseconds` later (earlier if negative); saturates.
    #[must_use]
    pub const fn plus(self, milliseconds: i64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }
}
