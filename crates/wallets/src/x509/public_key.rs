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
