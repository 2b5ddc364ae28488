//! Runs transactions, and repeats those that another transaction aborted, within a deadline.
//!
//! Transactions run at READ COMMITTED. Each decision is based on rows that the transaction has locked, or is made by a
//! statement with its own condition. The constraints of the schema guard both. SERIALIZABLE would make nothing safer, and
//! would abort transactions on the rows that all of them need (stock, the next order number). An engine that has only
//! SERIALIZABLE runs the same statements: this module repeats the transactions that it aborts.

use super::error::Failure;
use super::pool::{Lent, Pool};
use super::session::Session;
use crate::StoreError;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

/// The work of one transaction. It may run several times, and only the last run takes effect.
#[async_trait]
pub(super) trait Work: Send + Sync + 'static {
    type Answer: Send + 'static;
    /// Begins the transaction and does the work. A single statement that may be repeated needs no transaction. The work
    /// may commit together with its last statements. It need roll back only if it returns `Ok` and its writes must not be
    /// kept.
    async fn run(&self, session: &Session) -> Result<Self::Answer, Failure>;
}

/// Limits how many connections work that may wait for locks uses at once.
pub(super) struct Turns {
    pub(super) permits: Arc<Semaphore>,
    /// Whether the first try needs no turn.
    pub(super) is_first_free: bool,
}

impl Turns {
    async fn take(&self, time: u32) -> Option<SemaphorePermit<'_>> {
        if time == 1 && self.is_first_free {
            return None;
        }
        self.permits.acquire().await.ok()
    }
}

/// The pause before the first retry. It doubles each time, and the actual pauses are random.
const FIRST_PAUSE: Duration = Duration::from_millis(4);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// A constraint that fails this many times is a defect of the program.
const MOST_TIMES: u32 = 12;
/// How long to wait for a server that does not answer: as long as a standby needs to take over. It is no longer than this
/// even if the deadline is later.
const LONGEST_ABSENCE: Duration = Duration::from_secs(9);

/// Does the work and returns after it is on disk. The work runs to its end even if the caller stops waiting. Otherwise
/// each request that is given up would cost a connection.
///
/// If there is no answer before `deadline`, it is not known whether the work was done.
pub(super) async fn transact<W: Work>(
    pool: &Arc<Pool>,
    deadline: Duration,
    work: W,
) -> Result<W::Answer, StoreError> {
    transact_in_turn(pool, Instant::now() + deadline, work, None).await
}

/// Like [`transact`], with an absolute deadline. Each try waits for a permit, if `turns` is set.
pub(super) async fn transact_in_turn<W: Work>(
    pool: &Arc<Pool>,
    end: Instant,
    work: W,
    turns: Option<Turns>,
) -> Result<W::Answer, StoreError> {
    let pool = Arc::clone(pool);
    let repeating = repeat(pool, work, end, turns);
    let running = tokio::spawn(tokio::time::timeout_at(end, repeating));
    match running.await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(StoreError::Database("no answer in time".into())),
        Err(error) => Err(StoreError::Database(format!(
            "the work did not finish: {error}"
        ))),
    }
}

/// Why work that was tried once was not done.
pub(super) enum NotDone {
    /// The database undid all of it, or it did not begin.
    NothingWritten(StoreError),
    /// It is not known whether the work was done.
    Unknown(StoreError),
}

/// Does the work once, without a repetition.
pub(super) async fn once_within<W: Work>(
    pool: &Arc<Pool>,
    end: Instant,
    work: &W,
) -> Result<W::Answer, NotDone> {
    let late = || StoreError::Database("no answer in time".into());
    let lent = match tokio::time::timeout_at(end, pool.lend()).await {
        Ok(Ok(lent)) => lent,
        Ok(Err(failure)) => return Err(NotDone::NothingWritten(failure.give_up())),
        Err(_) => return Err(NotDone::NothingWritten(late())),
    };
    match tokio::time::timeout_at(end, with(&lent, work)).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(Failure::Unknown(error))) => Err(NotDone::Unknown(error)),
        Ok(Err(failure)) => Err(NotDone::NothingWritten(failure.give_up())),
        Err(_) => Err(NotDone::Unknown(late())),
    }
}

async fn repeat<W: Work>(
    pool: Arc<Pool>,
    work: W,
    end: Instant,
    turns: Option<Turns>,
) -> Result<W::Answer, StoreError> {
    let mut pause = FIRST_PAUSE;
    let absent_until = end.min(Instant::now() + LONGEST_ABSENCE);
    for time in 1.. {
        let turn = match &turns {
            Some(turns) => turns.take(time).await,
            None => None,
        };
        let tried = once(&pool, &work).await;
        // Others have their turn during the pause.
        drop(turn);
        let failure = match tried {
            Ok(answer) => return Ok(answer),
            Err(Failure::Final(error) | Failure::Unknown(error)) => return Err(error),
            Err(failure) => failure,
        };
        let pausing = jittered(pause);
        let (times, until) = match &failure {
            Failure::Lost(_) => (u32::MAX, absent_until),
            Failure::Again(StoreError::Busy) | Failure::Held(_) => (u32::MAX, end),
            _ => (MOST_TIMES, end),
        };
        if time >= times || Instant::now() + pausing >= until {
            let error = failure.give_up();
            tracing::warn!(%error, times = time, "a transaction was given up");
            return Err(error);
        }
        tokio::time::sleep(pausing).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    Err(StoreError::Busy)
}

async fn once<W: Work>(pool: &Arc<Pool>, work: &W) -> Result<W::Answer, Failure> {
    with(&pool.lend().await?, work).await
}

async fn with<W: Work>(lent: &Lent, work: &W) -> Result<W::Answer, Failure> {
    let done = on(lent, work).await;
    match &done {
        Err(Failure::Lost(_)) => lent.session()?.server_left(),
        Err(_) => lent.session()?.undo().await,
        Ok(_) => {}
    }
    done
}

async fn on<W: Work>(lent: &Lent, work: &W) -> Result<W::Answer, Failure> {
    let session = lent.session()?;
    let answer = work.run(session).await?;
    session.commit().await?;
    Ok(answer)
}

/// A random time between half of `pause` and all of it.
fn jittered(pause: Duration) -> Duration {
    use std::hash::{BuildHasher, RandomState};
    let part = RandomState::new().hash_one(0_u8) % 1000;
    pause / 2 + pause.mul_f64(f64::from(u32::try_from(part).unwrap_or(0)) / 2000.0)
}
