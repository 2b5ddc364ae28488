//! The call itself.

use super::NotCallable;
use super::secret::signatures;
use crate::config::OrderWebhook;
use axum::http::header::{CONTENT_TYPE, USER_AGENT};
use axum::http::{Method, Request, Uri};
use bytes::Bytes;
use http_body_util::Full;
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_outbound::{Caller, whole};

/// How long an endpoint may take, its answer's body included.
pub(super) const DEADLINE: Duration = Duration::from_secs(15);
/// As much of an answer's body is read, and thrown away, so that the connection can be used again.
const LONGEST_ANSWER: usize = 16 * 1024;

/// Somebody who is told.
pub(super) struct Endpoint {
    pub(super) webhook: OrderWebhook,
    uri: Uri,
    caller: Caller,
}

/// A message, ready to be signed.
pub(super) struct Message<'m> {
    /// What the receiver knows it by.
    pub(super) id: &'m str,
    /// What it says.
    pub(super) body: Bytes,
}

/// Why nobody has said that the message arrived. Says nothing of the message, or of what was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NotTaken {
    /// Another status than 2xx; redirects are not followed.
    #[error("status {0}")]
    Status(u16),
    /// The deadline passed.
    #[error("no answer in time")]
    Timeout,
    /// It could not be reached, or the connection broke.
    #[error("no answer")]
    Connection,
}

impl Endpoint {
    /// The endpoint that this section names.
    pub(super) fn new(webhook: OrderWebhook) -> Result<Self, NotCallable> {
        let not_callable = |reason: String| NotCallable {
            name: webhook.name.clone(),
            reason,
        };
        let uri = webhook.url.as_str().parse::<Uri>();
        let uri = uri.map_err(|error| not_callable(error.to_string()))?;
        let caller = Caller::by(webhook.url.scheme());
        let caller = caller.map_err(|error| not_callable(error.to_string()))?;
        Ok(Self {
            webhook,
            uri,
            caller,
        })
    }

    /// Tells it; answers the status with which it took the message.
    pub(super) async fn tell(&self, message: Message<'_>, now: Timestamp) -> Result<u16, NotTaken> {
        let telling = tokio::time::timeout(DEADLINE, self.tell_now(message, now));
        telling.await.unwrap_or(Err(NotTaken::Timeout))
    }

    async fn tell_now(&self, message: Message<'_>, now: Timestamp) -> Result<u16, NotTaken> {
        let seconds = now.0.div_euclid(1000);
        let Message { id, body } = message;
        let request = Request::builder()
            .method(Method::POST)
            .uri(self.uri.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("zkratka/", env!("CARGO_PKG_VERSION")))
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds)
            .header(
                "webhook-signature",
                signatures(&self.webhook.secrets, id, seconds, &body),
            )
            .body(Full::new(body))
            .map_err(|_| NotTaken::Connection)?;
        let response = self.caller.send(request).await;
        let response = response.map_err(|_| NotTaken::Connection)?;
        let status = response.status();
        // What it says beside its status changes nothing.
        let _ = whole(response.into_body(), LONGEST_ANSWER).await;
        if status.is_success() {
            Ok(status.as_u16())
        } else {
            Err(NotTaken::Status(status.as_u16()))
        }
    }
}
