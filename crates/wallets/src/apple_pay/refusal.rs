//! Why a token is refused.

use super::check::Check;
use super::version::Version;
use crate::inspection;

/// Why a token is refused. The texts name members and keys, never values from the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The token is longer than the limit.
    #[error("the token is longer than 64 KiB")]
    TooLong,
    /// The token is not the text of a JSON object.
    #[error("the token is not a JSON object")]
    NotJson,
    /// `version` is missing or not a text.
    #[error("version is missing or not a text")]
    VersionNotText,
    /// `version` names no known version.
    #[error("version is neither EC_v1 nor RSA_v1")]
    UnknownVersion,
    /// A member is missing or has the wrong type.
    #[error("the token does not have the members of {0}, each of its type")]
    TokenMembers(Version),
    /// A member has the wrong encoding.
    #[error("{0} has the wrong encoding: base64, or hexadecimal digits in lower case, is required")]
    Encoding(&'static str),
    /// The signature is not CMS as Apple writes it.
    #[error("signature is not CMS SignedData with one signer, SHA-256 and a signing time")]
    SignatureMalformed,
    /// Not exactly one certificate has the signer's marker.
    #[error("not exactly one certificate is marked as that of Apple's signer")]
    LeafMissing,
    /// Not exactly one certificate has the issuer's marker.
    #[error("not exactly one certificate is marked as that of the signer's issuer")]
    IntermediateMissing,
    /// A certificate is neither marked nor a trusted root.
    #[error("a certificate is not part of the signer's chain")]
    ForeignCertificate,
    /// No trusted root issued the intermediate certificate.
    #[error("the intermediate certificate was not issued by a trusted root")]
    IntermediateIssuer,
    /// The intermediate certificate did not issue the leaf certificate.
    #[error("the signer's certificate was not issued by the intermediate one")]
    LeafIssuer,
    /// A certificate does not permit the use that the chain makes of it.
    #[error("a certificate does not allow this use")]
    CertificateUse,
    /// A certificate was not valid at the signing time.
    #[error("a certificate was not valid when the token was signed")]
    CertificateNotValid,
    /// The digest in the signature is not that of this token.
    #[error(
        "the signature does not match the token: its key, data, transaction or application data was changed"
    )]
    MessageDigest,
    /// The signature is invalid.
    #[error("the signature was not made by the signer's key")]
    Signature,
    /// The token was signed too long ago.
    #[error("the token was signed too long ago")]
    SignedTooLongAgo,
    /// The signing time is in the future.
    #[error("the token was signed in the future: a clock is wrong")]
    SignedInFuture,
    /// No key of the merchant has this hash.
    #[error("publicKeyHash matches none of the given keys")]
    UnknownKey,
    /// The key's type does not match the token's version.
    #[error("the key with this publicKeyHash cannot open {0}")]
    KeyKind(Version),
    /// The ephemeral key is not a point on the curve.
    #[error("ephemeralPublicKey is not a public key on P-256")]
    EphemeralKey,
    /// The wrapped key cannot be decrypted.
    #[error("wrappedKey cannot be unwrapped by the key given")]
    WrappedKey,
    /// The message is encrypted to another merchant, or was changed.
    #[error("the data cannot be decrypted: its tag is wrong, or it is for another merchant id")]
    Decryption,
    /// The message does not have the format that Apple describes.
    #[error("the decrypted message is not a card payment as Apple describes it")]
    PaymentMalformed,
    /// The payment is authenticated by something other than 3-D Secure.
    #[error("paymentDataType is not 3DSecure")]
    PaymentDataType,
}

impl inspection::Refusal for Refusal {
    type Check = Check;

    fn code(self) -> &'static str {
        match self {
            Self::TooLong => "token_too_long",
            Self::NotJson => "token_not_json",
            Self::VersionNotText => "version_not_text",
            Self::UnknownVersion => "version_unknown",
            Self::TokenMembers(_) => "token_members",
            Self::Encoding(_) => "token_encoding",
            Self::SignatureMalformed => "signature_malformed",
            Self::LeafMissing => "leaf_missing",
            Self::IntermediateMissing => "intermediate_missing",
            Self::ForeignCertificate => "foreign_certificate",
            Self::IntermediateIssuer => "intermediate_issuer",
            Self::LeafIssuer => "leaf_issuer",
            Self::CertificateUse => "certificate_use",
            Self::CertificateNotValid => "certificate_not_valid",
            Self::MessageDigest => "message_digest",
            Self::Signature => "signature",
            Self::SignedTooLongAgo => "signed_too_long_ago",
            Self::SignedInFuture => "signed_in_future",
            Self::UnknownKey => "key_unknown",
            Self::KeyKind(_) => "key_kind",
            Self::EphemeralKey => "ephemeral_key",
            Self::WrappedKey => "wrapped_key",
            Self::Decryption => "decryption",
            Self::PaymentMalformed => "payment_malformed",
            Self::PaymentDataType => "payment_data_type",
        }
    }

    fn check(self) -> Check {
        match self {
            Self::TooLong | Self::NotJson | Self::TokenMembers(_) | Self::Encoding(_) => {
                Check::Shape
            }
            Self::VersionNotText | Self::UnknownVersion => Check::Version,
            Self::SignatureMalformed => Check::SignatureShape,
            Self::LeafMissing | Self::IntermediateMissing | Self::ForeignCertificate => {
                Check::Certificates
            }
            Self::IntermediateIssuer | Self::LeafIssuer | Self::CertificateUse => Check::Chain,
            Self::CertificateNotValid => Check::CertificateValidity,
            Self::MessageDigest => Check::MessageDigest,
            Self::Signature => Check::Signature,
            Self::SignedTooLongAgo | Self::SignedInFuture => Check::SigningTime,
            Self::UnknownKey | Self::KeyKind(_) => Check::Key,
            Self::EphemeralKey | Self::WrappedKey => Check::SharedKey,
            Self::Decryption => Check::Decryption,
            Self::PaymentMalformed | Self::PaymentDataType => Check::Payment,
        }
    }
}
