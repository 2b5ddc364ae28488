//! One thread owns the connection that writes. It commits all queued jobs in one transaction (group commit), so that one
//! `fsync` serves many requests. While jobs arrive together, the thread waits briefly for more of them before it commits. A
//! job that arrives alone does not wait.
//!
//! The jobs of a transaction run without savepoints, because `SQLite` copies each page that changes under a savepoint. A job
//! rarely fails after it has written. If one does, the thread rolls the transaction back and runs all its jobs again, each
//! under a savepoint, so that only the failed job's changes are undone.

use crate::StoreError;
use rusqlite::Connection;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// Most jobs in one transaction.
const MOST_PER_COMMIT: usize = 512;
/// When this many new rows arrive at once, more follow.
const ROWS_AT_ONCE: usize = 3;
/// How long to wait for more new rows: about as long as a commit takes on a fast disk.
const WAIT_FOR_ROWS: Duration = Duration::from_micros(100);
/// When this many jobs share a commit, the next changes will, too.
const JOBS_AT_ONCE: usize = 2;
/// How long to wait for more changes. A commit writes a page once, however many of its jobs change it, so a larger batch saves
/// processor time for all. A purchase waits six times, one after the other, so a longer wait would cost more than it saves.
const WAIT_FOR_CHANGES: Duration = Duration::from_micros(300);

/// What a job writes. It decides how long the job waits for others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Writes {
    /// One new row. New rows stand side by side, so that a batch of them writes few pages.
    NewRow,
    /// Rows anywhere.
    Anything,
}

/// Hands jobs to the writing thread. Dropping it lets the thread finish the queued jobs, then ends it.
pub(super) struct Writer {
    queue: Option<SyncSender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection, queue: usize) -> Result<Self, StoreError> {
        let (sender, receiver) = sync_channel(queue);
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || write_until_closed(&connection, &receiver))
            .map_err(|error| {
                StoreError::Database(format!("the writer thread cannot be started: {error}"))
            })?;
        Ok(Self {
            queue: Some(sender),
            thread: Some(thread),
        })
    }

    /// Runs `work` in a transaction and returns after the commit is on disk. If `work` fails, only its own changes are
    /// undone, not those of the jobs that share the transaction.
    ///
    /// `work` runs a second time if a job that shares the transaction fails after it has written. The first run is then
    /// rolled back, so `work` must change nothing but the database, by statements that count as changes of rows.
    ///
    /// If `deadline` passes first, it is unknown whether the work was done.
    pub(super) async fn run<T, F>(
        &self,
        deadline: Duration,
        writes: Writes,
        work: F,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Fn(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let task = Task {
            writes,
            work,
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
            tracing::error!("the store's writer panicked");
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Database("the writer has stopped".into())
}

/// A unit of work in the queue.
trait Job: Send {
    fn writes(&self) -> Writes;
    /// Does the work, perhaps again. Returns false if its changes must be undone.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Sends the result of the transaction to the caller.
    fn answer(self: Box<Self>, transaction: &Result<(), StoreError>);
}

struct Task<T, F> {
    writes: Writes,
    work: F,
    /// The result of the last run.
    result: Option<Result<T, StoreError>>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> Job for Task<T, F>
where
    T: Send,
    F: Fn(&Connection) -> Result<T, StoreError> + Send,
{
    fn writes(&self) -> Writes {
        self.writes
    }

    fn run(&mut self, connection: &Connection) -> bool {
        // A panic in one request's work must not stop the writer for all others. The work borrows only the connection, and
        // its changes are undone.
        let result = catch_unwind(AssertUnwindSafe(|| (self.work)(connection)))
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
        // Fails if the request was aborted and nobody waits. The work is done all the same.
        let _ = self.reply.send(result);
    }
}

fn write_until_closed(connection: &Connection, queue: &Receiver<Box<dyn Job>>) {
    let mut batch = Vec::new();
    let mut previous = 0;
    while let Ok(first) = queue.recv() {
        batch.push(first);
        gather(queue, &mut batch);
        if let Some(wait) = wait_for_more(&batch, previous) {
            std::thread::sleep(wait);
            gather(queue, &mut batch);
        }
        previous = batch.len();
        let transaction = commit(connection, &mut batch);
        if let Err(error) = &transaction {
            tracing::error!(%error, jobs = batch.len(), "a transaction failed");
            undo(connection);
        }
        for job in batch.drain(..) {
            job.answer(&transaction);
        }
    }
}

/// How long to wait for more jobs, given the size of the previous commit.
fn wait_for_more(batch: &[Box<dyn Job>], previous: usize) -> Option<Duration> {
    let only_rows = batch.iter().all(|job| job.writes() == Writes::NewRow);
    if only_rows {
        (batch.len() >= ROWS_AT_ONCE).then_some(WAIT_FOR_ROWS)
    } else {
        (batch.len().max(previous) >= JOBS_AT_ONCE).then_some(WAIT_FOR_CHANGES)
    }
}

/// Takes the queued jobs, at most as many as one transaction holds.
fn gather(queue: &Receiver<Box<dyn Job>>, batch: &mut Vec<Box<dyn Job>>) {
    let room = MOST_PER_COMMIT - batch.len();
    batch.extend(queue.try_iter().take(room));
}

fn commit(connection: &Connection, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    match together(connection, batch)? {
        End::Committed => Ok(()),
        End::RolledBack => apart(connection, batch),
    }
}

/// How a transaction without savepoints ended.
enum End {
    Committed,
    RolledBack,
}

/// Runs the jobs without savepoints. Rolls everything back if a job fails after it has written. What a failed job has only
/// read needs no undoing, and a failed statement undoes itself.
fn together(connection: &Connection, batch: &mut [Box<dyn Job>]) -> Result<End, StoreError> {
    execute(connection, "BEGIN IMMEDIATE")?;
    for job in batch {
        let changes = connection.total_changes();
        let keep = job.run(connection);
        still_open(connection)?;
        if !keep && connection.total_changes() != changes {
            execute(connection, "ROLLBACK")?;
            return Ok(End::RolledBack);
        }
    }
    execute(connection, "COMMIT")?;
    Ok(End::Committed)
}

/// Runs each job under a savepoint of its own.
fn apart(connection: &Connection, batch: &mut [Box<dyn Job>]) -> Result<(), StoreError> {
    execute(connection, "BEGIN IMMEDIATE")?;
    for job in batch {
        execute(connection, "SAVEPOINT job")?;
        let keep = job.run(connection);
        still_open(connection)?;
        if !keep {
            execute(connection, "ROLLBACK TO job")?;
        }
        execute(connection, "RELEASE job")?;
    }
    execute(connection, "COMMIT")
}

/// After some failures, such as a full disk, `SQLite` abandons the whole transaction.
fn still_open(connection: &Connection) -> Result<(), StoreError> {
    if connection.is_autocommit() {
        return Err(StoreError::Database("the transaction was abandoned".into()));
    }
    Ok(())
}

fn undo(connection: &Connection) {
    if !connection.is_autocommit()
        && let Err(error) = execute(connection, "ROLLBACK")
    {
        tracing::error!(%error, "a failed transaction could not be rolled back");
    }
}

fn execute(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.prepare_cached(sql)?.execute([])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Writer, Writes};
    use crate::StoreError;
    use rusqlite::Connection;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc::channel;
    use std::sync::{Arc, Mutex};
    use std::time::Duration;
    use tokio::sync::Notify;

    const DEADLINE: Duration = Duration::from_secs(10);

    fn writer() -> Writer {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch(
                "CREATE TABLE notes (text TEXT CHECK (text <> '')); PRAGMA max_page_count = 50;",
            )
            .unwrap();
        Writer::start(connection, 16).unwrap()
    }

    async fn note(writer: &Writer, text: String) -> Result<(), StoreError> {
        writer
            .run(DEADLINE, Writes::NewRow, move |connection| {
                connection.execute("INSERT INTO notes VALUES (?1)", [&text])?;
                Ok(())
            })
            .await
    }

    async fn count(writer: &Writer) -> i64 {
        writer
            .run(DEADLINE, Writes::Anything, |connection| {
                Ok(connection.query_row("SELECT COUNT(*) FROM notes", [], |row| row.get(0))?)
            })
            .await
            .unwrap()
    }

    #[tokio::test]
    async fn a_panic_costs_its_own_job_only() {
        let writer = writer();
        let answer: Result<(), _> = writer
            .run(DEADLINE, Writes::Anything, |connection| {
                connection.execute("INSERT INTO notes VALUES ('half')", [])?;
                panic!("a defect in somebody's work");
            })
            .await;
        assert!(matches!(answer, Err(StoreError::Database(_))), "{answer:?}");
        assert_eq!(count(&writer).await, 0);
        note(&writer, "whole".into()).await.unwrap();
        assert_eq!(count(&writer).await, 1);
    }

    #[tokio::test]
    async fn a_full_disk_is_an_error_and_not_the_end() {
        let writer = writer();
        note(&writer, "small".into()).await.unwrap();
        let answer = note(&writer, "x".repeat(1 << 20)).await;
        assert!(matches!(answer, Err(StoreError::Database(_))), "{answer:?}");
        note(&writer, "small again".into()).await.unwrap();
        assert_eq!(count(&writer).await, 2);
    }

    #[tokio::test]
    async fn a_failed_job_leaves_nothing_of_what_it_wrote() {
        let writer = writer();
        let answer: Result<(), _> = writer
            .run(DEADLINE, Writes::Anything, |connection| {
                connection.execute("INSERT INTO notes VALUES ('half')", [])?;
                Err(StoreError::Inconsistent("on second thoughts"))
            })
            .await;
        assert!(
            matches!(answer, Err(StoreError::Inconsistent(_))),
            "{answer:?}"
        );
        assert_eq!(count(&writer).await, 0);
    }

    /// Many rows share a commit; a row that cannot be written is the only one missing.
    #[tokio::test]
    async fn a_failed_row_is_missing_alone() {
        let writer = writer();
        let texts = (0..12).map(|number| match number % 3 {
            1 => String::new(),
            _ => number.to_string(),
        });
        let notes = texts.map(|text| note(&writer, text));
        let answers = futures_util::future::join_all(notes).await;
        for (number, answer) in answers.into_iter().enumerate() {
            assert_eq!(answer.is_ok(), number % 3 != 1, "{number}: {answer:?}");
        }
        assert_eq!(count(&writer).await, 8);
    }

    /// How the job in the middle of a batch ends, and how often the three jobs of the batch then run.
    async fn runs_of_a_batch(
        writer: &Writer,
        middle: fn(&Connection) -> Result<(), StoreError>,
    ) -> (Result<(), StoreError>, u32) {
        let runs = Arc::new(AtomicU32::new(0));
        // The thread is kept busy until the batch has been queued, so that its jobs share a transaction.
        let started = Arc::new(Notify::new());
        let is_started = Arc::clone(&started);
        let (queued, all_queued) = channel();
        let all_queued = Mutex::new(all_queued);
        let busy = writer.run(DEADLINE, Writes::NewRow, move |_| {
            is_started.notify_one();
            all_queued.lock().unwrap().recv().unwrap();
            Ok(())
        });
        let around = |text: &'static str| {
            let runs = Arc::clone(&runs);
            writer.run(DEADLINE, Writes::NewRow, move |connection| {
                runs.fetch_add(1, Ordering::SeqCst);
                connection.execute("INSERT INTO notes VALUES (?1)", [text])?;
                Ok(())
            })
        };
        let runs_of_all = Arc::clone(&runs);
        let middle = writer.run(DEADLINE, Writes::Anything, move |connection| {
            runs_of_all.fetch_add(1, Ordering::SeqCst);
            middle(connection)
        });
        let batch = async {
            started.notified().await;
            let release = async { queued.send(()).unwrap() };
            let (before, end, after, ()) =
                tokio::join!(around("before"), middle, around("after"), release);
            before.and(after).unwrap();
            end
        };
        let (was_busy, end) = tokio::join!(busy, batch);
        was_busy.unwrap();
        (end, runs.load(Ordering::SeqCst))
    }

    /// Several jobs share a transaction. One that fails after it has written loses its own rows only; the others run again.
    #[tokio::test]
    async fn a_failed_job_in_a_batch_loses_only_its_own_rows() {
        let writer = writer();
        let (end, runs) = runs_of_a_batch(&writer, |connection| {
            connection.execute("INSERT INTO notes VALUES ('half')", [])?;
            Err(StoreError::Inconsistent("on second thoughts"))
        })
        .await;
        assert!(matches!(end, Err(StoreError::Inconsistent(_))), "{end:?}");
        assert_eq!(runs, 5, "first two jobs, then all three again");
        let texts = writer.run(DEADLINE, Writes::Anything, |connection| {
            let mut texts = connection.prepare("SELECT text FROM notes ORDER BY text")?;
            let texts = texts.query_map([], |row| row.get(0))?;
            Ok(texts.collect::<Result<Vec<String>, _>>()?)
        });
        assert_eq!(texts.await.unwrap(), ["after", "before"]);
    }

    #[tokio::test]
    async fn a_job_that_fails_before_it_writes_costs_no_second_run() {
        let writer = writer();
        let (end, runs) = runs_of_a_batch(&writer, |connection| {
            connection.query_row("SELECT 1", [], |_| Ok(()))?;
            Err(StoreError::Inconsistent("nothing to do"))
        })
        .await;
        assert!(matches!(end, Err(StoreError::Inconsistent(_))), "{end:?}");
        assert_eq!(runs, 3);
        assert_eq!(count(&writer).await, 2);
    }

    /// A statement that a constraint refuses leaves nothing that the other jobs would have to be run again for.
    #[tokio::test]
    async fn a_refused_statement_costs_no_second_run() {
        let writer = writer();
        let (end, runs) = runs_of_a_batch(&writer, |connection| {
            connection.execute("INSERT INTO notes VALUES ('one'), ('')", [])?;
            Ok(())
        })
        .await;
        assert!(matches!(end, Err(StoreError::Database(_))), "{end:?}");
        assert_eq!(runs, 3);
        assert_eq!(count(&writer).await, 2);
    }
}
