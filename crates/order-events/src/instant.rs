//! Times in messages.

use jiff::Timestamp;
use zkratka_commerce::time;

/// Converts a time to the type of the time zone library.
#[must_use]
pub fn moment(at: time::Timestamp) -> Timestamp {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH)
}

/// Writes a time in RFC 3339, in UTC.
#[must_use]
pub fn instant(at: time::Timestamp) -> String {
    moment(at).to_string()
}
