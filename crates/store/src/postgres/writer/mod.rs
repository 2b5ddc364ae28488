//! Buyers' changes of carts, written together: one connection sends whatever has queued up as one statement, so that
//! one commit serves many requests. Where several have come at once, those whose requests are being worked on come along;
//! whoever writes alone waits for nobody. A crowd is sent after the statement before it without waiting for its answer.

mod connection;
mod statement;

use super::address::Address;
use super::error::Failure;
use crate::rows::CartRow;
use crate::{Replaced, StoreError};
use connection::{Alone, Connection, Sent};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use std::collections::{HashSet, VecDeque};
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::oneshot;

/// Most changes in one statement.
const MOST_PER_COMMIT: usize = 512;
/// So many changes at once say that more are on their way.
const SIBLINGS: usize = 3;
/// So many changes are worth a statement of their own while the database is at the one before.
const CROWD: usize = 8;

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
        let connection = Connection::new(address, deadline);
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

async fn write_until_closed(connection: Connection, mut queue: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    let mut on_the_way = FuturesUnordered::new();
    loop {
        tokio::select! {
            // What is on its way first: the first look at it sends it.
            biased;
            Some(()) = on_the_way.next() => {}
            // The rest stays in the queue, whose length is what is refused by.
            Some(job) = queue.recv(), if waiting.len() < CROWD => waiting.push_back(job),
            else => return,
        }
        if !is_worth_a_statement(waiting.len(), on_the_way.len()) {
            continue;
        }
        gather(&mut queue, &mut waiting);
        if waiting.len() >= SIBLINGS {
            // The others that can go on do so first: a statement costs more than a row.
            tokio::task::yield_now().await;
            gather(&mut queue, &mut waiting);
        }
        let batch = next_batch(&mut waiting);
        if !batch.is_empty() {
            on_the_way.push(write(&connection, batch));
        }
    }
}

/// Whoever comes to an idle database is sent at once. Behind a statement that the database is still at only a crowd is: it
/// is taken up without the way there and back in between, and a few would pay for a commit that they can share.
const fn is_worth_a_statement(waiting: usize, on_the_way: usize) -> bool {
    match on_the_way {
        0 => waiting > 0,
        1 => waiting >= CROWD,
        _ => false,
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

/// Writes a batch, and answers those who wait for it.
async fn write(connection: &Connection, batch: Vec<Job>) {
    match connection.write(&batch).await {
        Ok(answers) => reply(batch, answers),
        Err(failure) => settle(&connection.alone().await, batch, failure).await,
    }
}

/// Writes what was not written at once. A batch that fails as a whole is tried one by one: a change that cannot be made, or
/// whose cart is held by somebody, takes no other with it.
async fn settle(connection: &Alone<'_>, batch: Vec<Job>, failure: Failure) {
    let as_a_whole = match failure {
        Failure::Lost(_) => connection.write(&batch, Sent::PerhapsBefore).await,
        Failure::Again(_) if batch.len() == 1 => connection.write(&batch, Sent::Once).await,
        failure => Err((failure, Sent::Once)),
    };
    let (failure, sent) = match as_a_whole {
        Ok(answers) => return reply(batch, answers),
        Err(failed) => failed,
    };
    if batch.len() == 1 || matches!(failure, Failure::Lost(_)) {
        return reply_all(batch, &failure.give_up());
    }
    tracing::warn!(error = %failure.give_up(), changes = batch.len(), "a batch of carts failed; its carts are written one by one");
    for job in batch {
        let job = vec![job];
        match connection.write(&job, sent).await {
            Ok(answers) => reply(job, answers),
            Err((failure, _)) => reply_all(job, &failure.give_up()),
        }
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
