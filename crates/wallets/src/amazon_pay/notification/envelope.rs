//! The SNS message around a notification.

use super::SignatureVersion;
use super::refusal::Refusal;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use zkratka_commerce::time::Timestamp;

/// In bytes. Amazon's notifications have about two thousand.
const LONGEST: usize = 64 * 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Notification,
    SubscriptionConfirmation,
    UnsubscribeConfirmation,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Wire {
    #[serde(rename = "Type")]
    kind: String,
    message_id: String,
    topic_arn: String,
    #[serde(default)]
    subject: Option<String>,
    message: String,
    timestamp: String,
    signature_version: String,
    signature: String,
    #[serde(rename = "SigningCertURL")]
    certificate_url: String,
    #[serde(default)]
    token: Option<String>,
    #[serde(default, rename = "SubscribeURL")]
    subscribe_url: Option<String>,
}

/// A message, read but not verified.
#[derive(Clone, Debug)]
pub(super) struct Envelope {
    pub(super) kind: Kind,
    pub(super) id: String,
    pub(super) topic: String,
    pub(super) message: String,
    pub(super) sent_at: Timestamp,
    pub(super) version: SignatureVersion,
    pub(super) signature: Vec<u8>,
    pub(super) certificate_url: String,
    /// Of confirmations only.
    pub(super) subscribe_url: Option<String>,
    /// The text that the signature covers.
    pub(super) signed_text: String,
}

impl Envelope {
    pub(super) fn read(body: &[u8]) -> Result<Self, Refusal> {
        if body.len() > LONGEST {
            return Err(Refusal::TooLong);
        }
        let wire: Wire = serde_json::from_slice(body).map_err(|_| Refusal::Malformed)?;
        let kind = match wire.kind.as_str() {
            "Notification" => Kind::Notification,
            "SubscriptionConfirmation" => Kind::SubscriptionConfirmation,
            "UnsubscribeConfirmation" => Kind::UnsubscribeConfirmation,
            _ => return Err(Refusal::Type),
        };
        let signed_text = signed_text(kind, &wire).ok_or(Refusal::Malformed)?;
        let version = match wire.signature_version.as_str() {
            "1" => SignatureVersion::V1,
            "2" => SignatureVersion::V2,
            _ => return Err(Refusal::SignatureVersion),
        };
        let signature = STANDARD.decode(&wire.signature);
        Ok(Self {
            kind,
            sent_at: moment(&wire.timestamp).ok_or(Refusal::TimestampMalformed)?,
            version,
            signature: signature.map_err(|_| Refusal::SignatureEncoding)?,
            signed_text,
            id: wire.message_id,
            topic: wire.topic_arn,
            message: wire.message,
            certificate_url: wire.certificate_url,
            subscribe_url: wire.subscribe_url,
        })
    }
}

/// The signed members in the order of their names, each as two lines: its name and its value. `None` if one is missing.
fn signed_text(kind: Kind, wire: &Wire) -> Option<String> {
    let subject = ("Subject", wire.subject.as_deref());
    let members = match kind {
        Kind::Notification => {
            let mut members = vec![
                ("Message", Some(wire.message.as_str())),
                ("MessageId", Some(&wire.message_id)),
                subject,
                ("Timestamp", Some(&wire.timestamp)),
                ("TopicArn", Some(&wire.topic_arn)),
                ("Type", Some(&wire.kind)),
            ];
            // Only the subject may be missing.
            members.retain(|(_, value)| value.is_some());
            members
        }
        Kind::SubscriptionConfirmation | Kind::UnsubscribeConfirmation => vec![
            ("Message", Some(wire.message.as_str())),
            ("MessageId", Some(&wire.message_id)),
            ("SubscribeURL", wire.subscribe_url.as_deref()),
            ("Timestamp", Some(&wire.timestamp)),
            ("Token", wire.token.as_deref()),
            ("TopicArn", Some(&wire.topic_arn)),
            ("Type", Some(&wire.kind)),
        ],
    };
    let mut text = String::new();
    for (name, value) in members {
        text.push_str(name);
        text.push('\n');
        text.push_str(value?);
        text.push('\n');
    }
    Some(text)
}

/// Reads `2026-03-06T19:53:21.424Z`.
fn moment(text: &str) -> Option<Timestamp> {
    let is_utc = text.len() <= 30 && text.ends_with('Z');
    let moment: jiff::Timestamp = text.parse().ok().filter(|_| is_utc)?;
    Some(Timestamp(moment.as_millisecond()))
}
