//! The file of an emulated service: one SQLite database, written by one process, durable before every response
//! (`synchronous = FULL`). One thread writes. All queued work is one commit, so that one `fsync` serves many calls.

use rusqlite::{Connection, Transaction, TransactionBehavior};
use std::marker::PhantomData;
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long to wait while another process writes.
pub(crate) const BUSY: Duration = Duration::from_secs(5);
/// Most calls in one commit.
const MOST_PER_COMMIT: usize = 128;
/// Statements kept prepared; more than there are.
const PREPARED_STATEMENTS: usize = 64;

/// The ledger cannot be opened, read or written.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    #[error("the sandbox gateway's ledger failed: {0}")]
    Database(#[from] rusqlite::Error),
    /// No thread could be started to write it.
    #[error("the sandbox gateway's ledger has no thread to write it: {0}")]
    Thread(#[from] std::io::Error),
    /// The file contains a value that this program does not write.
    #[error("the sandbox gateway's ledger holds an unknown {0}")]
    Unknown(&'static str),
    /// The process is stopping.
    #[error("the sandbox gateway is stopping")]
    Stopping,
}

/// An open file. `E` is the error that aborts a transaction. Dropping it finishes the queued work.
pub(crate) struct File<E> {
    queue: Option<Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    error: PhantomData<fn() -> E>,
}

impl<E: From<LedgerError> + Send + 'static> File<E> {
    /// Opens or creates the file; `schema` creates missing tables.
    pub(crate) fn open(path: &Path, schema: &str) -> Result<Self, LedgerError> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(BUSY)?;
        connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", "ON")?;
        connection.execute_batch(schema)?;
        let (queue, jobs) = channel();
        let thread = std::thread::Builder::new()
            .name("ledger-writer".to_owned())
            .spawn(move || write_until_closed(connection, &jobs))?;
        Ok(Self {
            queue: Some(queue),
            thread: Some(thread),
            error: PhantomData,
        })
    }

    /// Runs work in a transaction on the writing thread and returns once it is durable. An error rolls it back.
    pub(crate) async fn transact<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        let task = Task {
            work: Some(work),
            result: None,
            reply,
        };
        let queue = self.queue.as_ref().ok_or(LedgerError::Stopping)?;
        queue
            .send(Box::new(task))
            .map_err(|_| LedgerError::Stopping)?;
        answer.await.map_err(|_| LedgerError::Stopping)?
    }
}

impl<E> Drop for File<E> {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that writes an emulated service's file ended by a panic");
        }
    }
}

/// Work in the queue.
trait Job: Send {
    /// Runs the work. `false` rolls its writes back.
    fn run(&mut self, transaction: &Transaction<'_>) -> bool;
    /// Sends the result to the caller, once it is durable. A job that is dropped without this fails the caller with
    /// [`LedgerError::Stopping`].
    fn answer(self: Box<Self>);
}

struct Task<T, E, F> {
    work: Option<F>,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T: Send, E: Send, F> Job for Task<T, E, F>
where
    F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send,
{
    fn run(&mut self, transaction: &Transaction<'_>) -> bool {
        self.result = self.work.take().map(|work| work(transaction));
        matches!(self.result, Some(Ok(_)))
    }

    fn answer(self: Box<Self>) {
        if let Some(result) = self.result {
            // Nobody waits any more when a call was given up; the work is done all the same.
            let _gone = self.reply.send(result);
        }
    }
}

fn write_until_closed(mut connection: Connection, queue: &Receiver<Box<dyn Job>>) {
    while let Ok(first) = queue.recv() {
        let mut batch = vec![first];
        batch.extend(queue.try_iter().take(MOST_PER_COMMIT - 1));
        match commit(&mut connection, &mut batch) {
            Ok(()) => {
                for job in batch {
                    job.answer();
                }
            }
            Err(error) => tracing::error!(%error, "an emulated service's file was not written"),
        }
    }
}

fn commit(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for job in batch {
        transaction.execute_batch("SAVEPOINT job")?;
        if !job.run(&transaction) {
            transaction.execute_batch("ROLLBACK TO job")?;
        }
        transaction.execute_batch("RELEASE job")?;
    }
    transaction.commit()
}
