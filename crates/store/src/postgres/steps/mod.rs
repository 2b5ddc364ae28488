//! Writes the steps of attempts. Steps that are waiting at the same time share one transaction, so one commit serves many
//! buyers, and each table is written by one statement. A step that arrives alone does not wait.
//!
//! If a shared transaction fails, nothing of it is written, and each of its steps gets a transaction of its own.

mod alone;
mod decided;
mod locked;
mod together;

use super::PostgresOptions;
use super::begin::Begin;
use super::pool::Pool;
use super::queue::{ask, first_of_each, gather};
use super::work::{NotDone, Turns, once_within, transact_in_turn};
use crate::{AttemptStep, BeginAttempt, BeginOutcome, StepOutcome, StoreError};
use alone::Alone;
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;
use together::{Answer, Together};
use tokio::sync::{Semaphore, mpsc, oneshot};
use tokio::time::{Instant, sleep_until, timeout};
use zkratka_commerce::ids::CartKey;
use zkratka_commerce::rules::ShopRules;

/// The most steps in one transaction: few enough that the locks are not held noticeably longer than by a single step.
const MOST_TOGETHER: usize = 64;
/// If this many steps wait at once, more are likely to follow shortly.
const SIBLINGS: usize = 3;
/// This many steps justify another transaction while earlier ones are under way.
const CROWD: usize = 8;
/// The most batches under way.
const MOST_UNDER_WAY: usize = 4;
/// After this time a batch no longer counts as under way, so steps that wait for a lock do not block other batches.
const LONGEST_UNDER_WAY: Duration = Duration::from_millis(500);
/// No step waits longer for the transactions before it: they may be waiting for a lock that somebody holds.
const PATIENCE: Duration = Duration::from_millis(50);

/// What a caller asks for.
#[derive(Clone)]
pub(super) enum Request {
    Begin(Arc<Begin>),
    Advance(Arc<AttemptStep>),
}

impl Request {
    /// The cart. Requests about one cart never share a transaction: each is decided after the one before it.
    fn cart(&self) -> CartKey {
        match self {
            Self::Begin(begin) => begin.begin.cart,
            Self::Advance(step) => step.attempt.cart,
        }
    }
}

struct Job {
    request: Request,
    reply: oneshot::Sender<Result<Answer, StoreError>>,
    arrived: Instant,
    /// When the caller gives up.
    end: Instant,
}

/// What writes the batches.
struct Writer {
    pool: Arc<Pool>,
    /// The turns of steps that are written alone. They leave connections to the shared transactions.
    alone: Arc<Semaphore>,
}

/// Hands requests to the task that writes them. Dropping it finishes the queued requests and ends the task.
pub(super) struct StepWriter {
    queue: mpsc::Sender<Job>,
    deadline: Duration,
}

impl StepWriter {
    pub(super) fn start(pool: Arc<Pool>, options: &PostgresOptions) -> Self {
        let (sender, receiver) = mpsc::channel(options.queue.max(1));
        let connections = options.connections.max(1);
        let alone = connections - MOST_UNDER_WAY.min(connections / 2);
        let writer = Arc::new(Writer {
            pool,
            alone: Arc::new(Semaphore::new(alone)),
        });
        tokio::spawn(write_until_closed(writer, receiver));
        Self {
            queue: sender,
            deadline: options.write_deadline,
        }
    }

    pub(super) async fn begin(
        &self,
        begin: BeginAttempt,
        rules: Arc<ShopRules>,
    ) -> Result<BeginOutcome, StoreError> {
        let begin = Arc::new(Begin { begin, rules });
        match self.write(Request::Begin(begin)).await? {
            Answer::Begun(outcome) => Ok(outcome),
            Answer::Advanced(_) => Err(mixed_up()),
        }
    }

    pub(super) async fn advance(&self, step: AttemptStep) -> Result<StepOutcome, StoreError> {
        match self.write(Request::Advance(Arc::new(step))).await? {
            Answer::Advanced(outcome) => Ok(outcome),
            Answer::Begun(_) => Err(mixed_up()),
        }
    }

    /// Returns after the step is on disk or refused. A full queue returns [`StoreError::Busy`] at once.
    ///
    /// If there is no answer before the deadline, it is not known whether the step was stored.
    async fn write(&self, request: Request) -> Result<Answer, StoreError> {
        let (reply, answer) = oneshot::channel();
        let arrived = Instant::now();
        let job = Job {
            request,
            reply,
            arrived,
            end: arrived + self.deadline,
        };
        ask(&self.queue, job, answer, self.deadline).await
    }
}

fn mixed_up() -> StoreError {
    StoreError::Inconsistent("a step got the answer of another")
}

async fn write_until_closed(writer: Arc<Writer>, mut queue: mpsc::Receiver<Job>) {
    let mut waiting: VecDeque<Job> = VecDeque::new();
    let mut under_way = FuturesUnordered::new();
    loop {
        let patience = waiting.front().map(|job| job.arrived + PATIENCE);
        tokio::select! {
            biased;
            Some(()) = under_way.next() => {}
            // Further requests stay in the channel. Its length limits how many may wait.
            Some(job) = queue.recv(), if waiting.len() < CROWD => waiting.push_back(job),
            () = until(patience), if patience.is_some() && under_way.len() < MOST_UNDER_WAY => {}
            else => return,
        }
        if !is_worth_a_transaction(&waiting, under_way.len()) {
            continue;
        }
        gather(&mut queue, &mut waiting, MOST_TOGETHER);
        if waiting.len() >= SIBLINGS {
            // Let the other requests that can run add their steps first.
            tokio::task::yield_now().await;
            gather(&mut queue, &mut waiting, MOST_TOGETHER);
        }
        let batch = next_batch(&mut waiting);
        if !batch.is_empty() {
            // On a task of its own: it runs to its end while the queue goes on.
            let task = tokio::spawn(write(Arc::clone(&writer), batch));
            under_way.push(async move {
                let _ = timeout(LONGEST_UNDER_WAY, task).await;
            });
        }
    }
}

/// Waits until the moment, if there is one.
async fn until(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment).await,
        None => pending().await,
    }
}

/// Whether to send the waiting steps now. Without a transaction under way any step is sent at once.
fn is_worth_a_transaction(waiting: &VecDeque<Job>, under_way: usize) -> bool {
    let Some(first) = waiting.front() else {
        return false;
    };
    match under_way {
        0 => true,
        MOST_UNDER_WAY.. => false,
        _ => waiting.len() >= CROWD || first.arrived.elapsed() >= PATIENCE,
    }
}

/// Takes the requests that can be written together: the first of each cart, in the order of arrival. The others wait for
/// the next batch.
fn next_batch(waiting: &mut VecDeque<Job>) -> Vec<Job> {
    first_of_each(
        waiting,
        |job| job.reply.is_closed(),
        |job| job.request.cart(),
    )
}

/// Writes a batch and replies to the callers. What cannot be written together is written one by one.
async fn write(writer: Arc<Writer>, batch: Vec<Job>) {
    // The first try of a step that arrived alone needs no permit: all permits may be held by steps that wait for a lock.
    let is_first_free = batch.len() == 1;
    let now = Instant::now();
    let (together, mut alone): (Vec<Job>, Vec<Job>) = batch
        .into_iter()
        .partition(|job| job.request.may_share() && has_time_to_share(job.arrived, job.end, now));
    if together.len() < 2 {
        alone.extend(together);
    } else {
        alone.extend(write_together(&writer.pool, together).await);
    }
    let each = alone.into_iter().map(|job| {
        let turns = Turns {
            permits: Arc::clone(&writer.alone),
            is_first_free,
        };
        write_alone(&writer.pool, job, turns)
    });
    each.collect::<FuturesUnordered<_>>().collect::<()>().await;
}

/// Whether a job has more than half its time left. A shared transaction ends when the first of its callers gives up, and then
/// none of them has an answer.
fn has_time_to_share(arrived: Instant, end: Instant, now: Instant) -> bool {
    end.saturating_duration_since(now) > (end - arrived) / 2
}

/// Writes the batch in one transaction. Returns the jobs that are still to be written, each in a transaction of its own.
async fn write_together(pool: &Arc<Pool>, batch: Vec<Job>) -> Vec<Job> {
    let Some(end) = batch.iter().map(|job| job.end).min() else {
        return batch;
    };
    let work = Together(batch.iter().map(|job| job.request.clone()).collect());
    let answers = match once_within(pool, end, &work).await {
        Ok(answers) => answers,
        // It is not known whether the commit took effect, so nothing may be repeated here.
        Err(NotDone::Unknown(error)) => {
            tracing::warn!(%error, steps = batch.len(), "it is not known whether shared steps were written");
            for job in batch {
                job.answer(Err(error.clone()));
            }
            return Vec::new();
        }
        Err(NotDone::NothingWritten(error)) => {
            tracing::warn!(%error, steps = batch.len(), "a shared transaction failed; its steps are written one by one");
            return batch;
        }
    };
    let mut left = Vec::new();
    for (job, answer) in batch.into_iter().zip(answers) {
        match answer {
            Some(answer) => job.answer(Ok(answer)),
            None => left.push(job),
        }
    }
    left
}

async fn write_alone(pool: &Arc<Pool>, job: Job, turns: Turns) {
    let work = Alone::new(job.request.clone());
    let answer = transact_in_turn(pool, job.end, work, Some(turns)).await;
    job.answer(answer);
}

impl Job {
    fn answer(self, answer: Result<Answer, StoreError>) {
        // Nobody receives the reply if the request was given up. The step is stored all the same.
        let _ = self.reply.send(answer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [B.08] A step whose caller soon gives up shares no transaction: its siblings would get no answer either.
    #[tokio::test]
    async fn a_step_near_its_end_does_not_share() {
        let arrived = Instant::now();
        let end = arrived + Duration::from_secs(9);
        let shares = |ms| has_time_to_share(arrived, end, arrived + Duration::from_millis(ms));
        assert!(shares(0) && shares(4_499));
        assert!(!shares(4_500) && !shares(8_900) && !shares(10_000));
    }
}
