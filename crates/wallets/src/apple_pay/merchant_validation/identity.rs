//! The Merchant Identity certificate and its key.

use crate::x509::Certificate;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use std::fmt;
use zeroize::Zeroizing;

/// The certificate and key that authenticate the merchant to Apple. `Debug` does not print the key.
pub struct Identity {
    certificates: Vec<Certificate>,
    key: PrivateKeyDer<'static>,
}

/// Why an identity cannot be used. The text reveals nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IdentityError {
    #[error("not an X.509 certificate as PEM (-----BEGIN CERTIFICATE-----), base64 of DER, or DER")]
    Certificate,
    #[error("not a private key as PEM, or base64 of its DER")]
    Key,
    /// The certificate and the key do not belong together.
    #[error("the private key does not belong to the certificate")]
    OtherCertificate,
}

impl Identity {
    /// Parses a certificate and its key. Issuers' certificates may follow the merchant's.
    pub fn new(certificate: &str, key: &str) -> Result<Self, IdentityError> {
        let certificates = Certificate::all_from_bytes(certificate.as_bytes());
        Self::of(certificates.map_err(|_| IdentityError::Certificate)?, key)
    }

    /// Combines certificates, the merchant's first, with the text of the key.
    pub fn of(certificates: Vec<Certificate>, key: &str) -> Result<Self, IdentityError> {
        let key = read_key(key).ok_or(IdentityError::Key)?;
        let identity = Self { certificates, key };
        identity
            .is_consistent()
            .then_some(identity)
            .ok_or(IdentityError::OtherCertificate)
    }

    /// Returns the merchant's certificate.
    #[must_use]
    pub fn certificate(&self) -> Option<&Certificate> {
        self.certificates.first()
    }

    pub(super) fn chain(&self) -> Vec<CertificateDer<'static>> {
        let all = self.certificates.iter();
        all.map(|it| CertificateDer::from(it.der().to_vec()))
            .collect()
    }

    pub(super) fn key(&self) -> PrivateKeyDer<'static> {
        self.key.clone_key()
    }

    /// Whether the key belongs to the certificate. A key that TLS cannot use counts as one that does not.
    fn is_consistent(&self) -> bool {
        let key = rustls::crypto::ring::sign::any_supported_type(&self.key);
        let (Ok(key), Some(certificate)) = (key, self.certificate()) else {
            return false;
        };
        let info = key.public_key();
        info.is_some_and(|info| info.as_ref() == certificate.public_key_info())
    }
}

impl Clone for Identity {
    fn clone(&self) -> Self {
        Self {
            certificates: self.certificates.clone(),
            key: self.key.clone_key(),
        }
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Identity(..)")
    }
}

fn read_key(text: &str) -> Option<PrivateKeyDer<'static>> {
    if text.contains("-----BEGIN") {
        return PrivateKeyDer::from_pem_slice(text.as_bytes()).ok();
    }
    let text: Zeroizing<String> = Zeroizing::new(text.split_ascii_whitespace().collect());
    let der = STANDARD.decode(&*text).ok()?;
    PrivateKeyDer::try_from(der).ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    const CERTIFICATE: &str = include_str!("../../../tests/keys/certificate.pem");
    const KEY: &str = include_str!("../../../tests/keys/prime256v1.pem");
    const OTHER_KEY: &str = include_str!("../../../tests/keys/secp384r1.pem");

    /// [7.08] Apple gets the merchant's certificate first and its issuers' behind it, and a key that belongs to the first.
    #[test]
    fn an_identity_is_a_chain_and_its_key() {
        let twice = format!("{CERTIFICATE}{CERTIFICATE}");
        let identity = Identity::new(&twice, KEY).expect("an identity");
        let own = identity.certificate().expect("a certificate").der();
        let chain = identity.chain();
        assert!(chain.iter().map(AsRef::as_ref).eq([own, own]));
        let other = Identity::new(CERTIFICATE, OTHER_KEY);
        assert_eq!(other.err(), Some(IdentityError::OtherCertificate));
    }
}
