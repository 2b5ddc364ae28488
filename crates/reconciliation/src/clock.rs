//! The present.

use std::time::{SystemTime, UNIX_EPOCH};
use zkratka_commerce::time::Timestamp;

/// The present, by this machine's clock. Amazon accepts requests of its own time only.
pub(crate) fn now() -> Timestamp {
    let elapsed = SystemTime::now().duration_since(UNIX_EPOCH);
    let elapsed = elapsed.unwrap_or_default().as_millis();
    Timestamp(i64::try_from(elapsed).unwrap_or(i64::MAX))
}
