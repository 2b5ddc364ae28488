//! What an operator can choose about attempts.

use std::time::Duration;
use zkratka_commerce::attempt::Policy;
use zkratka_commerce::order::Mode;

/// How long the store may take for a step, unless a test shortens it.
const STORE_DEADLINE: Duration = Duration::from_secs(10);

/// What an operator can choose about attempts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Waiting times of the rules.
    pub policy: Policy,
    /// Mode of the orders made.
    pub mode: Mode,
    /// Scheme, host and port that buyers see; a challenge returns to `{public_origin}/attempts/{return id}/return`.
    pub public_origin: String,
    /// The store answers within this time, or the step is left to the server that resumes it.
    pub store_deadline: Duration,
    /// How long a submit waits for the outcome before the rest goes on in the background.
    pub inline_deadline: Duration,
    /// How often attempts left behind are looked for.
    pub resume_every: Duration,
    /// Whether nobody else drives attempts of this store (an embedded database): then whatever was being done when this
    /// server starts was being done by one that has died, and is taken over at once instead of when its lease ends.
    pub sole_server: bool,
    /// How many attempts this server drives at the same time; beyond it a submit is throttled.
    pub max_driven: usize,
}

impl Settings {
    /// Defaults for a shop at this origin.
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

    /// Sets how long a call to the gateway may take, and with it how long an attempt waits before another server
    /// takes it over.
    #[must_use]
    pub fn with_call_deadline(mut self, deadline: Duration) -> Self {
        // The lease begins before the step is stored, and the call is made afterwards. The client's own deadline comes
        // first; a second on top so that nobody takes over a call that is ending.
        self.policy.call_ms = milliseconds(self.store_deadline + deadline + Duration::from_secs(1));
        self
    }

    /// Sets how long a lease is, and fits the store's deadline and the call's into it: three tenths and the rest.
    #[must_use]
    pub fn with_lease(mut self, lease: Duration) -> Self {
        self.store_deadline = lease * 3 / 10;
        self.policy.call_ms = milliseconds(lease);
        self
    }

    /// Sets how long a buyer has for a challenge.
    #[must_use]
    pub fn with_challenge(mut self, time: Duration) -> Self {
        self.policy.challenge_ms = milliseconds(time);
        self
    }

    /// After how long a call has certainly ended: what the lease leaves of itself when the step took as long to store
    /// as it may.
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
        assert!(settings.store_deadline < settings.call_deadline());
    }
}
