//! The checks of a token.

use crate::inspection;

/// One check of a token. The variants are in the order of checking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// `protocolVersion` is a text and names a protocol accepted here.
    Protocol,
    /// The token has exactly the members of its protocol.
    Shape,
    /// The protocol has a root key that has not expired.
    RootKeys,
    /// A root key signed the intermediate key.
    IntermediateSignature,
    /// The intermediate key can be read.
    IntermediateKey,
    /// The intermediate key has not expired.
    IntermediateExpiration,
    /// The right key signed the message for this recipient.
    MessageSignature,
    /// The signed message has exactly the members of an encrypted message.
    EncryptedShape,
    /// The ephemeral key is a point on the curve.
    EphemeralKey,
    /// The message is complete and encrypted to this recipient.
    Mac,
    /// The message is text.
    Text,
    /// The message has not expired.
    MessageExpiration,
    /// The message has an id, an expiration and a card in Google's format.
    Payment,
}

impl inspection::Check for Check {
    const ALL: &'static [Self] = &[
        Self::Protocol,
        Self::Shape,
        Self::RootKeys,
        Self::IntermediateSignature,
        Self::IntermediateKey,
        Self::IntermediateExpiration,
        Self::MessageSignature,
        Self::EncryptedShape,
        Self::EphemeralKey,
        Self::Mac,
        Self::Text,
        Self::MessageExpiration,
        Self::Payment,
    ];

    const OF_THE_MESSAGE: &'static [Self] = &[Self::MessageExpiration, Self::Payment];

    fn name(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Shape => "shape",
            Self::RootKeys => "root_keys",
            Self::IntermediateSignature => "intermediate_signature",
            Self::IntermediateKey => "intermediate_key",
            Self::IntermediateExpiration => "intermediate_expiration",
            Self::MessageSignature => "message_signature",
            Self::EncryptedShape => "encrypted_shape",
            Self::EphemeralKey => "ephemeral_key",
            Self::Mac => "mac",
            Self::Text => "text",
            Self::MessageExpiration => "message_expiration",
            Self::Payment => "payment",
        }
    }
}

/// The result of opening a token, with the outcome of every check.
pub type Inspection = inspection::Inspection<super::OpenedToken, super::Refusal>;

/// The checks passed so far.
pub(super) type Progress = inspection::Progress<Check>;
