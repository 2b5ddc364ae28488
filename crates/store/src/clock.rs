//! The clock, injected into all code that needs the time.

use crate::{Store, StoreError};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use zkratka_commerce::time::Timestamp;

/// A source of the present time. It may step back, and the clocks of two servers may differ.
pub trait Clock: Send + Sync {
    /// The present time, in milliseconds since the Unix epoch, UTC. Never blocks.
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let elapsed = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default();
        Timestamp(i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX))
    }
}

/// The time of a store that several servers share, so that they agree whatever their own clocks say. It adds the time
/// since the store's last answer to that answer. The error is at most half the time that the store took to answer.
pub struct StoreClock {
    started: Instant,
    /// The store's time when this clock was started, in milliseconds.
    at_start: AtomicI64,
}

/// An answer that took longer is too inexact and is ignored.
const SLOW: Duration = Duration::from_secs(1);

impl Default for StoreClock {
    fn default() -> Self {
        Self::from(SystemClock.now())
    }
}

impl From<Timestamp> for StoreClock {
    /// A clock that starts at this time. [`StoreClock::set`] corrects it.
    fn from(now: Timestamp) -> Self {
        Self {
            started: Instant::now(),
            at_start: AtomicI64::new(now.0),
        }
    }
}

impl StoreClock {
    pub async fn set(&self, store: &dyn Store) -> Result<(), StoreError> {
        // Ask twice: the first call may include the time to make a connection.
        for _ in 0..2 {
            let asked = self.started.elapsed();
            let answer = store.now().await?;
            let took = self.started.elapsed().saturating_sub(asked);
            if took < SLOW {
                let when = milliseconds(asked + took / 2);
                self.at_start.store(answer.0 - when, Ordering::Relaxed);
            }
        }
        Ok(())
    }
}

impl Clock for StoreClock {
    fn now(&self) -> Timestamp {
        let at_start = Timestamp(self.at_start.load(Ordering::Relaxed));
        at_start.plus(milliseconds(self.started.elapsed()))
    }
}

fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}
