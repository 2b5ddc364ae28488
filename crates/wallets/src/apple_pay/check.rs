//! What is checked of a token.

use crate::inspection;

/// One thing that is checked, in the order of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `version` is a text and names a known version.
    Version,
    /// The token has the members of its version, each readable.
    Shape,
    /// The signature can be read, and everything in it that is not signed is as it must be.
    SignatureShape,
    /// The certificates with Apple's marks are there, and no foreign one.
    Certificates,
    /// They lead to a root that is trusted.
    Chain,
    /// They were valid when the token was signed.
    CertificateValidity,
    /// The signature is about this token.
    MessageDigest,
    /// Apple's key made the signature.
    Signature,
    /// The token was signed just now.
    SigningTime,
    /// It is encrypted to a key of this merchant.
    Key,
    /// The sender's part of the key can be used.
    SharedKey,
    /// The message is whole and encrypted to this merchant.
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

/// What came of opening a token, with every check.
pub type Inspection = inspection::Inspection<super::OpenedToken, super::Refusal>;

/// The checks passed so far.
pub(super) type Progress = inspection::Progress<Check>;
