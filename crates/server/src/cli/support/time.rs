//! Formats times for people and programs.

use jiff::tz::TimeZone;
use zkratka_commerce::time::{self, Timestamp};
pub(in crate::cli) use zkratka_order_events::instant;
use zkratka_order_events::moment;

/// The current time of this machine.
pub(in crate::cli) fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}

/// Formats a time in the machine's time zone.
pub(in crate::cli) fn local_time(at: time::Timestamp) -> String {
    let local = moment(at).to_zoned(TimeZone::system());
    local.strftime("%Y-%m-%d %H:%M:%S").to_string()
}
