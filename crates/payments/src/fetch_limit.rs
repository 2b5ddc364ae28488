//! Limits fetches that anybody can cause by naming a certificate.

use std::collections::VecDeque;
use zkratka_commerce::time::Timestamp;

pub(crate) const MINUTE_MS: i64 = 60 * 1_000;
/// A provider has few certificates at a time, and replaces each about once a year.
pub(crate) const MAX_FETCHES_PER_MINUTE: usize = 6;

/// Limits how many fetches begin in a minute.
#[derive(Default)]
pub(crate) struct FetchLimit {
    /// When the latest ones began.
    begun: VecDeque<Timestamp>,
}

impl FetchLimit {
    /// Counts a fetch, unless there were too many.
    pub(crate) fn begin(&mut self, now: Timestamp) -> bool {
        let since = now.plus(-MINUTE_MS);
        self.begun.retain(|began| since < *began && *began <= now);
        let may_begin = self.begun.len() < MAX_FETCHES_PER_MINUTE;
        if may_begin {
            self.begun.push_back(now);
        }
        may_begin
    }
}
