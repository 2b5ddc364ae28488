//! Times for people.

use jiff::tz::TimeZone;
use zkratka_commerce::time::Timestamp;

/// Formats a time in the machine's time zone.
#[must_use]
pub fn local_time(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    let local = moment.to_zoned(TimeZone::system());
    local.strftime("%Y-%m-%d %H:%M:%S").to_string()
}
