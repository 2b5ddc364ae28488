//! The checks of a container.

use crate::inspection;

/// One check of a container. The variants are in the order of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// The container has its members, each readable.
    Shape,
    /// The container states the mode that is accepted here.
    Mode,
    /// `container_data` is a JWS with `ES256` and certificates.
    SignatureShape,
    /// The certificates lead to a trusted root, and each allows its use.
    Chain,
    /// The signer's key made the signature.
    Signature,
    /// The signed content is a JWE with the only accepted algorithms.
    EncryptionShape,
    /// The message is complete and encrypted to this partner.
    Decryption,
    /// The message has the members of every container.
    Message,
    /// The container was created recently.
    CreatedTime,
    /// The certificates were valid when the container was created.
    CertificateValidity,
    /// The container is for this merchant.
    Merchant,
    /// The type of the container is known.
    ContainerType,
    /// The message holds a card or a network token.
    Payment,
    /// The container is for exactly the amount due. Done by [`super::OpenedContainer::into_payment`].
    Amount,
    /// The container was made for this amount of this cart. Done by [`super::OpenedContainer::into_payment`].
    Context,
}

impl inspection::Check for Check {
    const ALL: &'static [Self] = &[
        Self::Shape,
        Self::Mode,
        Self::SignatureShape,
        Self::Chain,
        Self::Signature,
        Self::EncryptionShape,
        Self::Decryption,
        Self::Message,
        Self::CreatedTime,
        Self::CertificateValidity,
        Self::Merchant,
        Self::ContainerType,
        Self::Payment,
        Self::Amount,
        Self::Context,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::Shape => "shape",
            Self::Mode => "mode",
            Self::SignatureShape => "signature_shape",
            Self::Chain => "chain",
            Self::Signature => "signature",
            Self::EncryptionShape => "encryption_shape",
            Self::Decryption => "decryption",
            Self::Message => "message",
            Self::CreatedTime => "created_time",
            Self::CertificateValidity => "certificate_validity",
            Self::Merchant => "merchant",
            Self::ContainerType => "container_type",
            Self::Payment => "payment",
            Self::Amount => "amount",
            Self::Context => "context",
        }
    }
}

/// The result of opening a container, with the outcome of every check.
pub type Inspection = inspection::Inspection<super::OpenedContainer, super::Refusal>;

/// The checks passed so far.
pub(super) type Progress = inspection::Progress<Check>;
