//! Why a notification is refused.

/// Why a notification is refused. The texts name members, never values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the message is longer than 64 KiB")]
    TooLong,
    /// It is not JSON with the members of its type, each a text.
    #[error("the message does not have the members of an SNS message, each a text")]
    Malformed,
    #[error("Type names no known kind of message")]
    Type,
    #[error("SignatureVersion is unknown, or older than the configured one")]
    SignatureVersion,
    #[error("Signature is not base64")]
    SignatureEncoding,
    #[error("TopicArn is not a configured topic")]
    Topic,
    #[error("Timestamp is not a moment in UTC")]
    TimestampMalformed,
    #[error("Timestamp is more than an hour in the past")]
    TooOld,
    #[error("Timestamp is more than an hour in the future: a clock is wrong")]
    InFuture,
    #[error("SigningCertURL is not a certificate's address of a configured origin")]
    CertificateUrl,
    #[error("the certificate is not one of SNS, or cannot be read")]
    Certificate,
    #[error("the certificate was not valid when the message was signed, or is not valid now")]
    CertificateNotValid,
    #[error("the signature was not made by the certificate's key, or the message was changed")]
    Signature,
    #[error("SubscribeURL does not confirm this topic's subscription of a configured origin")]
    SubscribeUrl,
    #[error("Message is not a notification of Amazon Pay, version 2")]
    Content,
    #[error("the notification is for another merchant")]
    Merchant,
}

impl Refusal {
    /// A stable name for logs and counters.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooLong => "too_long",
            Self::Malformed => "malformed",
            Self::Type => "type",
            Self::SignatureVersion => "signature_version",
            Self::SignatureEncoding => "signature_encoding",
            Self::Topic => "topic",
            Self::TimestampMalformed => "timestamp",
            Self::TooOld => "too_old",
            Self::InFuture => "in_future",
            Self::CertificateUrl => "certificate_url",
            Self::Certificate => "certificate",
            Self::CertificateNotValid => "certificate_not_valid",
            Self::Signature => "signature",
            Self::SubscribeUrl => "subscribe_url",
            Self::Content => "content",
            Self::Merchant => "merchant",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Logs and counters know a refusal by its code.
    #[test]
    fn a_refusal_has_its_code() {
        for (refusal, code) in [
            (Refusal::TooLong, "too_long"),
            (Refusal::TimestampMalformed, "timestamp"),
            (Refusal::CertificateNotValid, "certificate_not_valid"),
            (Refusal::Merchant, "merchant"),
        ] {
            assert_eq!(refusal.code(), code);
        }
    }
}
