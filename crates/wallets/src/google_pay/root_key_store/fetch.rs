//! Fetches root keys. TLS with ring; the machine's own certificate authorities are trusted.

use super::RootKeysUnavailable;
use super::freshness::lifetime;
use crate::google_pay::root_keys::RootKeys;
use http_body_util::{BodyExt as _, Empty, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::{Response, StatusCode, Uri};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use std::time::Duration;

/// Bytes; Google's list has about a thousand.
const LONGEST_ANSWER: usize = 256 * 1024;

/// An answer.
pub(super) struct Fetched {
    pub(super) keys: RootKeys,
    /// Milliseconds.
    pub(super) lifetime: i64,
}

/// Where the keys are.
pub(super) struct Source {
    uri: Uri,
    transport: Transport,
    deadline: Duration,
}

/// Plain HTTP does without the machine's certificates: the sandbox must run where there are none.
enum Transport {
    Plain(Client<HttpConnector, Empty<Bytes>>),
    Tls(Client<HttpsConnector<HttpConnector>, Empty<Bytes>>),
}

impl Source {
    pub(super) fn new(url: &str, deadline: Duration) -> Result<Self, RootKeysUnavailable> {
        let uri: Uri = url
            .parse()
            .map_err(|_| RootKeysUnavailable::Address("not a URL".to_owned()))?;
        let client = Client::builder(TokioExecutor::new());
        let transport = match uri.scheme_str() {
            Some("http") => Transport::Plain(client.build(HttpConnector::new())),
            Some("https") => Transport::Tls(client.build(tls()?)),
            _ => {
                let reason = "neither http nor https".to_owned();
                return Err(RootKeysUnavailable::Address(reason));
            }
        };
        Ok(Self {
            uri,
            transport,
            deadline,
        })
    }

    pub(super) async fn fetch(&self) -> Result<Fetched, RootKeysUnavailable> {
        tokio::time::timeout(self.deadline, self.ask())
            .await
            .unwrap_or(Err(RootKeysUnavailable::Timeout))
    }

    async fn ask(&self) -> Result<Fetched, RootKeysUnavailable> {
        let response = self.get().await?;
        if response.status() != StatusCode::OK {
            return Err(RootKeysUnavailable::Status(response.status().as_u16()));
        }
        let lifetime = lifetime(response.headers());
        let body = Limited::new(response.into_body(), LONGEST_ANSWER);
        let body = body.collect().await.map_err(|error| {
            if error.is::<LengthLimitError>() {
                RootKeysUnavailable::TooLong
            } else {
                RootKeysUnavailable::Connection
            }
        })?;
        let bytes = body.to_bytes();
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        let keys = RootKeys::from_json(text)?;
        Ok(Fetched { keys, lifetime })
    }

    async fn get(&self) -> Result<Response<Incoming>, RootKeysUnavailable> {
        let uri = self.uri.clone();
        let response = match &self.transport {
            Transport::Plain(client) => client.get(uri).await,
            Transport::Tls(client) => client.get(uri).await,
        };
        response.map_err(|_| RootKeysUnavailable::Connection)
    }
}

fn tls() -> Result<HttpsConnector<HttpConnector>, RootKeysUnavailable> {
    let builder = HttpsConnectorBuilder::new()
        .with_provider_and_platform_verifier(rustls::crypto::ring::default_provider())
        .map_err(|error| RootKeysUnavailable::Address(error.to_string()))?;
    Ok(builder.https_only().enable_http1().build())
}
