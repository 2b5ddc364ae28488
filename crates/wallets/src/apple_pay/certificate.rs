//! Apple's root, and what Apple writes into a merchant's certificates.

use crate::x509::{Certificate, CertificateError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// Apple's root for payment tokens: Apple Root CA - G3, published at <https://www.apple.com/certificateauthority/>.
const APPLE_ROOT: &str = include_str!("apple_root_ca_g3.pem");

impl Certificate {
    /// Returns Apple's root for payment tokens.
    pub fn apple_root() -> Result<Self, CertificateError> {
        Self::from_bytes(APPLE_ROOT.as_bytes())
    }

    /// Returns the merchant's identifier from a Merchant Identity or Payment Processing certificate.
    #[must_use]
    pub fn merchant_id(&self) -> Option<String> {
        Some(self.read()?.user_id()?.to_owned())
    }

    /// Returns the hash of the merchant's identifier, in hexadecimal digits, from a Merchant Identity or Payment Processing
    /// certificate.
    #[must_use]
    pub fn merchant_id_hash(&self) -> Option<String> {
        Some(self.read()?.merchant_id_hash()?.to_ascii_lowercase())
    }

    /// Returns the `publicKeyHash` of the tokens that this certificate's key decrypts.
    #[must_use]
    pub fn public_key_hash(&self) -> String {
        STANDARD.encode(Sha256::digest(self.public_key_info()))
    }
}
