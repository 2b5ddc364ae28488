//! Encrypts and signs a container: RFC 7516 with `ECDH-ES` and `A256GCM`, then RFC 7515 with `ES256`.

use super::keys::KeyUse;
use super::refusal::Refusal;
use crate::random::{fresh_key, random};
use aes_gcm::Aes256Gcm;
use aes_gcm::aead::{Aead, KeyInit, Nonce, Payload};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::ecdh::diffie_hellman;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::pkcs8::DecodePublicKey;
use p256::{PublicKey, SecretKey};
use serde::Serialize;
use sha2::{Digest, Sha256};

const CIPHER: &str = "A256GCM";
const TAG_LENGTH: usize = 16;
/// Length of a coordinate of a point on P-256, in bytes.
const COORDINATE_LENGTH: usize = 32;

#[derive(Serialize)]
struct EncryptionHeader {
    alg: &'static str,
    enc: &'static str,
    epk: EphemeralKey,
}

#[derive(Serialize)]
struct EphemeralKey {
    kty: &'static str,
    crv: &'static str,
    x: String,
    y: String,
}

/// `x5c` comes first, as in Meta's documentation.
#[derive(Serialize)]
struct SignatureHeader {
    x5c: Vec<String>,
    alg: &'static str,
}

/// Encrypts a message to the partner: a compact JWE.
pub(super) fn seal(message: &[u8], public_key_info: &[u8]) -> Result<String, Refusal> {
    let partner = PublicKey::from_public_key_der(public_key_info);
    let partner =
        partner.map_err(|_| Refusal::Merchant("the partner has no key for containers"))?;
    let ephemeral = fresh_key()?;
    let shared = diffie_hellman(ephemeral.to_nonzero_scalar(), partner.as_affine());
    let header = encode(&EncryptionHeader {
        alg: "ECDH-ES",
        enc: CIPHER,
        epk: EphemeralKey::of(&ephemeral),
    })?;
    let key = derived(shared.raw_secret_bytes());
    let cipher = Aes256Gcm::new_from_slice(&key).map_err(|_length| Refusal::Internal)?;
    let nonce = random::<12>()?;
    let payload = Payload {
        msg: message,
        aad: header.as_bytes(),
    };
    let sealed = cipher.encrypt(&Nonce::<Aes256Gcm>::from(nonce), payload);
    let sealed = sealed.map_err(|_failed| Refusal::Internal)?;
    let at = sealed.len().saturating_sub(TAG_LENGTH);
    let (ciphertext, tag) = sealed.split_at(at);
    let [nonce, ciphertext, tag] =
        [&nonce[..], ciphertext, tag].map(|part| URL_SAFE_NO_PAD.encode(part));
    // With direct key agreement the second part, the encrypted key, is empty.
    Ok(format!("{header}..{nonce}.{ciphertext}.{tag}"))
}

/// The key of RFC 7518, section 4.6.2, without information about the parties.
fn derived(shared: &[u8]) -> Vec<u8> {
    let length = |number: usize| u32::try_from(number).unwrap_or(u32::MAX).to_be_bytes();
    Sha256::new()
        .chain_update([0, 0, 0, 1])
        .chain_update(shared)
        .chain_update(length(CIPHER.len()))
        .chain_update(CIPHER)
        .chain_update(length(0))
        .chain_update(length(0))
        .chain_update(length(256))
        .finalize()
        .to_vec()
}

impl EphemeralKey {
    fn of(key: &SecretKey) -> Self {
        let point = key.public_key().to_sec1_point(false);
        let coordinates = point.as_bytes().get(1..).unwrap_or_default();
        let mut coordinates = coordinates
            .chunks(COORDINATE_LENGTH)
            .map(|coordinate| URL_SAFE_NO_PAD.encode(coordinate));
        Self {
            kty: "EC",
            crv: "P-256",
            x: coordinates.next().unwrap_or_default(),
            y: coordinates.next().unwrap_or_default(),
        }
    }
}

/// Signs a text with these certificates, the signer's own first: a compact JWS.
pub(super) fn sign(text: &str, certificates: &[Vec<u8>]) -> Result<String, Refusal> {
    let header = encode(&SignatureHeader {
        x5c: certificates
            .iter()
            .map(|der| STANDARD.encode(der))
            .collect(),
        alg: "ES256",
    })?;
    let signed = format!("{header}.{}", URL_SAFE_NO_PAD.encode(text));
    let signature: Signature = SigningKey::from(&KeyUse::Leaf.secret()).sign(signed.as_bytes());
    let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
    Ok(format!("{signed}.{signature}"))
}

fn encode(header: &impl Serialize) -> Result<String, Refusal> {
    let text = serde_json::to_vec(header).map_err(|_unserialisable| Refusal::Internal)?;
    Ok(URL_SAFE_NO_PAD.encode(text))
}
