//! The intake of browsers' reports: what pages were refused, counted in bounded memory. Anyone can send reports, so they
//! decide nothing. A report names the page with its query, which may contain a cart's secret: the intake reads neither.

mod counter;
mod violation;

use counter::{Counter, LogLine};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use violation::{Subject, violations};
use zkratka_assets::Manifest;
use zkratka_commerce::time::Timestamp;

/// The path of the intake.
pub const REPORTS_PATH: &str = "/reports";
/// The greatest size of a request with reports.
pub const MAX_REPORT_BYTES: usize = 16 * 1024;

/// Why a request with reports is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportError {
    TooLarge,
    /// The media type is neither `application/reports+json` nor `application/csp-report`.
    WrongType,
    /// The body has another form than browsers send.
    Unreadable,
}

/// Counts reports, and logs one line for each kind in each window of a quarter of an hour.
#[derive(Debug)]
pub struct Reports {
    origin: String,
    /// The URLs of the files with a hash.
    files: BTreeSet<String>,
    counter: Mutex<Counter>,
}

impl Reports {
    /// `origin` is the shop's public origin.
    #[must_use]
    pub fn new(origin: &str, manifest: &Manifest) -> Self {
        Self {
            origin: origin.to_owned(),
            files: manifest.integrity.keys().cloned().collect(),
            counter: Mutex::default(),
        }
    }

    /// Counts the reports of one request. `from` is the client's network.
    pub fn receive(
        &self,
        media_type: &str,
        body: &[u8],
        from: IpAddr,
        now: Timestamp,
    ) -> Result<(), ReportError> {
        for line in self.count(media_type, body, from, now)? {
            line.log();
        }
        Ok(())
    }

    fn count(
        &self,
        media_type: &str,
        body: &[u8],
        from: IpAddr,
        now: Timestamp,
    ) -> Result<Vec<LogLine>, ReportError> {
        if body.len() > MAX_REPORT_BYTES {
            return Err(ReportError::TooLarge);
        }
        let subject = Subject {
            origin: &self.origin,
            files: &self.files,
        };
        let found = violations(media_type, body, &subject)?;
        // Every single change leaves the counts consistent, so a poisoned lock is safe to use.
        let mut counter = self.counter.lock().unwrap_or_else(PoisonError::into_inner);
        let lines = found
            .into_iter()
            .filter_map(|it| counter.add(it, from, now));
        Ok(lines.collect())
    }
}

#[cfg(test)]
mod tests;
