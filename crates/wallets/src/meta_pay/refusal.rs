//! Why a container or a request's signature is refused.

use super::check::Check;
use crate::inspection;

/// Why a signature by a certificate's key is refused. The texts name members, never values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureRefusal {
    /// It is not three parts in base64url, of which the first is a JSON object.
    #[error("the signature is not a compact JWS with a readable header")]
    Malformed,
    /// `alg` is another one, or `none`.
    #[error("the signature's alg is not ES256")]
    Algorithm,
    /// The header changes what is signed, or how.
    #[error("the signature's header has crit, b64 or zip, which are not accepted")]
    Extension,
    /// `x5c` is missing, empty, too long or unreadable.
    #[error("x5c is not a list of one to three certificates, each in base64 of DER")]
    Certificates,
    /// A certificate was not issued by the next one, or the last one by no trusted root.
    #[error("the certificates do not lead to a trusted root")]
    Issuer,
    /// A certificate does not permit the use that the chain makes of it.
    #[error("a certificate does not allow this use")]
    CertificateUse,
    /// The signature is invalid.
    #[error("the signature was not made by the certificate's key, or the content was changed")]
    Signature,
    /// A certificate was not valid at the time of the message.
    #[error("a certificate was not valid at the time of the message")]
    CertificateNotValid,
}

impl SignatureRefusal {
    /// Returns a stable name for logs and programs.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Malformed => "signature_malformed",
            Self::Algorithm => "signature_algorithm",
            Self::Extension => "signature_extension",
            Self::Certificates => "certificates_malformed",
            Self::Issuer => "certificate_issuer",
            Self::CertificateUse => "certificate_use",
            Self::Signature => "signature",
            Self::CertificateNotValid => "certificate_not_valid",
        }
    }

    const fn check(self) -> Check {
        match self {
            Self::Malformed | Self::Algorithm | Self::Extension | Self::Certificates => {
                Check::SignatureShape
            }
            Self::Issuer | Self::CertificateUse => Check::Chain,
            Self::Signature => Check::Signature,
            Self::CertificateNotValid => Check::CertificateValidity,
        }
    }
}

/// Why a container is refused. The texts name members, never values from the container.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The container is longer than the limit.
    #[error("the container is longer than 64 KiB")]
    TooLong,
    /// The container is not the text of a JSON object with its members.
    #[error(
        "the container does not have mode, amount (currency, value in minor units), container_id and container_data, each of its type"
    )]
    Members,
    /// `mode` is unknown, or another one than is accepted here.
    #[error("the container's mode is not the one accepted here")]
    Mode,
    /// The signature or its certificates are refused.
    #[error(transparent)]
    Signed(#[from] SignatureRefusal),
    /// The signed content is not five parts, or its header is not that of a JWE.
    #[error("the signed content is not a compact JWE with a readable header")]
    EncryptionMalformed,
    /// `alg` or `enc` is another one.
    #[error("the encryption's alg is not ECDH-ES, or its enc is not A256GCM")]
    EncryptionAlgorithm,
    /// The header has `zip` or `crit`.
    #[error("the encryption's header has zip or crit, which are not accepted")]
    EncryptionExtension,
    /// Any step of the decryption failed. They share one refusal, because a difference between them would help an attacker
    /// who probes the key.
    #[error("the message cannot be decrypted with the given keys")]
    Decryption,
    /// The decrypted message lacks a member of every container.
    #[error(
        "the message does not have container_type, container_context, merchant_id and created_time, each of its type"
    )]
    Message,
    /// The container was created too long ago.
    #[error("the container was created too long ago")]
    CreatedTooLongAgo,
    /// The time of creation is in the future.
    #[error("the container was created in the future: a clock is wrong")]
    CreatedInFuture,
    /// The container is for another merchant.
    #[error("merchant_id is another merchant's")]
    Merchant,
    /// The type is unknown.
    #[error("container_type is neither basic-card-v1 nor ecom-token-v1")]
    ContainerType,
    /// The credential does not have the format of the container's type.
    #[error("the message does not hold exactly the card or token of its container_type")]
    Payment,
    /// The container states another currency than that of the amount due.
    #[error("the container is for another currency")]
    Currency,
    /// The container states another amount than the amount due.
    #[error("the container is for another amount")]
    Amount,
    /// The context is not the one of this cart and the amount due.
    #[error("container_context is not the one of this cart and amount")]
    Context,
}

impl inspection::Refusal for Refusal {
    type Check = Check;

    fn code(self) -> &'static str {
        match self {
            Self::TooLong => "container_too_long",
            Self::Members => "container_members",
            Self::Mode => "mode_differs",
            Self::Signed(refusal) => refusal.code(),
            Self::EncryptionMalformed => "encryption_malformed",
            Self::EncryptionAlgorithm => "encryption_algorithm",
            Self::EncryptionExtension => "encryption_extension",
            Self::Decryption => "decryption",
            Self::Message => "message_malformed",
            Self::CreatedTooLongAgo => "created_too_long_ago",
            Self::CreatedInFuture => "created_in_future",
            Self::Merchant => "merchant_differs",
            Self::ContainerType => "container_type_unknown",
            Self::Payment => "payment_malformed",
            Self::Currency => "currency_differs",
            Self::Amount => "amount_differs",
            Self::Context => "context_differs",
        }
    }

    fn check(self) -> Check {
        match self {
            Self::TooLong | Self::Members => Check::Shape,
            Self::Mode => Check::Mode,
            Self::Signed(refusal) => refusal.check(),
            Self::EncryptionMalformed | Self::EncryptionAlgorithm | Self::EncryptionExtension => {
                Check::EncryptionShape
            }
            Self::Decryption => Check::Decryption,
            Self::Message => Check::Message,
            Self::CreatedTooLongAgo | Self::CreatedInFuture => Check::CreatedTime,
            Self::Merchant => Check::Merchant,
            Self::ContainerType => Check::ContainerType,
            Self::Payment => Check::Payment,
            Self::Currency | Self::Amount => Check::Amount,
            Self::Context => Check::Context,
        }
    }
}
