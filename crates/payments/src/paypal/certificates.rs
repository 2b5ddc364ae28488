//! The certificates of webhook signatures. Each is fetched once, and from PayPal only.

use super::PayPalError;
use super::http::{Body, Call, Http};
use super::settings::{PayPalSettings, PayPalSetupError};
use crate::NoAnswer;
use hyper::Method;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// PayPal replaces its certificate about once a year.
const MAX_CACHED: usize = 8;

/// Cached certificates, by URL.
pub(super) struct Certificates {
    http: Http,
    /// The only trusted origin: anybody can make PayPal's sandbox sign a webhook.
    publisher: String,
    deadline: Duration,
    cache: Mutex<HashMap<String, Arc<CertificateDer<'static>>>>,
}

impl Certificates {
    pub(super) fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        let publisher = publisher(&settings.api);
        Ok(Self {
            http: Http::new(&publisher)?,
            publisher,
            deadline: settings.deadline,
            cache: Mutex::default(),
        })
    }

    /// The certificate at a URL; none if the URL is not PayPal's.
    pub(super) async fn get(
        &self,
        url: &str,
    ) -> Result<Option<Arc<CertificateDer<'static>>>, NoAnswer> {
        let Some(path) = path_at(&self.publisher, url) else {
            return Ok(None);
        };
        if let Some(known) = self.lock().get(url) {
            return Ok(Some(Arc::clone(known)));
        }
        let fetched = tokio::time::timeout(self.deadline, self.fetch(path));
        let pem = fetched
            .await
            .map_err(|_| NoAnswer("the deadline passed".to_owned()))?
            .map_err(|error| NoAnswer(error.to_string()))?;
        // The first certificate is the signer's. TLS with PayPal's own host authenticates it.
        let Ok(certificate) = CertificateDer::from_pem_slice(&pem) else {
            return Ok(None);
        };
        let certificate = Arc::new(certificate);
        let mut cache = self.lock();
        if cache.len() >= MAX_CACHED {
            cache.clear();
        }
        cache.insert(url.to_owned(), Arc::clone(&certificate));
        Ok(Some(certificate))
    }

    async fn fetch(&self, path: &str) -> Result<Vec<u8>, PayPalError> {
        let call = Call {
            method: Method::GET,
            path,
            authorization: String::new(),
            request_id: None,
            body: Body::None,
        };
        let answer = self.http.send(call).await?;
        if !answer.is_success() {
            return Err(answer.error());
        }
        Ok(answer.body.to_vec())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<CertificateDer<'static>>>> {
        self.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where PayPal publishes the certificates for this API: on a host of the environment's own, next to the API's
/// (`api-m.paypal.com`, `api.paypal.com`). An emulation publishes them on the API's host.
fn publisher(api: &str) -> String {
    api.trim_end_matches('/')
        .replacen("https://api-m.", "https://api.", 1)
}

/// The path of a certificate at the publisher. Only plain paths are accepted, so that no URL parser can read another
/// host into one.
fn path_at<'u>(publisher: &str, url: &'u str) -> Option<&'u str> {
    url.strip_prefix(publisher).filter(|path| is_plain(path))
}

fn is_plain(path: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
    path.starts_with("/v1/notifications/certs/") && !path.contains("..") && path.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIVE: &str = "https://api-m.paypal.com";
    const SANDBOX: &str = "https://api-m.sandbox.paypal.com";
    const EMULATION: &str = "http://127.0.0.1:1";

    fn is_believed(api: &str, url: &str) -> bool {
        path_at(&publisher(api), url).is_some()
    }

    /// Each environment trusts its own certificates only.
    #[test]
    fn certificates_come_from_the_environments_own_host() {
        let published = [
            (
                LIVE,
                "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77",
            ),
            (
                SANDBOX,
                "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
            ),
            (
                EMULATION,
                "http://127.0.0.1:1/v1/notifications/certs/CERT-1",
            ),
        ];
        for (api, _) in published {
            for (of, url) in published {
                assert_eq!(is_believed(api, url), api == of, "{url} at {api}");
            }
        }
    }

    #[test]
    fn similar_urls_are_not_trusted() {
        for bad in [
            "http://api.paypal.com/v1/notifications/certs/CERT-1",
            "https://api.paypal.com.cizi.example/v1/notifications/certs/CERT-1",
            "https://api.paypal.com@cizi.example/v1/notifications/certs/CERT-1",
            "https://cizi.example/api.paypal.com/v1/notifications/certs/CERT-1",
            "https://api.paypal.com:8443/v1/notifications/certs/CERT-1",
            "https://api.paypal.com/v1/notifications/certs/../../oauth2/token",
            "https://api.paypal.com/v1/notifications/certs/CERT-1?x=@cizi.example",
            "https://api.paypal.com/v2/checkout/orders",
            "https://www.paypal.com/v1/notifications/certs/CERT-1",
            "",
        ] {
            assert!(!is_believed(LIVE, bad), "{bad}");
        }
        assert!(!is_believed(
            EMULATION,
            "http://127.0.0.1:12/v1/notifications/certs/CERT-1"
        ));
    }
}
