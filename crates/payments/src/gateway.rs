//! The trait.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
pub use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::Money;
use zkratka_commerce::time::Timestamp;

/// A request to hold money. Stored answers to the same key are repeated by the gateway within its key lifetime;
/// the same key with another content is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthoriseRequest {
    /// Idempotency key: the attempt's public id.
    pub key: String,
    /// The hosted fields' session.
    pub session: String,
    /// How much.
    pub amount: Money,
    /// Where the buyer's browser comes back to after a challenge.
    pub return_url: String,
}

/// Something the gateway reports by itself. It may come late, twice, or out of order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The gateway's number of this report; a repetition carries the same.
    pub id: String,
    /// The key of the authorisation it is about.
    pub key: String,
    /// What it says.
    pub outcome: PaymentOutcome,
}

/// A call had no usable answer: its outcome is unknown; repeat it under the same key.
#[derive(Debug, thiserror::Error)]
#[error("the gateway gave no usable answer: {0}")]
pub struct NoAnswer(pub String);

/// Why a notification is not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadNotification {
    /// The signature is missing, malformed, wrong, or too old.
    #[error("the notification's signature is not valid")]
    Signature,
    /// It is signed, but says nothing we understand.
    #[error("the notification cannot be read")]
    Malformed,
}

/// A payment gateway. Every call has the gateway's own deadline; a call without answer may have taken effect.
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// Holds money, idempotently.
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer>;
    /// What became of the authorisation made under this key.
    async fn query(&self, key: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// Takes the money held, whole; idempotent.
    async fn capture(&self, reference: &str, amount: Money) -> Result<PaymentOutcome, NoAnswer>;
    /// Lets go of what is held, or makes sure that it never will be; idempotent.
    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// Milliseconds for which the gateway honours an idempotency key.
    fn key_lifetime_ms(&self) -> i64;
    /// Checks a notification's signature and reads it. Only what this returns may be believed.
    fn read_notification(
        &self,
        signature: &str,
        body: &[u8],
        now: Timestamp,
    ) -> Result<Notification, BadNotification>;
}
