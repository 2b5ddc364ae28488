//! Fetches root keys.

use super::RootKeysUnavailable;
use super::freshness::lifetime;
use crate::google_pay::root_keys::RootKeys;
use http_body_util::Full;
use hyper::{Request, StatusCode, Uri};
use std::time::Duration;
use zkratka_outbound::{BodyError, HttpClient, whole};

/// Longest accepted answer, in bytes; Google's list has about a thousand.
const LONGEST_ANSWER: usize = 256 * 1024;

/// Keys, and how long they may be cached.
pub(super) struct Fetched {
    pub(super) keys: RootKeys,
    /// How long the keys stay fresh, in milliseconds.
    pub(super) lifetime: i64,
}

/// An HTTP client for the URL of the keys.
pub(super) struct Source {
    uri: Uri,
    caller: HttpClient,
    deadline: Duration,
}

impl Source {
    pub(super) fn new(url: &str, deadline: Duration) -> Result<Self, RootKeysUnavailable> {
        let uri: Uri = url
            .parse()
            .map_err(|_| RootKeysUnavailable::Address("not a URL".to_owned()))?;
        let caller = HttpClient::by(uri.scheme_str().unwrap_or_default())
            .map_err(|reason| RootKeysUnavailable::Address(reason.to_string()))?;
        Ok(Self {
            uri,
            caller,
            deadline,
        })
    }

    pub(super) async fn fetch(&self) -> Result<Fetched, RootKeysUnavailable> {
        tokio::time::timeout(self.deadline, self.ask())
            .await
            .unwrap_or(Err(RootKeysUnavailable::Timeout))
    }

    async fn ask(&self) -> Result<Fetched, RootKeysUnavailable> {
        let request = Request::get(self.uri.clone())
            .body(Full::default())
            .map_err(|_| RootKeysUnavailable::Connection)?;
        let response = self.caller.send(request).await;
        let response = response.map_err(|_| RootKeysUnavailable::Connection)?;
        if response.status() != StatusCode::OK {
            return Err(RootKeysUnavailable::Status(response.status().as_u16()));
        }
        let lifetime = lifetime(response.headers());
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        let bytes = body.map_err(|reason| match reason {
            BodyError::TooLong => RootKeysUnavailable::TooLong,
            BodyError::Broken => RootKeysUnavailable::Connection,
        })?;
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        let keys = RootKeys::from_json(text)?;
        Ok(Fetched { keys, lifetime })
    }
}
