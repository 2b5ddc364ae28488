//! The waiting times of an attempt.

use super::Attempt;
use crate::time::Timestamp;

/// All times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Upper bound of one gateway call. Until then no other server takes the attempt over.
    pub call_ms: i64,
    /// Time a buyer has for a challenge.
    pub challenge_ms: i64,
    /// How long after the attempt was created the authorisation may be sent, the first time or again. A buyer who left
    /// long ago must not be charged. Afterwards the driver only queries the gateway.
    pub start_within_ms: i64,
    /// The authorisation is not repeated this close to the end of the key's lifetime. A repeat that arrives after it
    /// would create a new authorisation.
    pub key_margin_ms: i64,
    /// An authorisation reported later than this after the attempt was created is voided instead of honoured.
    pub honour_ms: i64,
    /// Waiting time between repeats.
    pub back_off: BackOff,
    /// After this many captures or voids without a usable answer, a person must review the attempt.
    pub max_retries: u32,
}

impl Default for Policy {
    fn default() -> Self {
        const MINUTE: i64 = 60_000;
        const HOUR: i64 = 60 * MINUTE;
        Self {
            call_ms: 20_000,
            challenge_ms: 15 * MINUTE,
            start_within_ms: 15 * MINUTE,
            key_margin_ms: 5 * MINUTE,
            honour_ms: 48 * HOUR,
            back_off: BackOff {
                first_ms: 1_000,
                cap_ms: HOUR,
            },
            // With the backoff above, a little more than a day.
            max_retries: 36,
        }
    }
}

impl Policy {
    /// Deadline for sending the authorisation, the first time or again: both the key's lifetime (less its margin) and
    /// `start_within_ms` must not have passed.
    #[must_use]
    pub fn authorise_until(&self, attempt: &Attempt) -> Timestamp {
        let key_lives = attempt.key_expires_at.plus(-self.key_margin_ms);
        self.start_until(attempt).min(key_lives)
    }

    #[must_use]
    pub const fn start_until(&self, attempt: &Attempt) -> Timestamp {
        attempt.created_at.plus(self.start_within_ms)
    }

    /// From this time on, `Unknown` from the gateway means that the authorisation was never sent. A request sent at the
    /// last moment has arrived or been lost by then.
    #[must_use]
    pub fn never_sent_from(&self, attempt: &Attempt) -> Timestamp {
        self.authorise_until(attempt).plus(self.key_margin_ms)
    }

    #[must_use]
    pub const fn honour_until(&self, attempt: &Attempt) -> Timestamp {
        attempt.created_at.plus(self.honour_ms)
    }
}

/// Exponential backoff with a cap: `first_ms`, twice that, four times that, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackOff {
    /// Delay after the first failure.
    pub first_ms: i64,
    /// Maximum delay.
    pub cap_ms: i64,
}

impl BackOff {
    /// Delay after `failures` failures (1 or more).
    #[must_use]
    pub fn delay_ms(&self, failures: u32) -> i64 {
        let doublings = failures.saturating_sub(1).min(62);
        self.first_ms
            .saturating_mul(1_i64 << doublings)
            .min(self.cap_ms)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_doubles_up_to_the_cap() {
        let back_off = BackOff {
            first_ms: 1_000,
            cap_ms: 10_000,
        };
        let delays: Vec<i64> = (0..8).map(|n| back_off.delay_ms(n)).collect();
        assert_eq!(
            delays,
            [1_000, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]
        );
        assert_eq!(back_off.delay_ms(u32::MAX), 10_000);
    }

    #[test]
    fn the_default_lets_a_key_expire_before_the_outcome_is_too_late() {
        let policy = Policy::default();
        assert!(policy.call_ms < policy.key_margin_ms);
        assert!(policy.challenge_ms < policy.honour_ms);
    }
}
