//! The client. Every call has a deadline; every response that is not clearly a decision becomes [`NoAnswer`].

use super::http::{Answer, Http};
use super::notification;
use super::settings::{SandboxError, SandboxSettings};
use crate::{
    AuthoriseRequest, CaptureRequest, InvalidNotification, NoAnswer, Notification, PaymentGateway,
    PaymentOutcome, RefundOutcome, RefundRequest, WalletCredential, WalletSessionError,
};
use async_trait::async_trait;
use hyper::StatusCode;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// The sandbox gateway honours a key for a day.
const KEY_LIFETIME_MS: i64 = 24 * 60 * 60 * 1_000;

/// The client of one gateway.
pub struct SandboxGateway {
    http: Http,
    /// The shared secret, which signs notifications.
    secret: String,
}

#[derive(Serialize)]
struct AuthoriseBody<'a> {
    session: &'a str,
    amount: Money,
    return_url: &'a str,
    setup_mandate: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    mandate: Option<&'a str>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    payer_is_present: bool,
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
        Ok(Self {
            secret: settings.secret.clone(),
            http: Http::new(settings)?,
        })
    }

    /// Reads a resource, with these query parameters.
    pub(super) async fn read<T: DeserializeOwned>(
        &self,
        path: &[&str],
        query: &[(&str, &str)],
    ) -> Result<T, NoAnswer> {
        decision(&self.http.get_with(path, query).await?)
    }
}

fn refund_path(request: &RefundRequest) -> [&str; 4] {
    ["payments", &request.payment, "refunds", &request.key]
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
fn decision<T: DeserializeOwned>(answer: &Answer) -> Result<T, NoAnswer> {
    match answer.status {
        StatusCode::OK | StatusCode::NOT_FOUND | StatusCode::CONFLICT => answer.read(),
        _ => Err(answer.undecided()),
    }
}

#[derive(Deserialize)]
struct SessionAnswer {
    session: String,
}

/// Status 422 rejects the wallet's card or token for good.
fn session(answer: &Answer) -> Result<String, WalletSessionError> {
    match answer.status {
        StatusCode::OK => Ok(answer.read::<SessionAnswer>()?.session),
        StatusCode::UNPROCESSABLE_ENTITY => Err(WalletSessionError::Refused),
        _ => Err(answer.undecided().into()),
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
            mandate: request.charged_mandate.as_deref(),
            payer_is_present: request.charged_mandate.is_some(),
        };
        let call = self.http.post_once(&["payments"], &request.key, &body);
        decision(&call.await?)
    }

    async fn query(&self, key: &str, _session: &str) -> Result<PaymentOutcome, NoAnswer> {
        decision(&self.http.get(&["payments", "by-key", key]).await?)
    }

    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
        let body = CaptureBody {
            amount: request.amount,
            number: request.number,
            is_last: request.is_last,
        };
        let path = ["payments", &request.reference, "capture"];
        decision(&self.http.post(&path, &body).await?)
    }

    async fn refund(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let body = RefundBody {
            amount: request.amount,
        };
        let answer = self.http.post(&refund_path(request), &body).await?;
        checked(request, decision(&answer)?)
    }

    async fn refund_status(&self, request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        let answer = self.http.get(&refund_path(request)).await?;
        checked(request, decision(&answer)?)
    }

    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer> {
        let answer = self
            .http
            .post_empty(&["payments", reference, "void"])
            .await?;
        decision(&answer)
    }

    async fn end_mandate(&self, mandate: &str) -> Result<(), NoAnswer> {
        let answer = self.http.post_empty(&["mandates", mandate, "end"]).await?;
        if answer.status == StatusCode::NO_CONTENT {
            Ok(())
        } else {
            Err(answer.undecided())
        }
    }

    async fn wallet_session(
        &self,
        credential: WalletCredential<'_>,
    ) -> Result<String, WalletSessionError> {
        session(&self.http.post(&["wallet-sessions"], &credential).await?)
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
