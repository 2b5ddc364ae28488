//! Times for people.

use zkratka_commerce::time::Timestamp;
pub(in crate::cli) use zkratka_order_commands::local_time;

/// The current time of this machine.
pub(in crate::cli) fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}
