//! Signatures over length-prefixed parts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::ecdsa::signature::Verifier as _;
use p256::ecdsa::{Signature, VerifyingKey};
use p256::pkcs8::DecodePublicKey as _;

/// The parts, each after its length in bytes as four little-endian bytes: no two lists of parts give the same bytes.
pub(super) fn length_prefixed(parts: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len() + 4).sum());
    for part in parts {
        // Tokens are bounded far below this limit.
        let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}

/// Whether any of the keys made any of the signatures (base64 of DER). A signature that cannot be read was made by none.
pub(super) fn any_verifies(keys: &[&VerifyingKey], signatures: &[String], signed: &[u8]) -> bool {
    let mut signatures = signatures.iter().filter_map(|text| parse(text));
    signatures.any(|signature| {
        let mut keys = keys.iter();
        keys.any(|key| key.verify(signed, &signature).is_ok())
    })
}

/// A public key out of base64 of SubjectPublicKeyInfo.
pub(super) fn public_key(base64: &str) -> Option<VerifyingKey> {
    let der = STANDARD.decode(base64).ok()?;
    VerifyingKey::from_public_key_der(&der).ok()
}

fn parse(base64: &str) -> Option<Signature> {
    let der = STANDARD.decode(base64).ok()?;
    Signature::from_der(&der).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_follows_its_length_in_bytes() {
        assert_eq!(
            length_prefixed(&["Google", "č"]),
            [b"\x06\0\0\0Google\x02\0\0\0".as_slice(), "č".as_bytes()].concat()
        );
        assert_ne!(length_prefixed(&["ab", "c"]), length_prefixed(&["a", "bc"]));
    }
}
