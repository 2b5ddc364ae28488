//! The certificates that webhooks are signed with: fetched from PayPal, and from nobody else, once each.

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

/// PayPal changes its certificate about once a year.
const MOST_KEPT: usize = 8;

/// Fetched certificates, by address.
pub(super) struct Certificates {
    http: Http,
    /// The one origin that is believed: everybody can have the sandbox sign something.
    publisher: String,
    deadline: Duration,
    kept: Mutex<HashMap<String, Arc<CertificateDer<'static>>>>,
}

impl Certificates {
    pub(super) fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        let publisher = publisher(&settings.api);
        Ok(Self {
            http: Http::new(&publisher)?,
            publisher,
            deadline: settings.deadline,
            kept: Mutex::default(),
        })
    }

    /// The certificate at an address; none where the address is not PayPal's.
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
        // The first is the signer's; PayPal's own host vouches for it.
        let Ok(certificate) = CertificateDer::from_pem_slice(&pem) else {
            return Ok(None);
        };
        let certificate = Arc::new(certificate);
        let mut kept = self.lock();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        kept.insert(url.to_owned(), Arc::clone(&certificate));
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
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the PayPal of this interface publishes its certificates: each environment under a host of its own beside that of
/// its interface (`api-m.paypal.com`, `api.paypal.com`), an emulation under its own.
fn publisher(api: &str) -> String {
    api.trim_end_matches('/')
        .replacen("https://api-m.", "https://api.", 1)
}

/// The path of a certificate that is published there. It is a plain one: nothing in it could be read as another host by
/// somebody else's idea of a URL.
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

    /// Each environment believes its own certificates and nobody else's.
    #[test]
    fn only_its_own_host_publishes_certificates() {
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
    fn what_only_looks_like_it_is_not_believed() {
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
