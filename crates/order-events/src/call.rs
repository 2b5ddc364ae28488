//! The call itself.

use crate::NotCallable;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, USER_AGENT};
use hyper::{Method, Request, Uri};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_config::OrderWebhook;
use zkratka_config::webhook_secret::signatures;
use zkratka_outbound::{HttpClient, whole};

/// How long an endpoint may take to answer.
pub(super) const DEADLINE: Duration = Duration::from_secs(15);
/// So long, and so much of it, is an answer's body read and thrown away, so that the connection can be used again.
pub(super) const DRAINING: Duration = Duration::from_secs(2);
const LONGEST_ANSWER: usize = 16 * 1024;

/// Somebody who is told.
pub(super) struct Endpoint {
    pub(super) webhook: OrderWebhook,
    uri: Uri,
    caller: HttpClient,
    deadline: Duration,
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
    pub(super) fn new(webhook: OrderWebhook, deadline: Duration) -> Result<Self, NotCallable> {
        let not_callable = |reason: String| NotCallable {
            name: webhook.name.clone(),
            reason,
        };
        let uri = webhook.url.as_str().parse::<Uri>();
        let uri = uri.map_err(|error| not_callable(error.to_string()))?;
        let caller = HttpClient::by(webhook.url.scheme());
        let caller = caller.map_err(|error| not_callable(error.to_string()))?;
        Ok(Self {
            webhook,
            uri,
            caller,
            deadline,
        })
    }

    /// Tells it; answers the status with which it took the message.
    pub(super) async fn tell(&self, message: Message<'_>, now: Timestamp) -> Result<u16, NotTaken> {
        let request = self.request(message, now)?;
        let answer = tokio::time::timeout(self.deadline, self.caller.send(request)).await;
        let answer = answer.map_err(|_| NotTaken::Timeout)?;
        let answer = answer.map_err(|_| NotTaken::Connection)?;
        let status = answer.status();
        // What it says beside its status changes nothing, nor that there is no end to it.
        let body = whole(answer.into_body(), LONGEST_ANSWER);
        let _ = tokio::time::timeout(DRAINING.min(self.deadline), body).await;
        if status.is_success() {
            Ok(status.as_u16())
        } else {
            Err(NotTaken::Status(status.as_u16()))
        }
    }

    fn request(
        &self,
        message: Message<'_>,
        now: Timestamp,
    ) -> Result<Request<Full<Bytes>>, NotTaken> {
        let seconds = now.0.div_euclid(1000);
        let Message { id, body } = message;
        let signed = signatures(&self.webhook.secrets, id, seconds, &body);
        Request::builder()
            .method(Method::POST)
            .uri(self.uri.clone())
            .header(CONTENT_TYPE, "application/json")
            .header(USER_AGENT, concat!("zkratka/", env!("CARGO_PKG_VERSION")))
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds)
            .header("webhook-signature", signed)
            .body(Full::new(body))
            .map_err(|_| NotTaken::Connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use url::Url;
    use zkratka_config::webhook_secret::WebhookSecret;

    /// What somebody says who, once asked, says this and no more, and does not hang up.
    async fn told(answer: &'static str) -> Result<u16, NotTaken> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/", listener.local_addr().unwrap());
        let saying = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = [0; 64];
            let _ = stream.read(&mut asked).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
            std::future::pending::<()>().await;
        });
        let webhook = OrderWebhook {
            name: "erp".to_owned(),
            url: Url::parse(&url).unwrap(),
            secrets: vec![WebhookSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap()],
            kinds: Vec::new(),
        };
        let deadline = Duration::from_millis(if answer.is_empty() { 50 } else { 60_000 });
        let endpoint = Endpoint::new(webhook, deadline).unwrap();
        let message = Message {
            id: "evt_1",
            body: Bytes::from_static(b"{}"),
        };
        let told = endpoint.tell(message, Timestamp(1)).await;
        saying.abort();
        told
    }

    #[tokio::test]
    async fn nobody_is_waited_for_without_end() {
        assert_eq!(told("").await, Err(NotTaken::Timeout));
        // The status is what counts, also of an answer that never ends.
        let endless = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nano";
        assert_eq!(told(endless).await, Ok(200));
        let refused = "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(told(refused).await, Err(NotTaken::Status(410)));
        assert_eq!(told("HTTP\r\n\r\n").await, Err(NotTaken::Connection));
    }
}
