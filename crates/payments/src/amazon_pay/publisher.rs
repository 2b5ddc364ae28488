//! What Amazon's Simple Notification Service (SNS) publishes: the certificates of its signatures, and the pages that confirm
//! subscriptions.
//!
//! Anybody can send a notification that names a certificate. So the server fetches only from the configured hosts
//! ([`CertificateSource`]), remembers names that lead to none, and limits how many unknown names it fetches in a minute. A
//! certificate that it has seen is fetched again without that limit, once a day.

use super::settings::AmazonPaySetupError;
use crate::NoAnswer;
use crate::fetch_limit::{FetchLimit, MINUTE_MS};
use bytes::Bytes;
use http_body_util::Full;
use hyper::Request;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_outbound::{HttpClient, SetupError, whole};
use zkratka_wallets::amazon_pay::notification::{
    CertificateSource, MAX_CERTIFICATE_BYTES, SnsCertificate,
};

/// After this time a certificate is fetched again, so that the server stops trusting one that Amazon withdrew.
const TRUSTED_MS: i64 = 24 * 60 * MINUTE_MS;
/// For how long a name that leads to no usable certificate is not fetched again.
const ABSENT_MS: i64 = 10 * MINUTE_MS;
/// The longest page that confirms a subscription, in bytes.
const MAX_CONFIRMATION_BYTES: usize = 64 * 1_024;

/// Calls the hosts of SNS.
pub struct SnsPublisher {
    client: HttpClient,
    /// The limit of one call.
    deadline: Duration,
    cache: Mutex<Cache>,
}

#[derive(Default)]
struct Cache {
    entries: HashMap<CertificateSource, Entry>,
    /// Fetches of all unknown certificates together.
    fetches: FetchLimit,
}

/// What a name led to; `None` for no usable certificate.
struct Entry {
    found: Option<SnsCertificate>,
    /// When it must be fetched again.
    expires_at: Timestamp,
}

impl Cache {
    /// What is known of a name, unless it must be fetched again.
    fn find(&self, source: &CertificateSource, now: Timestamp) -> Option<&Entry> {
        let entry = self.entries.get(source)?;
        (now < entry.expires_at).then_some(entry)
    }

    /// Counts a fetch of an unknown certificate, unless there were too many.
    fn may_fetch(&mut self, source: &CertificateSource, now: Timestamp) -> bool {
        let known = self.entries.get(source);
        known.is_some_and(|entry| entry.found.is_some()) || self.fetches.begin(now)
    }

    /// The limit on fetches also bounds the entries: only Amazon can add certificates.
    fn keep(&mut self, source: &CertificateSource, found: Option<SnsCertificate>, now: Timestamp) {
        self.entries.retain(|_source, entry| match &entry.found {
            Some(certificate) => certificate.is_valid_at(now),
            None => now < entry.expires_at,
        });
        let expires_at = match &found {
            Some(certificate) => certificate.not_after().min(now.plus(TRUSTED_MS)),
            None => now.plus(ABSENT_MS),
        };
        self.entries
            .insert(source.clone(), Entry { found, expires_at });
    }
}

impl SnsPublisher {
    /// A client for hosts with this scheme: `https`, or `http` for an emulation.
    pub fn new(scheme: &str, deadline: Duration) -> Result<Self, AmazonPaySetupError> {
        let client = HttpClient::by(scheme).map_err(|reason| match reason {
            SetupError::Scheme => AmazonPaySetupError::Address(scheme.to_owned()),
            SetupError::Tls(reason) => AmazonPaySetupError::Tls(reason),
        });
        Ok(Self {
            client: client?,
            deadline,
            cache: Mutex::default(),
        })
    }

    /// The certificate of a signature; `None` if there is no usable one there.
    ///
    /// # Errors
    /// If SNS does not answer, or too many unknown certificates were named.
    pub async fn certificate(
        &self,
        source: &CertificateSource,
        now: Timestamp,
    ) -> Result<Option<SnsCertificate>, NoAnswer> {
        {
            let mut cache = self.lock();
            if let Some(known) = cache.find(source, now) {
                return Ok(known.found.clone());
            }
            if !cache.may_fetch(source, now) {
                let reason = "too many unknown certificates were named";
                return Err(NoAnswer(reason.to_owned()));
            }
        }
        let (status, body) = self.get(&source.to_string(), MAX_CERTIFICATE_BYTES).await?;
        let found = match status {
            200 => SnsCertificate::read(&body).filter(|it| it.is_valid_at(now)),
            400 | 403 | 404 | 410 => None,
            status => return Err(NoAnswer(format!("status {status}"))),
        };
        if found.is_none() {
            tracing::info!("a notification names a certificate that SNS does not sign with");
        }
        self.lock().keep(source, found.clone(), now);
        Ok(found)
    }

    /// Confirms a subscription, by the address that a genuine message names.
    ///
    /// # Errors
    /// If SNS does not confirm it.
    pub async fn confirm(&self, url: &str) -> Result<(), NoAnswer> {
        match self.get(url, MAX_CONFIRMATION_BYTES).await? {
            (200, _) => Ok(()),
            (status, _) => Err(NoAnswer(format!("status {status}"))),
        }
    }

    async fn get(&self, url: &str, longest: usize) -> Result<(u16, Bytes), NoAnswer> {
        let request = Request::get(url).body(Full::new(Bytes::new()));
        let request = request.map_err(|error| NoAnswer(error.to_string()))?;
        let asked = async {
            let response = self.client.send(request).await;
            let response = response.map_err(|error| NoAnswer(error.to_string()))?;
            let status = response.status().as_u16();
            let body = whole(response.into_body(), longest).await;
            let body = body.map_err(|_| NoAnswer("a broken or too long body".to_owned()))?;
            Ok((status, body))
        };
        let answer = tokio::time::timeout(self.deadline, asked).await;
        answer.map_err(|_| NoAnswer("the deadline passed".to_owned()))?
    }

    fn lock(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fetch_limit::MAX_FETCHES_PER_MINUTE;

    const PEM: &[u8] = include_bytes!("../../../wallets/tests/keys/sns-certificate.pem");

    fn source(name: &str) -> CertificateSource {
        let origin = "https://sns.eu-west-1.amazonaws.com";
        let url = format!("{origin}/{name}.pem");
        CertificateSource::read(&url, &[origin.to_owned()]).expect("a certificate's address")
    }

    /// [B.02] Somebody who names ever new certificates neither makes the server fetch without end nor keeps it from fetching
    /// Amazon's again.
    #[test]
    fn fetches_of_unknown_certificates_are_limited() {
        let mut cache = Cache::default();
        let now = Timestamp(1_800_000_000_000);
        let certificate = SnsCertificate::read(PEM).expect("a certificate");
        cache.keep(&source("known"), Some(certificate), now);
        for index in 0..MAX_FETCHES_PER_MINUTE {
            assert!(cache.may_fetch(&source(&format!("x{index}")), now));
        }
        assert!(!cache.may_fetch(&source("one-more"), now));
        assert!(cache.may_fetch(&source("known"), now));
        let later = now.plus(MINUTE_MS);
        assert!(cache.may_fetch(&source("one-more"), later));
    }

    /// [B.02] A certificate is kept for a day, and the knowledge that there is none for ten minutes.
    #[test]
    fn what_was_found_is_kept_for_a_while() {
        let mut cache = Cache::default();
        let certificate = SnsCertificate::read(PEM).expect("a certificate");
        let now = certificate.not_after().plus(-2 * TRUSTED_MS);
        cache.keep(&source("known"), Some(certificate), now);
        cache.keep(&source("none"), None, now);
        let is_known = |cache: &Cache, name: &str, at| cache.find(&source(name), at).is_some();
        for (name, kept_ms) in [("known", TRUSTED_MS), ("none", ABSENT_MS)] {
            assert!(is_known(&cache, name, now.plus(kept_ms - 1)), "{name}");
            assert!(!is_known(&cache, name, now.plus(kept_ms)), "{name}");
        }
        cache.keep(&source("other"), None, now.plus(ABSENT_MS));
        assert_eq!(cache.entries.len(), 2, "what has expired is forgotten");
    }
}
