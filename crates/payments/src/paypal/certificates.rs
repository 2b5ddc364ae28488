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

/// Where PayPal publishes them.
const HOSTS: [&str; 2] = ["https://api.paypal.com", "https://api.sandbox.paypal.com"];
/// PayPal changes its certificate about once a year.
const MOST_KEPT: usize = 8;

/// Fetched certificates, by address.
pub(super) struct Certificates {
    /// The interface itself, where an emulation stands for it.
    own: Option<Http>,
    own_origin: String,
    deadline: Duration,
    kept: Mutex<HashMap<String, Arc<CertificateDer<'static>>>>,
}

impl Certificates {
    pub(super) fn new(settings: &PayPalSettings) -> Result<Self, PayPalSetupError> {
        let origin = settings.api.trim_end_matches('/');
        let emulated = origin.starts_with("http://");
        Ok(Self {
            own: emulated.then(|| Http::new(origin)).transpose()?,
            own_origin: origin.to_owned(),
            deadline: settings.deadline,
            kept: Mutex::default(),
        })
    }

    /// The certificate at an address; none where the address is not PayPal's.
    pub(super) async fn get(
        &self,
        url: &str,
    ) -> Result<Option<Arc<CertificateDer<'static>>>, NoAnswer> {
        let Some((origin, path)) = self.trusted(url) else {
            return Ok(None);
        };
        if let Some(known) = self.lock().get(url) {
            return Ok(Some(Arc::clone(known)));
        }
        let fetched = tokio::time::timeout(self.deadline, self.fetch(origin, path));
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

    /// Origin and path of an address that PayPal publishes certificates at. The path is a plain one: nothing in it could
    /// be read as another host by somebody else's idea of a URL.
    fn trusted<'u>(&self, url: &'u str) -> Option<(&'u str, &'u str)> {
        let own = self.own.as_ref().map(|_| self.own_origin.as_str());
        let known = HOSTS.into_iter().filter(|_| own.is_none()).chain(own);
        let mut known = known.filter_map(|origin| {
            let path = url.strip_prefix(origin)?;
            Some((&url[..origin.len()], path))
        });
        known.find(|(_, path)| is_plain(path))
    }

    async fn fetch(&self, origin: &str, path: &str) -> Result<Vec<u8>, PayPalError> {
        let fresh;
        let http = if let Some(own) = &self.own {
            own
        } else {
            fresh = Http::new(origin).map_err(|error| PayPalError::NoAnswer(error.to_string()))?;
            &fresh
        };
        let call = Call {
            method: Method::GET,
            path,
            authorization: String::new(),
            request_id: None,
            body: Body::None,
        };
        let answer = http.send(call).await?;
        if !answer.is_success() {
            return Err(answer.error());
        }
        Ok(answer.body.to_vec())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<String, Arc<CertificateDer<'static>>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_plain(path: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.');
    path.starts_with("/v1/notifications/certs/") && !path.contains("..") && path.bytes().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use zeroize::Zeroizing;

    fn at(api: &str) -> Certificates {
        let settings = PayPalSettings {
            api: api.to_owned(),
            client_id: String::new(),
            secret: Zeroizing::default(),
            webhook_id: None,
            deadline: Duration::from_secs(1),
        };
        Certificates {
            own: api
                .starts_with("http://")
                .then(|| Http::new(api).expect("an address")),
            own_origin: settings.api,
            deadline: settings.deadline,
            kept: Mutex::default(),
        }
    }

    #[test]
    fn only_paypals_own_hosts_publish_certificates() {
        let real = at("https://api-m.paypal.com");
        for good in [
            "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77",
            "https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1",
        ] {
            assert!(real.trusted(good).is_some(), "{good}");
        }
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
            "http://127.0.0.1:1/v1/notifications/certs/CERT-1",
            "",
        ] {
            assert!(real.trusted(bad).is_none(), "{bad}");
        }
        // With an emulation nobody else is believed, PayPal included.
        let emulated = at("http://127.0.0.1:1");
        assert!(
            emulated
                .trusted("http://127.0.0.1:1/v1/notifications/certs/CERT-1")
                .is_some()
        );
        assert!(
            emulated
                .trusted("https://api.paypal.com/v1/notifications/certs/CERT-1")
                .is_none()
        );
        assert!(
            emulated
                .trusted("http://127.0.0.1:12/v1/notifications/certs/CERT-1")
                .is_none()
        );
    }
}
