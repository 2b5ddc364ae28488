//! The sandbox's permanent keys. Each is the SHA-256 of a text, so there is no key file, and keys survive a restart.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::pkcs8::EncodePrivateKey;
use sha2::{Digest, Sha256};

/// The purpose of a permanent key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyUse {
    /// Issues the other certificates, and is trusted.
    Root,
    /// Issues the signing certificate.
    Intermediate,
    /// Signs tokens.
    Leaf,
    /// An untrusted root.
    ForeignRoot,
    /// Decrypts tokens.
    Processing,
    /// Authenticates the merchant to the validation.
    Identity,
    /// Authenticates the validation to the merchant.
    Server,
    /// Signs merchant sessions.
    Session,
}

impl KeyUse {
    const ALL: [Self; 8] = [
        Self::Root,
        Self::Intermediate,
        Self::Leaf,
        Self::ForeignRoot,
        Self::Processing,
        Self::Identity,
        Self::Server,
        Self::Session,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Root => "Zkratka sandbox: Apple Pay root key",
            Self::Intermediate => "Zkratka sandbox: Apple Pay intermediate key",
            Self::Leaf => "Zkratka sandbox: Apple Pay signing key",
            Self::ForeignRoot => "Zkratka sandbox: Apple Pay foreign root key",
            Self::Processing => "Zkratka sandbox: Apple Pay payment processing key",
            Self::Identity => "Zkratka sandbox: Apple Pay merchant identity key",
            Self::Server => "Zkratka sandbox: Apple Pay gateway's TLS key",
            Self::Session => "Zkratka sandbox: Apple Pay session key",
        }
    }

    pub(super) fn secret(self) -> SecretKey {
        crate::keys::of_text(self.text())
    }
}

/// The texts that the keys follow from.
pub(crate) fn key_texts() -> impl Iterator<Item = &'static str> {
    KeyUse::ALL.into_iter().map(KeyUse::text)
}

/// The private key that opens tokens: base64 of its PKCS #8 DER.
#[must_use]
pub fn processing_private_key() -> String {
    private_key(KeyUse::Processing)
}

/// The private key of the Merchant Identity certificate: base64 of its PKCS #8 DER.
#[must_use]
pub fn identity_private_key() -> String {
    private_key(KeyUse::Identity)
}

fn private_key(usage: KeyUse) -> String {
    crate::keys::pkcs8_base64(&usage.secret())
}

/// A private key in the form of TLS libraries: PKCS #8 DER.
pub(super) fn pkcs8(usage: KeyUse) -> Vec<u8> {
    let der = usage.secret().to_pkcs8_der();
    der.map(|der| der.as_bytes().to_vec()).unwrap_or_default()
}

/// The hash by which a token identifies the key that decrypts it.
pub(super) fn hash(public_key_info: &[u8]) -> String {
    STANDARD.encode(Sha256::digest(public_key_info))
}
