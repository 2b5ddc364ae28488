//! Signs the platform's authorisation for a shop's payment sheet in Google Pay (row 5.10).

use crate::pem;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::SecretKey;
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;
use std::fmt;
use zeroize::Zeroizing;
use zkratka_commerce::time::Timestamp;

/// How long an authorisation is valid, in seconds.
const LIFETIME: i64 = 3600;

/// Signs `authJwt` (ES256).
#[derive(Clone)]
pub struct AuthJwtSigner {
    key: SigningKey,
    key_id: Option<String>,
}

/// An authorisation for the payment sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthToken {
    /// The JSON Web Token for `merchantInfo.authJwt`.
    pub jwt: String,
    /// The expiration, in seconds since the epoch.
    pub expires_at: i64,
}

/// Why a signing key cannot be used. The text reveals nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a P-256 private key as PEM or DER (PKCS#8 or SEC1)")]
pub struct SigningKeyError;

impl AuthJwtSigner {
    /// Creates a signer with a key in PEM (PKCS#8 or SEC1). The key's id, if any, is the header's `kid`.
    pub fn from_pem(text: &str, key_id: Option<String>) -> Result<Self, SigningKeyError> {
        let key = pem::private_key(text).map_err(|_| SigningKeyError)?;
        let key = SecretKey::from_pem(key).map_err(|_| SigningKeyError)?;
        Ok(Self::new(&key, key_id))
    }

    /// Creates a signer with a key in DER (PKCS#8 or SEC1).
    pub fn from_der(der: &[u8], key_id: Option<String>) -> Result<Self, SigningKeyError> {
        let key = SecretKey::from_der(der).map_err(|_| SigningKeyError)?;
        Ok(Self::new(&key, key_id))
    }

    /// Creates a signer with a key in base64 of DER. White space is ignored.
    pub fn from_der_base64(text: &str, key_id: Option<String>) -> Result<Self, SigningKeyError> {
        let text: Zeroizing<String> = Zeroizing::new(text.split_ascii_whitespace().collect());
        let der = STANDARD.decode(&*text).map_err(|_| SigningKeyError)?;
        Self::from_der(&Zeroizing::new(der), key_id)
    }

    /// Creates a signer with a key of 32 bytes, big-endian.
    pub fn from_bytes(bytes: &[u8; 32], key_id: Option<String>) -> Result<Self, SigningKeyError> {
        let key = SecretKey::from_slice(bytes).map_err(|_| SigningKeyError)?;
        Ok(Self::new(&key, key_id))
    }

    fn new(key: &SecretKey, key_id: Option<String>) -> Self {
        Self {
            key: key.into(),
            key_id,
        }
    }

    /// Signs an authorisation for one hour. It allows `origin` (a host without a scheme) to open the payment sheet for the
    /// merchant.
    #[must_use]
    pub fn mint(&self, origin: &str, merchant_id: &str, now: Timestamp) -> AuthToken {
        let issued_at = now.0.div_euclid(1000);
        let expires_at = issued_at.saturating_add(LIFETIME);
        let mut header = json!({ "typ": "JWT", "alg": "ES256" });
        if let Some(id) = &self.key_id {
            header["kid"] = json!(id);
        }
        let claims = json!({
            "merchantOrigin": origin,
            "merchantId": merchant_id,
            "iat": issued_at,
            "exp": expires_at,
        });
        let encode = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(&header), encode(&claims));
        let signature: Signature = self.key.sign(signed.as_bytes());
        let jwt = format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()));
        AuthToken { jwt, expires_at }
    }
}

impl fmt::Debug for AuthJwtSigner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("AuthJwtSigner")
            .field("key_id", &self.key_id)
            .finish_non_exhaustive()
    }
}
