//! Compact JWS (RFC 7515) with `ES256` and the signer's certificates in `x5c`. No other form is read.

use super::chain::Chain;
use super::members::Presence;
use super::refusal::SignatureRefusal;
use crate::x509::Certificate;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde::Deserialize;

/// The only algorithm: ECDSA on P-256 with SHA-256.
pub(super) const ALGORITHM: &str = "ES256";

/// The signer's certificate, at most one authority's, and the root's.
const MOST_CERTIFICATES: usize = 3;

/// The members of the header that matter. The header may not name a key in another way than `x5c`: `jwk`, `jku` and `x5u`
/// are ignored.
#[derive(Deserialize)]
struct Header {
    alg: String,
    #[serde(default)]
    x5c: Vec<String>,
    #[serde(default)]
    crit: Presence,
    #[serde(default)]
    b64: Presence,
    #[serde(default)]
    zip: Presence,
}

/// A signature, parsed but not verified.
pub(super) struct Jws {
    /// From the signer's certificate upwards.
    pub(super) certificates: Vec<Certificate>,
    /// The text that the signature covers.
    pub(super) signed: String,
    signature: Vec<u8>,
}

impl Jws {
    /// Parses `header.payload.signature`, and returns the decoded payload too.
    pub(super) fn attached(text: &str) -> Result<(Self, Vec<u8>), SignatureRefusal> {
        let (signed, signature) = text.rsplit_once('.').ok_or(SignatureRefusal::Malformed)?;
        let (header, payload) = signed.split_once('.').ok_or(SignatureRefusal::Malformed)?;
        let payload = decode(payload)?;
        let jws = Self::read(header, signed.to_owned(), signature)?;
        Ok((jws, payload))
    }

    /// Parses `header..signature`, whose payload is this content.
    pub(super) fn detached(text: &str, content: &[u8]) -> Result<Self, SignatureRefusal> {
        let (header, signature) = text.split_once("..").ok_or(SignatureRefusal::Malformed)?;
        Self::read(header, signed_text(header, content), signature)
    }

    fn read(header: &str, signed: String, signature: &str) -> Result<Self, SignatureRefusal> {
        let signature = decode(signature)?;
        let header: Header =
            serde_json::from_slice(&decode(header)?).map_err(|_| SignatureRefusal::Malformed)?;
        if header.alg != ALGORITHM {
            return Err(SignatureRefusal::Algorithm);
        }
        if header.crit.0 || header.b64.0 || header.zip.0 {
            return Err(SignatureRefusal::Extension);
        }
        Ok(Self {
            certificates: certificates(&header.x5c).ok_or(SignatureRefusal::Certificates)?,
            signed,
            signature,
        })
    }

    /// Verifies the chain to one of `roots`.
    pub(super) fn chain<'c>(
        &'c self,
        roots: &'c [Certificate],
    ) -> Result<Chain<'c>, SignatureRefusal> {
        Chain::verify(&self.certificates, roots)
    }

    /// Checks that the signer of this chain made the signature.
    pub(super) fn check_made_by(&self, chain: &Chain<'_>) -> Result<(), SignatureRefusal> {
        chain
            .verifies(self.signed.as_bytes(), &self.signature)
            .then_some(())
            .ok_or(SignatureRefusal::Signature)
    }
}

/// The text that a signature of this content covers, under this encoded header.
pub(super) fn signed_text(header: &str, content: &[u8]) -> String {
    format!("{header}.{}", URL_SAFE_NO_PAD.encode(content))
}

fn certificates(texts: &[String]) -> Option<Vec<Certificate>> {
    if !(1..=MOST_CERTIFICATES).contains(&texts.len()) {
        return None;
    }
    let texts = texts.iter();
    texts
        .map(|text| Certificate::from_der(STANDARD.decode(text).ok()?).ok())
        .collect()
}

fn decode(text: &str) -> Result<Vec<u8>, SignatureRefusal> {
    URL_SAFE_NO_PAD
        .decode(text)
        .map_err(|_| SignatureRefusal::Malformed)
}
