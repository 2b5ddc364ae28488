use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use std::time::Duration;
pub use zkratka_commerce::attempt::{DeclineReason, PaymentOutcome};
use zkratka_commerce::money::Money;
pub use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_commerce::time::Timestamp;

/// A request to authorise an amount. Within its key lifetime, the gateway repeats its stored response to the same key,
/// and refuses the same key with other content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthoriseRequest {
    /// The idempotency key, a secret of the shop and the gateway.
    pub key: String,
    /// The session of the hosted fields.
    pub session: String,
    pub amount: Money,
    /// Where a challenge redirects the buyer's browser afterwards.
    pub return_url: String,
    /// Whether to create a mandate, which allows later charges without the buyer. With a mandate the amount may be
    /// zero: the gateway then only verifies and stores the card.
    #[serde(default)]
    pub mandate: bool,
    /// A mandate to charge while its owner is present and can pass a challenge. It pays instead of a session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub charged_mandate: Option<String>,
}

impl AuthoriseRequest {
    /// The gateway's name for what pays: the mandate, or the session.
    #[must_use]
    pub fn payer(&self) -> &str {
        self.charged_mandate.as_deref().unwrap_or(&self.session)
    }
}

/// A request to capture an authorised amount, whole or in parts. The parts together never exceed the authorised amount.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptureRequest {
    /// The gateway's reference of the authorisation.
    pub reference: String,
    pub amount: Money,
    /// Distinguishes the captures of one authorisation, from 1. A repetition has the same number and the same content.
    pub number: u32,
    /// Whether the gateway then releases the rest of the authorised amount.
    pub is_last: bool,
}

impl CaptureRequest {
    /// The only capture of an authorisation.
    #[must_use]
    pub fn whole(reference: &str, amount: Money) -> Self {
        Self {
            reference: reference.to_owned(),
            amount,
            number: 1,
            is_last: true,
        }
    }
}

/// A request to refund captured money, whole or in part. Within the gateway's memory, it repeats its response to the same
/// key, and refuses the same key with other content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefundRequest {
    /// The idempotency key: one for each refund, never used again. At most 64 letters, digits, hyphens and underscores.
    pub key: String,
    /// The gateway's reference of the captured payment.
    pub payment: String,
    /// Above zero, in the currency of the capture.
    pub amount: Money,
}

/// A notification from the gateway. It may arrive late, twice, or out of order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notification {
    /// The notification's id. A repeated notification has the same id.
    pub id: String,
    #[serde(flatten)]
    pub content: NotificationContent,
}

/// What a notification is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NotificationContent {
    /// The outcome of an authorisation, or of the capture that follows it.
    Authorisation {
        /// The idempotency key of the authorisation.
        key: String,
        outcome: PaymentOutcome,
    },
    /// What happened to captured money afterwards.
    Captured {
        /// The gateway's reference of the captured payment.
        payment: String,
        /// The idempotency key of the authorisation, if the gateway knows it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        report: PaymentReport,
    },
}

/// A call had no usable response: its outcome is unknown. Repeat it with the same key.
#[derive(Debug, thiserror::Error)]
#[error("the gateway gave no usable answer: {0}")]
pub struct NoAnswer(pub String);

/// A wallet's card or token for the gateway. It has no `Debug`, because it contains a card number.
#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
pub enum WalletCredential<'a> {
    /// A card from a token that the shop has decrypted.
    Card {
        /// The number of the card or of the device.
        number: &'a str,
        /// 1 to 12.
        expiration_month: u8,
        /// Four digits.
        expiration_year: u16,
        /// `PAN_ONLY` or `CRYPTOGRAM_3DS`
        auth_method: &'a str,
        /// The device's cryptogram, in base64.
        #[serde(skip_serializing_if = "Option::is_none")]
        cryptogram: Option<&'a str>,
        /// The electronic commerce indicator.
        #[serde(skip_serializing_if = "Option::is_none")]
        eci: Option<&'a str>,
    },
    /// A Google Pay token that only the gateway can decrypt.
    GooglePayToken {
        /// JSON
        token: &'a str,
    },
}

/// Why a wallet's card or token was not exchanged for a session.
#[derive(Debug, thiserror::Error)]
pub enum WalletSessionError {
    /// The gateway rejects it.
    #[error("the gateway refuses the wallet's card or token")]
    Refused,
    /// The outcome is unknown; a repetition is safe.
    #[error(transparent)]
    NoAnswer(#[from] NoAnswer),
}

/// Why a notification is rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidNotification {
    /// The signature is missing, malformed, wrong, or too old.
    #[error("the notification's signature is not valid")]
    Signature,
    /// The signature is valid, but the content is unknown.
    #[error("the notification cannot be read")]
    Malformed,
}

/// Deadline of a call to a gateway. It is longer than the sandbox's slow card takes.
pub const CALL_DEADLINE: Duration = Duration::from_secs(12);

const UNSUPPORTED_REFUND: RefundOutcome = RefundOutcome::Refused {
    reason: RefundRefusal::Unsupported,
};

/// A payment gateway. It sets the deadline of each call itself. A call without a response may have taken effect.
#[async_trait]
pub trait PaymentGateway: Send + Sync {
    /// Authorises an amount; idempotent.
    async fn authorise(&self, request: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer>;
    /// The outcome of the authorisation with this key and session.
    async fn query(&self, key: &str, session: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// What a genuine notification's outcome means for the payment of this key and session, before there is an order. A
    /// gateway whose notifications do not tell all that an order depends on asks the provider for the rest.
    async fn confirmed(
        &self,
        _key: &str,
        _session: &str,
        told: PaymentOutcome,
    ) -> Result<PaymentOutcome, NoAnswer> {
        Ok(told)
    }
    /// Captures an authorised amount or a part of it; idempotent by the request's number. `Captured` names the amount of
    /// this capture. The gateway refuses more than what is still held.
    async fn capture(&self, request: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer>;
    /// Voids the authorisation, or ensures that none can follow; idempotent.
    async fn void(&self, reference: &str) -> Result<PaymentOutcome, NoAnswer>;
    /// Refunds captured money; idempotent by the request's key. `Refunded` names the request's amount. The default is for
    /// gateways that cannot refund, and refuses.
    async fn refund(&self, _request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        Ok(UNSUPPORTED_REFUND)
    }
    /// What became of a refund, also of one whose response was lost or pending. It never starts a refund.
    async fn refund_status(&self, _request: &RefundRequest) -> Result<RefundOutcome, NoAnswer> {
        Ok(UNSUPPORTED_REFUND)
    }
    /// Releases whatever else the gateway stores for an attempt that ended without an order, such as a stored account;
    /// idempotent. The default is for gateways that store nothing, or whose mandates end with a declined or voided
    /// authorisation.
    async fn release(&self, _key: &str, _session: &str) -> Result<(), NoAnswer> {
        Ok(())
    }
    /// Ends a mandate: nothing is charged by it any more; idempotent. The default refuses, so that a
    /// gateway whose mandates can be saved and that does not end them is noticed.
    async fn end_mandate(&self, _mandate: &str) -> Result<(), NoAnswer> {
        Err(NoAnswer("this gateway ends no mandates".to_owned()))
    }
    /// Exchanges a wallet's card or token for a one-time session, which pays like a session of the hosted fields. The
    /// default is for gateways without wallets.
    async fn wallet_session(
        &self,
        _credential: WalletCredential<'_>,
    ) -> Result<String, WalletSessionError> {
        Err(NoAnswer("this gateway does not accept wallets".to_owned()).into())
    }
    /// How long the gateway honours an idempotency key, in milliseconds.
    fn key_lifetime_ms(&self) -> i64;
    /// Verifies and parses a notification; trust nothing but the result. The default is for gateways without
    /// notifications of this kind, and returns an error.
    fn read_notification(
        &self,
        _signature: &str,
        _body: &[u8],
        _now: Timestamp,
    ) -> Result<Notification, InvalidNotification> {
        Err(InvalidNotification::Signature)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use zkratka_commerce::money::{Currency, MinorUnits};

    /// A gateway that can only authorise, capture and void.
    struct Plain;

    #[async_trait]
    impl PaymentGateway for Plain {
        async fn authorise(&self, _: &AuthoriseRequest) -> Result<PaymentOutcome, NoAnswer> {
            Ok(PaymentOutcome::Pending)
        }
        async fn query(&self, _: &str, _: &str) -> Result<PaymentOutcome, NoAnswer> {
            Ok(PaymentOutcome::Pending)
        }
        async fn capture(&self, _: &CaptureRequest) -> Result<PaymentOutcome, NoAnswer> {
            Ok(PaymentOutcome::Pending)
        }
        async fn void(&self, _: &str) -> Result<PaymentOutcome, NoAnswer> {
            Ok(PaymentOutcome::Pending)
        }
        fn key_lifetime_ms(&self) -> i64 {
            0
        }
    }

    /// What a gateway cannot do, it refuses: no session of a wallet, no refund, no notification seems to exist.
    #[tokio::test]
    async fn a_gateway_refuses_what_it_cannot_do() {
        let token = WalletCredential::GooglePayToken { token: "{}" };
        let session = Plain.wallet_session(token).await;
        assert!(
            matches!(session, Err(WalletSessionError::NoAnswer(_))),
            "{session:?}"
        );
        let refund = RefundRequest {
            key: "R1".to_owned(),
            payment: "pay_1".to_owned(),
            amount: Money::new(MinorUnits::new(100), Currency::CZK),
        };
        for refunded in [
            Plain.refund(&refund).await,
            Plain.refund_status(&refund).await,
        ] {
            assert_eq!(refunded.ok(), Some(UNSUPPORTED_REFUND));
        }
        // An end that nobody has carried out is not confirmed.
        assert!(Plain.end_mandate("mnd_1").await.is_err());
        assert_eq!(
            Plain.read_notification("", b"", Timestamp(0)),
            Err(InvalidNotification::Signature)
        );
    }

    /// [3.13] A request of an older version is read, and written as it was.
    #[test]
    fn an_older_request_stays_as_it_was() {
        let older = r#"{"key":"K1","session":"s","amount":{"minor":100,"currency":"CZK"},"return_url":"u","mandate":false}"#;
        let read: AuthoriseRequest = serde_json::from_str(older).expect("a request");
        assert_eq!((read.payer(), &read.charged_mandate), ("s", &None));
        assert_eq!(serde_json::to_string(&read).expect("JSON"), older);
    }
}
