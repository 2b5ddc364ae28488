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
    /// Idempotency key: known to shop and gateway only.
    pub key: String,
    /// The hosted fields' session.
    pub session: String,
    /// How much.
    pub amount: Money,
    /// Where the buyer's browser comes back to after a challenge.
    pub return_url: String,
    /// Whether the gateway shall give a mandate, so that the card can be charged again without its owner. With one, the
    /// amount may be nothing: then the card is only checked and kept.
    #[serde(default)]
    pub mandate: bool,
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

/// A wallet's card or token, on its way through. Deliberately without `Debug`: it holds a card number.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum WalletCredential<'a> {
    /// A card out of a token that the shop has opened.
    Card {
        /// The card's or device's number.
        number: &'a str,
        /// 1 to 12.
        expiration_month: u8,
        /// Four digits.
        expiration_year: u16,
        /// `PAN_ONLY` or `CRYPTOGRAM_3DS`.
        auth_method: &'a str,
        /// The device's cryptogram, base64.
        #[serde(skip_serializing_if = "Option::is_none")]
        cryptogram: Option<&'a str>,
        /// The electronic commerce indicator.
        #[serde(skip_serializing_if = "Option::is_none")]
        eci: Option<&'a str>,
    },
    /// A Google Pay token that only the gateway can open.
    GooglePayToken {
        /// The token's JSON text.
        token: &'a str,
    },
}

/// Why a wallet's card or token got no session.
#[derive(Debug, thiserror::Error)]
pub enum NoSession {
    /// The gateway does not accept it.
    #[error("the gateway refuses the wallet's card or token")]
    Refused,
    /// It may or may not have been accepted; asking again does no harm.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

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
    /// What became of the authorisation made under this key, with this session.
    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// Takes the money held, whole; idempotent.
    async fn capture(&self, reference: &str, amount: Money) -> Result<PaymentOutcome, NoAnswer>;
    /// Lets go of what is held, or makes sure that it never will be; idempotent.
    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// The attempt of this key and session has come to nothing: what the gateway keeps for it, and is no money, is kept no
    /// longer; idempotent. A gateway that keeps nothing has nothing to do.
    async fn give_back(&self, _key: &str, _session: &str) -> Result<(), NoAnswer> {
        Ok(())
    }
    /// Exchanges a wallet's card or token for a one-time session, which pays as one of the hosted fields does. A
    /// gateway that takes no wallets has no answer.
    async fn wallet_session(&self, _credential: WalletCredential<'_>) -> Result<String, NoSession> {
        Err(NoAnswer("this gateway does not accept wallets".to_owned()).into())
    }
    /// Milliseconds for which the gateway honours an idempotency key.
    fn key_lifetime_ms(&self) -> i64;
    /// Checks a notification's signature and reads it. Only what this returns may be believed. Where none come this way,
    /// none is.
    fn read_notification(
        &self,
        _signature: &str,
        _body: &[u8],
        _now: Timestamp,
    ) -> Result<Notification, BadNotification> {
        Err(BadNotification::Signature)
    }
}
