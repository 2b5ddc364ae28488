//! Connections for transactions. One caller at a time uses each.
//!
//! The store has a pool of its own. The pool must discard a connection whose transaction was left open (its caller is
//! gone, or its deadline has passed). It must return [`StoreError::Busy`] if too many callers wait. It needs nothing
//! else.

use super::address::Address;
use super::error::Failure;
use super::session::Session;
use crate::StoreError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub(super) struct Pool {
    address: Address,
    free: Mutex<Vec<Session>>,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How many callers may wait.
    queue: usize,
}

impl Pool {
    /// The pool connects when it needs a connection.
    pub(super) fn new(address: Address, connections: usize, queue: usize) -> Arc<Self> {
        Arc::new(Self {
            address,
            free: Mutex::default(),
            permits: Arc::new(Semaphore::new(connections.max(1))),
            waiting: AtomicUsize::new(0),
            queue,
        })
    }

    /// Lends a connection as soon as one is free. The pool sets no deadline for this wait: the caller has one.
    pub(super) async fn lend(self: &Arc<Self>) -> Result<Lent, Failure> {
        let permit = self.permit().await?;
        let found = loop {
            match self.free().pop() {
                Some(session) if session.is_clean() => break Some(session),
                Some(_ended) => {}
                None => break None,
            }
        };
        let session = match found {
            Some(session) => session,
            None => Session::connect(&self.address).await?,
        };
        Ok(Lent {
            session: Some(session),
            pool: Arc::clone(self),
            _permit: permit,
        })
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, Failure> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let _place = QueueSlot::take(&self.waiting, self.queue)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        permit.map_err(|_| Failure::lost("the store is closed"))
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue. It becomes free when the waiting ends, for whatever reason.
struct QueueSlot<'p>(&'p AtomicUsize);

impl<'p> QueueSlot<'p> {
    fn take(waiting: &'p AtomicUsize, queue: usize) -> Result<Self, StoreError> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let place = Self(waiting);
        if before >= queue {
            return Err(StoreError::Busy);
        }
        Ok(place)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection in use by one caller. Dropping it returns the connection to the pool if it can be used again.
pub(super) struct Lent {
    session: Option<Session>,
    pool: Arc<Pool>,
    _permit: OwnedSemaphorePermit,
}

impl Lent {
    pub(super) fn session(&self) -> Result<&Session, Failure> {
        self.session
            .as_ref()
            .ok_or_else(|| Failure::lost("the connection was discarded"))
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        if let Some(session) = self.session.take().filter(Session::is_clean) {
            self.pool.free().push(session);
        }
    }
}
