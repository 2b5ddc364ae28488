//! Private keys as configurations hold them.

use crate::config::SharedSecret;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point;
use p256::pkcs8::{DecodePrivateKey, EncodePrivateKey, LineEnding};

/// Reads a private key: PEM (PKCS #8 or SEC 1), or PKCS #8 in base64.
pub(crate) fn private_key(text: &str) -> Option<SecretKey> {
    let text = text.trim();
    if text.starts_with("-----BEGIN") {
        return SecretKey::from_pkcs8_pem(text)
            .ok()
            .or_else(|| SecretKey::from_sec1_pem(text).ok());
    }
    let der = STANDARD.decode(text).ok()?;
    SecretKey::from_pkcs8_der(&der).ok()
}

/// The key as PKCS #8 in PEM, whatever form it came in.
pub(crate) fn pem(key: &SecretKey) -> Option<SharedSecret> {
    let pem = key.to_pkcs8_pem(LineEnding::LF).ok()?;
    Some(SharedSecret(pem.as_str().to_owned()))
}

/// The public half as Google wants it: the uncompressed point in base64.
pub(crate) fn public_point(key: &SecretKey) -> String {
    STANDARD.encode(key.public_key().to_sec1_point(false).as_bytes())
}
