//! How many calls a server makes to the register, whoever asks: registers refuse shops that ask too much.

use std::sync::{Mutex, PoisonError};
use zkratka_commerce::time::Timestamp;

/// Calls without waiting.
const BURST: i64 = 60;
/// Milliseconds after which one more call is allowed.
const ANOTHER_AFTER: i64 = 250;

/// A limit for the whole server.
#[derive(Debug, Default)]
pub(crate) struct Allowance {
    /// When every call made so far is paid off.
    free_at: Mutex<i64>,
}

impl Allowance {
    /// Counts one call, if it is allowed now.
    pub(crate) fn take(&self, now: Timestamp) -> bool {
        // A single number is right after every step.
        let mut free_at = self.free_at.lock().unwrap_or_else(PoisonError::into_inner);
        let next = (*free_at).max(now.0) + ANOTHER_AFTER;
        let is_allowed = next <= now.0 + BURST * ANOTHER_AFTER;
        if is_allowed {
            *free_at = next;
        }
        is_allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [8.03] A server makes so many calls at once, and then one after another.
    #[test]
    fn calls_are_limited() {
        let allowance = Allowance::default();
        let now = Timestamp(1_000_000);
        let taken = (0..100).filter(|_| allowance.take(now)).count();
        assert_eq!(taken, 60);
        assert!(!allowance.take(now.plus(ANOTHER_AFTER - 1)));
        assert!(allowance.take(now.plus(ANOTHER_AFTER)));
        assert!(!allowance.take(now.plus(ANOTHER_AFTER)));
        let rested = now.plus(ANOTHER_AFTER * (BURST + 1));
        assert_eq!((0..100).filter(|_| allowance.take(rested)).count(), 60);
    }
}
