//! The merchant's private key of Amazon Pay.

use super::algorithm::Algorithm;
use super::randomness::SystemRandomness;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::{DecodePrivateKey as _, EncodePublicKey as _};
use rsa::pss::Pss;
use rsa::traits::{PublicKeyParts as _, SignatureScheme as _};
use rsa::{RsaPrivateKey, RsaPublicKey};
use sha2::{Digest as _, Sha256};
use std::fmt;

const BEGIN: &str = "-----BEGIN ";
const PKCS8: &str = "-----BEGIN PRIVATE KEY-----";
const PKCS1: &str = "-----BEGIN RSA PRIVATE KEY-----";
/// Amazon's keys have 2,048 bits.
const FEWEST_BITS: u32 = 2_048;

/// A private RSA key that signs requests and buttons. It is wiped from memory when dropped, and `Debug` does not print it.
#[derive(Clone)]
pub struct SigningKey(Box<RsaPrivateKey>);

/// Why a signing key cannot be used. The texts reveal nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SigningKeyError {
    /// The text is not an unencrypted RSA key in PEM.
    #[error(
        "not an RSA private key as PEM: BEGIN PRIVATE KEY (PKCS#8) or BEGIN RSA PRIVATE KEY (PKCS#1), without a passphrase"
    )]
    Unreadable,
    /// There is a PEM block besides the key.
    #[error("holds another PEM block besides the private key: leave only the key's own block")]
    OtherBlock,
    /// The key is too short.
    #[error("the key has fewer than 2048 bits: make a new one in Amazon's Integration Central")]
    TooShort,
}

/// The operating system gave no randomness for a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a signature cannot be made")]
pub struct SigningError;

impl SigningKey {
    /// Reads a key in PEM: PKCS #8 or PKCS #1.
    pub fn from_pem(text: &str) -> Result<Self, SigningKeyError> {
        let text = text.trim();
        if text.matches(BEGIN).count() > 1 {
            return Err(SigningKeyError::OtherBlock);
        }
        let key = if text.starts_with(PKCS8) {
            RsaPrivateKey::from_pkcs8_pem(text).ok()
        } else if text.starts_with(PKCS1) {
            RsaPrivateKey::from_pkcs1_pem(text).ok()
        } else {
            None
        };
        let key = key.ok_or(SigningKeyError::Unreadable)?;
        if key.n().bits() < FEWEST_BITS {
            return Err(SigningKeyError::TooShort);
        }
        Ok(Self(Box::new(key)))
    }

    /// The public key, which Amazon verifies with.
    #[must_use]
    pub fn public_key(&self) -> RsaPublicKey {
        self.0.to_public_key()
    }

    /// The public key as a `SubjectPublicKeyInfo` in DER, which identifies the key. `None` if it cannot be written.
    #[must_use]
    pub fn public_key_info(&self) -> Option<Vec<u8>> {
        let info = self.public_key().to_public_key_der().ok()?;
        Some(info.into_vec())
    }

    pub(super) const fn private(&self) -> &RsaPrivateKey {
        &self.0
    }

    /// Signs a text. Each signature has a salt of its own, so no two are equal.
    pub(super) fn sign(&self, algorithm: Algorithm, text: &str) -> Result<Vec<u8>, SigningError> {
        let scheme = Pss::<Sha256>::new_blinded_with_salt(algorithm.salt_length());
        let digest = Sha256::digest(text);
        let signed = scheme.sign(Some(&mut SystemRandomness::new()), &self.0, &digest);
        signed.map_err(|_error| SigningError)
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SigningKey(..)")
    }
}
