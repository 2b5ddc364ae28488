//! A symmetric key for texts that the shop alone makes and reads.

use super::key::SigningKey;
use hmac::{Hmac, KeyInit, Mac as _};
use rsa::traits::PrivateKeyParts as _;
use sha2::{Digest as _, Sha256};
use std::fmt;
use zeroize::Zeroizing;

/// A key derived from the merchant's private key, so every server of the shop has it and no further secret is needed. Nothing
/// that it seals tells anything about the private key.
#[derive(Clone)]
pub struct DerivedKey(Hmac<Sha256>);

impl DerivedKey {
    /// Each purpose has a key of its own.
    pub(super) fn of(key: &SigningKey, purpose: &str) -> Self {
        let exponent = Zeroizing::new(key.private().d().to_be_bytes());
        let mut digest = Sha256::new();
        digest.update(purpose.as_bytes());
        digest.update([0]);
        digest.update(&**exponent);
        // A key of exactly one block makes the constructor infallible.
        let mut block = Zeroizing::new([0; 64]);
        block[..32].copy_from_slice(&digest.finalize());
        Self(Hmac::<Sha256>::new(&(*block).into()))
    }

    /// The HMAC-SHA-256 of the parts. Each part is preceded by its length, so different parts never give the same text.
    #[must_use]
    pub fn seal(&self, parts: &[&[u8]]) -> [u8; 32] {
        self.over(parts).finalize().into_bytes().into()
    }

    /// Whether this is the parts' seal. Compares in constant time.
    #[must_use]
    pub fn is_seal(&self, seal: &[u8], parts: &[&[u8]]) -> bool {
        self.over(parts).verify_slice(seal).is_ok()
    }

    fn over(&self, parts: &[&[u8]]) -> Hmac<Sha256> {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(&(part.len() as u64).to_be_bytes());
            mac.update(part);
        }
        mac
    }
}

impl fmt::Debug for DerivedKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("DerivedKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = include_str!("../../tests/keys/rsa2048-pkcs8.pem");

    /// [7.13] A seal is valid for the same parts, purpose and key only.
    #[test]
    fn a_seal_is_of_its_parts_and_purpose() {
        let key = SigningKey::from_pem(KEY).expect("a key");
        let derived = DerivedKey::of(&key, "a");
        let seal = derived.seal(&[b"12", b"3"]);
        assert!(derived.is_seal(&seal, &[b"12", b"3"]));
        assert!(!derived.is_seal(&seal, &[b"1", b"23"]));
        assert!(!derived.is_seal(&seal[..16], &[b"12", b"3"]));
        assert!(!DerivedKey::of(&key, "b").is_seal(&seal, &[b"12", b"3"]));
        assert_eq!(format!("{derived:?}"), "DerivedKey(..)");
    }
}
