//! The certificates of webhook signatures, fetched from PayPal only.
//!
//! PayPal's own host publishes them over TLS, which authenticates them; that host also publishes certificates for other
//! purposes, so the signer's name counts. `webpki` reads names and validity only together with a chain, which PayPal does
//! not promise to publish.
//!
//! Anybody can send a webhook that names a certificate. So the server fetches only URLs of the exact form of PayPal's,
//! remembers those that lead to none, and limits how many unknown ones it fetches in a minute. A certificate that it has
//! seen is fetched again within a limit of its own, which nobody can use up with other URLs.

use super::PayPalError;
use super::http::{Answer, Body, Call, Http};
use super::settings::{PayPalSettings, PayPalSetupError};
use crate::NoAnswer;
use crate::fetch_limit::{FetchLimit, MINUTE_MS};
use hyper::Method;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::x509::NamedCertificate;

const PATH: &str = "/v1/notifications/certs/";
const NAME: &str = "CERT-";
/// Of hexadecimal digits, in the name of a certificate.
const GROUPS: usize = 3;
const GROUP: usize = 8;

/// After this time a certificate is fetched again, so that the server stops trusting one that PayPal withdrew.
const TRUSTED_MS: i64 = 24 * 60 * MINUTE_MS;
/// For how long a URL that leads to no usable certificate is not fetched again.
const ABSENT_MS: i64 = 10 * MINUTE_MS;

/// The path of a certificate at the publisher.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CertificatePath(String);

pub(super) struct Certificates {
    http: Http,
    /// The only trusted origin: anybody can make PayPal's sandbox sign a webhook.
    publisher: String,
    /// The common name of the signer's certificate.
    signer: String,
    deadline: Duration,
    cache: Mutex<Cache>,
}

/// What a path led to.
#[derive(Clone)]
enum Found {
    Signer(Arc<NamedCertificate>),
    /// No usable certificate.
    Nothing,
}

impl Found {
    fn signer(self) -> Option<Arc<NamedCertificate>> {
        match self {
            Self::Signer(signer) => Some(signer),
            Self::Nothing => None,
        }
    }

    /// Until when it need not be fetched again.
    fn expires_at(&self, now: Timestamp) -> Timestamp {
        match self {
            Self::Signer(signer) => signer.not_after.min(now.plus(TRUSTED_MS)),
            Self::Nothing => now.plus(ABSENT_MS),
        }
    }
}

#[derive(Default)]
struct Cache {
    entries: HashMap<String, Entry>,
    /// Fetches of all unknown certificates together.
    fetches: FetchLimit,
}

/// What is known of a path.
struct Entry {
    found: Found,
    /// When it must be fetched again.
    expires_at: Timestamp,
    fetches: FetchLimit,
}

impl Entry {
    /// Whether the entry is still of use: a signer is known until its certificate expires, even if it must be fetched
    /// again before.
    fn is_current(&self, now: Timestamp) -> bool {
        let until = match &self.found {
            Found::Signer(signer) => signer.not_after,
            Found::Nothing => self.expires_at,
        };
        now < until
    }
}

impl Cache {
    fn find(&self, path: &str, now: Timestamp) -> Option<Found> {
        let entry = self.entries.get(path)?;
        (now < entry.expires_at).then(|| entry.found.clone())
    }

    /// Counts a fetch, unless there were too many.
    fn begin_fetch(&mut self, path: &str, now: Timestamp) -> bool {
        let known = self.entries.get_mut(path);
        match known.filter(|entry| matches!(entry.found, Found::Signer(_)) && entry.is_current(now))
        {
            Some(entry) => entry.fetches.begin(now),
            None => self.fetches.begin(now),
        }
    }

    /// The limit on fetches also bounds the entries: only PayPal can add signers.
    fn keep(&mut self, path: &str, found: Found, now: Timestamp) {
        self.entries.retain(|_path, entry| entry.is_current(now));
        let entry = Entry {
            expires_at: found.expires_at(now),
            found,
            fetches: FetchLimit::default(),
        };
        self.entries.insert(path.to_owned(), entry);
    }
}

impl Certificates {
    pub(super) fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        let publisher = publisher(&settings.api);
        Ok(Self {
            http: Http::new(&publisher)?,
            signer: signer_at(&publisher),
            publisher,
            deadline: settings.deadline,
            cache: Mutex::default(),
        })
    }

    /// None unless PayPal publishes certificates at such a URL.
    pub(super) fn path(&self, url: &str) -> Option<CertificatePath> {
        path_at(&self.publisher, url)
    }

    /// The signer's certificate; none if there is no usable one there.
    pub(super) async fn get(
        &self,
        CertificatePath(path): &CertificatePath,
        now: Timestamp,
    ) -> Result<Option<Arc<NamedCertificate>>, NoAnswer> {
        {
            let mut cache = self.lock();
            if let Some(known) = cache.find(path, now) {
                return Ok(known.signer());
            }
            if !cache.begin_fetch(path, now) {
                return Err(NoAnswer(
                    "too many unknown certificates were named".to_owned(),
                ));
            }
        }
        let answer = self.fetch(path).await?;
        let signer = NamedCertificate::read(&answer.body).filter(|signer| {
            answer.is_success() && signer.name == self.signer && signer.is_valid_at(now)
        });
        let found = signer.map_or(Found::Nothing, |signer| Found::Signer(Arc::new(signer)));
        if matches!(found, Found::Nothing) {
            tracing::info!("a webhook names a certificate that PayPal does not sign webhooks with");
        }
        self.lock().keep(path, found.clone(), now);
        Ok(found.signer())
    }

    /// PayPal's response, if it is about this certificate: there is one, or none.
    async fn fetch(&self, path: &str) -> Result<Answer, NoAnswer> {
        let call = Call {
            method: Method::GET,
            path,
            authorization: String::new(),
            request_id: None,
            body: Body::None,
        };
        let fetched = tokio::time::timeout(self.deadline, self.http.send(call));
        let answer = fetched
            .await
            .map_err(|_| NoAnswer("the deadline passed".to_owned()))?
            .map_err(|error| NoAnswer(error.to_string()))?;
        if answer.is_success() || matches!(answer.status, 400 | 403 | 404 | 410) {
            return Ok(answer);
        }
        let error: PayPalError = answer.error();
        Err(NoAnswer(error.to_string()))
    }

    fn lock(&self) -> MutexGuard<'_, Cache> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where PayPal publishes the certificates for this API: on a host of the environment's own, next to the API's
/// (`api-m.paypal.com`, `api.paypal.com`). An emulation publishes them on the API's host.
fn publisher(api: &str) -> String {
    api.trim_end_matches('/')
        .replacen("https://api-m.", "https://api.", 1)
}

/// The common name of the signer's certificate in this environment, as PayPal's own SDKs demand it:
/// `messageverificationcerts.paypal.com`, or that of the sandbox.
fn signer_at(publisher: &str) -> String {
    let (_, host) = publisher.split_once("://").unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    let domain = host.strip_prefix("api.").unwrap_or(host);
    format!("messageverificationcerts.{domain}")
}

/// Only the exact form is accepted, so that no URL parser can read another host into it.
fn path_at(publisher: &str, url: &str) -> Option<CertificatePath> {
    let path = url.strip_prefix(publisher)?;
    let name = path.strip_prefix(PATH)?.strip_prefix(NAME)?;
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_group = |group: &str| group.len() == GROUP && group.bytes().all(is_digit);
    let is_exact = name.split('-').count() == GROUPS && name.split('-').all(is_group);
    is_exact.then(|| CertificatePath(path.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: &str = "https://api-m.paypal.com";
    const SANDBOX: &str = "https://api-m.sandbox.paypal.com";
    const EMULATION: &str = "http://127.0.0.1:1";
    const CERTIFICATE: &str = "CERT-360caa42-fca2a594-a5cafa77";

    fn is_accepted(api: &str, url: &str) -> bool {
        path_at(&publisher(api), url).is_some()
    }

    /// Each environment trusts its own certificates only.
    #[test]
    fn certificates_come_from_the_environments_own_host() {
        let published = [
            (LIVE, "https://api.paypal.com", "paypal.com"),
            (
                SANDBOX,
                "https://api.sandbox.paypal.com",
                "sandbox.paypal.com",
            ),
            (EMULATION, "http://127.0.0.1:1", "127.0.0.1"),
        ];
        for (api, _, domain) in published {
            let signer = format!("messageverificationcerts.{domain}");
            assert_eq!(signer_at(&publisher(api)), signer);
            for (of, host, _) in published {
                let url = format!("{host}{PATH}{CERTIFICATE}");
                assert_eq!(is_accepted(api, &url), api == of, "{url} at {api}");
            }
        }
    }

    #[test]
    fn similar_urls_are_not_trusted() {
        let good = format!("https://api.paypal.com{PATH}{CERTIFICATE}");
        assert!(is_accepted(LIVE, &good));
        for bad in [
            good.replace("https://", "http://"),
            good.replace("api.paypal.com", "api.paypal.com.cizi.example"),
            good.replace("api.paypal.com", "api.paypal.com@cizi.example"),
            good.replace("api.paypal.com", "cizi.example/api.paypal.com"),
            good.replace("api.paypal.com", "api.paypal.com:8443"),
            good.replace("api.", "www."),
            good.replace(CERTIFICATE, "../../oauth2/token"),
            good.replace(CERTIFICATE, ""),
            good.replace(CERTIFICATE, "CERT-1"),
            good.replace("CERT-", "cert-"),
            good.replace("360caa42", "360CAA42"),
            good.replace("360caa42", "360caa4g"),
            good.replace("-a5cafa77", ""),
            good.replace("a5cafa77", "a5cafa7"),
            format!("{good}-a5cafa77"),
            format!("{good}/"),
            format!("{good}?x=@cizi.example"),
            format!("{good}%00"),
            "https://api.paypal.com/v2/checkout/orders".to_owned(),
            String::new(),
        ] {
            assert!(!is_accepted(LIVE, &bad), "{bad}");
        }
        let other_port = format!("http://127.0.0.1:12{PATH}{CERTIFICATE}");
        assert!(!is_accepted(EMULATION, &other_port));
    }

    const KNOWN: &str = "/known";

    fn signer(not_after: Timestamp) -> Found {
        Found::Signer(Arc::new(NamedCertificate {
            certificate: Vec::new().into(),
            name: String::new(),
            not_before: Timestamp(0),
            not_after,
        }))
    }

    #[test]
    fn fetches_are_limited_per_minute() {
        let mut cache = Cache::default();
        let start = Timestamp(1_000_000);
        let mut begin = |now| cache.begin_fetch("/unknown", now);
        for index in 0..6 {
            assert!(begin(start.plus(index)), "{index}");
        }
        assert!(!begin(start.plus(MINUTE_MS - 1)));
        assert!(begin(start.plus(MINUTE_MS)));
        assert!(!begin(start.plus(MINUTE_MS)));
        // A clock that was set back blocks nothing.
        assert!(begin(start.plus(-MINUTE_MS)));
    }

    /// [7.09] Somebody who names ever new certificates does not keep the server from fetching PayPal's again.
    #[test]
    fn strangers_cannot_use_up_the_fetches_of_a_known_certificate() {
        let mut cache = Cache::default();
        let start = Timestamp(1_000_000);
        let year = 365 * TRUSTED_MS;
        cache.keep(KNOWN, signer(start.plus(year)), start);
        assert!(cache.find(KNOWN, start.plus(TRUSTED_MS - 1)).is_some());
        let later = start.plus(TRUSTED_MS);
        assert!(cache.find(KNOWN, later).is_none(), "fetch it again");
        for index in 0..20 {
            let path = format!("/invented-{index}");
            if cache.begin_fetch(&path, later) {
                cache.keep(&path, Found::Nothing, later);
            }
        }
        assert!(!cache.begin_fetch("/invented", later));
        for index in 0..6 {
            assert!(cache.begin_fetch(KNOWN, later), "{index}");
        }
        assert!(!cache.begin_fetch(KNOWN, later), "it is limited, too");
        cache.keep(KNOWN, signer(start.plus(year)), later);
        assert!(cache.find(KNOWN, later).is_some());
    }

    /// Neither a certificate that has expired nor one that PayPal withdrew keeps a limit of its own.
    #[test]
    fn a_certificate_is_known_until_it_expires_or_is_withdrawn() {
        let mut cache = Cache::default();
        let start = Timestamp(1_000_000);
        let use_up = |cache: &mut Cache, now| while cache.begin_fetch("/unknown", now) {};
        cache.keep(KNOWN, signer(start.plus(TRUSTED_MS)), start);
        let later = start.plus(TRUSTED_MS);
        use_up(&mut cache, later);
        assert!(!cache.begin_fetch(KNOWN, later), "it has expired");
        cache.keep(KNOWN, Found::Nothing, start);
        use_up(&mut cache, start.plus(ABSENT_MS));
        assert!(!cache.begin_fetch(KNOWN, start.plus(ABSENT_MS)));
        cache.keep("/other", Found::Nothing, later);
        assert_eq!(cache.entries.len(), 1, "the others are forgotten");
    }
}
