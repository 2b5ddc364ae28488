//! The call itself. TLS with ring; the machine's own certificate authorities are trusted. No proxy, no redirect.

use super::NoRates;
use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{Method, Request, Response, StatusCode, Uri};
use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use url::Url;

/// No answer is longer, in bytes.
const LONGEST_ANSWER: usize = 64 * 1_024;
const JSON: &str = "application/json";

/// Why the carrier cannot be asked at all.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The address.
    #[error("the carrier's address cannot be called")]
    Address,
    /// The machine's certificate authorities.
    #[error("the carrier's certificate could not be checked: {0}")]
    Tls(String),
    /// The emulated carrier's port.
    #[error("the emulated carrier: {0}")]
    Io(#[from] std::io::Error),
}

/// Plain HTTP does without the machine's certificates: the emulated carrier must run where there are none.
enum Transport {
    Plain(Client<HttpConnector, Full<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Full<Bytes>>),
}

/// Calls one address.
pub(super) struct CarrierClient {
    uri: Uri,
    transport: Transport,
}

impl CarrierClient {
    pub(super) fn new(url: &Url) -> Result<Self, ClientError> {
        let uri: Uri = url.as_str().parse().map_err(|_| ClientError::Address)?;
        let client = Client::builder(TokioExecutor::new());
        let transport = match url.scheme() {
            "http" => Transport::Plain(client.build(HttpConnector::new())),
            "https" => Transport::Tls(client.build(tls()?)),
            _ => return Err(ClientError::Address),
        };
        Ok(Self { uri, transport })
    }

    /// Sends JSON and reads JSON. The caller sets the deadline.
    pub(super) async fn ask(&self, body: Vec<u8>) -> Result<Bytes, NoRates> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.uri.clone())
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, JSON)
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| NoRates::Connection)?;
        let response = self.send(request).await?;
        if response.status() != StatusCode::OK {
            return Err(NoRates::Status(response.status().as_u16()));
        }
        let body = Limited::new(response.into_body(), LONGEST_ANSWER);
        let body = body.collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                NoRates::Answer("it is too long")
            } else {
                NoRates::Connection
            }
        })?;
        Ok(body.to_bytes())
    }

    async fn send(&self, request: Request<Full<Bytes>>) -> Result<Response<Incoming>, NoRates> {
        let response = match &self.transport {
            Transport::Plain(client) => client.request(request).await,
            Transport::Tls(client) => client.request(request).await,
        };
        response.map_err(|_| NoRates::Connection)
    }
}

fn tls() -> Result<HttpsConnector<HttpConnector>, ClientError> {
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(rustls::crypto::ring::default_provider())
        .map_err(|error| ClientError::Tls(error.to_string()))?;
    Ok(builder.https_only().enable_http1().build())
}
