//! Times in PayPal's format.

use zkratka_commerce::time::Timestamp;

/// `2026-11-21T22:00:00Z`
pub(super) fn to_rfc3339(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_second(at.0.div_euclid(1_000));
    moment.unwrap_or(jiff::Timestamp::UNIX_EPOCH).to_string()
}
