//! A queue of requests that one task writes in batches. The carts' writer and the writer of steps share these parts.

use crate::StoreError;
use std::collections::{HashSet, VecDeque};
use std::hash::Hash;
use std::time::Duration;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::sync::oneshot;

/// Queues a job and waits for its answer. A full queue returns [`StoreError::Busy`] at once.
///
/// If there is no answer before the deadline, it is not known whether the job was done.
pub(super) async fn ask<J, T>(
    queue: &mpsc::Sender<J>,
    job: J,
    answer: oneshot::Receiver<Result<T, StoreError>>,
    deadline: Duration,
) -> Result<T, StoreError> {
    queue.try_send(job).map_err(|error| match error {
        TrySendError::Full(_) => StoreError::Busy,
        TrySendError::Closed(_) => stopped(),
    })?;
    match tokio::time::timeout(deadline, answer).await {
        Ok(Ok(answer)) => answer,
        Ok(Err(_)) => Err(stopped()),
        Err(_) => Err(StoreError::Database("no answer in time".into())),
    }
}

fn stopped() -> StoreError {
    StoreError::Database("the writer has stopped".into())
}

/// Takes the queued jobs until `most` are waiting.
pub(super) fn gather<J>(queue: &mut mpsc::Receiver<J>, waiting: &mut VecDeque<J>, most: usize) {
    while waiting.len() < most
        && let Ok(job) = queue.try_recv()
    {
        waiting.push_back(job);
    }
}

/// Takes the jobs that can be written together: the first of each key, in the order of arrival. The others keep waiting.
/// Jobs that were given up before their turn are dropped.
pub(super) fn first_of_each<J, K: Eq + Hash>(
    waiting: &mut VecDeque<J>,
    is_given_up: impl Fn(&J) -> bool,
    key: impl Fn(&J) -> K,
) -> Vec<J> {
    let mut taken = HashSet::new();
    let (batch, later): (Vec<J>, Vec<J>) = waiting
        .drain(..)
        .filter(|job| !is_given_up(job))
        .partition(|job| taken.insert(key(job)));
    waiting.extend(later);
    batch
}
