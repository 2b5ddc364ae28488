//! Writes buyers' changes of carts in batches. One connection sends all queued changes as one statement, so one commit
//! serves many requests. If several changes are queued, the writer first lets the other running requests add theirs. A
//! single change does not wait. If many changes queue up during a statement, they are sent without waiting for its
//! response.

mod connection;
mod statement;

use super::address::Address;
use super::error::Failure;
use super::keys::shard_prefixed;
use super::queue::{ask, first_of_each, gather};
use crate::rows::CartRow;
use crate::{ReplaceOutcome, StoreError};
use connection::{Alone, Connection, Sent};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use std::collections::VecDeque;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::sync::oneshot;

/// The most changes in one statement.
const MOST_PER_COMMIT: usize = 512;
/// If this many changes are queued at once, more are likely to follow shortly.
const SIBLINGS: usize = 3;
/// This many changes justify a second statement while the database still works on the first.
const CROWD: usize = 8;

/// How to write a cart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Inserts a new cart.
    Insert,
    /// Replaces the revision before it. The status must equal the stored one.
    Replace,
}

type Answer = Result<ReplaceOutcome, StoreError>;

struct Job {
    change: Change,
    row: CartRow,
    reply: oneshot::Sender<Answer>,
}

/// Hands changes to the task that writes them. Dropping it finishes the queued changes and ends the task.
pub(super) struct CartWriter {
    queue: mpsc::Sender<Job>,
    deadline: Duration,
}

impl CartWriter {
    /// Starts the task, which connects at the first write.
    pub(super) fn start(address: Address, queue: usize, deadline: Duration) -> Self {
        let (sender, receiver) = mpsc::channel(queue.max(1));
        let connection = Connection::new(address, deadline);
        tokio::spawn(write_until_closed(connection, receiver));
        Self {
            queue: sender,
            deadline,
        }
    }

    /// Returns after the change is on disk or refused. A full queue returns [`StoreError::Busy`] at once.
    ///
    /// If there is no answer before the deadline, it is not known whether the change was made.
    pub(super) async fn write(&self, change: Change, row: CartRow) -> Answer {
        let (reply, answer) = oneshot::channel();
        let job = Job { change, row, reply };
        ask(&self.queue, job, answer, self.deadline).await
    }
}

async fn write_until_closed(connection: Connection, mut queue: mpsc::Receiver<Job>) {
    let mut waiting = VecDeque::new();
    let mut on_the_way = FuturesUnordered::new();
    loop {
        tokio::select! {
            // Poll the running statements first, because the first poll sends a statement.
            biased;
            Some(()) = on_the_way.next() => {}
            // Further changes stay in the channel. Its length limits how many may wait.
            Some(job) = queue.recv(), if waiting.len() < CROWD => waiting.push_back(job),
            else => return,
        }
        if !is_worth_a_statement(waiting.len(), on_the_way.len()) {
            continue;
        }
        gather(&mut queue, &mut waiting, MOST_PER_COMMIT);
        if waiting.len() >= SIBLINGS {
            // Let the other requests that can run add their changes first, because a statement costs more than a row.
            tokio::task::yield_now().await;
            gather(&mut queue, &mut waiting, MOST_PER_COMMIT);
        }
        let batch = next_batch(&mut waiting);
        if !batch.is_empty() {
            on_the_way.push(write(&connection, batch));
        }
    }
}

/// Whether to send the waiting changes now. If no statement is running, any change is sent at once. While one statement
/// is running, only a crowd is sent: the database starts on it without a round trip in between. A few changes wait
/// instead, so that they can share a commit.
const fn is_worth_a_statement(waiting: usize, on_the_way: usize) -> bool {
    match on_the_way {
        0 => waiting > 0,
        1 => waiting >= CROWD,
        _ => false,
    }
}

/// Takes the changes that can be written together: the first of each cart, in the order of arrival. The others wait for
/// the next batch.
fn next_batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    let mut batch = first_of_each(waiting, |job| job.reply.is_closed(), |job| job.row.key.0);
    // Rows are locked in the order of their keys, as everywhere, so that no two transactions wait for each other.
    batch.sort_by_key(|job| shard_prefixed(job.row.key.0));
    batch
}

/// Writes a batch and replies to the callers.
async fn write(connection: &Connection, batch: Vec<Job>) {
    match connection.write(&batch).await {
        Ok(answers) => reply(batch, answers),
        Err(failure) => settle(&connection.alone().await, batch, failure).await,
    }
}

/// Writes a batch whose first write failed. If the batch fails as a whole, its changes are tried one by one, so that a
/// change that cannot be made, or whose cart is locked, does not fail the others.
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
        // Nobody receives the reply if the request was given up. The change is made all the same.
        let _ = job.reply.send(answer);
    }
}

fn reply_all(batch: Vec<Job>, error: &StoreError) {
    for job in batch {
        let _ = job.reply.send(Err(error.clone()));
    }
}
