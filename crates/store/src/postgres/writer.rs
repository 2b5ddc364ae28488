//! Buyers' changes of carts, written together: one connection sends whatever has queued up as one statement, so that
//! one commit serves many requests. Where several have come at once, those whose requests are being worked on come along;
//! whoever writes alone waits for nobody.

use super::address::Address;
use super::carts::day;
use super::error::Failure;
use super::keys::turned;
use super::session::Session;
use crate::rows::CartRow;
use crate::{Replaced, StoreError};
use std::collections::{HashMap, HashSet, VecDeque};
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::oneshot;
use tokio::time::Instant;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;

/// Most changes in one statement.
const MOST_PER_COMMIT: usize = 512;
/// So many changes at once say that more are on their way.
const SIBLINGS: usize = 3;
/// Before a batch is sent again after its connection was lost.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

/// What is done with a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It is new.
    Insert,
    /// It takes the place of the revision before it; its status must be the stored one.
    Replace,
}

type Answer = Result<Replaced, StoreError>;

struct Job {
    change: Change,
    row: CartRow,
    reply: oneshot::Sender<Answer>,
}

/// Hands changes to the task that writes them. Dropping it finishes what is queued and ends the task.
pub(super) struct CartWriter {
    queue: mpsc::Sender<Job>,
    deadline: Duration,
}

impl CartWriter {
    /// Starts the task; it connects when there is something to write.
    pub(super) fn start(address: Address, queue: usize, deadline: Duration) -> Self {
        let (sender, receiver) = mpsc::channel(queue.max(1));
        let connection = Connection {
            address,
            session: None,
            patience: deadline,
        };
        tokio::spawn(write_until_closed(connection, receiver));
        Self {
            queue: sender,
            deadline,
        }
    }

    /// Answers after the change is on disk, or refused; a full queue answers [`StoreError::Busy`] at once.
    ///
    /// When the answer does not come before the deadline, whether the change was made is not known.
    pub(super) async fn write(&self, change: Change, row: CartRow) -> Answer {
        let (reply, answer) = oneshot::channel();
        let job = Job { change, row, reply };
        self.queue.try_send(job).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => stopped(),
        })?;
        match tokio::time::timeout(self.deadline, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(stopped()),
            Err(_) => Err(StoreError::Database("no answer in time".into())),
        }
    }
}

fn stopped() -> StoreError {
    StoreError::Database("the writer has stopped".into())
}

async fn write_until_closed(mut connection: Connection, mut queue: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    loop {
        if waiting.is_empty() {
            let Some(job) = queue.recv().await else {
                return;
            };
            waiting.push_back(job);
        }
        gather(&mut queue, &mut waiting);
        if waiting.len() >= SIBLINGS {
            // The others that can go on do so first: a statement costs more than a row.
            tokio::task::yield_now().await;
            gather(&mut queue, &mut waiting);
        }
        let batch = next_batch(&mut waiting);
        write(&mut connection, batch).await;
    }
}

/// Takes what has come, at most as much as one statement holds.
fn gather(queue: &mut mpsc::Receiver<Job>, waiting: &mut VecDeque<Job>) {
    while waiting.len() < MOST_PER_COMMIT
        && let Ok(job) = queue.try_recv()
    {
        waiting.push_back(job);
    }
}

/// What can be written together: of each cart one change, in the order of coming. What is left waits for the next one.
fn next_batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut taken = HashSet::new();
    let (batch, later): (Vec<Job>, Vec<Job>) = waiting
        .drain(..)
        // Nobody waits any more when a request was given up before its turn.
        .filter(|job| !job.reply.is_closed())
        .partition(|job| taken.insert(job.row.key.0));
    waiting.extend(later);
    batch
}

/// Writes a batch. Should it fail as a whole, each change is tried alone: one that cannot be made, or whose cart is
/// held by somebody, takes no other with it.
async fn write(connection: &mut Connection, batch: Vec<Job>) {
    match connection.try_write(&batch).await {
        Ok(answers) => reply(batch, answers),
        Err(Failure::Again(error) | Failure::Final(error)) if batch.len() > 1 => {
            tracing::warn!(%error, changes = batch.len(), "a batch of carts is written one by one");
            for job in batch {
                let job = vec![job];
                match connection.try_write(&job).await {
                    Ok(answers) => reply(job, answers),
                    Err(failure) => reply_all(job, &failure.give_up()),
                }
            }
        }
        Err(failure) => reply_all(batch, &failure.give_up()),
    }
}

fn reply(batch: Vec<Job>, answers: Vec<Answer>) {
    for (job, answer) in batch.into_iter().zip(answers) {
        // Nobody waits any more when a request was given up; the work is done all the same.
        let _ = job.reply.send(answer);
    }
}

fn reply_all(batch: Vec<Job>, error: &StoreError) {
    for job in batch {
        let _ = job.reply.send(Err(error.clone()));
    }
}

/// The writer's own connection, made anew when it is lost.
struct Connection {
    address: Address,
    session: Option<Session>,
    /// How long a lost connection may take to be replaced.
    patience: Duration,
}

impl Connection {
    /// Writes a batch, again if the connection is lost under way.
    async fn try_write(&mut self, batch: &[Job]) -> Result<Vec<Answer>, Failure> {
        let (mut sent, mut pause) = (Sent::Once, FIRST_PAUSE);
        let give_up = Instant::now() + self.patience;
        loop {
            let failure = match self.write_once(batch, sent).await {
                Ok(answers) => return Ok(answers),
                Err(failure) => failure,
            };
            if !matches!(failure, Failure::Lost(_)) || Instant::now() + pause >= give_up {
                return Err(failure);
            }
            sent = Sent::PerhapsBefore;
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    async fn write_once(&mut self, batch: &[Job], sent: Sent) -> Result<Vec<Answer>, Failure> {
        let session = self.connected().await?;
        let answers = send(session, batch, sent).await;
        if let Err(Failure::Lost(_)) = &answers {
            session.server_left();
        }
        answers
    }

    async fn connected(&mut self) -> Result<&Session, Failure> {
        if !self.session.as_ref().is_some_and(Session::is_clean) {
            self.session = None;
            self.session = Some(Session::connect(&self.address).await?);
        }
        self.session
            .as_ref()
            .ok_or_else(|| Failure::lost("there is no connection"))
    }
}

/// Whether a batch may have been written already, by a connection that was lost before it could say so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    Once,
    PerhapsBefore,
}

/// New carts only. No key is given out twice, so nothing is looked for first, which would cost each row a lock and a second
/// record in the log.
const INSERT: &str = "
    INSERT INTO carts (key, revision, updated_at, updated_on, status, doc)
    SELECT * FROM unnest(
        $1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])";

/// Inserts and compare-and-sets in one statement, which is one transaction. A row comes back for each that was made.
const WRITE: &str = "
    WITH inserted AS (
        INSERT INTO carts (key, revision, updated_at, updated_on, status, doc)
        SELECT * FROM unnest(
            $1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::smallint[], $6::bytea[])
        ON CONFLICT (key) DO NOTHING
        RETURNING key
    ), replaced AS (
        UPDATE carts
        SET revision = new.revision, updated_at = new.updated_at, updated_on = new.updated_on, doc = new.doc
        FROM unnest(
            $7::bigint[], $8::bigint[], $9::bigint[], $10::integer[], $11::smallint[], $12::bytea[])
            AS new (key, revision, updated_at, updated_on, status, doc)
        WHERE carts.key = new.key AND carts.revision = new.revision - 1 AND carts.status = new.status
        RETURNING carts.key
    )
    SELECT key FROM inserted UNION ALL SELECT key FROM replaced";

/// What stands in the place of those that were not made.
const STAND: &str = "SELECT key, revision, status, doc FROM carts WHERE key = ANY ($1)";

async fn send(session: &Session, batch: &[Job], sent: Sent) -> Result<Vec<Answer>, Failure> {
    let inserts = Columns::of(batch, Change::Insert);
    if sent == Sent::Once && inserts.keys.len() == batch.len() {
        match session.execute(INSERT, &inserts.parameters()).await {
            Ok(_) => return Ok(batch.iter().map(|_| Ok(Replaced::Stored)).collect()),
            // A key is taken after all, and nothing was written: which one, the careful statement finds out.
            Err(Failure::Again(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    let replacements = Columns::of(batch, Change::Replace);
    let (inserts, replacements) = (inserts.parameters(), replacements.parameters());
    let made = session
        .rows(WRITE, &[&inserts[..], &replacements[..]].concat())
        .await?;
    let made: HashSet<i64> = made.iter().map(|row| row.get(0)).collect();
    let missed: Vec<i64> = batch
        .iter()
        .map(|job| turned(job.row.key.0))
        .filter(|key| !made.contains(key))
        .collect();
    let stand = if missed.is_empty() {
        HashMap::new()
    } else {
        stand(session, &missed).await?
    };
    Ok(batch
        .iter()
        .map(|job| {
            let key = turned(job.row.key.0);
            if made.contains(&key) {
                Ok(Replaced::Stored)
            } else {
                not_made(job, stand.get(&key), sent)
            }
        })
        .collect())
}

/// What is stored of a cart.
struct Stored {
    revision: i64,
    status: i16,
    doc: Vec<u8>,
}

async fn stand(session: &Session, keys: &[i64]) -> Result<HashMap<i64, Stored>, Failure> {
    let rows = session.rows(STAND, &[&keys]).await?;
    let read = |row: &Row| {
        let stored = Stored {
            revision: row.get(1),
            status: row.get(2),
            doc: row.get(3),
        };
        (row.get(0), stored)
    };
    Ok(rows.iter().map(read).collect())
}

/// What is answered to a change that was not made, by what is stored, if there is such a cart.
fn not_made(job: &Job, stored: Option<&Stored>, sent: Sent) -> Answer {
    let row = &job.row;
    match (job.change, stored) {
        // It was made after all, by the connection that was lost.
        (_, Some(stored))
            if sent == Sent::PerhapsBefore
                && stored.revision == row.revision
                && stored.doc == row.doc =>
        {
            Ok(Replaced::Stored)
        }
        (Change::Insert, _) => Err(StoreError::Database(
            "a cart of this key is stored already".into(),
        )),
        (Change::Replace, None) => Ok(Replaced::Missing),
        (Change::Replace, Some(stored))
            if stored.revision.checked_add(1) == Some(row.revision)
                && stored.status != row.status =>
        {
            Err(StoreError::Inconsistent(
                "only an attempt moves a cart's status",
            ))
        }
        (Change::Replace, Some(_)) => Ok(Replaced::Conflict),
    }
}

/// The rows of one kind of change, column by column.
#[derive(Default)]
struct Columns<'j> {
    keys: Vec<i64>,
    revisions: Vec<i64>,
    updated_at: Vec<i64>,
    updated_on: Vec<i32>,
    statuses: Vec<i16>,
    docs: Vec<&'j [u8]>,
}

impl<'j> Columns<'j> {
    fn of(batch: &'j [Job], change: Change) -> Self {
        let mut columns = Self::default();
        for job in batch.iter().filter(|job| job.change == change) {
            columns.keys.push(turned(job.row.key.0));
            columns.revisions.push(job.row.revision);
            columns.updated_at.push(job.row.updated_at);
            columns.updated_on.push(day(job.row.updated_at));
            columns.statuses.push(job.row.status);
            columns.docs.push(&job.row.doc);
        }
        columns
    }

    /// As the statements take them.
    fn parameters(&self) -> [&(dyn ToSql + Sync); 6] {
        [
            &self.keys,
            &self.revisions,
            &self.updated_at,
            &self.updated_on,
            &self.statuses,
            &self.docs,
        ]
    }
}
