//! Request ids, which connect a response and a buyer's report with a log line.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Generates an id: `r` and 16 hexadecimal digits, different from the ids of other processes.
///
/// If all digits happen to be decimal, the letter prevents a search of the logs for card numbers from matching the id.
pub(super) fn new() -> String {
    static START: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let start = START.get_or_init(|| RandomState::new().hash_one("request ids"));
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("r{:016x}", start.wrapping_add(count))
}

/// Whether to accept an id from a proxy.
pub(super) fn acceptable(id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (8..=64).contains(&id.len()) && id.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_begins_with_a_letter_and_none_comes_twice() {
        let (one, other) = (new(), new());
        assert!(one.starts_with('r') && acceptable(&one), "{one}");
        assert_ne!(one, other);
    }
}
