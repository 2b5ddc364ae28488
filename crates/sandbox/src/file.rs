//! The file of an emulated service: one SQLite database, written by one process, durable before every response
//! (`synchronous = FULL`). One thread writes. All queued work is one commit, so that one `fsync` serves many calls.
//! Work that may be done again after a power failure causes no `fsync` of its own.

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
        self.queued(Durability::Power, work).await
    }

    /// Like [`Self::transact`], but returns as soon as the work survives the end of this process. A power failure undoes
    /// it, unless a durable transaction has followed.
    pub(crate) async fn transact_soon<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        self.queued(Durability::Process, work).await
    }

    async fn queued<T: Send + 'static>(
        &self,
        durability: Durability,
        work: impl FnOnce(&Transaction<'_>) -> Result<T, E> + Send + 'static,
    ) -> Result<T, E> {
        let (reply, answer) = oneshot::channel();
        let task = Task {
            durability,
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

/// The failure that a commit must survive before the caller gets its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Durability {
    /// The end of this process.
    Process,
    /// A power failure.
    Power,
}

impl Durability {
    /// In the WAL's mode `NORMAL`, a commit is written, but synchronised only with the next one in the mode `FULL`.
    const fn synchronous(self) -> &'static str {
        match self {
            Self::Process => "PRAGMA synchronous = NORMAL",
            Self::Power => "PRAGMA synchronous = FULL",
        }
    }
}

/// Work in the queue.
trait Job: Send {
    fn durability(&self) -> Durability;
    /// Runs the work. `false` rolls its writes back.
    fn run(&mut self, transaction: &Transaction<'_>) -> bool;
    /// Sends the result to the caller, once it is durable. A job that is dropped without this fails the caller with
    /// [`LedgerError::Stopping`].
    fn answer(self: Box<Self>);
}

struct Task<T, E, F> {
    durability: Durability,
    work: Option<F>,
    result: Option<Result<T, E>>,
    reply: oneshot::Sender<Result<T, E>>,
}

impl<T: Send, E: Send, F> Job for Task<T, E, F>
where
    F: FnOnce(&Transaction<'_>) -> Result<T, E> + Send,
{
    fn durability(&self) -> Durability {
        self.durability
    }

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
    let mut present = Durability::Power;
    while let Ok(first) = queue.recv() {
        let mut batch = vec![first];
        batch.extend(queue.try_iter().take(MOST_PER_COMMIT - 1));
        let needed = batch.iter().map(|job| job.durability()).max();
        let written = synchronise(
            &connection,
            &mut present,
            needed.unwrap_or(Durability::Power),
        )
        .and_then(|()| commit(&mut connection, &mut batch));
        match written {
            Ok(()) => {
                for job in batch {
                    job.answer();
                }
            }
            Err(error) => tracing::error!(%error, "an emulated service's file was not written"),
        }
    }
}

/// Sets what the next commit must survive.
fn synchronise(
    connection: &Connection,
    present: &mut Durability,
    needed: Durability,
) -> rusqlite::Result<()> {
    if *present != needed {
        connection.execute_batch(needed.synchronous())?;
        *present = needed;
    }
    Ok(())
}

fn commit(connection: &mut Connection, batch: &mut [Box<dyn Job>]) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // The transaction's own end serves a job that is alone.
    if let [job] = batch {
        return if job.run(&transaction) {
            transaction.commit()
        } else {
            transaction.rollback()
        };
    }
    for job in batch {
        transaction.prepare_cached("SAVEPOINT job")?.execute([])?;
        if !job.run(&transaction) {
            transaction.prepare_cached("ROLLBACK TO job")?.execute([])?;
        }
        transaction.prepare_cached("RELEASE job")?.execute([])?;
    }
    transaction.commit()
}

#[cfg(test)]
mod tests {
    use super::*;

    type Opened = File<LedgerError>;

    fn opened(folder: &tempfile::TempDir) -> Opened {
        let path = folder.path().join("file.sqlite3");
        Opened::open(
            &path,
            "CREATE TABLE IF NOT EXISTS notes (text TEXT NOT NULL)",
        )
        .expect("opened")
    }

    async fn put(file: &Opened, text: &'static str, durability: Durability, keep: bool) -> bool {
        let work = move |transaction: &Transaction<'_>| {
            transaction.execute("INSERT INTO notes (text) VALUES (?)", [text])?;
            keep.then_some(()).ok_or(LedgerError::Unknown("note"))
        };
        file.queued(durability, work).await.is_ok()
    }

    async fn notes(file: &Opened) -> Vec<String> {
        let read = |transaction: &Transaction<'_>| {
            let mut statement = transaction.prepare("SELECT text FROM notes ORDER BY rowid")?;
            let rows = statement.query_map([], |row| row.get(0))?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        file.transact_soon(read).await.expect("read")
    }

    /// [B.03] Failed work leaves nothing behind, whether it shares its commit with others or not, and takes nothing of
    /// others with it.
    #[tokio::test]
    async fn failed_work_is_undone_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = opened(&folder);
        assert!(put(&file, "one", Durability::Power, true).await);
        assert!(!put(&file, "alone", Durability::Process, false).await);
        let (two, beside, three) = tokio::join!(
            put(&file, "two", Durability::Process, true),
            put(&file, "beside", Durability::Power, false),
            put(&file, "three", Durability::Process, true),
        );
        assert!(two && !beside && three);
        assert_eq!(notes(&file).await, ["one", "two", "three"]);
        drop(file);
        assert_eq!(notes(&opened(&folder)).await, ["one", "two", "three"]);
    }

    /// [B.03] A commit is synchronised if any work in it must survive a power failure.
    #[tokio::test]
    async fn work_that_must_survive_is_synchronised() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = opened(&folder);
        let mode = |transaction: &Transaction<'_>| {
            Ok(transaction.query_row("PRAGMA synchronous", [], |row| row.get::<_, i64>(0))?)
        };
        let (normal, full) = (1, 2);
        assert_eq!(file.transact(mode).await.expect("read"), full);
        assert_eq!(file.transact_soon(mode).await.expect("read"), normal);
        assert_eq!(file.transact(mode).await.expect("read"), full);
    }
}
