//! Derives permanent keys from texts.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::pkcs8::EncodePrivateKey;
use sha2::{Digest, Sha256};

/// About one hash in 2^32 is not a valid key of the curve; then its hash is tried.
pub(crate) fn of_text(text: &str) -> SecretKey {
    let mut hash = Sha256::digest(text);
    loop {
        if let Ok(key) = SecretKey::from_slice(&hash) {
            return key;
        }
        hash = Sha256::digest(hash);
    }
}

/// Base64 of the key's PKCS #8 DER.
pub(crate) fn pkcs8_base64(key: &SecretKey) -> String {
    let der = key.to_pkcs8_der();
    der.map_or_else(
        |_unencodable| String::new(),
        |der| STANDARD.encode(der.as_bytes()),
    )
}
