//! The client. Every call has a deadline; every response that is not clearly a decision becomes [`NoAnswer`].

use super::notification;
use crate::{
    AuthoriseRequest, CaptureRequest, InvalidNotification, NoAnswer, Notification, PaymentGateway,
    PaymentOutcome, RefundOutcome, RefundRequest, WalletCredential, WalletSessionError,
};
use async_trait::async_trait;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// The sandbox gateway honours a key for a day.
const KEY_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;
const MAX_ANSWER_BYTES: usize = 64 * 1_024;
/// A gateway that does not accept a connection within this time is down.
const CONNECT_DEADLINE: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub struct SandboxSettings {
    /// Such as `http://127.0.0.1:8090`.
    pub base_url: String,
    /// The shared secret: authenticates every call, and signs notifications.
    pub secret: String,
    /// The limit of one call.
    pub deadline: Duration,
}

#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    /// The address is malformed.
    #[error("'{0}' is not the address of a gateway: write e.g. http://127.0.0.1:8090")]
    Address(String),
    /// The HTTP client cannot be created.
    #[error("the HTTP client cannot be set up: {0}")]
    Client(String),
}

pub struct SandboxGateway {
    client: Client,
    base: Url,
    secret: String,
}

#[derive(Serialize)]
struct AuthoriseBody<'a> {
    session: &'a str,
    amount: Money,
    return_url: &'a str,
    setup_mandate: bool,
}

#[derive(Serialize)]
struct RefundBody {
    amount: Money,
}

#[derive(Serialize)]
struct CaptureBody {
    amount: Money,
    number: u32,
    is_last: bool,
}

impl SandboxGateway {
    pub fn new(settings: SandboxSettings) -> Result<Self, SandboxError> {
        let base = Url::parse(&settings.base_url)
            .ok()
            .filter(|url| !url.cannot_be_a_base() && url.has_host())
            .ok_or_else(|| SandboxError::Address(settings.base_url.clone()))?;
        // Payments go to the configured address only: no proxy from the environment, no redirect.
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(CONNECT_DEADLINE.min(settings.deadline))
            .timeout(settings.deadline)
            .build()
            .map_err(|error| SandboxError::Client(error.to_string()))?;
        Ok(Self {
            client,
            base,
            secret: settings.secret,
        })
    }

    /// The URL of a resource. Every segment is escaped, so that a reference cannot select another resource.
    pub(super) fn url(&self, segments: &[&str]) -> Result<Url, NoAnswer> {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .map_err(|()| NoAnswer("the gateway's URL must not have a path".to_owned()))?
            .pop_if_empty()
            .extend(segments);
        Ok(url)
    }

    fn refund_url(&self, request: &RefundRequest) -> Result<Url, NoAnswer> {
        self.url(&["payments", &request.payment, "refunds", &request.key])
    }

    /// Reads a resource.
    pub(super) async fn read<T: DeserializeOwned>(&self, url: Url) -> Result<T, NoAnswer> {
        self.ask(self.client.get(url)).await
    }

    async fn ask<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, NoAnswer> {
        let response = request
            .bearer_auth(&self.secret)
            .send()
            .await
            .map_err(|error| NoAnswer(error.without_url().to_string()))?;
        read_answer(response).await
    }
}

/// An answer about another amount than the request's is no answer.
fn checked(request: &RefundRequest, outcome: RefundOutcome) -> Result<RefundOutcome, NoAnswer> {
    match &outcome {
        RefundOutcome::Refunded { amount, .. } if *amount != request.amount => Err(NoAnswer(
            "the gateway reports a refund of another amount".to_owned(),
        )),
        _ => Ok(outcome),
    }
}

/// Reads a decision of the gateway: status 200, 404 or 409 with an outcome in the body.
async fn read_answer<T: DeserializeOwned>(mut response: Response) -> Result<T, NoAnswer> {
    let status = response.status();
    if !matches!(
        status,
        StatusCode::OK | StatusCode::NOT_FOUND | StatusCode::CONFLICT
    ) {
        return Err(NoAnswer(format!("status {status}")));
    }
    let body = read_body(&mut response).await?;
    serde_json::from_slice(&body)
        .map_err(|_| NoAnswer(format!("status {status} without an outcome")))
}

async fn read_body(response: &mut Response) -> Result<Vec<u8>, NoAnswer> {
    let mut body = Vec::new();
    while let Some(chunk) = response
        .chunk()
        .await
        .map_err(|error| NoAnswer(error.without_url().to_string()))?
    {
        if body.len() + chunk.len() > MAX_ANSWER_BYTES {
            return Err(NoAnswer("the answer is too long".to_owned()));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

#[derive(Deserialize)]
struct SessionAnswer {
    session: String,
}

/// Status 422 rejects the wallet's card or token for good.
async fn read_session(mut response: Response) -> Result<String, WalletSessionError> {
    match response.status() {
        StatusCode::OK => {
            let body = read_body(&mut response).await?;
            let answer: SessionAnswer = serde_json::from_slice(&body)
                .map_err(|_| NoAnswer("an answer without a session".to_owned()))?;
            Ok(answer.session)
        }
        StatusCode::UNPROCESSABLE_ENTITY => Err(WalletSessionError::Refused),
        status => Err(NoAnswer(format!("status {status}")).into()),
    }
}

#[async_trait]
impl PaymentGateway for SandboxGateway {
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
        let body = AuthoriseBody {
            session: &request.session,
            amount: request.amount,
            return_url: &request.return_url,
            setup_mandate: request.mandate,
        };
        let call = self
            .client
            .post(self.url(&["payments"])?)
            .header("idempotency-key", &request.key)
            .json(&body);
        self.ask(call).await
    }

    async fn query(&self, key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        let url = self.url(&["payments", "by-key", key])?;
        self.ask(self.client.get(url)).await
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let url = self.url(&["payments", &request.reference, "capture"])?;
        let body = CaptureBody {
            amount: request.amount,
            number: request.number,
            is_last: request.is_last,
        };
        self.ask(self.client.post(url).json(&body)).await
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let body = RefundBody {
            amount: request.amount,
        };
        let call = self.client.post(self.refund_url(request)?).json(&body);
        checked(request, self.ask(call).await?)
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let call = self.client.get(self.refund_url(request)?);
        checked(request, self.ask(call).await?)
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let url = self.url(&["payments", reference, "void"])?;
        self.ask(self.client.post(url)).await
    }

    async fn wallet_session(
        &self,
        credential: WalletCredential<'_>,
    ) -> Result<String, WalletSessionError> {
        let response = self
            .client
            .post(self.url(&["wallet-sessions"])?)
            .bearer_auth(&self.secret)
            .json(&credential)
            .send()
            .await
            .map_err(|error| NoAnswer(error.without_url().to_string()))?;
        read_session(response).await
    }

    fn key_lifetime_ms(&self) -> i64 {
        KEY_LIFETIME_MS
    }

    fn read_notification(
        &self,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notification, InvalidNotification> {
        notification::read(self.secret.as_bytes(), signature, body, now)
    }
}
