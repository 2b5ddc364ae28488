//! The outer form of a token. Signed texts are kept as received and never serialised again.

use super::protocol::Protocol;
use super::refusal::Refusal;
use serde::Deserialize;
use serde_json::Value;

/// Longest accepted token, in bytes; real tokens have about two thousand.
const LONGEST_TOKEN: usize = 64 * 1024;

/// The parts of a token, not verified yet.
pub(super) struct Envelope {
    pub(super) signature: String,
    pub(super) signed_message: String,
    /// `None` for ECv1 only.
    pub(super) intermediate: Option<IntermediateSigningKey>,
}

/// The intermediate key as received.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct IntermediateSigningKey {
    /// The JSON text that a root key signed.
    pub(super) signed_key: String,
    pub(super) signatures: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EcV1Members {
    #[serde(rename = "protocolVersion")]
    _protocol_version: String,
    signature: String,
    signed_message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct EcV2Members {
    #[serde(rename = "protocolVersion")]
    _protocol_version: String,
    signature: String,
    intermediate_signing_key: IntermediateSigningKey,
    signed_message: String,
}

/// Returns the protocol that a token claims.
pub(super) fn protocol_of(token: &str) -> Result<Protocol, Refusal> {
    if token.len() > LONGEST_TOKEN {
        return Err(Refusal::TooLong);
    }
    let Ok(Value::Object(members)) = serde_json::from_str(token) else {
        return Err(Refusal::NotJson);
    };
    let Some(Value::String(name)) = members.get("protocolVersion") else {
        return Err(Refusal::ProtocolVersionNotText);
    };
    Protocol::named(name).ok_or(Refusal::UnknownProtocol)
}

impl Envelope {
    /// Parses a token of a known protocol. Missing, repeated or unknown members are errors.
    pub(super) fn parse(token: &str, protocol: Protocol) -> Result<Self, Refusal> {
        let parsed = match protocol {
            Protocol::EcV1 => serde_json::from_str(token).map(Self::from_ec_v1),
            Protocol::EcV2 | Protocol::EcV2SigningOnly => {
                serde_json::from_str(token).map(Self::from_ec_v2)
            }
        };
        parsed.map_err(|_| Refusal::TokenMembers(protocol))
    }

    fn from_ec_v1(members: EcV1Members) -> Self {
        Self {
            signature: members.signature,
            signed_message: members.signed_message,
            intermediate: None,
        }
    }

    fn from_ec_v2(members: EcV2Members) -> Self {
        Self {
            signature: members.signature,
            signed_message: members.signed_message,
            intermediate: Some(members.intermediate_signing_key),
        }
    }
}
