//! The checks of a token.

use crate::inspection;

/// One check of a token. The variants are in the order of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `version` is a text and names a known version.
    Version,
    /// The token has the members of its version, each readable.
    Shape,
    /// The signature can be read, and its unsigned parts have the required values.
    SignatureShape,
    /// The signer's and the issuer's certificates are present, and no unknown one.
    Certificates,
    /// The certificates lead to a trusted root.
    Chain,
    /// The certificates were valid when the token was signed.
    CertificateValidity,
    /// The digest in the signature is that of this token.
    MessageDigest,
    /// Apple's key made the signature.
    Signature,
    /// The signing time is recent.
    SigningTime,
    /// The token is encrypted to a key of this merchant.
    Key,
    /// The ephemeral or wrapped key in the token is usable.
    SharedKey,
    /// The message is complete and encrypted to this merchant.
    Decryption,
    /// The message is a card payment.
    Payment,
}

impl inspection::Check for Check {
    const ALL: &'static [Self] = &[
        Self::Version,
        Self::Shape,
        Self::SignatureShape,
        Self::Certificates,
        Self::Chain,
        Self::CertificateValidity,
        Self::MessageDigest,
        Self::Signature,
        Self::SigningTime,
        Self::Key,
        Self::SharedKey,
        Self::Decryption,
        Self::Payment,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Version => "version",
            Self::Shape => "shape",
            Self::SignatureShape => "signature_shape",
            Self::Certificates => "certificates",
            Self::Chain => "chain",
            Self::CertificateValidity => "certificate_validity",
            Self::MessageDigest => "message_digest",
            Self::Signature => "signature",
            Self::SigningTime => "signing_time",
            Self::Key => "key",
            Self::SharedKey => "shared_key",
            Self::Decryption => "decryption",
            Self::Payment => "payment",
        }
    }
}

/// The result of opening a token, with the outcome of every check.
pub type Inspection = inspection::Inspection<super::OpenedToken, super::Refusal>;

/// The checks passed so far.
pub(super) type Progress = inspection::Progress<Check>;
