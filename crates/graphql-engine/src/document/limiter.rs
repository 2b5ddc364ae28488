//! Limits how many documents are prepared at the same time.

use std::sync::Arc;
use std::thread::available_parallelism;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

/// Preparing a new document holds a processor and can take hundreds of times as long as executing a cached one. The
/// limit keeps processors free for clients that send cached documents.
pub struct PrepareLimiter {
    processors: Arc<Semaphore>,
    queue: Arc<Semaphore>,
}

/// Length of the waiting queue.
const MAX_WAITING: usize = 64;

/// Dropping it lets the next document be prepared.
pub struct PreparePermit {
    _processor: OwnedSemaphorePermit,
}

impl PrepareLimiter {
    /// At most half of the processors, but at least one.
    #[must_use]
    pub fn for_this_machine() -> Self {
        let processors = available_parallelism().map_or(1, usize::from);
        Self::with((processors / 2).max(1), MAX_WAITING)
    }

    fn with(processors: usize, queue: usize) -> Self {
        Self {
            processors: Arc::new(Semaphore::new(processors)),
            queue: Arc::new(Semaphore::new(queue)),
        }
    }

    /// Waits for a permit; none if the queue is full or `by` passes first.
    pub async fn acquire(&self, by: Instant) -> Option<PreparePermit> {
        let _waiting = self.queue.try_acquire().ok()?;
        let processor = Arc::clone(&self.processors).acquire_owned();
        let processor = timeout_at(by, processor).await.ok()?.ok()?;
        Some(PreparePermit {
            _processor: processor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn requests_beyond_the_queue_are_refused() {
        let limiter = Arc::new(PrepareLimiter::with(1, 1));
        let by = Instant::now() + Duration::from_mins(1);
        let first = limiter.acquire(by).await;
        assert!(first.is_some());
        let second = tokio::spawn({
            let limiter = Arc::clone(&limiter);
            async move { limiter.acquire(by).await.is_some() }
        });
        tokio::task::yield_now().await;
        assert!(limiter.acquire(by).await.is_none(), "the queue is full");
        drop(first);
        assert!(second.await.expect("it got a permit"));
        let held = limiter.acquire(by).await;
        let late = limiter.acquire(Instant::now()).await;
        assert!(late.is_none(), "its turn would come too late");
        drop(held);
        assert!(limiter.acquire(by).await.is_some());
    }
}
