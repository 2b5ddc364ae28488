//! Who calls.

use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

/// Calls servers by one scheme, and keeps its connections to them.
pub struct Caller(Transport);

/// Plain HTTP does without the machine's certificates: emulations must run where there are none.
enum Transport {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

/// Why nobody can be called.
#[derive(Debug, thiserror::Error)]
pub enum NotCallable {
    /// Neither `http` nor `https`.
    #[error("neither http nor https")]
    Scheme,
    /// The machine's certificate authorities.
    #[error("{0}")]
    Tls(String),
}

/// A call without an answer; whether it arrived is not known.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(#[from] hyper_util::client::legacy::Error);

impl Caller {
    /// Calls addresses of this scheme.
    ///
    /// # Errors
    /// When there is no such scheme here, or servers' certificates could not be checked.
    pub fn by(scheme: &str) -> Result<Self, NotCallable> {
        let client = Client::builder(TokioExecutor::new());
        Ok(Self(match scheme {
            "http" => Transport::Plain(client.build(HttpConnector::new())),
            "https" => Transport::Tls(client.build(tls()?)),
            _ => return Err(NotCallable::Scheme),
        }))
    }

    /// Sends a request; its answer's body is still on its way.
    ///
    /// # Errors
    /// When there is no answer.
    pub async fn send(
        &self,
        request: Request<Full<Bytes>>,
    ) -> Result<Response<Incoming>, NoAnswer> {
        Ok(match &self.0 {
            Transport::Plain(client) => client.request(request).await?,
            Transport::Tls(client) => client.request(request).await?,
        })
    }
}

fn tls() -> Result<HttpsConnector<HttpConnector>, NotCallable> {
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(rustls::crypto::ring::default_provider())
        .map_err(|error| NotCallable::Tls(error.to_string()))?;
    Ok(builder.https_only().enable_http1().build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_two_schemes() {
        assert!(Caller::by("http").is_ok());
        for scheme in ["", "ftp", "HTTP"] {
            assert!(
                matches!(Caller::by(scheme), Err(NotCallable::Scheme)),
                "{scheme}"
            );
        }
    }
}
