use bytes::Bytes;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper::{Request, Response};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;

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
        let client = Client::builder(TokioExecutor::new());
        Ok(Self(match scheme {
            "http" => Transport::Plain(client.build(HttpConnector::new())),
            "https" => Transport::Tls(client.build(tls()?)),
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

fn tls() -> Result<HttpsConnector<HttpConnector>, SetupError> {
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(rustls::crypto::ring::default_provider())
        .map_err(|error| SetupError::Tls(error.to_string()))?;
    Ok(builder.https_only().enable_http1().build())
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
