//! Transactions: done again when they met another one's, within a deadline.
//!
//! They run at READ COMMITTED. Every decision is made on rows that the transaction has locked, or by a statement that
//! carries its own condition, and the constraints of the schema stand behind both; so SERIALIZABLE would add aborts on
//! the rows that everybody wants (stock, the next order number) and no safety. An engine that only knows SERIALIZABLE
//! runs the same statements: what it aborts is done again here.

use super::error::Failure;
use super::pool::{Lent, Pool};
use super::session::Session;
use crate::StoreError;
use async_trait::async_trait;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// What is done in one transaction. It may be done several times, and nothing of it counts before the last one.
#[async_trait]
pub(super) trait Work: Send + Sync + 'static {
    /// What it answers.
    type Answer: Send + 'static;
    /// Begins the transaction and does the work; a single statement that may be repeated needs none. It may commit together with
    /// its last statements, and undoes only what is not to be kept although it is answered.
    async fn run(&self, session: &Session) -> Result<Self::Answer, Failure>;
}

/// Before it is done again: doubled each time, and no two wait equally long.
const FIRST_PAUSE: Duration = Duration::from_millis(4);
const LONGEST_PAUSE: Duration = Duration::from_millis(250);
/// A constraint that fails this often is a defect of the program.
const MOST_TIMES: u32 = 12;
/// How long to wait for a server that does not answer: as long as another one needs to take over, and no longer, even
/// where there is more time.
const LONGEST_ABSENCE: Duration = Duration::from_secs(9);

/// Does the work and answers after it is on disk. It goes on to its end when nobody waits for it any more, so that no
/// connection is lost with every request that is given up.
///
/// When the answer does not come before `deadline`, whether the work was done is not known.
pub(super) async fn transact<W: Work>(
    pool: &Arc<Pool>,
    deadline: Duration,
    work: W,
) -> Result<W::Answer, StoreError> {
    let pool = Arc::clone(pool);
    let end = Instant::now() + deadline;
    let running = tokio::spawn(tokio::time::timeout_at(end, repeat(pool, work, end)));
    match running.await {
        Ok(Ok(done)) => done,
        Ok(Err(_)) => Err(StoreError::Database("no answer in time".into())),
        Err(error) => Err(StoreError::Database(format!(
            "the work did not finish: {error}"
        ))),
    }
}

async fn repeat<W: Work>(pool: Arc<Pool>, work: W, end: Instant) -> Result<W::Answer, StoreError> {
    let mut pause = FIRST_PAUSE;
    let absent_until = end.min(Instant::now() + LONGEST_ABSENCE);
    for time in 1.. {
        let failure = match once(&pool, &work).await {
            Ok(answer) => return Ok(answer),
            Err(Failure::Final(error)) => return Err(error),
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
    let lent = pool.lend().await?;
    let done = on(&lent, work).await;
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

/// Between half and the whole of it.
fn jittered(pause: Duration) -> Duration {
    use std::hash::{BuildHasher, RandomState};
    let part = RandomState::new().hash_one(0_u8) % 1000;
    pause / 2 + pause.mul_f64(f64::from(u32::try_from(part).unwrap_or(0)) / 2000.0)
}
