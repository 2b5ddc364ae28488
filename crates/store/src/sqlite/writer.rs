//! One thread owns the connection that writes. It commits whatever has queued up in one transaction (group commit),
//! so that one `fsync` serves many requests; it never waits for more to come.

use crate::StoreError;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// Most jobs in one transaction.
const MOST_PER_COMMIT: usize = 512;

/// Hands jobs to the writing thread. Dropping it finishes what is queued and ends the thread.
pub(super) struct Writer {
    queue: Option<SyncSender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Starts the thread.
    pub(super) fn start(connection: Connection, queue: usize) -> Result<Self, StoreError> {
        let (sender, receiver) = sync_channel(queue);
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || write_until_closed(&connection, &receiver))
            .map_err(|error| StoreError::Database(format!("no thread to write with: {error}")))?;
        Ok(Self {
            queue: Some(sender),
            thread: Some(thread),
        })
    }

    /// Runs `work` in a transaction and answers after it is on disk. `work` stands or falls alone: its failure undoes
    /// nothing of the others that share the transaction.
    ///
    /// When the answer does not come before `deadline`, whether the work was done is not known.
    pub(super) async fn run<T, F>(&self, deadline: Duration, work: F) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let task = Task {
            work: Some(work),
            result: None,
            reply,
        };
        let queue = self.queue.as_ref().ok_or_else(stopped)?;
        queue
            .try_send(Box::new(task))
            .map_err(|error| match error {
                TrySendError::Full(_) => StoreError::Busy,
                TrySendError::Disconnected(_) => stopped(),
            })?;
        match tokio::time::timeout(deadline, answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(stopped()),
            Err(_) => Err(StoreError::Database("no answer in time".into())),
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the store's writer ended by a panic");
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Database("the writer has stopped".into())
}

/// A unit of work in the queue.
trait Job: Send {
    /// Does the work; false when what it changed must be undone.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Answers whoever waits, now that it is known what became of the transaction.
    fn answer(self: Box<Self>, transaction: &Result<(), StoreError>);
}

struct Task<T, F> {
    work: Option<F>,
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: FnOnce(&Connection) -> Result<T, StoreError> + Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        let Some(work) = self.work.take() else {
            return false;
        };
        // A panic in one request's work must not take the writer from all others. What the work borrowed is
        // the connection only, and its savepoint is rolled back.
        let result = catch_unwind(AssertUnwindSafe(|| work(connection)))
            .unwrap_or_else(|_| Err(StoreError::Database("the work panicked".into())));
        let keep = result.is_ok();
        self.result = Some(result);
        keep
    }

    fn answer(self: Box<Self>, transaction: &Result<(), StoreError>) {
        let result = match (self.result, transaction) {
            (Some(Err(error)), _) => Err(error),
            (_, Err(error)) => Err(error.clone()),
            (Some(Ok(value)), Ok(())) => Ok(value),
            (None, Ok(())) => Err(stopped()),
        };
        // Nobody waits any more when a request was given up; the work is done all the same.
        let _ = self.reply.send(result);
    }
}

fn write_until_closed(connection: &Connection, queue: &Receiver<Box<dyn Job>>) {
    let mut batch = Vec::new();
    while let Ok(first) = queue.recv() {
        batch.push(first);
        batch.extend(queue.try_iter().take(MOST_PER_COMMIT - 1));
        let transaction = commit(connection, &mut batch);
        if let Err(error) = &transaction {
            tracing::error!(%error, jobs = batch.len(), "a transaction was lost");
            undo(connection);
        }
        for job in batch.drain(..) {
            job.answer(&transaction);
        }
    }
}

fn commit(connection: &Connection, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    execute(connection, "BEGIN IMMEDIATE")?;
    for job in batch {
        execute(connection, "SAVEPOINT job")?;
        let keep = job.run(connection);
        if connection.is_autocommit() {
            // Some failures (disk full, for one) make SQLite abandon the whole transaction.
            return Err(StoreError::Database("the transaction was abandoned".into()));
        }
        if !keep {
            execute(connection, "ROLLBACK TO job")?;
        }
        execute(connection, "RELEASE job")?;
    }
    execute(connection, "COMMIT")
}

fn undo(connection: &Connection) {
    if !connection.is_autocommit()
        && let Err(error) = execute(connection, "ROLLBACK")
    {
        tracing::error!(%error, "a lost transaction could not be rolled back");
    }
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}
