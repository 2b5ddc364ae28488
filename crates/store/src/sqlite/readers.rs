//! Connections that read beside the writer.

use super::SqliteOptions;
use super::connection::open_reader;
use crate::StoreError;
use rusqlite::Connection;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

/// A few connections for point reads, which take tens of microseconds and run on the calling thread. One connection for
/// long reads, which run on a thread that may block.
pub(super) struct Readers {
    short: Vec<Mutex<Connection>>,
    next: AtomicUsize,
    long: Arc<Mutex<Connection>>,
}

impl Readers {
    pub(super) fn open(path: &Path, options: &SqliteOptions) -> Result<Self, StoreError> {
        let short = (0..options.readers.max(1))
            .map(|_| open_reader(path, options).map(Mutex::new))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            short,
            next: AtomicUsize::new(0),
            long: Arc::new(Mutex::new(open_reader(path, options)?)),
        })
    }

    /// Runs a point read on the calling thread.
    pub(super) fn point<T>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        read(&self.free())
    }

    /// Runs a long read, on one snapshot, on a thread that may block.
    pub(super) async fn long<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let connection = Arc::clone(&self.long);
        let reading = tokio::task::spawn_blocking(move || {
            let connection = locked(&connection);
            let snapshot = connection.unchecked_transaction()?;
            read(&snapshot)
        });
        reading
            .await
            .map_err(|error| StoreError::Database(format!("a read did not finish: {error}")))?
    }

    /// A connection that is not in use. If all are in use, it blocks until the next in turn is free.
    fn free(&self) -> MutexGuard<'_, Connection> {
        let start = self.next.fetch_add(1, Ordering::Relaxed);
        for offset in 0..self.short.len() {
            match self.short[(start + offset) % self.short.len()].try_lock() {
                Ok(connection) => return connection,
                Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
                Err(TryLockError::WouldBlock) => {}
            }
        }
        locked(&self.short[start % self.short.len()])
    }
}

/// Ignores poisoning: a read that panicked leaves nothing behind, because its statements were reset when they were
/// dropped.
fn locked(connection: &Mutex<Connection>) -> MutexGuard<'_, Connection> {
    connection.lock().unwrap_or_else(PoisonError::into_inner)
}
