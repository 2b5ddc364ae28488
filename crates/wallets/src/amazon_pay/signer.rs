//! Signs as one application of Amazon Pay.

use super::algorithm::Algorithm;
use super::canonical::ApiRequest;
use super::derived_key::DerivedKey;
use super::key::{SigningError, SigningKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// Signs requests to Amazon Pay's API, and payloads of its button.
#[derive(Clone, Debug)]
pub struct Signer {
    key: SigningKey,
    public_key_id: String,
    algorithm: Algorithm,
}

impl Signer {
    /// `public_key_id` is Amazon's name of the key, such as `SANDBOX-AF3...`.
    #[must_use]
    pub const fn new(key: SigningKey, public_key_id: String, algorithm: Algorithm) -> Self {
        Self {
            key,
            public_key_id,
            algorithm,
        }
    }

    #[must_use]
    pub fn public_key_id(&self) -> &str {
        &self.public_key_id
    }

    #[must_use]
    pub const fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// Returns the header `authorization` of a request.
    pub fn authorization(&self, request: &ApiRequest<'_>) -> Result<String, SigningError> {
        let signature = self.signature(&request.canonical())?;
        let (name, id) = (self.algorithm.name(), &self.public_key_id);
        let headers = request.signed_headers();
        Ok(format!(
            "{name} PublicKeyId={id}, SignedHeaders={headers}, Signature={signature}"
        ))
    }

    /// Returns the signature of the button's payload, in base64. Amazon verifies exactly this text: it must reach Amazon's
    /// script unchanged, to the byte.
    pub fn button(&self, payload: &str) -> Result<String, SigningError> {
        self.signature(payload)
    }

    /// The shop's own key for this purpose.
    #[must_use]
    pub fn derived_key(&self, purpose: &str) -> DerivedKey {
        DerivedKey::of(&self.key, purpose)
    }

    fn signature(&self, content: &str) -> Result<String, SigningError> {
        let text = self.algorithm.string_to_sign(content);
        let signature = self.key.sign(self.algorithm, &text)?;
        Ok(STANDARD.encode(signature))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = include_str!("../../tests/keys/rsa2048-pkcs8.pem");

    /// [B.02] Amazon finds the public key by its name: the signer tells the name that it signs under.
    #[test]
    fn a_signer_tells_what_it_signs_with() {
        for algorithm in [Algorithm::V1, Algorithm::V2] {
            let key = SigningKey::from_pem(KEY).expect("a key");
            let signer = Signer::new(key, "SANDBOX-A1".to_owned(), algorithm);
            assert_eq!(signer.public_key_id(), "SANDBOX-A1");
            assert_eq!(signer.algorithm(), algorithm);
        }
    }
}
