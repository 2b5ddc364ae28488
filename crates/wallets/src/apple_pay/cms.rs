//! The signature of a token: CMS `SignedData` without the signed content, with one signer.
//!
//! Every part that the signature does not cover must have its one valid value, so that a token has one encoding only.

use crate::x509::X509;
use crate::x509::ber::{
    CONTEXT_0, Element, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING, Reader, SEQUENCE, SET, time,
};
use crate::x509::oid;
use crate::x509::{PublicKey, named};
use zkratka_commerce::time::Timestamp;

/// The signer's certificate, its issuer's, and optionally the root.
const MOST_CERTIFICATES: usize = 3;

/// A signature, parsed but not verified.
pub(super) struct SignedData<'b> {
    pub(super) certificates: Vec<X509<'b>>,
    /// The signing time that the signer states.
    pub(super) signing_time: Timestamp,
    /// The SHA-256 of the signed content that the signer states.
    pub(super) message_digest: &'b [u8],
    /// The issuer and the serial number of the signer's certificate.
    signer: Element<'b>,
    algorithm: Element<'b>,
    /// The bytes that the signature covers, except their tag: in the token it differs from the tag at the time of signing.
    attributes: &'b [u8],
    signature: &'b [u8],
}

struct Attributes<'b> {
    signing_time: Timestamp,
    message_digest: &'b [u8],
}

impl<'b> SignedData<'b> {
    /// Parses `ContentInfo`.
    pub(super) fn read(bytes: &'b [u8]) -> Option<Self> {
        let mut info = Reader::only(bytes, SEQUENCE)?.inside();
        let kind = info.expect(OBJECT_IDENTIFIER)?;
        let content = info.expect(CONTEXT_0)?;
        if kind.content != oid::SIGNED_DATA || !info.end() {
            return None;
        }
        let mut parts = Reader::only(content.content, SEQUENCE)?.inside();
        let version = parts.expect(INTEGER)?;
        let digests = parts.expect(SET)?;
        let content = parts.expect(SEQUENCE)?;
        let certificates = parts.expect(CONTEXT_0)?;
        let signers = parts.expect(SET)?;
        let detached = Reader::only(content.content, OBJECT_IDENTIFIER)?;
        let digest = Reader::only(digests.content, SEQUENCE)?;
        let sound = version.content == [1]
            && named(&digest) == Some(oid::SHA_256)
            && detached.content == oid::DATA
            && parts.end();
        let certificates = read_certificates(&certificates)?;
        let signer = Reader::only(signers.content, SEQUENCE)?;
        sound.then(|| Self::of_signer(&signer, certificates))?
    }

    fn of_signer(info: &Element<'b>, certificates: Vec<X509<'b>>) -> Option<Self> {
        let mut parts = info.inside();
        let version = parts.expect(INTEGER)?;
        let signer = parts.expect(SEQUENCE)?;
        let digest = parts.expect(SEQUENCE)?;
        let attributes = parts.expect(CONTEXT_0)?;
        let algorithm = parts.expect(SEQUENCE)?;
        let signature = parts.expect(OCTET_STRING)?.content;
        // Unsigned attributes would follow the signature here.
        let sound = version.content == [1]
            && named(&digest) == Some(oid::SHA_256)
            && attributes.is_definite()
            && parts.end();
        let read = read_attributes(&attributes)?;
        sound.then_some(Self {
            certificates,
            signing_time: read.signing_time,
            message_digest: read.message_digest,
            signer,
            algorithm,
            attributes: attributes.whole,
            signature,
        })
    }

    /// Whether the key of this certificate made the signature.
    pub(super) fn is_made_by(&self, certificate: &X509<'_>) -> bool {
        let named = || {
            let mut parts = self.signer.inside();
            let issuer = parts.expect(SEQUENCE)?.whole;
            let serial = parts.expect(INTEGER)?.whole;
            Some(parts.end() && issuer == certificate.issuer && serial == certificate.serial)
        };
        let signed = [&[SET], self.attributes.get(1..).unwrap_or_default()].concat();
        named().unwrap_or(false)
            && PublicKey::read(certificate.public_key_info)
                .is_some_and(|key| key.verifies(&self.algorithm, &signed, self.signature))
    }
}

fn read_certificates<'b>(list: &Element<'b>) -> Option<Vec<X509<'b>>> {
    let list = list.inside().all()?;
    if list.len() > MOST_CERTIFICATES {
        return None;
    }
    let list = list.into_iter();
    list.map(|element| (element.tag == SEQUENCE).then(|| X509::of(element))?)
        .collect()
}

/// Reads the attributes. Each may occur only once, and the required ones must be present.
fn read_attributes<'b>(set: &Element<'b>) -> Option<Attributes<'b>> {
    let mut read: Vec<(&[u8], Element<'b>)> = Vec::new();
    for attribute in set.inside().all()? {
        let mut parts = attribute.inside();
        let name = parts.expect(OBJECT_IDENTIFIER)?.content;
        let values = parts.expect(SET)?;
        let mut values = values.inside();
        let value = values.next()?;
        let twice = read.iter().any(|(other, _)| *other == name);
        if twice || !values.end() || !parts.end() {
            return None;
        }
        read.push((name, value));
    }
    let value = |wanted: &[u8]| {
        let mut read = read.iter();
        read.find(|(name, _)| *name == wanted)
            .map(|(_, value)| *value)
    };
    let of_data = value(oid::CONTENT_TYPE)?.content == oid::DATA;
    let digest = value(oid::MESSAGE_DIGEST)?;
    let signing_time = time(&value(oid::SIGNING_TIME)?)?;
    (of_data && digest.tag == OCTET_STRING).then_some(Attributes {
        signing_time,
        message_digest: digest.content,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x509::ber::{NULL, UTC_TIME};
    use crate::x509::fixtures::element;

    fn attribute(name: &[u8], values: &[&[u8]], after: &[u8]) -> Vec<u8> {
        let name = element(OBJECT_IDENTIFIER, &[name]);
        element(SEQUENCE, &[&name, &element(SET, values), after])
    }

    /// `contentType`, `signingTime` and `messageDigest`
    fn attributes() -> [Vec<u8>; 3] {
        let data = element(OBJECT_IDENTIFIER, &[oid::DATA]);
        let moment = element(UTC_TIME, &[b"260101000000Z"]);
        let sum = element(OCTET_STRING, &[&[7]]);
        [
            attribute(oid::CONTENT_TYPE, &[&data], &[]),
            attribute(oid::SIGNING_TIME, &[&moment], &[]),
            attribute(oid::MESSAGE_DIGEST, &[&sum], &[]),
        ]
    }

    fn named_by(oid: &[u8]) -> Vec<u8> {
        element(SEQUENCE, &[&element(OBJECT_IDENTIFIER, &[oid])])
    }

    /// A signature without certificates, which nothing verifies here.
    fn signature(version: u8, digest: &[u8], content: &[u8], after: &[u8]) -> Vec<u8> {
        let none = element(SEQUENCE, &[]);
        let signer = [
            element(INTEGER, &[&[1]]),
            none.clone(),
            named_by(oid::SHA_256),
            element(CONTEXT_0, &[&attributes().concat()]),
            none,
            element(OCTET_STRING, &[]),
        ];
        let signer = element(SEQUENCE, &[&signer.concat()]);
        let parts = [
            element(INTEGER, &[&[version]]),
            element(SET, &[&named_by(digest)]),
            named_by(content),
            element(CONTEXT_0, &[]),
            element(SET, &[&signer]),
            after.to_vec(),
        ];
        let kind = element(OBJECT_IDENTIFIER, &[oid::SIGNED_DATA]);
        let parts = element(SEQUENCE, &[&parts.concat()]);
        element(SEQUENCE, &[&kind, &element(CONTEXT_0, &[&parts])])
    }

    /// [B.02] Nothing signs these parts, so each has its one value.
    #[test]
    fn a_signature_with_one_wrong_part_is_not_read() {
        let (sha_256, data) = (oid::SHA_256, oid::DATA);
        for (bytes, is_read) in [
            (signature(1, sha_256, data, &[]), true),
            (signature(3, sha_256, data, &[]), false),
            (signature(1, oid::P_256, data, &[]), false),
            (signature(1, sha_256, oid::SIGNED_DATA, &[]), false),
            (signature(1, sha_256, data, &element(NULL, &[])), false),
        ] {
            let read = SignedData::read(&bytes);
            assert_eq!(read.is_some(), is_read, "{bytes:02x?}");
        }
    }

    /// [B.02] An attribute has one value and nothing behind it, and no attribute occurs twice.
    #[test]
    fn attributes_with_one_wrong_part_are_not_read() {
        let null = element(NULL, &[]);
        let [kind, at, digest] = attributes();
        let sum = element(OCTET_STRING, &[&[7]]);
        for (attributes, is_read) in [
            (&[&kind[..], &at, &digest][..], true),
            (&[&kind, &at, &digest, &digest], false),
            (
                &[
                    &kind,
                    &at,
                    &attribute(oid::MESSAGE_DIGEST, &[&sum, &sum], &[]),
                ],
                false,
            ),
            (
                &[&kind, &at, &attribute(oid::MESSAGE_DIGEST, &[&sum], &null)],
                false,
            ),
            (
                &[&kind, &at, &attribute(oid::MESSAGE_DIGEST, &[&null], &[])],
                false,
            ),
            (
                &[&attribute(oid::CONTENT_TYPE, &[&null], &[]), &at, &digest],
                false,
            ),
            (&[&kind, &digest], false),
        ] {
            let bytes = element(SET, attributes);
            let set = Reader::only(&bytes, SET);
            let read = set.as_ref().and_then(read_attributes);
            assert_eq!(read.is_some(), is_read, "{bytes:02x?}");
        }
    }
}
