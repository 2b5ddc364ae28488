//! Credentials that replace a contract with Apple in test mode.

use zeroize::Zeroizing;
use zkratka_wallets::apple_pay::{Certificate, PrivateKey};

/// Credentials that replace a contract with Apple in test mode.
pub struct EmulatedApplePay {
    /// The merchant identifier at the emulation.
    pub merchant_id: &'static str,
    /// The root of the emulation's token certificates and of its merchant validation.
    pub root: Certificate,
    /// The Merchant Identity certificate for the emulated validation.
    pub identity_certificate: Certificate,
    pub identity_key: Zeroizing<String>,
    /// The certificate with the key to which tokens are encrypted.
    pub processing_certificate: Certificate,
    pub processing_key: Zeroizing<String>,
}

impl EmulatedApplePay {
    /// Whether the text is one of the emulation's private keys, in any encoding.
    #[must_use]
    pub fn has_key(&self, text: &str) -> bool {
        let mut certificates =
            [&self.identity_certificate, &self.processing_certificate].into_iter();
        PrivateKey::from_text(text)
            .is_ok_and(|key| certificates.any(|certificate| key.belongs_to(certificate)))
    }
}
