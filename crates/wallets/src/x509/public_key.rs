//! Verifies signatures with the public keys of certificates.

use super::ber::{BIT_STRING, Element, NULL, OBJECT_IDENTIFIER, Reader, SEQUENCE};
use super::certificate::bits;
use super::oid;
use ring::signature::{self, UnparsedPublicKey, VerificationAlgorithm};

/// A public key, elliptic or RSA.
#[derive(Clone, Copy)]
pub(crate) struct PublicKey<'b> {
    kind: Kind,
    /// A curve point, or an `RSAPublicKey`.
    bytes: &'b [u8],
}

#[derive(Clone, Copy)]
enum Kind {
    P256,
    P384,
    Rsa,
}

impl<'b> PublicKey<'b> {
    /// Parses `SubjectPublicKeyInfo`.
    pub(crate) fn read(info: &'b [u8]) -> Option<Self> {
        let mut parts = Reader::only(info, SEQUENCE)?.inside();
        let algorithm = parts.expect(SEQUENCE)?;
        let bytes = bits(&parts.expect(BIT_STRING)?)?;
        let mut names = algorithm.inside();
        let name = names.expect(OBJECT_IDENTIFIER)?.content;
        let parameter = names.next();
        let curve = parameter.filter(|it| it.tag == OBJECT_IDENTIFIER);
        let kind = match (name, curve.map(|curve| curve.content)) {
            (oid::EC_PUBLIC_KEY, Some(oid::P_256)) => Kind::P256,
            (oid::EC_PUBLIC_KEY, Some(oid::P_384)) => Kind::P384,
            (oid::RSA, None) => Kind::Rsa,
            _ => return None,
        };
        (parts.end() && names.end()).then_some(Self { kind, bytes })
    }

    /// The `RSAPublicKey` (DER); `None` for other keys.
    pub(crate) const fn rsa(&self) -> Option<&'b [u8]> {
        match self.kind {
            Kind::Rsa => Some(self.bytes),
            Kind::P256 | Kind::P384 => None,
        }
    }

    /// Whether this key made the signature of `text`. The algorithm (`AlgorithmIdentifier`) must match the key's type.
    pub(crate) fn verifies(&self, algorithm: &Element<'_>, text: &[u8], signature: &[u8]) -> bool {
        let algorithm = named(algorithm).and_then(|name| self.algorithm(name));
        algorithm.is_some_and(|algorithm| {
            let key = UnparsedPublicKey::new(algorithm, self.bytes);
            key.verify(text, signature).is_ok()
        })
    }

    /// Whether this key, which must be on P-256, made the `ES256` signature of `text`: two numbers of 32 bytes (RFC 7518).
    pub(crate) fn verifies_es256(&self, text: &[u8], signature: &[u8]) -> bool {
        let key = UnparsedPublicKey::new(&signature::ECDSA_P256_SHA256_FIXED, self.bytes);
        self.is_p256() && key.verify(text, signature).is_ok()
    }

    /// Whether the key is on P-256.
    pub(crate) const fn is_p256(&self) -> bool {
        matches!(self.kind, Kind::P256)
    }

    fn algorithm(&self, name: &[u8]) -> Option<&'static dyn VerificationAlgorithm> {
        match (self.kind, name) {
            (Kind::P256, oid::ECDSA_SHA_256) => Some(&signature::ECDSA_P256_SHA256_ASN1),
            (Kind::P256, oid::ECDSA_SHA_384) => Some(&signature::ECDSA_P256_SHA384_ASN1),
            (Kind::P384, oid::ECDSA_SHA_256) => Some(&signature::ECDSA_P384_SHA256_ASN1),
            (Kind::P384, oid::ECDSA_SHA_384) => Some(&signature::ECDSA_P384_SHA384_ASN1),
            // CMS signatures name only the key's type, and the hash separately. It is SHA-256.
            (Kind::Rsa, oid::RSA | oid::RSA_SHA_256) => {
                Some(&signature::RSA_PKCS1_2048_8192_SHA256)
            }
            (Kind::Rsa, oid::RSA_SHA_384) => Some(&signature::RSA_PKCS1_2048_8192_SHA384),
            _ => None,
        }
    }
}

/// Returns the object identifier of an `AlgorithmIdentifier`, whose parameters must be absent or `NULL`.
pub(crate) fn named<'b>(algorithm: &Element<'b>) -> Option<&'b [u8]> {
    let mut parts = algorithm.inside();
    let name = parts.expect(OBJECT_IDENTIFIER)?.content;
    let empty = parts.optional(NULL).is_none_or(|it| it.content.is_empty());
    (algorithm.tag == SEQUENCE && empty && parts.end()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x509::ber::SET;
    use crate::x509::fixtures::element;

    fn name(id: &[u8]) -> Vec<u8> {
        element(OBJECT_IDENTIFIER, &[id])
    }

    /// [B.02] A key is read if its algorithm and its curve are known, and nothing follows them.
    #[test]
    fn keys_of_known_kinds_are_read() {
        let (curve, null) = (name(oid::P_256), element(NULL, &[]));
        let (ec, rsa) = (name(oid::EC_PUBLIC_KEY), name(oid::RSA));
        let point = element(BIT_STRING, &[&[0, 4]]);
        for (algorithm, after, is_read) in [
            (&[&ec[..], &curve][..], &[][..], true),
            (&[&ec, &name(oid::P_384)], &[], true),
            (&[&rsa, &null], &[], true),
            (&[&rsa], &[], true),
            (&[&ec], &[], false),
            (&[&ec, &ec], &[], false),
            (&[&rsa, &curve], &[], false),
            (&[&ec, &curve, &null], &[], false),
            (&[&ec, &curve], &null, false),
        ] {
            let algorithm = element(SEQUENCE, algorithm);
            let info = element(SEQUENCE, &[&algorithm, &point, after]);
            let read = PublicKey::read(&info);
            assert_eq!(read.is_some(), is_read, "{info:02x?}");
        }
    }

    /// [B.02] A signature's algorithm must be of the key's kind. CMS names the hash of RSA separately.
    #[test]
    fn each_kind_of_key_has_its_algorithms() {
        let known = [
            oid::ECDSA_SHA_256,
            oid::ECDSA_SHA_384,
            oid::RSA,
            oid::RSA_SHA_256,
            oid::RSA_SHA_384,
        ];
        for (kind, fits) in [
            (Kind::P256, [true, true, false, false, false]),
            (Kind::P384, [true, true, false, false, false]),
            (Kind::Rsa, [false, false, true, true, true]),
        ] {
            let key = PublicKey { kind, bytes: &[] };
            assert_eq!(known.map(|name| key.algorithm(name).is_some()), fits);
        }
    }

    /// [B.02] An algorithm is a sequence of its name and at most an empty parameter.
    #[test]
    fn an_algorithm_has_no_parameters() {
        let (sha, null) = (name(oid::SHA_256), element(NULL, &[]));
        for (tag, parts, is_named) in [
            (SEQUENCE, &[&sha[..]][..], true),
            (SEQUENCE, &[&sha, &null], true),
            (SET, &[&sha], false),
            (SEQUENCE, &[&sha, &element(NULL, &[&[0]])], false),
            (SEQUENCE, &[&sha, &null, &null], false),
            (SEQUENCE, &[&sha, &sha], false),
        ] {
            let bytes = element(tag, parts);
            let algorithm = Reader::only(&bytes, tag);
            let read = algorithm.as_ref().and_then(named);
            assert_eq!(read, is_named.then_some(oid::SHA_256), "{bytes:02x?}");
        }
    }
}
