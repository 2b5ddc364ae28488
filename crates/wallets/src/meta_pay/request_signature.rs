//! The header that signs a request to Meta: a detached JWS over the body.

use super::jws::{ALGORITHM, Jws, signed_text};
use super::refusal::SignatureRefusal;
use crate::x509::{Certificate, CertificateError};
use crate::{DecryptionKey, KeyError};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::ecdsa::signature::Signer as _;
use p256::ecdsa::{Signature, SigningKey};
use p256::pkcs8::EncodePublicKey as _;
use serde_json::json;
use std::fmt;
use zkratka_commerce::time::Timestamp;

/// The name of the header.
pub const REQUEST_SIGNATURE_HEADER: &str = "FBPAY_SIGNATURE";

/// Longest accepted header, in bytes.
const LONGEST_HEADER: usize = 16 * 1024;

/// Signs the partner's requests.
#[derive(Clone)]
pub struct RequestSigner {
    key: SigningKey,
    /// The encoded header of every signature. It is always the same.
    header: String,
}

/// Why a key and its certificates cannot sign. The texts reveal nothing of the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignerError {
    #[error("the private key: {0}")]
    Key(#[from] KeyError),
    #[error("the certificates: {0}")]
    Certificates(#[from] CertificateError),
    /// The first certificate must be the key's own.
    #[error("the first certificate does not belong to the private key, or must not sign")]
    OtherKey,
}

impl RequestSigner {
    /// Creates a signer with a P-256 key (PEM, or base64 of DER) and its certificates (PEM), the key's own first.
    pub fn new(key: &str, certificates: &[u8]) -> Result<Self, SignerError> {
        let key = DecryptionKey::from_text(key)?;
        let certificates = Certificate::all_from_bytes(certificates)?;
        let info = key.secret().public_key().to_public_key_der();
        let info = info.map_err(|_| KeyError::Unreadable)?;
        let own = certificates.first().and_then(Certificate::read);
        let is_own =
            own.is_some_and(|own| own.public_key_info == info.as_bytes() && own.may_sign());
        if !is_own {
            return Err(SignerError::OtherKey);
        }
        let certificates: Vec<String> = certificates
            .iter()
            .map(|certificate| STANDARD.encode(certificate.der()))
            .collect();
        let header = json!({ "x5c": certificates, "alg": ALGORITHM });
        Ok(Self {
            key: key.secret().into(),
            header: URL_SAFE_NO_PAD.encode(header.to_string()),
        })
    }

    /// Returns the header's value for a request with exactly this body.
    #[must_use]
    pub fn sign(&self, body: &[u8]) -> String {
        let signed = signed_text(&self.header, body);
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.to_bytes());
        format!("{}..{signature}", self.header)
    }
}

impl fmt::Debug for RequestSigner {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("RequestSigner(..)")
    }
}

/// Checks that a request with exactly this body was signed by a key whose certificates lead to one of `roots` and are
/// valid now. The signature covers no time: the caller must recognise a repeated request by its content.
pub fn verify_request(
    signature: &str,
    body: &[u8],
    roots: &[Certificate],
    now: Timestamp,
) -> Result<(), SignatureRefusal> {
    if signature.len() > LONGEST_HEADER {
        return Err(SignatureRefusal::Malformed);
    }
    let jws = Jws::detached(signature, body)?;
    let chain = jws.chain(roots)?;
    jws.check_made_by(&chain)?;
    chain.check_valid_at(now)
}
