//! Connections for transactions, each lent to one at a time.
//!
//! A pool of its own: it must throw away a connection whose transaction was left open (its caller had gone, or its
//! deadline had passed), must answer [`StoreError::Busy`] when too many wait, and needs nothing else.

use super::address::Address;
use super::error::Failure;
use super::session::Session;
use crate::StoreError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Lends connections.
pub(super) struct Pool {
    address: Address,
    free: Mutex<Vec<Session>>,
    permits: Arc<Semaphore>,
    waiting: AtomicUsize,
    /// How many may wait.
    queue: usize,
}

impl Pool {
    /// Connections are made when they are needed.
    pub(super) fn new(address: Address, connections: usize, queue: usize) -> Arc<Self> {
        Arc::new(Self {
            address,
            free: Mutex::default(),
            permits: Arc::new(Semaphore::new(connections.max(1))),
            waiting: AtomicUsize::new(0),
            queue,
        })
    }

    /// Lends one as soon as one is free. The caller has a deadline.
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
        let _place = Place::take(&self.waiting, self.queue)?;
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        permit.map_err(|_| Failure::lost("the store is closed"))
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A place in the queue; given back however the waiting ends.
struct Place<'p>(&'p AtomicUsize);

impl<'p> Place<'p> {
    fn take(waiting: &'p AtomicUsize, queue: usize) -> Result<Self, StoreError> {
        let before = waiting.fetch_add(1, Ordering::Relaxed);
        let place = Self(waiting);
        if before >= queue {
            return Err(StoreError::Busy);
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A connection while it is somebody's. It goes back to the pool when dropped, if it is fit for the next one.
pub(super) struct Lent {
    session: Option<Session>,
    pool: Arc<Pool>,
    _permit: OwnedSemaphorePermit,
}

impl Lent {
    /// The connection.
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
