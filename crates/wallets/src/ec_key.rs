//! P-256 private keys of the recipients of tokens.

use crate::pem::{self, KeyError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::pkcs8::EncodePublicKey as _;
use std::fmt;
use zeroize::Zeroizing;

/// A private key that decrypts tokens. It is wiped from memory when dropped, and `Debug` does not print it.
#[derive(Clone)]
pub struct DecryptionKey(SecretKey);

impl DecryptionKey {
    /// Parses a key in PEM, or in base64 of DER.
    pub fn from_text(text: &str) -> Result<Self, KeyError> {
        if pem::is_pem(text) {
            Self::from_pem(text)
        } else {
            Self::from_der_base64(text)
        }
    }

    /// Parses a key in PEM: `PRIVATE KEY` (PKCS#8) or `EC PRIVATE KEY` (SEC1).
    pub fn from_pem(text: &str) -> Result<Self, KeyError> {
        let key = pem::private_key(text)?;
        let key = SecretKey::from_pem(key).map_err(|_| KeyError::Unreadable)?;
        Ok(Self(key))
    }

    /// Parses a key in base64 of DER: PKCS#8 or SEC1. White space is ignored.
    pub fn from_der_base64(text: &str) -> Result<Self, KeyError> {
        let text: Zeroizing<String> = Zeroizing::new(text.split_ascii_whitespace().collect());
        let der = STANDARD.decode(&*text).map_err(|_| KeyError::Unreadable)?;
        let der = Zeroizing::new(der);
        let key = SecretKey::from_der(&der).map_err(|_| KeyError::Unreadable)?;
        Ok(Self(key))
    }

    /// Reads a key from its 32 bytes, big-endian. Zero, and numbers not below the curve's order, are errors.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<Self, KeyError> {
        let key = SecretKey::from_slice(bytes).map_err(|_| KeyError::Unreadable)?;
        Ok(Self(key))
    }

    /// Returns the public key in the format of Google Pay's `tokenizationSpecification`: base64 of the uncompressed point.
    #[must_use]
    pub fn public_key_base64(&self) -> String {
        STANDARD.encode(self.0.public_key().to_sec1_point(false).as_bytes())
    }

    /// Returns `SubjectPublicKeyInfo` (DER) of the public key.
    #[must_use]
    pub fn public_key_info(&self) -> Vec<u8> {
        let info = self.0.public_key().to_public_key_der();
        info.map(|der| der.as_bytes().to_vec()).unwrap_or_default()
    }

    pub(crate) const fn secret(&self) -> &SecretKey {
        &self.0
    }
}

impl fmt::Debug for DecryptionKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("DecryptionKey(..)")
    }
}
