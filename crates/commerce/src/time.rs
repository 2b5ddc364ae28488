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

    /// The beginning of the moment's second.
    #[must_use]
    pub const fn whole_second(self) -> Self {
        Self(self.0.saturating_sub(self.0.rem_euclid(1_000)))
    }

    /// The moment in RFC 3339, in UTC, with milliseconds if there are any: `2026-11-21T22:00:00Z`. The epoch, if the
    /// calendar does not reach the moment.
    #[must_use]
    pub fn rfc3339(self) -> String {
        let moment = jiff::Timestamp::from_millisecond(self.0);
        moment.unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Timestamp;

    #[test]
    fn a_moment_is_written_in_utc() {
        let noon = Timestamp(1_790_000_000_000);
        for (at, text) in [
            (noon, "2026-09-21T14:13:20Z"),
            (noon.plus(250), "2026-09-21T14:13:20.25Z"),
            (noon.plus(999).whole_second(), "2026-09-21T14:13:20Z"),
            (Timestamp(-1).whole_second(), "1969-12-31T23:59:59Z"),
            (Timestamp(i64::MAX), "1970-01-01T00:00:00Z"),
        ] {
            assert_eq!(at.rfc3339(), text);
        }
    }
}
