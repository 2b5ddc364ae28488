//! Caches Google's root keys. One fetch serves all callers, and a background fetch renews the keys before they become
//! stale.

mod fetch;
mod freshness;
#[cfg(test)]
mod tests;

use super::root_keys::{RootKeys, RootKeysError};
use fetch::{Fetched, Source};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

/// After a failed fetch there is no other for this time, in milliseconds, because more calls do not help a failing server.
const PAUSE_AFTER_FAILURE: i64 = 30_000;
/// Renewal begins in the last tenth of the lifetime, at most this long before its end, in milliseconds.
const LONGEST_HEAD_START: i64 = 600_000;
/// Shortest lifetime, in milliseconds. Even keys that must not be cached serve all callers that wait for the same fetch.
const SHORTEST_LIFETIME: i64 = 1000;
/// How long stale keys may be used, in milliseconds: a week. Otherwise an attacker who blocks the key server could keep a
/// revoked key in use for years.
const LONGEST_STALE: i64 = 7 * 24 * 60 * 60 * 1000;

/// Returns the present time. Tests use their own clock.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Why there are no root keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootKeysUnavailable {
    /// The URL is not http or https, or TLS cannot be set up on this machine.
    #[error("root keys cannot be fetched from this address: {0}")]
    Address(String),
    /// No complete response before the deadline.
    #[error("the root key server did not answer in time")]
    Timeout,
    /// The server could not be reached, or the connection broke.
    #[error("the root key server cannot be reached")]
    Connection,
    /// The root key server responded with another status than 200.
    #[error("the root key server answered with status {0}")]
    Status(u16),
    /// The response is longer than the limit.
    #[error("the answer with the root keys is too long")]
    TooLong,
    /// The response contains no usable keys.
    #[error("the answer with the root keys cannot be used: {0}")]
    Unusable(#[from] RootKeysError),
}

/// Root keys fetched over HTTP and cached as the response's headers permit. Clones share the cache.
#[derive(Clone)]
pub struct RootKeyStore {
    inner: Arc<Inner>,
}

struct Inner {
    source: Source,
    deadline: Duration,
    clock: Clock,
    state: Mutex<State>,
    /// The lock of the task that fetches. Other tasks wait for it and share the result.
    flight: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct State {
    cached: Option<Cached>,
    failure: Option<Failure>,
    /// Counts fetches, so that a task that waited for the lock can tell whether another task has fetched since.
    attempts: u64,
}

struct Failure {
    error: RootKeysUnavailable,
    at: Timestamp,
}

impl Failure {
    /// Whether the pause after the failure still lasts. Setting the clock back does not extend it.
    fn rests(&self, now: Timestamp) -> bool {
        (self.at..self.at.plus(PAUSE_AFTER_FAILURE)).contains(&now)
    }
}

struct Cached {
    keys: Arc<RootKeys>,
    renew_from: Timestamp,
    fresh_until: Timestamp,
}

type Answer = Result<Arc<RootKeys>, RootKeysUnavailable>;

/// What `keys` does for a caller.
enum Step {
    Answer(Answer),
    AnswerAndRenew(Arc<RootKeys>),
    Fetch { attempts: u64 },
}

impl RootKeyStore {
    /// The URL of the keys of Google's production environment.
    pub const PRODUCTION_URL: &str =
        "https://payments.developers.google.com/paymentmethodtoken/keys.json";
    /// The URL of the keys of Google's TEST environment.
    pub const TEST_URL: &str =
        "https://payments.developers.google.com/paymentmethodtoken/test/keys.json";

    /// Creates a store of the keys at `url` (http or https). A fetch takes at most `deadline`. The store fetches nothing
    /// yet.
    pub fn new(url: &str, deadline: Duration, clock: Clock) -> Result<Self, RootKeysUnavailable> {
        Ok(Self {
            inner: Arc::new(Inner {
                source: Source::new(url, deadline)?,
                deadline,
                clock,
                state: Mutex::default(),
                flight: Arc::default(),
            }),
        })
    }

    /// Returns the keys within the deadline, however many callers wait. While keys are fresh they come from the cache, and
    /// a background fetch renews them shortly before they become stale. If renewal fails, stale keys remain usable until
    /// their own expiration, for a week at most. Stale keys without an expiration are not used.
    pub async fn keys(&self) -> Result<Arc<RootKeys>, RootKeysUnavailable> {
        match self.inner.step() {
            Step::Answer(answer) => answer,
            Step::AnswerAndRenew(keys) => {
                self.renew_in_background();
                Ok(keys)
            }
            Step::Fetch { attempts } => self.fetch_or_share(attempts).await,
        }
    }

    /// Fetches the keys, or waits for a running fetch. The fetch is a task of its own, so it continues for the other
    /// callers when one is cancelled.
    async fn fetch_or_share(&self, attempts: u64) -> Answer {
        let inner = Arc::clone(&self.inner);
        let fetch = tokio::spawn(async move {
            let _flight = inner.flight.lock().await;
            if inner.state().attempts == attempts {
                inner.fetch().await;
            }
        });
        // Whether the fetch ended in time or not, return the best keys available now.
        let _ = tokio::time::timeout(self.inner.deadline, fetch).await;
        self.inner.state().best((self.inner.clock)())
    }

    /// Does nothing while a fetch is running.
    fn renew_in_background(&self) {
        let Ok(flight) = Arc::clone(&self.inner.flight).try_lock_owned() else {
            return;
        };
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move {
            let _flight = flight;
            // A fetch that ended after the caller's check may already have renewed the keys.
            if matches!(inner.step(), Step::AnswerAndRenew(_)) {
                inner.fetch().await;
            }
        });
    }
}

impl Inner {
    fn step(&self) -> Step {
        let now = (self.clock)();
        let state = self.state();
        let resting = state.failure.as_ref().is_some_and(|it| it.rests(now));
        match &state.cached {
            Some(cached) if now < cached.renew_from || (resting && now < cached.fresh_until) => {
                Step::Answer(Ok(Arc::clone(&cached.keys)))
            }
            Some(cached) if now < cached.fresh_until => {
                Step::AnswerAndRenew(Arc::clone(&cached.keys))
            }
            _ if resting => Step::Answer(state.best(now)),
            _ => Step::Fetch {
                attempts: state.attempts,
            },
        }
    }

    /// The caller must hold the `flight` lock.
    async fn fetch(&self) {
        let fetched = self.source.fetch().await;
        let now = (self.clock)();
        let mut state = self.state();
        state.attempts = state.attempts.wrapping_add(1);
        match fetched {
            Ok(fetched) => {
                state.failure = None;
                state.cached = Some(Cached::new(fetched, now));
            }
            Err(error) => {
                tracing::warn!(%error, "Google's root keys could not be fetched");
                state.failure = Some(Failure { error, at: now });
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Returns the best keys available without a fetch.
    fn best(&self, now: Timestamp) -> Answer {
        let failure = || {
            let known = self.failure.as_ref().map(|failure| failure.error.clone());
            known.unwrap_or(RootKeysUnavailable::Timeout)
        };
        let cached = self.cached.as_ref().ok_or_else(failure)?;
        if now < cached.fresh_until {
            return Ok(Arc::clone(&cached.keys));
        }
        if now >= cached.fresh_until.plus(LONGEST_STALE) {
            return Err(failure());
        }
        let lasting = cached.keys.expiring_after(now).ok_or_else(failure)?;
        Ok(Arc::new(lasting))
    }
}

impl Cached {
    fn new(fetched: Fetched, now: Timestamp) -> Self {
        let lifetime = fetched.lifetime.max(SHORTEST_LIFETIME);
        let fresh_until = now.plus(lifetime);
        Self {
            keys: Arc::new(fetched.keys),
            renew_from: fresh_until.plus(-(lifetime / 10).min(LONGEST_HEAD_START)),
            fresh_until,
        }
    }
}

impl fmt::Debug for RootKeyStore {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("RootKeyStore").finish_non_exhaustive()
    }
}
