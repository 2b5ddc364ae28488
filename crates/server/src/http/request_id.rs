//! Request ids: they join a log line, a report and an answer.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// A new id, 16 hexadecimal digits, unlike those of other processes.
pub(super) fn new() -> String {
    static START: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let start = START.get_or_init(|| RandomState::new().hash_one("request ids"));
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", start.wrapping_add(count))
}

/// An id given by a proxy, if it looks like one.
pub(super) fn acceptable(id: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (8..=64).contains(&id.len()) && id.bytes().all(allowed)
}
