//! Messages of Amazon's notification service (SNS), really signed under the sandbox's certificate.

use super::TOPIC_ARN;
use crate::gateway::LedgerError;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, SHA256, digest};
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::{Pkcs1v15Sign, RsaPrivateKey};
use serde::Deserialize;
use serde_json::{Value, json};
use zkratka_commerce::time::Timestamp;

pub(super) const CERTIFICATE_PATH: &str =
    "/SimpleNotificationService-7a6b72617464617361006e64626f7831.pem";
/// Its private key is public, so the certificate proves nothing outside the sandbox. It names `sns.amazonaws.com`.
pub(super) const CERTIFICATE: &str = include_str!("notification_certificate.pem");
/// The certificate to trust for the sandbox's notifications, as PEM.
pub(super) const AUTHORITY: &str = include_str!("notification_authority.pem");
const KEY: &[u8] = include_bytes!("notification_key.pk8");

/// The version of a message's signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignatureVersion {
    /// RSA with SHA-1: the default of older topics.
    One,
    /// RSA with SHA-256.
    Two,
}

impl SignatureVersion {
    const fn name(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
        }
    }

    /// PKCS #1 v1.5 over a text, in base64.
    fn sign(self, text: &str) -> Result<String, LedgerError> {
        let (algorithm, prefix): (_, &[u8]) = match self {
            Self::One => (&SHA1_FOR_LEGACY_USE_ONLY, &SHA1_PREFIX),
            Self::Two => (&SHA256, &SHA256_PREFIX),
        };
        let hash = digest(algorithm, text.as_bytes());
        let padding = Pkcs1v15Sign {
            hash_len: Some(hash.as_ref().len()),
            prefix: prefix.into(),
        };
        let key = RsaPrivateKey::from_pkcs8_der(KEY).map_err(|_| LedgerError::Unknown("key"))?;
        let signature = key.sign(padding, hash.as_ref());
        let signature = signature.map_err(|_| LedgerError::Unknown("signature"))?;
        Ok(STANDARD.encode(signature))
    }
}

/// `DigestInfo` up to the hash (RFC 8017, section 9.2, note 1).
const SHA1_PREFIX: [u8; 15] = [
    0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05, 0x00, 0x04, 0x14,
];
const SHA256_PREFIX: [u8; 19] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05,
    0x00, 0x04, 0x20,
];

/// A message that is not signed yet.
pub(super) struct Message<'a> {
    /// `Notification` or `SubscriptionConfirmation`.
    pub(super) kind: &'a str,
    pub(super) id: &'a str,
    pub(super) topic: &'a str,
    pub(super) text: &'a str,
    pub(super) at: Timestamp,
}

impl Message<'_> {
    /// The body of the request. `origin` is the base of the certificate's address.
    pub(super) fn signed(
        &self,
        version: SignatureVersion,
        origin: &str,
    ) -> Result<String, LedgerError> {
        let mut body = json!({
            "Type": self.kind,
            "MessageId": self.id,
            "TopicArn": self.topic,
            "Message": self.text,
            "Timestamp": milliseconds(self.at),
            "SignatureVersion": version.name(),
            "SigningCertURL": format!("{origin}{CERTIFICATE_PATH}"),
        });
        let topic = self.topic;
        if self.kind == CONFIRMATION {
            let token = self.id.replace('-', "");
            let query = format!("Action=ConfirmSubscription&TopicArn={topic}&Token={token}");
            body["SubscribeURL"] = json!(format!("{origin}/?{query}"));
            body["Token"] = json!(token);
        } else {
            let query = format!("Action=Unsubscribe&SubscriptionArn={topic}:sandbox");
            body["UnsubscribeURL"] = json!(format!("{origin}/?{query}"));
        }
        body["Signature"] = json!(version.sign(&signed_text(&body))?);
        Ok(body.to_string())
    }
}

/// The query of an address that confirms a subscription.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Confirmation {
    action: String,
    topic_arn: String,
    token: String,
}

impl Confirmation {
    /// Whether it confirms the sandbox's topic.
    pub(super) fn is_right(&self) -> bool {
        let is_token = !self.token.is_empty();
        self.action == "ConfirmSubscription" && self.topic_arn == TOPIC_ARN && is_token
    }
}

pub(super) const NOTIFICATION: &str = "Notification";
pub(super) const CONFIRMATION: &str = "SubscriptionConfirmation";

/// The signed members, each with its name, in the order of their names. Absent ones are left out.
fn signed_text(body: &Value) -> String {
    let names: &[&str] = if body["Type"] == CONFIRMATION {
        &[
            "Message",
            "MessageId",
            "SubscribeURL",
            "Timestamp",
            "Token",
            "TopicArn",
            "Type",
        ]
    } else {
        &[
            "Message",
            "MessageId",
            "Subject",
            "Timestamp",
            "TopicArn",
            "Type",
        ]
    };
    let members = names
        .iter()
        .filter_map(|name| Some([name, "\n", body[*name].as_str()?, "\n"].concat()));
    members.collect()
}

/// `2026-03-06T20:00:26.893Z`
fn milliseconds(at: Timestamp) -> String {
    let moment = jiff::Timestamp::from_millisecond(at.0).unwrap_or(jiff::Timestamp::UNIX_EPOCH);
    moment.strftime("%Y-%m-%dT%H:%M:%S.%3fZ").to_string()
}
