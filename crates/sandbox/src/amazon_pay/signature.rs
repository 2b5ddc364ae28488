//! Signatures of merchants: RSASSA-PSS with SHA-256, over the name of the algorithm and a hash.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rsa::pkcs8::{DecodePrivateKey as _, DecodePublicKey as _};
use rsa::traits::SignatureScheme as _;
use rsa::{Pss, RsaPrivateKey, RsaPublicKey};
use sha2::{Digest as _, Sha256};
use zkratka_commerce::hex;

/// Amazon's two versions differ in the length of the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Algorithm {
    V1,
    V2,
}

impl Algorithm {
    pub(super) fn named(name: &str) -> Option<Self> {
        [Self::V1, Self::V2]
            .into_iter()
            .find(|algorithm| algorithm.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::V1 => "AMZN-PAY-RSASSA-PSS",
            Self::V2 => "AMZN-PAY-RSASSA-PSS-V2",
        }
    }

    /// In bytes.
    const fn salt(self) -> usize {
        match self {
            Self::V1 => 20,
            Self::V2 => 32,
        }
    }
}

/// The key is not an RSA key in PEM.
#[derive(Debug, thiserror::Error)]
#[error("this is not an RSA key in PEM (PKCS #8 or SubjectPublicKeyInfo)")]
pub struct InvalidKey;

/// A merchant's public key, as the merchant registers it with Amazon.
#[derive(Clone, Debug)]
pub struct PublicKey {
    pub(super) id: String,
    key: RsaPublicKey,
}

impl PublicKey {
    /// A key from a public or a private key in PEM.
    pub fn new(id: &str, pem: &str) -> Result<Self, InvalidKey> {
        let of_private = || RsaPrivateKey::from_pkcs8_pem(pem).map(|key| key.to_public_key());
        let key = RsaPublicKey::from_public_key_pem(pem)
            .ok()
            .or_else(|| of_private().ok());
        Ok(Self {
            id: id.to_owned(),
            key: key.ok_or(InvalidKey)?,
        })
    }

    /// Whether this key signed the text: a button's payload or a canonical request. The signature is base64.
    pub(super) fn has_signed(&self, algorithm: Algorithm, text: &str, signature: &str) -> bool {
        let Ok(signature) = STANDARD.decode(signature) else {
            return false;
        };
        let signed = format!("{}\n{}", algorithm.name(), digest(text.as_bytes()));
        Pss::<Sha256>::new_with_salt(algorithm.salt())
            .verify(&self.key, &Sha256::digest(signed), &signature)
            .is_ok()
    }
}

/// SHA-256 in lower-case digits.
pub(super) fn digest(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes))
}
