//! Counts violations by kind.

use super::violation::{CHANGED_CONTENT, Violation};
use std::collections::HashMap;
use zkratka_commerce::time::Timestamp;

/// One line per kind in this time, in milliseconds.
const WINDOW_MS: i64 = 15 * 60_000;
/// Kinds that are counted separately. A client can invent kinds, so there is a bound.
pub(super) const MAX_KINDS: usize = 64;

/// Reports by kind since the server started.
#[derive(Debug, Default)]
pub(super) struct Counter {
    kinds: HashMap<Violation, Tally>,
}

#[derive(Debug)]
struct Tally {
    total: u64,
    unlogged: u64,
    logged_at: Timestamp,
}

/// What the log says of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LogLine {
    pub(super) violation: Violation,
    /// Since the last line of this kind.
    pub(super) reports: u64,
    pub(super) total: u64,
}

impl Counter {
    /// Counts one violation. Returns a line if the log has none of its kind in this window.
    pub(super) fn add(&mut self, violation: Violation, now: Timestamp) -> Option<LogLine> {
        let kind = self.kind(violation, now);
        let is_new = !self.kinds.contains_key(&kind);
        let tally = self.kinds.entry(kind.clone()).or_insert(Tally {
            total: 0,
            unlogged: 0,
            logged_at: now,
        });
        tally.total += 1;
        tally.unlogged += 1;
        if !is_new && now.0 - tally.logged_at.0 < WINDOW_MS {
            return None;
        }
        tally.logged_at = now;
        Some(LogLine {
            violation: kind,
            reports: std::mem::take(&mut tally.unlogged),
            total: tally.total,
        })
    }

    /// The kind under which to count: a new one replaces one whose window is over, or else counts with all others.
    fn kind(&mut self, violation: Violation, now: Timestamp) -> Violation {
        if self.kinds.contains_key(&violation) || self.kinds.len() < MAX_KINDS {
            return violation;
        }
        let is_over = |tally: &Tally| now.0 - tally.logged_at.0 >= WINDOW_MS;
        let over = self.kinds.iter().find(|(_, tally)| is_over(tally));
        match over.map(|(kind, _)| kind.clone()) {
            Some(kind) => {
                self.kinds.remove(&kind);
                violation
            }
            None => Violation {
                directive: "other",
                blocked: "other".to_owned(),
            },
        }
    }

    #[cfg(test)]
    pub(super) fn kinds(&self) -> usize {
        self.kinds.len()
    }
}

impl LogLine {
    pub(super) fn log(&self) {
        let Violation { directive, blocked } = &self.violation;
        let (reports, total) = (self.reports, self.total);
        if *directive == CHANGED_CONTENT {
            tracing::error!(
                file = blocked.as_str(),
                reports,
                total,
                "browsers report that a file has another content than the shop sends"
            );
        } else {
            tracing::warn!(
                directive,
                blocked = blocked.as_str(),
                reports,
                total,
                "browsers report that a page tried to load something that its policy forbids"
            );
        }
    }
}
