//! The certificate that SNS signs with.
//!
//! SNS publishes it alone, without its chain, on a host of its own. TLS to that exact host authenticates the file, as AWS's
//! own libraries have it; the certificate must also be for SNS, and valid.

use super::SignatureVersion;
use super::source::MAX_CERTIFICATE_BYTES;
use crate::x509::{PublicKey, X509};
use ring::signature::{
    RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256, RsaParameters,
    UnparsedPublicKey,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use zkratka_commerce::time::Timestamp;

/// The name in the certificates of SNS in every region.
const SUBJECT: &str = "sns.amazonaws.com";

/// A certificate that is for SNS.
#[derive(Clone, Debug)]
pub struct SnsCertificate(CertificateDer<'static>);

impl SnsCertificate {
    /// Reads the first certificate of a PEM file. `None` if there is none, it is not for SNS, or its key is not RSA.
    #[must_use]
    pub fn read(pem: &[u8]) -> Option<Self> {
        if pem.len() > MAX_CERTIFICATE_BYTES {
            return None;
        }
        let der = CertificateDer::from_pem_slice(pem).ok()?;
        let parsed = X509::read(&der)?;
        let is_usable = parsed.is_for_host(SUBJECT)
            && parsed.may_sign()
            && PublicKey::read(parsed.public_key_info).is_some_and(|key| key.rsa().is_some());
        is_usable.then(|| Self(der.clone()))
    }

    /// Whether the certificate is valid at this time.
    #[must_use]
    pub fn is_valid_at(&self, moment: Timestamp) -> bool {
        X509::read(&self.0).is_some_and(|parsed| parsed.is_valid_at(moment))
    }

    /// The end of the certificate's validity.
    #[must_use]
    pub fn not_after(&self) -> Timestamp {
        X509::read(&self.0).map_or(Timestamp(i64::MIN), |parsed| parsed.not_after)
    }

    pub(super) fn verifies(&self, version: SignatureVersion, text: &str, signature: &[u8]) -> bool {
        let algorithm: &'static RsaParameters = match version {
            SignatureVersion::V1 => &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
            SignatureVersion::V2 => &RSA_PKCS1_2048_8192_SHA256,
        };
        let key = X509::read(&self.0).and_then(|parsed| PublicKey::read(parsed.public_key_info));
        key.and_then(|key| key.rsa()).is_some_and(|key| {
            let key = UnparsedPublicKey::new(algorithm, key);
            key.verify(text.as_bytes(), signature).is_ok()
        })
    }
}
