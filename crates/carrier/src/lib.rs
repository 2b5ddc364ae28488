//! Fetches a carrier's prices over HTTP. The client calls only the configured URL. After the configured deadline, callers
//! get an error in place of prices. A late answer is cached for the next request.

mod client;
#[cfg(test)]
mod tests;
mod wire;

pub use client::ClientError;

use bytes::Bytes;
use client::CarrierClient;
use std::collections::HashMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use url::Url;
use zkratka_commerce::delivery::{CarrierQuote, QuotedFor};
use zkratka_commerce::money::Currency;
use zkratka_commerce::time::Timestamp;
use zkratka_config::CarrierSettings;
use zkratka_outbound::AnswerCache;

/// Greatest number of calls at the same time. Further requests fail immediately.
const MAX_CALLS: usize = 32;

/// Greatest number of late calls that continue after the deadline. They do not count towards `MAX_CALLS`, so they do not
/// block other requests.
const MAX_LATE_CALLS: usize = 8;

/// How long a late call continues in the background, counted from its start.
const LATEST: Duration = Duration::from_secs(20);

/// Why there are no prices. The text says nothing about the parcel.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRates {
    /// Too many calls are running.
    #[error("too many calls to the carrier are under way")]
    Busy,
    /// The deadline passed.
    #[error("the carrier did not answer in time")]
    Timeout,
    /// The carrier could not be reached, or the connection broke.
    #[error("the carrier cannot be reached")]
    Connection,
    /// The carrier answered with an error.
    #[error("the carrier answered with status {0}")]
    Status(u16),
    /// The answer does not follow the protocol.
    #[error("the carrier's answer cannot be understood: {0}")]
    Answer(&'static str),
}

/// The result of a request.
type Outcome = Result<Vec<CarrierQuote>, NoRates>;

/// Answers by parcel.
type Cache = AnswerCache<QuotedFor, Vec<CarrierQuote>>;

/// The result of a running call: `None` until the call has ended.
type PendingOutcome = watch::Receiver<Option<Outcome>>;

/// A client for the carrier, with a cache.
pub struct Carrier {
    line: Arc<Line>,
}

/// State that callers share with the tasks that run the calls.
struct Line {
    client: CarrierClient,
    deadline: Duration,
    /// How long a quote holds, in milliseconds.
    lifetime: i64,
    origin: (String, String),
    currency: Currency,
    calls: Arc<Semaphore>,
    late: Semaphore,
    cache: Mutex<Cache>,
    /// Running calls, one for each parcel.
    under_way: Mutex<HashMap<QuotedFor, PendingOutcome>>,
}

impl Carrier {
    pub fn new(
        url: &Url,
        settings: &CarrierSettings,
        currency: Currency,
    ) -> Result<Self, ClientError> {
        let line = Line {
            client: CarrierClient::new(url)?,
            deadline: settings.deadline,
            lifetime: i64::try_from(settings.quote_lifetime.as_millis()).unwrap_or(i64::MAX),
            origin: (settings.origin_country.clone(), settings.origin_zip.clone()),
            currency,
            calls: Arc::new(Semaphore::new(MAX_CALLS)),
            late: Semaphore::new(MAX_LATE_CALLS),
            cache: Mutex::new(AnswerCache::new(
                settings.cached_quotes,
                settings.quote_lifetime,
            )),
            under_way: Mutex::default(),
        };
        Ok(Self {
            line: Arc::new(line),
        })
    }

    /// Returns the price of every service for this parcel, from the cache or from the carrier within the deadline.
    pub async fn quotes(&self, parcel: &QuotedFor, now: Timestamp) -> Outcome {
        if let Some(known) = self.line.cache().get(parcel, now.0) {
            return Ok(known);
        }
        let mut awaited = self.ask(parcel, now)?;
        let answered = awaited.wait_for(Option::is_some);
        match tokio::time::timeout(self.line.deadline, answered).await {
            Err(_) => Err(NoRates::Timeout),
            Ok(Err(_)) => Err(NoRates::Connection),
            Ok(Ok(outcome)) => outcome.clone().unwrap_or(Err(NoRates::Connection)),
        }
    }

    /// Returns when an answer received now expires.
    #[must_use]
    pub fn until(&self, now: Timestamp) -> Timestamp {
        now.plus(self.line.lifetime)
    }

    /// Starts a call, or joins the running call for the same parcel.
    fn ask(&self, parcel: &QuotedFor, now: Timestamp) -> Result<PendingOutcome, NoRates> {
        let mut under_way = self.line.under_way();
        let asked = under_way.get(parcel);
        if let Some(awaited) = asked.filter(|awaited| awaited.has_changed().is_ok()) {
            return Ok(awaited.clone());
        }
        let calls = Arc::clone(&self.line.calls);
        let call = calls.try_acquire_owned().map_err(|_| NoRates::Busy)?;
        let (sender, awaited) = watch::channel(None);
        under_way.insert(parcel.clone(), awaited.clone());
        let (line, parcel) = (Arc::clone(&self.line), parcel.clone());
        tokio::spawn(async move {
            let outcome = line.answer(&parcel, now, call).await;
            line.under_way().remove(&parcel);
            // All callers may have stopped waiting.
            sender.send_replace(Some(outcome));
        });
        Ok(awaited)
    }
}

impl Line {
    /// Returns the carrier's answer. The answer is cached before any caller receives it.
    async fn answer(
        &self,
        parcel: &QuotedFor,
        now: Timestamp,
        call: OwnedSemaphorePermit,
    ) -> Outcome {
        let request = wire::request(&self.origin, parcel, self.currency);
        let answer = self.read(request, call).await?;
        let until = now.plus(self.lifetime);
        let quotes = wire::quotes(&answer, parcel, self.currency, until)?;
        self.cache().put(parcel.clone(), quotes.clone(), now.0);
        Ok(quotes)
    }

    /// Returns the response's body. After the deadline the call releases its permit, and continues only if few other calls
    /// are late.
    async fn read(&self, request: Vec<u8>, call: OwnedSemaphorePermit) -> Result<Bytes, NoRates> {
        let mut asked = pin!(self.client.ask(request));
        if let Ok(answer) = tokio::time::timeout(self.deadline, &mut asked).await {
            return answer;
        }
        drop(call);
        let late = self.late.try_acquire();
        let _late = late.map_err(|_| NoRates::Timeout)?;
        let left = LATEST.saturating_sub(self.deadline);
        let answer = tokio::time::timeout(left, asked).await;
        answer.unwrap_or(Err(NoRates::Timeout))
    }

    fn cache(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<QuotedFor, PendingOutcome>> {
        self.under_way
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
