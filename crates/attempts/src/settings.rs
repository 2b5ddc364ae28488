//! The operator's settings for attempts.

use std::time::Duration;
use zkratka_commerce::attempt::Policy;
use zkratka_commerce::order::Mode;

/// How long the store may take for a step. Tests shorten it.
const STORE_DEADLINE: Duration = Duration::from_secs(10);

#[derive(Clone, Debug)]
pub struct Settings {
    /// The waiting times of the rules.
    pub policy: Policy,
    /// Mode of the orders made.
    pub mode: Mode,
    /// Scheme, host and port that buyers see. A challenge returns to `{public_origin}/attempts/{return id}/return`.
    pub public_origin: String,
    /// How long the store may take. After that, the step is left to the server that resumes the attempt.
    pub store_deadline: Duration,
    /// How long a submit waits for the outcome before it continues in the background.
    pub inline_deadline: Duration,
    /// How often to look for attempts that are due.
    pub resume_every: Duration,
    /// Whether no other server drives attempts of this store (an embedded database). If so, unfinished work at the start
    /// was left by a server that has died. It is taken over at once, not when its lease ends.
    pub sole_server: bool,
    /// How many attempts this server drives at once. Above it, submits are throttled.
    pub max_driven: usize,
}

impl Settings {
    /// The defaults for a shop at this origin.
    #[must_use]
    pub fn new(mode: Mode, public_origin: impl Into<String>) -> Self {
        Self {
            policy: Policy::default(),
            mode,
            public_origin: public_origin.into(),
            store_deadline: STORE_DEADLINE,
            inline_deadline: Duration::from_secs(10),
            resume_every: Duration::from_millis(500),
            sole_server: false,
            max_driven: 512,
        }
    }

    /// Sets how long a call to the gateway may take. This also sets how long an attempt waits before another server takes
    /// it over.
    #[must_use]
    pub fn with_call_deadline(mut self, deadline: Duration) -> Self {
        // The lease begins before the step is stored, and the call follows. The gateway client's own deadline ends the
        // call first. The extra second keeps another server from taking over a call that is just ending.
        self.policy.call_ms = milliseconds(self.store_deadline + deadline + Duration::from_secs(1));
        self
    }

    /// Sets the length of a lease and divides it: one half for the store's deadline, the other for the call.
    #[must_use]
    pub fn with_lease(mut self, lease: Duration) -> Self {
        self.store_deadline = lease / 2;
        self.policy.call_ms = milliseconds(lease);
        self
    }

    /// Sets how long a buyer has for a challenge.
    #[must_use]
    pub fn with_challenge(mut self, time: Duration) -> Self {
        self.policy.challenge_ms = milliseconds(time);
        self
    }

    /// The time after which a call has certainly ended: the part of the lease that is left if storing the step took the
    /// whole store deadline.
    pub(super) fn call_deadline(&self) -> Duration {
        let lease = Duration::from_millis(u64::try_from(self.policy.call_ms).unwrap_or(0));
        lease.saturating_sub(self.store_deadline)
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lease_outlives_the_storing_of_a_step_and_its_call() {
        let call = Duration::from_secs(12);
        let settings = Settings::new(Mode::Test, "").with_call_deadline(call);
        let lease = Duration::from_millis(settings.policy.call_ms.unsigned_abs());
        assert!(settings.call_deadline() > call);
        assert!(lease >= settings.store_deadline + settings.call_deadline());
        let unset = Settings::new(Mode::Test, "");
        assert!(unset.call_deadline() >= Duration::from_secs(5));
    }

    #[test]
    fn a_shorter_lease_shortens_what_it_outlives() {
        let lease = Duration::from_secs(5);
        let settings = Settings::new(Mode::Test, "").with_lease(lease);
        assert_eq!(settings.policy.call_ms, 5_000);
        assert_eq!(settings.store_deadline + settings.call_deadline(), lease);
        assert!(settings.store_deadline <= settings.call_deadline());
    }
}
