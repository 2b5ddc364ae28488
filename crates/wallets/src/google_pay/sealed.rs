//! The encrypted message: ECIES over P-256, authenticated before it is decrypted.

use super::SENDER;
use super::check::{Check, Progress};
use super::protocol::Protocol;
use super::refusal::Refusal;
use crate::DecryptionKey;
use aes::cipher::{KeyIvInit as _, StreamCipher as _};
use aes::{Aes128, Aes256};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ctr::Ctr128BE;
use hkdf::Hkdf;
use hmac::{Hmac, KeyInit as _, Mac as _};
use p256::PublicKey;
use serde::Deserialize;
use sha2::Sha256;
use subtle::ConstantTimeEq as _;
use zeroize::{Zeroize as _, Zeroizing};

/// The first byte of an uncompressed point (SEC 1).
const UNCOMPRESSED: u8 = 4;
/// Length of an uncompressed point, in bytes.
const POINT_LENGTH: usize = 65;

/// The members of an encrypted message, no more and no fewer, each in base64.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Members {
    encrypted_message: String,
    ephemeral_public_key: String,
    tag: String,
}

struct Sealed {
    ciphertext: Vec<u8>,
    ephemeral: Vec<u8>,
    tag: Vec<u8>,
}

/// Decrypts a signed message with the key to which it is encrypted.
pub(super) fn unseal(
    signed_message: &str,
    protocol: Protocol,
    keys: &[DecryptionKey],
    progress: &mut Progress,
) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let sealed = Sealed::parse(signed_message).ok_or(Refusal::SignedMessageMembers)?;
    progress.passed(Check::EncryptedShape);
    let point = point_on_curve(&sealed.ephemeral).ok_or(Refusal::EphemeralKey)?;
    progress.passed(Check::EphemeralKey);
    let mut candidates = keys
        .iter()
        .filter_map(|key| derive(key, &point, &sealed.ephemeral, protocol));
    let keys = candidates
        .find(|keys| keys.authenticates(&sealed))
        .ok_or(Refusal::Mac)?;
    progress.passed(Check::Mac);
    keys.decrypt(sealed.ciphertext).ok_or(Refusal::Mac)
}

impl Sealed {
    fn parse(text: &str) -> Option<Self> {
        let members: Members = serde_json::from_str(text).ok()?;
        Some(Self {
            ciphertext: STANDARD.decode(members.encrypted_message).ok()?,
            ephemeral: STANDARD.decode(members.ephemeral_public_key).ok()?,
            tag: STANDARD.decode(members.tag).ok()?,
        })
    }
}

/// Parses an uncompressed point, which must be on the curve. With a point off the curve, the shared secret could reveal the
/// private key.
fn point_on_curve(bytes: &[u8]) -> Option<PublicKey> {
    // The length does not tell the form: a hybrid point is as long. The crate compares the length with the form.
    (bytes.first() == Some(&UNCOMPRESSED))
        .then(|| PublicKey::from_sec1_bytes(bytes).ok())
        .flatten()
}

/// The symmetric keys shared with the sender, of equal length: first the cipher's, then the MAC's.
struct SharedKeys(Zeroizing<Vec<u8>>);

fn derive(
    key: &DecryptionKey,
    point: &PublicKey,
    ephemeral: &[u8],
    protocol: Protocol,
) -> Option<SharedKeys> {
    let shared = key.secret().diffie_hellman(point);
    // The full capacity is reserved, because a growing vector would leave a copy of the secret behind.
    let mut material = Zeroizing::new(Vec::with_capacity(POINT_LENGTH + 32));
    material.extend_from_slice(ephemeral);
    material.extend_from_slice(shared.raw_secret_bytes());
    let mut keys = Zeroizing::new(vec![0; protocol.key_length() * 2]);
    Hkdf::<Sha256>::new(None, &material)
        .expand(SENDER.as_bytes(), &mut keys)
        .ok()?;
    Some(SharedKeys(keys))
}

impl SharedKeys {
    fn authenticates(&self, sealed: &Sealed) -> bool {
        let (_, mac_key) = self.0.split_at(self.0.len() / 2);
        let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(mac_key) else {
            return false;
        };
        mac.update(&sealed.ciphertext);
        let expected = mac.finalize().into_bytes();
        expected.as_slice().ct_eq(&sealed.tag).into()
    }

    /// Decrypts a text. The caller must have authenticated it.
    fn decrypt(&self, mut text: Vec<u8>) -> Option<Zeroizing<Vec<u8>>> {
        let (key, _) = self.0.split_at(self.0.len() / 2);
        let start = [0; 16];
        let done = match key.len() {
            16 => Ctr128BE::<Aes128>::new_from_slices(key, &start)
                .map(|mut cipher| cipher.apply_keystream(&mut text)),
            _ => Ctr128BE::<Aes256>::new_from_slices(key, &start)
                .map(|mut cipher| cipher.apply_keystream(&mut text)),
        };
        if done.is_err() {
            text.zeroize();
            return None;
        }
        Some(Zeroizing::new(text))
    }
}
