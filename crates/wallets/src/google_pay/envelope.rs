//! The outer form of a token. Texts that are signed are kept as they came, never written anew.

use super::protocol::Protocol;
use super::refusal::Refusal;
use serde::Deserialize;
use serde_json::Value;

/// Bytes; real tokens have about two thousand.
const LONGEST_TOKEN: usize = 64 * 1024;

/// A token's parts, not yet verified.
pub(super) struct Envelope {
    pub(super) signature: String,
    pub(super) signed_message: String,
    /// None for ECv1 only.
    pub(super) intermediate: Option<IntermediateSigningKey>,
}

/// The intermediate key as it came.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct IntermediateSigningKey {
    /// The JSON text that root keys signed.
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

/// The protocol a token claims to follow.
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
    /// Takes a token of a known protocol apart; members missing, doubled or unknown are refused.
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
