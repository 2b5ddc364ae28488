//! What stands in for a contract with Apple in test mode. Everybody knows these keys, and live mode refuses them.

use zeroize::Zeroizing;
pub use zkratka_sandbox::apple_pay::MERCHANT_ID;
use zkratka_sandbox::apple_pay::{
    authority_pem, identity_certificate_pem, identity_private_key, processing_certificate_pem,
    processing_private_key,
};
use zkratka_wallets::apple_pay::{Certificate, PrivateKey};

/// What the emulation's tokens lead to.
#[must_use]
pub fn root() -> Option<Certificate> {
    Certificate::from_bytes(authority_pem().as_bytes()).ok()
}

/// The merchant's certificate at the emulated validation.
#[must_use]
pub fn identity_certificate() -> Option<Certificate> {
    Certificate::from_bytes(identity_certificate_pem().as_bytes()).ok()
}

/// Its key.
#[must_use]
pub fn identity_key() -> Zeroizing<String> {
    Zeroizing::new(identity_private_key())
}

/// The certificate to whose key tokens are encrypted.
#[must_use]
pub fn processing_certificate() -> Option<Certificate> {
    Certificate::from_bytes(processing_certificate_pem().as_bytes()).ok()
}

/// Its key.
#[must_use]
pub fn processing_key() -> Zeroizing<String> {
    Zeroizing::new(processing_private_key())
}

/// Whether a certificate is one of the emulation's.
#[must_use]
pub fn is_emulated(certificate: &Certificate) -> bool {
    let known = [root(), identity_certificate(), processing_certificate()];
    known
        .iter()
        .flatten()
        .any(|known| known.public_key_info() == certificate.public_key_info())
}

/// Whether a text is one of the emulation's keys, however it is written.
#[must_use]
pub fn is_known(text: &str) -> bool {
    let certificates = [identity_certificate(), processing_certificate()];
    PrivateKey::from_text(text).is_ok_and(|key| {
        let mut certificates = certificates.iter().flatten();
        certificates.any(|certificate| key.belongs_to(certificate))
    })
}
