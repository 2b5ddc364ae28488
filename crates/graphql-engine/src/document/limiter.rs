//! Preparing documents that are not kept yet.

use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// Lets few documents be prepared at the same time. That takes up to some hundreds of times as long as answering a known
/// one, and holds a processor: whoever sends documents that nobody has sent before must leave processors to those who do not.
pub struct PrepareLimiter {
    processors: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

/// Documents that may wait to be prepared.
const PLACES: usize = 64;

/// The right to prepare one document.
pub struct Turn {
    _processor: OwnedSemaphorePermit,
}

impl PrepareLimiter {
    /// Half of the processors, but one at least.
    #[must_use]
    pub fn for_this_machine() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self::with((processors / 2).max(1), PLACES)
    }

    fn with(processors: usize, places: usize) -> Self {
        Self {
            processors: Arc::new(Semaphore::new(processors)),
            places: Arc::new(Semaphore::new(places)),
        }
    }

    /// Waits for its turn; none when too many wait, or when it would come too late.
    pub async fn turn(&self, by: Instant) -> Option<Turn> {
        let _place = self.places.try_acquire().ok()?;
        let processor = Arc::clone(&self.processors).acquire_owned();
        let processor = timeout_at(by, processor).await.ok()?.ok()?;
        Some(Turn {
            _processor: processor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn few_prepare_some_wait_and_the_rest_is_turned_away() {
        let limiter = Arc::new(PrepareLimiter::with(1, 1));
        let by = Instant::now() + Duration::from_mins(1);
        let first = limiter.turn(by).await;
        assert!(first.is_some());
        let second = tokio::spawn({
            let limiter = Arc::clone(&limiter);
            async move { limiter.turn(by).await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(
            limiter.turn(by).await.is_none(),
            "there is no place to wait"
        );
        drop(first);
        assert!(second.await.expect("it had its turn"));
        let held = limiter.turn(by).await;
        let late = limiter.turn(Instant::now()).await;
        assert!(late.is_none(), "its turn would come too late");
        drop(held);
        assert!(limiter.turn(by).await.is_some());
    }
}
