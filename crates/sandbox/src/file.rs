//! What an emulated service remembers: one SQLite file, written by one process, durable at every answer
//! (`synchronous = FULL`).

use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long another process's writing is waited for.
pub(crate) const BUSY: Duration = Duration::from_secs(5);

/// The ledger cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// SQLite failed.
    #[error("the sandbox gateway's ledger failed: {0}")]
    Database(#[from] rusqlite::Error),
    /// It holds something that this program did not write.
    #[error("the sandbox gateway's ledger holds an unknown {0}")]
    Unknown(&'static str),
    /// The work was given up.
    #[error("the sandbox gateway is stopping")]
    Stopping,
}

/// An open file; `E` is why work on it is given up.
pub(crate) struct File<E> {
    connection: Arc<Mutex<Connection>>,
    error: PhantomData<fn() -> E>,
}

impl<E: From<LedgerError> + Send + 'static> File<E> {
    /// Opens the file, or makes it; `schema` makes what is not there yet.
    pub(crate) fn open(path: &Path, schema: &str) -> Result<Self, LedgerError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.execute_batch(schema)?;
        Ok(Self {
            connection: Arc::new(Mutex::new(connection)),
            error: PhantomData,
        })
    }

    /// Runs work in one transaction, away from the async threads. An error leaves nothing behind.
    pub(crate) async fn transact<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let connection = Arc::clone(&self.connection);
        tokio::task::spawn_blocking(move || {
            let mut connection = connection.lock().unwrap_or_else(PoisonError::into_inner);
            let transaction = connection
                .transaction_with_behavior(TransactionBehavior::Immediate)
                .map_err(LedgerError::from)?;
            let result = work(&transaction)?;
            transaction.commit().map_err(LedgerError::from)?;
            Ok(result)
        })
        .await
        .map_err(|_| LedgerError::Stopping)?
    }
}
