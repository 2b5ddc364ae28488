//! The sandbox's permanent keys. Each is the SHA-256 of a text, so there is no key file, and keys survive a restart.

use p256::SecretKey;

/// The purpose of a permanent key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KeyUse {
    /// Issues the other certificates, and is trusted.
    Root,
    /// Issues the signing certificates.
    Intermediate,
    /// Signs containers.
    Leaf,
    /// An untrusted root.
    ForeignRoot,
    /// The partner's: decrypts containers.
    Partner,
    /// The partner's: signs requests to Meta.
    Signing,
}

impl KeyUse {
    const ALL: [Self; 6] = [
        Self::Root,
        Self::Intermediate,
        Self::Leaf,
        Self::ForeignRoot,
        Self::Partner,
        Self::Signing,
    ];

    const fn text(self) -> &'static str {
        match self {
            Self::Root => "Zkratka sandbox: Meta Pay root key",
            Self::Intermediate => "Zkratka sandbox: Meta Pay intermediate key",
            Self::Leaf => "Zkratka sandbox: Meta Pay container signing key",
            Self::ForeignRoot => "Zkratka sandbox: Meta Pay foreign root key",
            Self::Partner => "Zkratka sandbox: Meta Pay partner's decryption key",
            Self::Signing => "Zkratka sandbox: Meta Pay partner's request key",
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

/// The partner's private key that opens containers: base64 of its PKCS #8 DER.
#[must_use]
pub fn partner_private_key() -> String {
    crate::keys::pkcs8_base64(&KeyUse::Partner.secret())
}

/// The partner's private key that signs requests to Meta: base64 of its PKCS #8 DER.
#[must_use]
pub fn signing_private_key() -> String {
    crate::keys::pkcs8_base64(&KeyUse::Signing.secret())
}
