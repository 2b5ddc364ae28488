use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use std::time::Duration;

/// How long a connection is kept without a request.
const IDLE_TIMEOUT: Duration = Duration::from_secs(90);

/// An HTTP client for one scheme, with a pool of connections.
pub struct HttpClient(Transport);

/// Plain HTTP needs no certificate authorities, so emulated services work on machines without any.
enum Transport {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// Neither `http` nor `https`.
    #[error("neither http nor https")]
    Scheme,
    /// The machine's certificate authorities cannot be loaded.
    #[error("{0}")]
    Tls(String),
}

/// No response arrived. The server may or may not have received the request.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct NoAnswer(#[from] hyper_util::client::legacy::Error);

impl HttpClient {
    /// A client for this scheme.
    ///
    /// # Errors
    /// If the scheme is unknown, or the machine's certificate authorities cannot be loaded.
    pub fn by(scheme: &str) -> Result<Self, SetupError> {
        Self::build(scheme, None)
    }

    /// A client that gives up if a server does not accept a connection within this time.
    ///
    /// # Errors
    /// If the scheme is unknown, or the machine's certificate authorities cannot be loaded.
    pub fn connecting_within(deadline: Duration, scheme: &str) -> Result<Self, SetupError> {
        Self::build(scheme, Some(deadline))
    }

    fn build(scheme: &str, connect_deadline: Option<Duration>) -> Result<Self, SetupError> {
        let mut client = Client::builder(TokioExecutor::new());
        client
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_timer(TokioTimer::new());
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(connect_deadline);
        Ok(Self(match scheme {
            "http" => Transport::Plain(client.build(connector)),
            "https" => Transport::Tls(client.build(tls(connector)?)),
            _ => return Err(SetupError::Scheme),
        }))
    }

    /// Sends a request; returns when the response's headers have arrived.
    ///
    /// # Errors
    /// If no response arrives.
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

fn tls(mut connector: HttpConnector) -> Result<HttpsConnector<HttpConnector>, SetupError> {
    connector.enforce_http(false);
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(rustls::crypto::ring::default_provider())
        .map_err(|error| SetupError::Tls(error.to_string()))?;
    let builder = builder.https_only().enable_http1();
    Ok(builder.wrap_connector(connector))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_schemes_are_refused() {
        assert!(HttpClient::by("http").is_ok());
        for scheme in ["", "ftp", "HTTP"] {
            assert!(
                matches!(HttpClient::by(scheme), Err(SetupError::Scheme)),
                "{scheme}"
            );
        }
    }
}
