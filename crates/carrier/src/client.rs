//! The HTTP call to the carrier.

use crate::NoRates;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{ACCEPT, CONTENT_TYPE};
use hyper::{Method, Request, StatusCode, Uri};
use url::Url;
use zkratka_outbound::{BodyError, HttpClient, SetupError, whole};

/// Longest accepted answer, in bytes.
const LONGEST_ANSWER: usize = 64 * 1_024;
const JSON: &str = "application/json";

/// Why no client can be created.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("the carrier's address cannot be called")]
    Address,
    /// The machine's certificate authorities cannot be loaded.
    #[error("the carrier's certificate could not be checked: {0}")]
    Tls(String),
}

/// An HTTP client for one URL.
pub(super) struct CarrierClient {
    uri: Uri,
    caller: HttpClient,
}

impl CarrierClient {
    pub(super) fn new(url: &Url) -> Result<Self, ClientError> {
        let uri: Uri = url.as_str().parse().map_err(|_| ClientError::Address)?;
        let caller = HttpClient::by(url.scheme()).map_err(|reason| match reason {
            SetupError::Scheme => ClientError::Address,
            SetupError::Tls(reason) => ClientError::Tls(reason),
        })?;
        Ok(Self { uri, caller })
    }

    /// Sends a JSON request and returns the response's body. The caller sets the deadline.
    pub(super) async fn ask(&self, body: Vec<u8>) -> Result<Bytes, NoRates> {
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.uri.clone())
            .header(CONTENT_TYPE, JSON)
            .header(ACCEPT, JSON)
            .body(Full::new(Bytes::from(body)))
            .map_err(|_| NoRates::Connection)?;
        let response = self.caller.send(request).await;
        let response = response.map_err(|_| NoRates::Connection)?;
        if response.status() != StatusCode::OK {
            return Err(NoRates::Status(response.status().as_u16()));
        }
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        body.map_err(|reason| match reason {
            BodyError::TooLong => NoRates::Answer("it is too long"),
            BodyError::Broken => NoRates::Connection,
        })
    }
}
