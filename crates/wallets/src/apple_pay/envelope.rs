//! The outer form of a token (`paymentData`), with its parts decoded.

use super::refusal::Refusal;
use super::version::Version;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Longest accepted token, in bytes; real tokens have about four thousand.
const LONGEST_TOKEN: usize = 64 * 1024;

/// The parts of a token, not verified yet.
pub(super) struct Envelope {
    pub(super) version: Version,
    pub(super) data: Vec<u8>,
    pub(super) signature: Vec<u8>,
    /// The hash of the key that decrypts the token: base64, as in the token.
    pub(super) public_key_hash: String,
    /// The ephemeral public key of `EC_v1`, or the wrapped key of `RSA_v1`.
    pub(super) key: Vec<u8>,
    /// Hexadecimal digits, as in the token.
    pub(super) transaction_id: String,
    transaction: Vec<u8>,
    application_data: Vec<u8>,
}

#[derive(Deserialize)]
struct Members {
    data: String,
    signature: String,
    header: Header,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Header {
    public_key_hash: String,
    transaction_id: String,
    ephemeral_public_key: Option<String>,
    wrapped_key: Option<String>,
    application_data: Option<String>,
}

impl Envelope {
    /// Parses a token. Unknown members are ignored, because Apple may add some; the signature covers none of them.
    pub(super) fn parse(token: &str, version: Version) -> Result<Self, Refusal> {
        let wrong = Refusal::TokenMembers(version);
        let Members {
            data,
            signature,
            header,
        } = serde_json::from_str(token).map_err(|_| wrong)?;
        let (name, key) = match version {
            Version::EcV1 => ("ephemeralPublicKey", header.ephemeral_public_key),
            Version::RsaV1 => ("wrappedKey", header.wrapped_key),
        };
        let application_data = header.application_data.unwrap_or_default();
        let transaction = hexadecimal("transactionId", &header.transaction_id)?;
        if transaction.is_empty() {
            return Err(Refusal::Encoding("transactionId"));
        }
        Ok(Self {
            version,
            data: decode("data", &data)?,
            signature: decode("signature", &signature)?,
            public_key_hash: header.public_key_hash,
            key: decode(name, &key.ok_or(wrong)?)?,
            transaction_id: header.transaction_id,
            transaction,
            application_data: hexadecimal("applicationData", &application_data)?,
        })
    }

    /// Returns the SHA-256 of the signed content.
    pub(super) fn digest(&self) -> [u8; 32] {
        let parts = [
            &self.key,
            &self.data,
            &self.transaction,
            &self.application_data,
        ];
        let hash = parts.into_iter().fold(Sha256::new(), Sha256::chain_update);
        hash.finalize().into()
    }
}

/// Returns the version that a token claims.
pub(super) fn version_of(token: &str) -> Result<Version, Refusal> {
    if token.len() > LONGEST_TOKEN {
        return Err(Refusal::TooLong);
    }
    let Ok(Value::Object(members)) = serde_json::from_str(token) else {
        return Err(Refusal::NotJson);
    };
    let Some(Value::String(name)) = members.get("version") else {
        return Err(Refusal::VersionNotText);
    };
    Version::named(name).ok_or(Refusal::UnknownVersion)
}

fn decode(name: &'static str, text: &str) -> Result<Vec<u8>, Refusal> {
    STANDARD.decode(text).map_err(|_| Refusal::Encoding(name))
}

/// Decodes hexadecimal digits. Only lower case is accepted, as Apple writes it, so that a transaction has one id only.
fn hexadecimal(name: &'static str, text: &str) -> Result<Vec<u8>, Refusal> {
    let pairs = text.as_bytes().chunks(2);
    let bytes = pairs.map(|pair| match pair {
        [high, low] => Some(digit(*high)? * 16 + digit(*low)?),
        _ => None,
    });
    bytes.collect::<Option<_>>().ok_or(Refusal::Encoding(name))
}

const fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        _ => None,
    }
}
