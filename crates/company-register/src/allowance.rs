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
        let latest = now.0 + BURST * ANOTHER_AFTER;
        // Without the upper bound a clock that is set back would refuse every call until it has caught up.
        let owed = (*free_at).clamp(now.0, latest);
        let next = owed + ANOTHER_AFTER;
        let is_allowed = next <= latest;
        *free_at = if is_allowed { next } else { owed };
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
    /// [8.03] A clock that is set back costs the rest of one burst, and not the hour by which it was wrong.
    #[test]
    fn a_clock_set_back_refuses_nothing_for_long() {
        let allowance = Allowance::default();
        let wrong = Timestamp(10_000_000);
        assert!((0..60).all(|_| allowance.take(wrong)));
        let now = wrong.plus(-3_600_000);
        assert!(!allowance.take(now));
        assert!(allowance.take(now.plus(ANOTHER_AFTER)));
        let rested = now.plus(ANOTHER_AFTER * (BURST + 1));
        assert_eq!((0..100).filter(|_| allowance.take(rested)).count(), 60);
    }
}
