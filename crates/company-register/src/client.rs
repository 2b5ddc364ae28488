//! The HTTP call to the register.

use crate::NoEntry;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::ACCEPT;
use hyper::{Request, StatusCode, Uri};
use url::Url;
use zkratka_commerce::company::CompanyId;
use zkratka_outbound::{BodyError, HttpClient, SetupError, whole};

/// Longest accepted answer, in bytes. Entries of large companies have long lists of trades.
const LONGEST_ANSWER: usize = 256 * 1_024;

/// Why no client can be created.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    #[error("the address of the register of companies cannot be called")]
    Address,
    /// The machine's certificate authorities cannot be loaded.
    #[error("the certificate of the register of companies could not be checked: {0}")]
    Tls(String),
}

/// An HTTP client for one register.
pub(super) struct RegisterClient {
    /// Ends with a slash.
    base: String,
    caller: HttpClient,
}

impl RegisterClient {
    pub(super) fn new(url: &Url) -> Result<Self, ClientError> {
        let caller = HttpClient::by(url.scheme()).map_err(|reason| match reason {
            SetupError::Scheme => ClientError::Address,
            SetupError::Tls(reason) => ClientError::Tls(reason),
        })?;
        let base = format!(
            "{}/ekonomicke-subjekty/",
            url.as_str().trim_end_matches('/')
        );
        Ok(Self { base, caller })
    }

    /// Returns the body of the entry; `None` if there is none. The caller sets the deadline.
    pub(super) async fn ask(&self, id: &CompanyId) -> Result<Option<Bytes>, NoEntry> {
        // The number is eight digits, so the path stays the register's.
        let uri: Uri = format!("{}{}", self.base, id.as_str())
            .parse()
            .map_err(|_| NoEntry::Connection)?;
        let request = Request::get(uri)
            .header(ACCEPT, "application/json")
            .body(Full::new(Bytes::new()))
            .map_err(|_| NoEntry::Connection)?;
        let response = self.caller.send(request).await;
        let response = response.map_err(|_| NoEntry::Connection)?;
        match response.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Ok(None),
            status => return Err(NoEntry::Status(status.as_u16())),
        }
        let body = whole(response.into_body(), LONGEST_ANSWER).await;
        let body = body.map_err(|reason| match reason {
            BodyError::TooLong => NoEntry::Answer("it is too long"),
            BodyError::Broken => NoEntry::Connection,
        })?;
        Ok(Some(body))
    }
}
