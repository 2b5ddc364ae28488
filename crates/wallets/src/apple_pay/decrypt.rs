//! Decrypts a token's message with the merchant's key.

use super::check::{Check, Progress};
use super::envelope::Envelope;
use super::merchant_key::{MerchantId, MerchantKey, PrivateKey};
use super::refusal::Refusal;
use super::version::Version;
use crate::DecryptionKey;
use aes_gcm::aead::Nonce;
use aes_gcm::aead::consts::U16;
use aes_gcm::aes::{Aes128, Aes256};
use aes_gcm::{AesGcm, aead};
use p256::PublicKey;
use p256::pkcs8::DecodePublicKey as _;
use rsa::{Oaep, RsaPrivateKey};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// AES with Apple's nonce of 16 bytes. The nonce is zero, because every key is used once.
type Aes128Gcm = AesGcm<Aes128, U16>;
type Aes256Gcm = AesGcm<Aes256, U16>;

/// Decrypts the message with the key whose hash the token names.
pub(super) fn decrypt(
    envelope: &Envelope,
    keys: &[MerchantKey],
    progress: &mut Progress,
) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let mut keys = keys.iter();
    let key = keys.find(|key| key.public_key_hash() == envelope.public_key_hash);
    let key = key.ok_or(Refusal::UnknownKey)?;
    let symmetric = match (&key.private, envelope.version) {
        (PrivateKey::Ec(private), Version::EcV1) => {
            progress.passed(Check::Key);
            agree(private, key.merchant, &envelope.key)?
        }
        (PrivateKey::Rsa(private), Version::RsaV1) => {
            progress.passed(Check::Key);
            unwrap(private, &envelope.key)?
        }
        _ => return Err(Refusal::KeyKind(envelope.version)),
    };
    progress.passed(Check::SharedKey);
    let message = match envelope.version {
        Version::EcV1 => open::<Aes256Gcm>(&symmetric, &envelope.data),
        Version::RsaV1 => open::<Aes128Gcm>(&symmetric, &envelope.data),
    };
    let message = message.ok_or(Refusal::Decryption)?;
    progress.passed(Check::Decryption);
    Ok(message)
}

/// Derives the symmetric key of `EC_v1`: ECDH, and one round of the KDF of NIST SP 800-56A.
fn agree(
    private: &DecryptionKey,
    merchant: MerchantId,
    ephemeral: &[u8],
) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let public = PublicKey::from_public_key_der(ephemeral).map_err(|_| Refusal::EphemeralKey)?;
    let shared = private.secret().diffie_hellman(&public);
    Ok(derive(shared.raw_secret_bytes(), merchant))
}

fn derive(shared: &[u8], merchant: MerchantId) -> Zeroizing<Vec<u8>> {
    let hash = Sha256::new()
        .chain_update([0, 0, 0, 1])
        .chain_update(shared)
        .chain_update(b"\x0did-aes256-GCM")
        .chain_update(b"Apple")
        .chain_update(merchant.0);
    Zeroizing::new(hash.finalize().to_vec())
}

/// Decrypts the symmetric key of `RSA_v1`.
fn unwrap(private: &RsaPrivateKey, wrapped: &[u8]) -> Result<Zeroizing<Vec<u8>>, Refusal> {
    let key = private.decrypt(Oaep::<Sha256>::new(), wrapped);
    let key = Zeroizing::new(key.map_err(|_| Refusal::WrappedKey)?);
    (key.len() == 16).then_some(key).ok_or(Refusal::WrappedKey)
}

fn open<C: aead::KeyInit + aead::Aead>(key: &[u8], data: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let cipher = C::new_from_slice(key).ok()?;
    let message = cipher.decrypt(&Nonce::<C>::default(), data).ok()?;
    Some(Zeroizing::new(message))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::Value;
    use std::path::Path;

    /// Repeats the published steps of another implementation: the shared secret, the key, the message.
    #[test]
    fn the_steps_of_the_payu_library_are_ours() {
        let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
            eprintln!("SKIPPED: WALLET_VECTORS names no folder with published tokens (payu)");
            return;
        };
        let path = Path::new(&folder).join("payu-apple-pay/ecc_vectors.json");
        let text = std::fs::read_to_string(path).expect("the file");
        let file: Value = serde_json::from_str(&text).expect("JSON");
        let field = |name: &str| file[name].as_str().expect("a text");
        let bytes = |name: &str| STANDARD.decode(field(name)).expect("base64");
        let digits = field("shared_secret_hex");
        let pairs = (0..digits.len()).step_by(2);
        let shared: Vec<u8> = pairs
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("digits"))
            .collect();
        let info = bytes("kdf_info_b64");
        let merchant = info[info.len() - 32..].try_into().expect("a hash");
        let key = derive(&shared, MerchantId(merchant));
        assert_eq!(*key, bytes("symmetric_key_b64"));
        let message = open::<Aes256Gcm>(&key, &bytes("data_b64")).expect("opens");
        assert_eq!(*message, field("decrypted").as_bytes());
        let mut data = bytes("data_b64");
        for at in 0..data.len() {
            data[at] ^= 1;
            assert!(open::<Aes256Gcm>(&key, &data).is_none(), "byte {at}");
            data[at] ^= 1;
        }
        println!("vectors: KDF and AES-256-GCM of PayU");
    }
}
