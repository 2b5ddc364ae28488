//! Request ids: they join a log line, a report and an answer.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A new id, `r` and 16 hexadecimal digits, unlike those of other processes.
///
/// The letter keeps an id whose digits happen to be decimal from passing for
/// a card's number wherever logs are searched for one.
pub(super) fn new() -> String {
    static START: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let start = START.get_or_init(|| RandomState::new().hash_one("request ids"));
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("r{:016x}", start.wrapping_add(count))
}

/// An id given by a proxy, if it looks like one.
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
