//! The cryptography of a token, step by step as Google specifies.

use super::refusal::Refusal;
use crate::random::fresh_key;
use aes::{Aes128, Aes256};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ctr::Ctr128BE;
use ctr::cipher::{KeyIvInit, StreamCipher};
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use p256::ecdh::diffie_hellman;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::{PublicKey, SecretKey};
use serde::Serialize;
use sha2::Sha256;

/// The sender's name in every signed text.
pub(super) const SENDER: &str = "Google";

/// The length of a protocol's two symmetric keys, in bytes.
#[derive(Clone, Copy)]
pub(super) enum KeyLength {
    /// `ECv1`
    Sixteen,
    /// `ECv2`
    ThirtyTwo,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SignedContents {
    encrypted_message: String,
    ephemeral_public_key: String,
    tag: String,
}

/// Encrypts a message to a recipient; returns `signedMessage` as a string.
pub(super) fn seal(
    message: &[u8],
    recipient: &PublicKey,
    length: KeyLength,
) -> Result<String, Refusal> {
    let ephemeral = fresh_key()?;
    let point = ephemeral.public_key().to_sec1_point(false);
    let shared = diffie_hellman(ephemeral.to_nonzero_scalar(), recipient.as_affine());
    let material = [point.as_bytes(), shared.raw_secret_bytes().as_slice()].concat();
    let mut keys = [0_u8; 64];
    let keys = match length {
        KeyLength::Sixteen => &mut keys[..32],
        KeyLength::ThirtyTwo => &mut keys[..],
    };
    // Without a salt, HKDF uses a block of zeros, as Google's does.
    Hkdf::<Sha256>::new(None, &material)
        .expand(SENDER.as_bytes(), keys)
        .map_err(|_too_long| Refusal::Internal)?;
    let (cipher_key, tag_key) = keys.split_at(keys.len() / 2);
    let mut encrypted = message.to_vec();
    encrypt(cipher_key, length, &mut encrypted)?;
    let mut mac = Hmac::<Sha256>::new_from_slice(tag_key).map_err(|_length| Refusal::Internal)?;
    mac.update(&encrypted);
    json_text(&SignedContents {
        encrypted_message: STANDARD.encode(encrypted),
        ephemeral_public_key: STANDARD.encode(point.as_bytes()),
        tag: STANDARD.encode(mac.finalize().into_bytes()),
    })
}

/// AES-CTR with a counter from zero, because the key is used once.
fn encrypt(key: &[u8], length: KeyLength, text: &mut [u8]) -> Result<(), Refusal> {
    let counter = [0_u8; 16];
    let done = match length {
        KeyLength::Sixteen => Ctr128BE::<Aes128>::new_from_slices(key, &counter)
            .map(|mut cipher| cipher.try_apply_keystream(text)),
        KeyLength::ThirtyTwo => Ctr128BE::<Aes256>::new_from_slices(key, &counter)
            .map(|mut cipher| cipher.try_apply_keystream(text)),
    };
    match done {
        Ok(Ok(())) => Ok(()),
        _ => Err(Refusal::Internal),
    }
}

/// Signs texts, each preceded by its length: base64 of the DER signature.
pub(super) fn sign(key: &SecretKey, texts: &[&str]) -> Result<String, Refusal> {
    let mut signed = Vec::new();
    for text in texts {
        let length = u32::try_from(text.len()).map_err(|_too_long| Refusal::Internal)?;
        signed.extend_from_slice(&length.to_le_bytes());
        signed.extend_from_slice(text.as_bytes());
    }
    let signature: DerSignature = SigningKey::from(key)
        .try_sign(&signed)
        .map_err(|_failed| Refusal::Internal)?;
    Ok(STANDARD.encode(signature.as_bytes()))
}

pub(super) fn json_text(value: &impl Serialize) -> Result<String, Refusal> {
    serde_json::to_string(value).map_err(|_unserialisable| Refusal::Internal)
}
