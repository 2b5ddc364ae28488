//! Times in messages.

use jiff::Timestamp;
use zkratka_commerce::time;

/// Writes a time in RFC 3339, in UTC.
#[must_use]
pub fn instant(at: time::Timestamp) -> String {
    let moment = Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH);
    moment.to_string()
}
