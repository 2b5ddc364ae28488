//! Keeps Google's root keys at hand: fetched once for all callers, renewed before they grow stale.

mod fetch;
mod freshness;

use super::root_keys::{RootKeys, RootKeysError};
use fetch::{Fetched, Source};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;

/// After a failure nobody asks again for this long, in milliseconds: a server that is down is not helped by more calls.
const PAUSE_AFTER_FAILURE: i64 = 30_000;
/// Renewal begins in the last tenth of the lifetime, at most this long before its end, in milliseconds.
const LONGEST_HEAD_START: i64 = 600_000;
/// Even keys that must not be cached serve the callers who wait for them together, in milliseconds.
const SHORTEST_LIFETIME: i64 = 1000;
/// Stale keys serve for a week at most, in milliseconds: a key that Google has withdrawn must not live on for years
/// because somebody keeps the server of the keys from being reached.
const LONGEST_STALE: i64 = 7 * 24 * 60 * 60 * 1000;

/// Says what time it is; tests have their own.
pub type Clock = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Why there are no root keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RootKeysUnavailable {
    /// The address is not one of http or https, or TLS cannot be set up on this machine.
    #[error("root keys cannot be fetched from this address: {0}")]
    Address(String),
    /// No complete answer before the deadline.
    #[error("the root key server did not answer in time")]
    Timeout,
    /// The server could not be reached, or broke off.
    #[error("the root key server cannot be reached")]
    Connection,
    /// The server refused.
    #[error("the root key server answered with status {0}")]
    Status(u16),
    /// The answer is longer than any list of keys.
    #[error("the answer with the root keys is too long")]
    TooLong,
    /// The answer holds no usable keys.
    #[error("the answer with the root keys cannot be used: {0}")]
    Unusable(#[from] RootKeysError),
}

/// Root keys fetched over HTTP and cached as the answer's headers say. Clones share the cache.
#[derive(Clone)]
pub struct RootKeyStore {
    inner: Arc<Inner>,
}

struct Inner {
    source: Source,
    deadline: Duration,
    clock: Clock,
    state: Mutex<State>,
    /// Held by whoever is fetching; the others wait and share what comes.
    flight: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
struct State {
    cached: Option<Cached>,
    failure: Option<Failure>,
    /// Counts attempts to fetch, so that those who waited for one know that it has ended.
    attempts: u64,
}

struct Failure {
    error: RootKeysUnavailable,
    at: Timestamp,
}

impl Failure {
    /// Whether the server is left in peace. A clock that was set back does not make the pause longer.
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

/// What is to be done for a caller.
enum Step {
    Answer(Answer),
    AnswerAndRenew(Arc<RootKeys>),
    Fetch { attempts: u64 },
}

impl RootKeyStore {
    /// Where Google publishes the keys of its production environment.
    pub const PRODUCTION_URL: &str =
        "https://payments.developers.google.com/paymentmethodtoken/keys.json";
    /// Where Google publishes the keys of its TEST environment.
    pub const TEST_URL: &str =
        "https://payments.developers.google.com/paymentmethodtoken/test/keys.json";

    /// A store of the keys at `url` (http or https), which are awaited no longer than `deadline`. Fetches nothing yet.
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

    /// The keys: cached ones while they are fresh, renewed in the background shortly before they are not. While renewing
    /// fails, stale keys serve until they expire themselves, for a week at most; those that say nothing of expiring do
    /// not. Answers within the deadline, however many wait.
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

    /// Whoever leaves takes nobody else's keys away: the fetch is a task of its own.
    async fn fetch_or_share(&self, attempts: u64) -> Answer {
        let inner = Arc::clone(&self.inner);
        let fetch = tokio::spawn(async move {
            let _flight = inner.flight.lock().await;
            if inner.state().attempts == attempts {
                inner.fetch().await;
            }
        });
        // Late or not: the best that there is then.
        let _ = tokio::time::timeout(self.inner.deadline, fetch).await;
        self.inner.state().best((self.inner.clock)())
    }

    /// Does nothing while somebody is fetching.
    fn renew_in_background(&self) {
        let Ok(flight) = Arc::clone(&self.inner.flight).try_lock_owned() else {
            return;
        };
        let inner = Arc::clone(&self.inner);
        tokio::spawn(async move {
            let _flight = flight;
            // One that ended between the caller's look and this flight has done the work.
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

    /// To be called by the holder of the flight only.
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
    /// The best there is without fetching.
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
