//! Asks a register of companies for the entry of a company number, over HTTP. The service has the form of the Czech ARES:
//! `GET {url}/ekonomicke-subjekty/{number}`. The client calls only the configured URL and follows no redirect. Answers are
//! cached. A company number can belong to a person, so errors and logs never contain it.

mod allowance;
mod client;
mod entry;
mod in_flight;
#[cfg(test)]
mod tests;

pub use client::ClientError;
pub use entry::{Company, Seat};

use allowance::Allowance;
use client::RegisterClient;
use in_flight::InFlight;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use url::Url;
use zkratka_commerce::company::CompanyId;
use zkratka_commerce::time::Timestamp;
use zkratka_config::CompanyRegisterSettings;
use zkratka_outbound::AnswerCache;

/// Greatest number of calls at the same time. Further requests fail immediately.
const MAX_CALLS: usize = 8;

/// Greatest number of cached answers.
const MAX_CACHED: usize = 10_000;

/// Why the register gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEntry {
    #[error("too many calls to the register of companies are under way, or were made a moment ago")]
    Busy,
    #[error("the register of companies did not answer in time")]
    Timeout,
    #[error("the register of companies cannot be reached")]
    Connection,
    #[error("the register of companies answered with status {0}")]
    Status(u16),
    #[error("the answer of the register of companies cannot be understood: {0}")]
    Answer(&'static str),
}

/// Answers by number; `None` if the register has no such company.
type Cache = AnswerCache<CompanyId, Option<Company>>;

/// A client for the register, with a cache.
pub struct CompanyRegister {
    client: RegisterClient,
    deadline: Duration,
    calls: Semaphore,
    /// How many calls this server may still make now, whoever asks.
    allowance: Allowance,
    /// Equal questions share one call.
    in_flight: InFlight<CompanyId, Result<Option<Company>, NoEntry>>,
    cache: Mutex<Cache>,
}

impl CompanyRegister {
    pub fn new(url: &Url, settings: &CompanyRegisterSettings) -> Result<Self, ClientError> {
        Ok(Self {
            client: RegisterClient::new(url)?,
            deadline: settings.deadline,
            calls: Semaphore::new(MAX_CALLS),
            allowance: Allowance::default(),
            in_flight: InFlight::default(),
            cache: Mutex::new(AnswerCache::new(MAX_CACHED, settings.lifetime)),
        })
    }

    /// Returns the company with this number; `None` if the register has none, or it no longer exists.
    pub async fn company(
        &self,
        id: &CompanyId,
        now: Timestamp,
    ) -> Result<Option<Company>, NoEntry> {
        if let Some(known) = self.cache().get(id, now.0) {
            return Ok(known);
        }
        self.in_flight.joined(id, self.ask(id, now)).await
    }

    async fn ask(&self, id: &CompanyId, now: Timestamp) -> Result<Option<Company>, NoEntry> {
        let _call = self.calls.try_acquire().map_err(|_| NoEntry::Busy)?;
        if !self.allowance.take(now) {
            return Err(NoEntry::Busy);
        }
        let answer = tokio::time::timeout(self.deadline, self.client.ask(id)).await;
        let company = match answer.unwrap_or(Err(NoEntry::Timeout))? {
            Some(body) => entry::read(&body)?,
            None => None,
        };
        self.cache().put(id.clone(), company.clone(), now.0);
        Ok(company)
    }

    /// Every single change leaves the cache consistent, so a poisoned lock is safe to use.
    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
