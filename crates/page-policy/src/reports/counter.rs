//! Counts violations by kind.
//!
//! The shop's own files and keywords are known kinds: they always have a place. Anybody can invent other sites, so these
//! have a bounded number of places and each client a few of them. Sites beyond that count together, by directive, so that
//! no flood of invented ones keeps a real one out of the log.

use super::violation::{Blocked, CHANGED_CONTENT, Violation};
use std::collections::HashMap;
use std::net::IpAddr;
use zkratka_commerce::time::Timestamp;

/// One line per kind in this time, in milliseconds.
const WINDOW_MS: i64 = 15 * 60_000;
/// Other sites that are counted by name, one for each directive.
pub(super) const MAX_FOREIGN: usize = 64;
/// How many of them one client can add in a window. A real page breaks its policy in few ways.
pub(super) const FOREIGN_PER_CLIENT: usize = 4;

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
    /// The network of the client that reported it first.
    first_from: IpAddr,
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
    /// Counts one violation that a client of this network reports. Returns a line if the log has none of its kind in this
    /// window.
    pub(super) fn add(
        &mut self,
        violation: Violation,
        from: IpAddr,
        now: Timestamp,
    ) -> Option<LogLine> {
        let kind = self.kind(violation, from, now);
        let is_new = !self.kinds.contains_key(&kind);
        let tally = self.kinds.entry(kind.clone()).or_insert(Tally {
            total: 0,
            unlogged: 0,
            logged_at: now,
            first_from: from,
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

    /// The kind under which to count. A new site takes a free place, or that of a site whose window has ended. Without one, or
    /// if its client has brought too many sites, it counts among the other sites.
    fn kind(&mut self, violation: Violation, from: IpAddr, now: Timestamp) -> Violation {
        let is_counted = self.kinds.contains_key(&violation);
        if is_counted || !matches!(violation.blocked, Blocked::Foreign(_)) {
            return violation;
        }
        let is_over = |tally: &Tally| now.0 - tally.logged_at.0 >= WINDOW_MS;
        let foreign = || {
            let kinds = self.kinds.iter();
            kinds.filter(|(kind, _)| matches!(kind.blocked, Blocked::Foreign(_)))
        };
        let own = foreign().filter(|(_, tally)| tally.first_from == from && !is_over(tally));
        let may_add = own.count() < FOREIGN_PER_CLIENT;
        let over = foreign().find(|(_, tally)| is_over(tally));
        let over = over.map(|(kind, _)| kind.clone());
        let has_place = foreign().count() < MAX_FOREIGN;
        if may_add && (has_place || over.is_some()) {
            if let Some(over) = over.filter(|_| !has_place) {
                self.kinds.remove(&over);
            }
            return violation;
        }
        Violation {
            blocked: Blocked::OtherSites,
            ..violation
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
        let blocked = blocked.name();
        let (reports, total) = (self.reports, self.total);
        if *directive == CHANGED_CONTENT {
            tracing::error!(
                file = blocked,
                reports,
                total,
                "browsers report that a file has another content than the shop sends"
            );
        } else {
            tracing::warn!(
                directive,
                blocked,
                reports,
                total,
                "browsers report that a page tried to load something that its policy forbids"
            );
        }
    }
}
