//! Prices that a carrier quotes, asked for over HTTP. Only the configured address is ever called; nobody waits longer than
//! the configured deadline, and what cannot be had is simply not there.

mod cache;
mod client;
mod inside;
#[cfg(test)]
mod tests;
mod wire;

pub use client::ClientError;
pub(crate) use inside::{EmulatedCarrier, open};

use crate::config::CarrierSettings;
use cache::Cache;
use client::CarrierClient;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use url::Url;
use zkratka_commerce::delivery::{CarrierQuote, QuotedFor};
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;

/// Calls under way at the same time; whoever comes then does without.
const MAX_CALLS: usize = 32;

/// Why there are no prices. Says nothing of the parcel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRates {
    /// Too many are asking already.
    #[error("too many are asking the carrier already")]
    Busy,
    /// The deadline passed.
    #[error("the carrier did not answer in time")]
    Timeout,
    /// It could not be reached, or the connection broke.
    #[error("the carrier cannot be reached")]
    Connection,
    /// It answered with an error.
    #[error("the carrier answered with status {0}")]
    Status(u16),
    /// The answer is not what was agreed on.
    #[error("the carrier's answer cannot be understood: {0}")]
    Answer(&'static str),
}

/// The carrier that prices are taken from.
pub struct Carrier {
    client: CarrierClient,
    deadline: Duration,
    /// Milliseconds.
    lifetime: i64,
    origin: (String, String),
    currency: Currency,
    calls: Semaphore,
    cache: Mutex<Cache>,
}

impl Carrier {
    /// The carrier at this address.
    fn new(url: &Url, settings: &CarrierSettings, currency: Currency) -> Result<Self, ClientError> {
        Ok(Self {
            client: CarrierClient::new(url)?,
            deadline: settings.deadline,
            lifetime: i64::try_from(settings.quote_lifetime.as_millis()).unwrap_or(i64::MAX),
            origin: (settings.origin_country.clone(), settings.origin_zip.clone()),
            currency,
            calls: Semaphore::new(MAX_CALLS),
            cache: Mutex::new(Cache::new(settings.cached_quotes)),
        })
    }

    /// What every service takes for this parcel: remembered, or asked for within the deadline.
    pub async fn quotes(
        &self,
        parcel: &QuotedFor,
        now: Timestamp,
    ) -> Result<Vec<CarrierQuote>, NoRates> {
        if let Some(known) = self.cache().get(parcel, now) {
            return Ok(known);
        }
        let Ok(_call) = self.calls.try_acquire() else {
            return Err(NoRates::Busy);
        };
        let request = wire::request(&self.origin, parcel, self.currency);
        let asked = tokio::time::timeout(self.deadline, self.client.ask(request));
        let answer = asked.await.unwrap_or(Err(NoRates::Timeout))?;
        let until = now.plus(self.lifetime);
        let quotes = wire::quotes(&answer, parcel, self.currency, until)?;
        self.cache().put(parcel.clone(), quotes.clone(), until);
        Ok(quotes)
    }

    fn cache(&self) -> std::sync::MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
