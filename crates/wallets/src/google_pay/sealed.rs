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

/// Bytes of an uncompressed point.
const POINT_LENGTH: usize = 65;

/// The members of an encrypted message, no more and no fewer; each base64.
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

/// The plaintext of a signed message, by whichever key fits.
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

/// The point, if it is on the curve: with others the shared secret could give the private key away.
fn point_on_curve(bytes: &[u8]) -> Option<PublicKey> {
    let uncompressed = bytes.len() == POINT_LENGTH && bytes.first() == Some(&4);
    uncompressed
        .then(|| PublicKey::from_sec1_bytes(bytes).ok())
        .flatten()
}

/// The symmetric keys shared with the sender: first that of the cipher, then that of the MAC, of equal length.
struct SharedKeys(Zeroizing<Vec<u8>>);

fn derive(
    key: &DecryptionKey,
    point: &PublicKey,
    ephemeral: &[u8],
    protocol: Protocol,
) -> Option<SharedKeys> {
    let shared = key.secret().diffie_hellman(point);
    // Reserved in full, so that no copy of the secret is left behind by growing.
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

    /// Only for what has been authenticated.
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
