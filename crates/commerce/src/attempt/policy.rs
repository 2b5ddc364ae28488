//! How long an attempt waits for what, as data.

use super::Attempt;
use crate::time::Timestamp;

/// How long an attempt waits for what. Milliseconds throughout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// A call to the gateway has certainly ended after this long: until then nobody else takes the attempt over.
    pub call_ms: i64,
    /// How long a buyer has for a challenge.
    pub challenge_ms: i64,
    /// How long after its beginning an authorisation may be sent, the first time or again: a buyer who has long left
    /// must not be charged. Afterwards the gateway is only asked what it knows.
    pub start_within_ms: i64,
    /// The authorisation is not repeated this close to the end of the key's lifetime: a repetition that arrives after
    /// it would be a fresh authorisation.
    pub key_margin_ms: i64,
    /// An authorisation learnt of later than this after the beginning is voided instead of honoured.
    pub honour_ms: i64,
    /// Waiting time between repetitions.
    pub back_off: BackOff,
    /// After this many calls for a capture or a void without a usable answer a person must look.
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
            // With the back-off above: a little more than a day.
            max_retries: 36,
        }
    }
}

impl Policy {
    /// Until when the authorisation of this attempt may be sent, the first time or again: the key lives, and the buyer
    /// may still be there.
    #[must_use]
    pub fn authorise_until(&self, attempt: &Attempt) -> Timestamp {
        let key_lives = attempt.key_expires_at.plus(-self.key_margin_ms);
        self.start_until(attempt).min(key_lives)
    }

    /// Until when an attempt may start.
    #[must_use]
    pub const fn start_until(&self, attempt: &Attempt) -> Timestamp {
        attempt.created_at.plus(self.start_within_ms)
    }

    /// From when on an authorisation that the gateway does not know was never sent: one sent in the last moment has
    /// arrived, or been lost, by then.
    #[must_use]
    pub fn unknown_is_never_from(&self, attempt: &Attempt) -> Timestamp {
        self.authorise_until(attempt).plus(self.key_margin_ms)
    }

    /// Until when an authorisation of this attempt is honoured.
    #[must_use]
    pub const fn honour_until(&self, attempt: &Attempt) -> Timestamp {
        attempt.created_at.plus(self.honour_ms)
    }
}

/// Exponential waiting time with a cap: `first`, twice that, four times that, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BackOff {
    /// After the first failure.
    pub first_ms: i64,
    /// Never longer than this.
    pub cap_ms: i64,
}

impl BackOff {
    /// How long to wait after `failures` failures (1 or more).
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
