//! The trait.

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use zkratka_commerce::attempt::CardSummary;
use zkratka_commerce::money::Money;

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

/// What the gateway said about a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "status")]
pub enum PaymentOutcome {
    /// Money is held.
    Authorised {
        /// The gateway's reference.
        reference: String,
        /// What was held.
        amount: Money,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// Money has been taken.
    Captured {
        /// The gateway's reference.
        reference: String,
        /// What was taken.
        amount: Money,
        /// What may be kept of the card.
        card: CardSummary,
    },
    /// The buyer must pass a challenge.
    RequiresAction {
        /// The gateway's reference.
        reference: String,
        /// Where the buyer goes.
        redirect_url: String,
    },
    /// Nothing is held.
    Declined {
        /// The gateway's reference, if it made one.
        reference: Option<String>,
        /// Why.
        reason: DeclineReason,
    },
    /// What was held has been let go, or will never be held.
    Voided {
        /// The gateway's reference.
        reference: String,
    },
    /// The gateway has not decided yet; ask again later.
    Pending,
    /// The gateway knows no such payment.
    Unknown,
}

/// Why nothing is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeclineReason {
    /// The issuer declined.
    Declined,
    /// The challenge failed.
    ChallengeFailed,
    /// The session is unknown or used up.
    SessionInvalid,
    /// The gateway refused the request itself (key reused with another content, malformed).
    Refused,
}

/// A call had no usable answer: its outcome is unknown; repeat it under the same key.
#[derive(Debug, thiserror::Error)]
#[error("the gateway gave no usable answer: {0}")]
pub struct NoAnswer(pub String);

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
}
