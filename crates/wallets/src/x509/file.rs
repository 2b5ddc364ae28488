//! Reads certificates from files: a vendor's root, and the merchant's own.

use super::certificate::X509;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use zkratka_commerce::time::Timestamp;

const BEGIN: &str = "-----BEGIN CERTIFICATE-----";
const END: &str = "-----END CERTIFICATE-----";

/// A certificate. All its content is public.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    der: Vec<u8>,
}

/// Why a certificate cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The file contains no certificate in a known format.
    #[error("not an X.509 certificate as PEM (-----BEGIN CERTIFICATE-----), base64 of DER, or DER")]
    Unreadable,
}

impl Certificate {
    /// Reads a certificate from a file: PEM, base64 of DER, or DER (as Apple's `.cer`).
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CertificateError> {
        let all = Self::all_from_bytes(bytes)?;
        let only = <[Self; 1]>::try_from(all).map_err(|_| CertificateError::Unreadable)?;
        let [certificate] = only;
        Ok(certificate)
    }

    /// Reads all certificates of a file, in their order; at least one.
    pub fn all_from_bytes(bytes: &[u8]) -> Result<Vec<Self>, CertificateError> {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Ok(vec![Self::from_der(bytes.to_vec())?]);
        };
        if !text.contains(BEGIN) {
            return Ok(vec![Self::from_base64(text)?]);
        }
        let blocks = text.split(BEGIN).skip(1);
        blocks
            .map(|block| {
                let (body, _) = block.split_once(END).ok_or(CertificateError::Unreadable)?;
                Self::from_base64(body)
            })
            .collect()
    }

    fn from_base64(text: &str) -> Result<Self, CertificateError> {
        let text: String = text.split_ascii_whitespace().collect();
        let der = STANDARD.decode(text).ok();
        Self::from_der(der.ok_or(CertificateError::Unreadable)?)
    }

    /// Reads a certificate in DER, as TLS handshakes contain it.
    pub fn from_der(der: Vec<u8>) -> Result<Self, CertificateError> {
        let readable = X509::read(&der).is_some();
        readable
            .then_some(Self { der })
            .ok_or(CertificateError::Unreadable)
    }

    /// Returns the certificate in DER.
    #[must_use]
    pub fn der(&self) -> &[u8] {
        &self.der
    }

    /// Returns the start of the certificate's validity.
    #[must_use]
    pub fn not_before(&self) -> Timestamp {
        self.read().map_or(Timestamp(i64::MAX), |it| it.not_before)
    }

    /// Returns the end of the certificate's validity.
    #[must_use]
    pub fn not_after(&self) -> Timestamp {
        self.read().map_or(Timestamp(i64::MIN), |it| it.not_after)
    }

    /// Whether the certificate is self-signed, as a root is.
    #[must_use]
    pub fn is_root(&self) -> bool {
        self.read()
            .is_some_and(|it| it.is_issued_by(&it) && it.may_issue())
    }

    /// Returns `SubjectPublicKeyInfo` (DER).
    #[must_use]
    pub fn public_key_info(&self) -> &[u8] {
        self.read().map_or(&[], |it| it.public_key_info)
    }

    pub(crate) fn read(&self) -> Option<X509<'_>> {
        X509::read(&self.der)
    }
}
