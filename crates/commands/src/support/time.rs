//! Times for people.

use zkratka_commerce::time::Timestamp;
pub use zkratka_order_commands::local_time;

/// The current time of this machine.
#[must_use]
pub fn now() -> Timestamp {
    Timestamp(jiff::Timestamp::now().as_millisecond())
}
