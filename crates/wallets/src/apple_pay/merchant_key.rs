//! The merchant's private keys, which decrypt tokens.

use super::version::Version;
use crate::x509::Certificate;
use crate::{DecryptionKey, KeyError, pem};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::pkcs8::EncodePublicKey as _;
use rsa::RsaPrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::DecodePrivateKey as _;
use sha2::{Digest as _, Sha256};
use std::fmt;
use zeroize::Zeroizing;
use zkratka_commerce::hex;

/// A private key, EC or RSA. It is wiped from memory when dropped, and `Debug` does not print it.
#[derive(Clone)]
pub enum PrivateKey {
    /// For `EC_v1`.
    Ec(DecryptionKey),
    /// For `RSA_v1`.
    Rsa(Box<RsaPrivateKey>),
}

/// The private key of a Payment Processing certificate, with the other data that decrypting a token needs.
#[derive(Clone, Debug)]
pub struct MerchantKey {
    pub(super) private: PrivateKey,
    pub(super) merchant: MerchantId,
    public_key_hash: String,
}

/// The hash of a merchant's identifier, which is an input of every derived key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MerchantId(pub(super) [u8; 32]);

/// Why a key cannot be used. The text reveals nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MerchantKeyError {
    /// The text is neither a P-256 nor an RSA key.
    #[error("not a P-256 or RSA private key as PEM or base64 of DER (PKCS#8, SEC1 or PKCS#1)")]
    Unreadable,
    /// The PEM contains more than the key.
    #[error(transparent)]
    Pem(KeyError),
    /// The certificate has another public key.
    #[error("the private key does not belong to the certificate")]
    OtherCertificate,
    /// The certificate belongs to another merchant.
    #[error("the certificate is for another merchant id")]
    OtherMerchant,
    /// Neither the certificate nor the caller names the merchant.
    #[error("the certificate does not name the merchant id; give the id separately")]
    MerchantUnknown,
}

impl PrivateKey {
    /// Parses a key in PEM or base64 of DER: PKCS #8, SEC1 or PKCS #1.
    pub fn from_text(text: &str) -> Result<Self, MerchantKeyError> {
        match DecryptionKey::from_text(text) {
            Ok(key) => Ok(Self::Ec(key)),
            Err(KeyError::Unreadable) => rsa_key(text)
                .map(|key| Self::Rsa(Box::new(key)))
                .ok_or(MerchantKeyError::Unreadable),
            Err(error) => Err(MerchantKeyError::Pem(error)),
        }
    }

    /// Returns the version of the tokens that the key decrypts.
    #[must_use]
    pub const fn version(&self) -> Version {
        match self {
            Self::Ec(_) => Version::EcV1,
            Self::Rsa(_) => Version::RsaV1,
        }
    }

    /// Whether the certificate has this key's public key.
    #[must_use]
    pub fn belongs_to(&self, certificate: &Certificate) -> bool {
        self.public_key_info()
            .is_some_and(|info| info == certificate.public_key_info())
    }

    /// `SubjectPublicKeyInfo` (DER).
    fn public_key_info(&self) -> Option<Vec<u8>> {
        let info = match self {
            Self::Ec(key) => key.secret().public_key().to_public_key_der(),
            Self::Rsa(key) => key.to_public_key().to_public_key_der(),
        };
        info.ok().map(p256::pkcs8::Document::into_vec)
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("PrivateKey(..)")
    }
}

impl MerchantId {
    /// Hashes an identifier such as `merchant.cz.obchod`.
    #[must_use]
    pub fn of(identifier: &str) -> Self {
        Self(Sha256::digest(identifier).into())
    }

    /// Returns the hash in a certificate from Apple; `None` if it has none.
    #[must_use]
    pub fn in_certificate(certificate: &Certificate) -> Option<Self> {
        let text = certificate.merchant_id_hash()?;
        hex::decode(&text)?.try_into().ok().map(Self)
    }
}

impl fmt::Debug for MerchantId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("MerchantId(..)")
    }
}

impl MerchantKey {
    /// Combines a key with its certificate. `merchant_id` is required only if the certificate does not name the merchant.
    /// If both name one, they must agree.
    pub fn new(
        private: PrivateKey,
        certificate: &Certificate,
        merchant_id: Option<&str>,
    ) -> Result<Self, MerchantKeyError> {
        if !private.belongs_to(certificate) {
            return Err(MerchantKeyError::OtherCertificate);
        }
        let given = merchant_id.map(MerchantId::of);
        let merchant = match (MerchantId::in_certificate(certificate), given) {
            (Some(certified), Some(given)) if certified != given => {
                return Err(MerchantKeyError::OtherMerchant);
            }
            (certified, given) => certified.or(given),
        };
        Ok(Self {
            private,
            merchant: merchant.ok_or(MerchantKeyError::MerchantUnknown)?,
            public_key_hash: certificate.public_key_hash(),
        })
    }

    /// Returns the `publicKeyHash` of the tokens that the key decrypts.
    #[must_use]
    pub fn public_key_hash(&self) -> &str {
        &self.public_key_hash
    }

    /// Returns the version of the tokens that the key decrypts.
    #[must_use]
    pub const fn version(&self) -> Version {
        self.private.version()
    }
}

fn rsa_key(text: &str) -> Option<RsaPrivateKey> {
    let text = text.trim();
    if pem::is_pem(text) {
        let key = RsaPrivateKey::from_pkcs8_pem(text).ok();
        return key.or_else(|| RsaPrivateKey::from_pkcs1_pem(text).ok());
    }
    let text: Zeroizing<String> = Zeroizing::new(text.split_ascii_whitespace().collect());
    let der = Zeroizing::new(STANDARD.decode(&*text).ok()?);
    let key = RsaPrivateKey::from_pkcs8_der(&der).ok();
    key.or_else(|| RsaPrivateKey::from_pkcs1_der(&der).ok())
}
