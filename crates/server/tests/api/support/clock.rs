//! A clock that a test moves.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};

pub(crate) struct HandClock(AtomicI64);

impl HandClock {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self(AtomicI64::new(SystemClock.now().0)))
    }

    pub(crate) fn advance(&self, milliseconds: i64) {
        self.0.fetch_add(milliseconds, Ordering::Relaxed);
    }
}

impl Clock for HandClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::Relaxed))
    }
}
