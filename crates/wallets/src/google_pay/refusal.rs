//! Why a token is refused.

use super::check::Check;
use super::protocol::Protocol;
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
    /// `protocolVersion` is missing or not a text.
    #[error("protocolVersion is missing or not a text")]
    ProtocolVersionNotText,
    /// `protocolVersion` names no known protocol.
    #[error("protocolVersion names no known protocol")]
    UnknownProtocol,
    /// The protocol is known but not accepted here.
    #[error("tokens of the protocol {0} are not accepted here")]
    ProtocolNotAccepted(Protocol),
    /// The members are not exactly those of the protocol, or one has the wrong type.
    #[error("the token does not have exactly the members of {0}, each of its type")]
    TokenMembers(Protocol),
    /// There is no root key for the protocol.
    #[error("there is no root key for {0}")]
    NoRootKey(Protocol),
    /// The protocol requires root keys with an expiration, and no key has one.
    #[error("no root key for {0} says when it expires")]
    RootKeyWithoutExpiration(Protocol),
    /// Every root key for the protocol has expired.
    #[error("every root key for {0} has expired")]
    RootKeyExpired(Protocol),
    /// No root key verifies a signature of the intermediate key.
    #[error("no signature of the intermediate key was made by a root key")]
    IntermediateSignature,
    /// The intermediate key cannot be read.
    #[error("the intermediate key (signedKey) cannot be read")]
    IntermediateKeyMalformed,
    /// The intermediate key has expired.
    #[error("the intermediate key has expired")]
    IntermediateKeyExpired,
    /// The message's signature is invalid: the message was changed, signed by another key, or signed for another recipient.
    #[error("the message was not signed by that key for this recipient")]
    MessageSignature,
    /// The signed message does not have exactly the members of an encrypted message.
    #[error(
        "signedMessage does not have exactly the members encryptedMessage, ephemeralPublicKey and tag"
    )]
    SignedMessageMembers,
    /// The ephemeral key is not an uncompressed point on the curve.
    #[error("ephemeralPublicKey is not an uncompressed point on P-256")]
    EphemeralKey,
    /// The message is encrypted to none of the keys, or was changed.
    #[error("none of the given keys fits: the message's tag is wrong")]
    Mac,
    #[error("the decrypted message is not text")]
    MessageNotText,
    /// `messageExpiration` is not a valid time.
    #[error("messageExpiration is not a text of milliseconds")]
    MessageExpirationMalformed,
    /// The message has expired.
    #[error("the message has expired")]
    MessageExpired,
    /// `messageId`, `gatewayMerchantId` or `paymentMethodDetails` is malformed.
    #[error("the message's payment method is not a card as Google describes it")]
    PaymentMalformed,
    /// The message lacks an id, an expiration or a card, which every payment has.
    #[error("the message is not a payment: messageId, messageExpiration or the card is missing")]
    NotAPayment,
}

impl inspection::Refusal for Refusal {
    type Check = Check;

    fn code(self) -> &'static str {
        match self {
            Self::TooLong => "token_too_long",
            Self::NotJson => "token_not_json",
            Self::ProtocolVersionNotText => "protocol_version_not_text",
            Self::UnknownProtocol => "protocol_unknown",
            Self::ProtocolNotAccepted(_) => "protocol_not_accepted",
            Self::TokenMembers(_) => "token_members",
            Self::NoRootKey(_) => "root_key_missing",
            Self::RootKeyWithoutExpiration(_) => "root_key_without_expiration",
            Self::RootKeyExpired(_) => "root_key_expired",
            Self::IntermediateSignature => "intermediate_signature",
            Self::IntermediateKeyMalformed => "intermediate_key_malformed",
            Self::IntermediateKeyExpired => "intermediate_key_expired",
            Self::MessageSignature => "message_signature",
            Self::SignedMessageMembers => "signed_message_members",
            Self::EphemeralKey => "ephemeral_key",
            Self::Mac => "mac",
            Self::MessageNotText => "message_not_text",
            Self::MessageExpirationMalformed => "message_expiration_malformed",
            Self::MessageExpired => "message_expired",
            Self::PaymentMalformed => "payment_malformed",
            Self::NotAPayment => "not_a_payment",
        }
    }

    fn check(self) -> Check {
        match self {
            Self::TooLong | Self::NotJson | Self::TokenMembers(_) => Check::Shape,
            Self::ProtocolVersionNotText | Self::UnknownProtocol | Self::ProtocolNotAccepted(_) => {
                Check::Protocol
            }
            Self::NoRootKey(_) | Self::RootKeyWithoutExpiration(_) | Self::RootKeyExpired(_) => {
                Check::RootKeys
            }
            Self::IntermediateSignature => Check::IntermediateSignature,
            Self::IntermediateKeyMalformed => Check::IntermediateKey,
            Self::IntermediateKeyExpired => Check::IntermediateExpiration,
            Self::MessageSignature => Check::MessageSignature,
            Self::SignedMessageMembers => Check::EncryptedShape,
            Self::EphemeralKey => Check::EphemeralKey,
            Self::Mac => Check::Mac,
            Self::MessageNotText => Check::Text,
            Self::MessageExpirationMalformed | Self::MessageExpired => Check::MessageExpiration,
            Self::PaymentMalformed | Self::NotAPayment => Check::Payment,
        }
    }
}
