//! Delivers the contents of an outbox.

use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use hyper::{Request, Uri};
use std::future::Future;
use std::pin::pin;
use std::time::Duration;
use tokio::sync::Notify;
use zkratka_outbound::{HttpClient, SetupError, whole};

/// For one delivery.
const DEADLINE: Duration = Duration::from_secs(5);
/// How much of a response's body to read and discard, in bytes, so that the connection can be reused.
const LONGEST_ANSWER: usize = 16 * 1_024;

/// Where the outbox is delivered.
pub(crate) struct Receiver {
    uri: Uri,
    client: HttpClient,
}

impl Receiver {
    pub(crate) fn at(url: &str) -> Result<Self, SetupError> {
        let uri: Uri = url.parse().map_err(|_| SetupError::Scheme)?;
        let client = HttpClient::by(uri.scheme_str().unwrap_or_default())?;
        Ok(Self { uri, client })
    }

    /// Sends a body, which is JSON if the headers do not say otherwise; returns whether the receiver accepted it in time.
    pub(crate) async fn accepts(&self, headers: HeaderMap, body: String) -> bool {
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = hyper::Method::POST;
        *request.uri_mut() = self.uri.clone();
        *request.headers_mut() = headers;
        let json = HeaderValue::from_static("application/json");
        request.headers_mut().entry(CONTENT_TYPE).or_insert(json);
        let told = tokio::time::timeout(DEADLINE, self.tell(request)).await;
        told.unwrap_or(false)
    }

    async fn tell(&self, request: Request<Full<Bytes>>) -> bool {
        let Ok(response) = self.client.send(request).await else {
            return false;
        };
        let is_accepted = response.status().is_success();
        whole(response.into_body(), LONGEST_ANSWER).await.is_ok() && is_accepted
    }
}

/// Delivers on every wake-up and after each delay that `deliver` returns, until `shutdown` resolves.
pub(crate) async fn run<F: Future<Output = Duration>>(
    filled: &Notify,
    shutdown: impl Future<Output = ()>,
    deliver: impl Fn() -> F,
) {
    let mut shutdown = pin!(shutdown);
    loop {
        let pause = deliver().await;
        tokio::select! {
            () = &mut shutdown => return,
            () = filled.notified() => {}
            () = tokio::time::sleep(pause) => {}
        }
    }
}
