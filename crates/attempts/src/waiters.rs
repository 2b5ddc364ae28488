//! Wakes the tasks that wait for an attempt when this process stores a step of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::AttemptKey;

type Sender = watch::Sender<Option<Arc<Attempt>>>;

/// The tasks that wait, by attempt.
#[derive(Default)]
pub(super) struct Waiters {
    waiting: Mutex<HashMap<AttemptKey, Sender>>,
}

/// One task that waits. Dropping the last waiter of an attempt removes the attempt from the map.
pub(super) struct Waiter<'a> {
    waiters: &'a Waiters,
    key: AttemptKey,
    receiver: watch::Receiver<Option<Arc<Attempt>>>,
}

impl Waiters {
    /// Starts to wait: no step that this process stores after this call is missed.
    pub(super) fn wait_for(&self, key: AttemptKey) -> Waiter<'_> {
        let mut waiting = self.lock();
        let sender = waiting.entry(key).or_insert_with(|| watch::channel(None).0);
        Waiter {
            waiters: self,
            key,
            receiver: sender.subscribe(),
        }
    }

    /// Passes the attempt to its waiters after a step was stored.
    pub(super) fn wake(&self, attempt: &Arc<Attempt>) {
        if let Some(sender) = self.lock().get(&attempt.key) {
            sender.send_replace(Some(Arc::clone(attempt)));
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<AttemptKey, Sender>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiter<'_> {
    /// Waits for the next step that this process stores, and returns the attempt after it.
    pub(super) async fn next(&mut self) -> Option<Arc<Attempt>> {
        self.receiver.changed().await.ok()?;
        self.receiver.borrow_and_update().clone()
    }
}

impl Drop for Waiter<'_> {
    fn drop(&mut self) {
        let mut waiting = self.waiters.lock();
        // This waiter's own receiver is still counted.
        if waiting
            .get(&self.key)
            .is_some_and(|sender| sender.receiver_count() <= 1)
        {
            waiting.remove(&self.key);
        }
    }
}
