//! What stands for a contract with Apple.

use zeroize::Zeroizing;
use zkratka_wallets::apple_pay::{Certificate, PrivateKey};

/// What stands for a contract with Apple.
pub struct EmulatedApplePay {
    /// The merchant's name at the emulation.
    pub merchant_id: &'static str,
    /// What the emulation's tokens and its merchant validation lead to.
    pub root: Certificate,
    /// The merchant's certificate at the emulated validation.
    pub identity_certificate: Certificate,
    pub identity_key: Zeroizing<String>,
    /// The certificate to whose key tokens are encrypted.
    pub processing_certificate: Certificate,
    pub processing_key: Zeroizing<String>,
}

impl EmulatedApplePay {
    /// Whether a text is one of the emulation's keys, however it is written.
    #[must_use]
    pub fn has_key(&self, text: &str) -> bool {
        let mut certificates =
            [&self.identity_certificate, &self.processing_certificate].into_iter();
        PrivateKey::from_text(text)
            .is_ok_and(|key| certificates.any(|certificate| key.belongs_to(certificate)))
    }
}
