//! The HTTP call to an endpoint.

use crate::receiver::{Delivery, Receiver};
use crate::{NotCallable, message, subscriber};
use async_trait::async_trait;
use bytes::Bytes;
use http_body_util::Full;
use hyper::header::{CONTENT_TYPE, USER_AGENT};
use hyper::{Method, Request, Uri};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_config::OrderWebhook;
use zkratka_config::webhook_secret::signatures;
use zkratka_outbound::{HttpClient, whole};
use zkratka_store::{ClaimedEvent, OrderRecord, Subscriber};

/// How long an endpoint may take to answer.
const DEADLINE: Duration = Duration::from_secs(15);
/// How long to read and discard a response's body, so that the connection can be reused. `LONGEST_ANSWER` limits how much,
/// in bytes.
const DRAINING: Duration = Duration::from_secs(2);
const LONGEST_ANSWER: usize = 16 * 1024;

/// An endpoint that receives order events.
pub struct Endpoint {
    webhook: OrderWebhook,
    uri: Uri,
    caller: HttpClient,
    deadline: Duration,
}

/// A message, not signed yet.
struct Message<'m> {
    /// The id by which the receiver recognises a repetition.
    id: &'m str,
    body: Bytes,
}

/// Why a delivery failed. The text contains nothing of the message or the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
enum DeliveryError {
    /// The status is not 2xx. Redirects are not followed.
    #[error("status {0}")]
    Status(u16),
    /// The deadline passed.
    #[error("no answer in time")]
    Timeout,
    /// The endpoint could not be reached, or the connection broke.
    #[error("no answer")]
    Connection,
}

impl Endpoint {
    /// Creates the client for an endpoint of the configuration.
    pub fn new(webhook: OrderWebhook) -> Result<Self, NotCallable> {
        Self::with_deadline(webhook, DEADLINE)
    }

    fn with_deadline(webhook: OrderWebhook, deadline: Duration) -> Result<Self, NotCallable> {
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

    /// Sends a message, and returns the status with which the endpoint accepted it.
    async fn tell(&self, message: Message<'_>, now: Timestamp) -> Result<u16, DeliveryError> {
        let request = self.request(message, now)?;
        let answer = tokio::time::timeout(self.deadline, self.caller.send(request)).await;
        let answer = answer.map_err(|_| DeliveryError::Timeout)?;
        let answer = answer.map_err(|_| DeliveryError::Connection)?;
        let status = answer.status();
        // Only the status matters. The result of reading the body is ignored, even if the body never ends.
        let body = whole(answer.into_body(), LONGEST_ANSWER);
        let _ = tokio::time::timeout(DRAINING.min(self.deadline), body).await;
        if status.is_success() {
            Ok(status.as_u16())
        } else {
            Err(DeliveryError::Status(status.as_u16()))
        }
    }

    fn request(
        &self,
        message: Message<'_>,
        now: Timestamp,
    ) -> Result<Request<Full<Bytes>>, DeliveryError> {
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
            .map_err(|_| DeliveryError::Connection)
    }
}

#[async_trait]
impl Receiver for Endpoint {
    fn subscriber(&self) -> Subscriber {
        subscriber(&self.webhook)
    }

    fn deadline(&self) -> Duration {
        self.deadline + DRAINING
    }

    async fn deliver(
        &self,
        event: &ClaimedEvent,
        record: &OrderRecord,
        now: Timestamp,
    ) -> Delivery {
        let message = Message {
            id: &event.id,
            body: message::body(event, record),
        };
        match self.tell(message, now).await {
            Ok(status) => Delivery::Done {
                answer: format!("status {status}"),
            },
            Err(error) => Delivery::Failed {
                reason: error.to_string(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;
    use url::Url;
    use zkratka_config::webhook_secret::WebhookSecret;

    /// Delivers to a server that sends this response and keeps the connection open.
    async fn told(answer: &'static str) -> Result<u16, DeliveryError> {
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
        let endpoint = Endpoint::with_deadline(webhook, deadline).unwrap();
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
        assert_eq!(told("").await, Err(DeliveryError::Timeout));
        // Only the status matters, even if the body never ends.
        let endless = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nano";
        assert_eq!(told(endless).await, Ok(200));
        let refused = "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n";
        assert_eq!(told(refused).await, Err(DeliveryError::Status(410)));
        assert_eq!(told("HTTP\r\n\r\n").await, Err(DeliveryError::Connection));
    }
}
