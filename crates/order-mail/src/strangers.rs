//! Codes to addresses without an account: an attack from many networks floods no mailboxes with e-mails of the shop.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use zkratka_abuse::{RateLimitKey, RateLimiter};
use zkratka_commerce::time::Timestamp;

const EVERYBODY: [RateLimitKey; 1] = [RateLimitKey::Everybody];
/// How long nothing more is logged after a warning.
const QUIET_MS: i64 = 60_000;

/// Limits codes to addresses without an account.
pub struct Strangers {
    codes: RateLimiter,
    /// When the next warning may be logged, in milliseconds.
    warns_at: AtomicI64,
}

impl Default for Strangers {
    fn default() -> Self {
        Self {
            codes: RateLimiter::for_codes_to_strangers(),
            warns_at: AtomicI64::new(i64::MIN),
        }
    }
}

impl Strangers {
    /// Takes a place for one e-mail, or returns how long to wait for one.
    pub(crate) fn take(&self, now: Timestamp) -> Result<(), Duration> {
        let taken = self.codes.take(&EVERYBODY, now);
        if taken.is_err() && self.may_warn(now) {
            tracing::warn!("many codes go to addresses without an account: they wait");
        }
        taken
    }

    /// Gives the place of an e-mail back that was not sent, so that its next attempt takes no second one.
    pub(crate) fn give_back(&self) {
        self.codes.give_back(&EVERYBODY);
    }

    fn may_warn(&self, now: Timestamp) -> bool {
        let due = self.warns_at.load(Ordering::Relaxed);
        let next = now.plus(QUIET_MS).0;
        let swap = |due| {
            self.warns_at
                .compare_exchange(due, next, Ordering::Relaxed, Ordering::Relaxed)
        };
        due <= now.0 && swap(due).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Strangers;
    use std::time::Duration;
    use zkratka_commerce::time::Timestamp;

    const NOW: Timestamp = Timestamp(1_767_225_600_000);

    /// [B.02] Two hundred e-mails, then one in five seconds; an e-mail that is tried again takes one place.
    #[test]
    fn an_e_mail_takes_one_place() {
        let strangers = Strangers::default();
        for attempt in 0..300 {
            assert!(strangers.take(NOW).is_ok(), "{attempt}");
            strangers.give_back();
        }
        for number in 0..200 {
            assert!(strangers.take(NOW).is_ok(), "{number}");
        }
        assert_eq!(strangers.take(NOW), Err(Duration::from_secs(5)));
        assert!(strangers.take(NOW.plus(5_000)).is_ok());
    }

    /// [B.02] A crowd fills no log: one warning a minute.
    #[test]
    fn a_crowd_is_warned_of_once_a_minute() {
        let strangers = Strangers::default();
        assert!(strangers.may_warn(NOW));
        assert!(!strangers.may_warn(NOW) && !strangers.may_warn(NOW.plus(59_999)));
        assert!(strangers.may_warn(NOW.plus(60_000)));
    }
}
