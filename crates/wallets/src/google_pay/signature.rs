//! Verifies signatures over length-prefixed parts.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use p256::PublicKey;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::pkcs8::DecodePublicKey as _;
use ring::signature::{ECDSA_P256_SHA256_ASN1, UnparsedPublicKey};

/// Length of an uncompressed point on P-256, in bytes.
const POINT_LENGTH: usize = 65;

/// A key that verifies ECDSA signatures on P-256 over SHA-256. `p256` parses the key; `ring` verifies, because it is
/// several times faster.
#[derive(Clone, Debug)]
pub(super) struct VerifyingKey(UnparsedPublicKey<[u8; POINT_LENGTH]>);

impl VerifyingKey {
    /// Parses a key from the base64 of `SubjectPublicKeyInfo`; `None` if it is not a point on the curve.
    pub(super) fn from_base64(text: &str) -> Option<Self> {
        let der = STANDARD.decode(text).ok()?;
        let key = PublicKey::from_public_key_der(&der).ok()?;
        let point = key.to_sec1_point(false).as_bytes().try_into().ok()?;
        Some(Self(UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point)))
    }

    /// Whether this key made the signature (DER) of `text`.
    fn verifies(&self, text: &[u8], signature: &[u8]) -> bool {
        self.0.verify(text, signature).is_ok()
    }
}

/// Concatenates the parts, each after its length in bytes as four little-endian bytes, so that no two lists of parts give
/// the same bytes.
pub(super) fn length_prefixed(parts: &[&str]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(parts.iter().map(|part| part.len() + 4).sum());
    for part in parts {
        // Tokens are far shorter than this limit.
        let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}

/// Whether any of the keys made any of the signatures (base64 of DER). A malformed signature counts as made by none.
pub(super) fn any_verifies(keys: &[&VerifyingKey], signatures: &[String], signed: &[u8]) -> bool {
    let mut signatures = signatures
        .iter()
        .filter_map(|text| STANDARD.decode(text).ok());
    signatures.any(|signature| keys.iter().any(|key| key.verifies(signed, &signature)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use p256::ecdsa::signature::{Signer as _, Verifier as _};
    use p256::ecdsa::{Signature, SigningKey};
    use p256::pkcs8::EncodePublicKey as _;

    const TEXT: &[u8] = b"signed";

    #[test]
    fn every_part_follows_its_length_in_bytes() {
        assert_eq!(
            length_prefixed(&["Google", "č"]),
            [b"\x06\0\0\0Google\x02\0\0\0".as_slice(), "č".as_bytes()].concat()
        );
        assert_ne!(length_prefixed(&["ab", "c"]), length_prefixed(&["a", "bc"]));
    }

    /// Returns a key in three forms: the signing key, `p256`'s verifying key, and ours.
    fn keys(secret: u8) -> (SigningKey, p256::ecdsa::VerifyingKey, VerifyingKey) {
        let signing = SigningKey::from_slice(&[secret; 32]).unwrap();
        let public = *signing.verifying_key();
        let der = PublicKey::from(public).to_public_key_der().unwrap();
        let ours = VerifyingKey::from_base64(&STANDARD.encode(der)).unwrap();
        (signing, public, ours)
    }

    /// Encodes an unsigned integer in DER. `value` must already be in its shortest form.
    fn integer(value: &[u8]) -> Vec<u8> {
        [&[2, u8::try_from(value.len()).unwrap()], value].concat()
    }

    fn sequence(parts: &[Vec<u8>]) -> Vec<u8> {
        let inside = parts.concat();
        [vec![0x30, u8::try_from(inside.len()).unwrap()], inside].concat()
    }

    /// `ring` and `p256` agree on every signature with a changed, missing or added byte.
    #[test]
    fn a_changed_signature_is_refused_as_p256_refuses_it() {
        for secret in 1..=6 {
            let (signing, theirs, ours) = keys(secret);
            let signature: Signature = signing.sign(TEXT);
            let der = signature.to_der();
            let der = der.as_bytes();
            assert!(ours.verifies(TEXT, der));
            assert!(!ours.verifies(b"another", der));
            let mut changed: Vec<Vec<u8>> = (0..der.len())
                .flat_map(|at| {
                    [1_u8, 0x7f, 0x80, 0xff].map(|mask| {
                        let mut copy = der.to_vec();
                        copy[at] ^= mask;
                        copy
                    })
                })
                .collect();
            changed.extend((0..der.len()).map(|end| der[..end].to_vec()));
            changed.push([der, &[0]].concat());
            for signature in changed {
                let expected = Signature::from_der(&signature)
                    .is_ok_and(|signature| theirs.verify(TEXT, &signature).is_ok());
                assert_eq!(ours.verifies(TEXT, &signature), expected, "{signature:?}");
                assert!(!expected, "{signature:?}");
            }
        }
    }

    /// A valid signature is the only DER encoding of two numbers between zero and the curve's order.
    #[test]
    fn only_strict_der_of_sound_numbers_is_a_signature() {
        let (signing, theirs, ours) = keys(7);
        let signature: Signature = signing.sign(TEXT);
        let (r, s) = signature.split_bytes();
        let unsigned = |number: &[u8]| match number.first() {
            Some(first) if *first >= 0x80 => [&[0], number].concat(),
            _ => number.to_vec(),
        };
        let (r, s) = (unsigned(&r), unsigned(&s));
        assert!(ours.verifies(TEXT, &sequence(&[integer(&r), integer(&s)])));
        let order = [
            0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
            0xbc, 0xe6, 0xfa, 0xad, 0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63,
            0x25, 0x51,
        ];
        let padded = |number: &[u8]| [&[0, 0], number].concat();
        for parts in [
            vec![integer(&[0]), integer(&s)],
            vec![integer(&r), integer(&[0])],
            vec![integer(&[0]), integer(&[0])],
            vec![integer(&order), integer(&s)],
            vec![integer(&r), integer(&order)],
            vec![integer(&padded(&r)), integer(&s)],
            vec![integer(&r), integer(&padded(&s))],
            vec![integer(&r)],
            vec![integer(&r), integer(&s), integer(&s)],
            vec![integer(&[]), integer(&s)],
            vec![integer(&[0xff]), integer(&s)],
        ] {
            let signature = sequence(&parts);
            assert!(!ours.verifies(TEXT, &signature), "{signature:?}");
            let theirs = Signature::from_der(&signature)
                .is_ok_and(|signature| theirs.verify(TEXT, &signature).is_ok());
            assert!(!theirs, "{signature:?}");
        }
        // The length has two bytes, although one is enough.
        let whole = sequence(&[integer(&r), integer(&s)]);
        let long = [&[0x30, 0x81], &whole[1..]].concat();
        assert!(!ours.verifies(TEXT, &long));
        // The two numbers are not in DER.
        assert!(!ours.verifies(TEXT, &signature.to_bytes()));
    }

    /// A point off the curve, at infinity, or on another curve is not a valid key.
    #[test]
    fn only_a_point_on_the_curve_is_a_key() {
        let (signing, ..) = keys(9);
        let key = PublicKey::from(*signing.verifying_key());
        let der = key.to_public_key_der().unwrap().as_bytes().to_vec();
        assert!(VerifyingKey::from_base64(&STANDARD.encode(&der)).is_some());
        let mut off_the_curve = der.clone();
        *off_the_curve.last_mut().unwrap() ^= 1;
        let mut other_curve = der.clone();
        // The last byte of the curve's object identifier: prime256v1 becomes another curve.
        other_curve[22] ^= 1;
        let zero = [&der[..27], &[0; 64]].concat();
        let infinity = {
            let mut short = der[..26].to_vec();
            // The bit string then has only the count of unused bits and one byte: the encoding of the point at infinity.
            short[1] -= 64;
            short[24] -= 64;
            short.push(0);
            short
        };
        for no_key in [
            off_the_curve,
            other_curve,
            zero,
            infinity,
            [&der[..], &[0]].concat(),
        ] {
            assert!(VerifyingKey::from_base64(&STANDARD.encode(&no_key)).is_none());
        }
    }
}
