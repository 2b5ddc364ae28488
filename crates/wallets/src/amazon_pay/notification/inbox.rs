//! Checks messages against the shop's settings.

use super::SignatureVersion;
use super::certificate::SnsCertificate;
use super::content::{ChangedObject, Content};
use super::envelope::{Envelope, Kind};
use super::refusal::Refusal;
use super::source::CertificateSource;
use zkratka_commerce::time::Timestamp;

/// How far a message's time may be from now, in milliseconds.
pub const TIMESTAMP_WINDOW_MS: i64 = 60 * 60 * 1_000;

/// What the operator has configured of notifications.
#[derive(Clone, Debug)]
pub struct Inbox {
    /// The ARN of each topic that may notify.
    pub topics: Vec<String>,
    pub merchant_id: String,
    /// The exact origins, in lower case and without a slash at the end, that publish certificates and confirm subscriptions,
    /// such as `https://sns.eu-west-1.amazonaws.com`. Only an emulation's may be without HTTPS, which authenticates the
    /// certificates.
    pub origins: Vec<String>,
    /// Older signatures are refused.
    pub oldest_version: SignatureVersion,
}

/// A message whose signature is not verified yet.
#[derive(Clone, Debug)]
pub struct UnverifiedMessage<'a> {
    inbox: &'a Inbox,
    envelope: Envelope,
    source: CertificateSource,
}

/// A message that Amazon sent, of a configured topic, within the last hour.
#[derive(Clone, Debug)]
pub struct GenuineMessage<'a> {
    inbox: &'a Inbox,
    envelope: Envelope,
}

impl Inbox {
    /// Reads a message, and checks everything but its signature.
    pub fn open(&self, body: &[u8], now: Timestamp) -> Result<UnverifiedMessage<'_>, Refusal> {
        let envelope = Envelope::read(body)?;
        if envelope.version < self.oldest_version {
            return Err(Refusal::SignatureVersion);
        }
        if !self.topics.contains(&envelope.topic) {
            return Err(Refusal::Topic);
        }
        if envelope.sent_at < now.plus(-TIMESTAMP_WINDOW_MS) {
            return Err(Refusal::TooOld);
        }
        if envelope.sent_at > now.plus(TIMESTAMP_WINDOW_MS) {
            return Err(Refusal::InFuture);
        }
        let source = CertificateSource::read(&envelope.certificate_url, &self.origins);
        Ok(UnverifiedMessage {
            inbox: self,
            source: source.ok_or(Refusal::CertificateUrl)?,
            envelope,
        })
    }

    /// The address that confirms this topic's subscription, rebuilt from its checked parts.
    fn confirmation(&self, envelope: &Envelope) -> Option<String> {
        let url = envelope.subscribe_url.as_deref()?;
        let (origin, query) = url.split_once("/?")?;
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':');
        let is_token = |token: &str| !token.is_empty() && token.bytes().all(is_plain);
        let topic = format!(
            "Action=ConfirmSubscription&TopicArn={}&Token=",
            envelope.topic
        );
        let token = query.strip_prefix(&topic).filter(|token| is_token(token))?;
        let is_known = self.origins.iter().any(|known| known == origin);
        is_known.then(|| format!("{origin}/?{topic}{token}"))
    }
}

impl<'a> UnverifiedMessage<'a> {
    /// Where the certificate is that the message names.
    #[must_use]
    pub const fn certificate(&self) -> &CertificateSource {
        &self.source
    }

    /// Checks the signature with the certificate from [`Self::certificate`].
    pub fn verify(
        self,
        certificate: &SnsCertificate,
        now: Timestamp,
    ) -> Result<GenuineMessage<'a>, Refusal> {
        let Self {
            inbox, envelope, ..
        } = self;
        if !certificate.is_valid_at(envelope.sent_at) || !certificate.is_valid_at(now) {
            return Err(Refusal::CertificateNotValid);
        }
        let (version, text) = (envelope.version, &envelope.signed_text);
        if !certificate.verifies(version, text, &envelope.signature) {
            return Err(Refusal::Signature);
        }
        Ok(GenuineMessage { inbox, envelope })
    }
}

impl GenuineMessage<'_> {
    /// The message's id. SNS may deliver a message twice, with the same id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.envelope.id
    }

    /// Reads what the message says.
    pub fn content(&self) -> Result<Content, Refusal> {
        match self.envelope.kind {
            Kind::Notification => {
                let merchant_id = &self.inbox.merchant_id;
                ChangedObject::read(&self.envelope.message, merchant_id).map(Content::Changed)
            }
            Kind::SubscriptionConfirmation => {
                let url = self.inbox.confirmation(&self.envelope);
                let url = url.ok_or(Refusal::SubscribeUrl)?;
                Ok(Content::ConfirmSubscription { url })
            }
            Kind::UnsubscribeConfirmation => Ok(Content::Unsubscribed),
        }
    }
}
