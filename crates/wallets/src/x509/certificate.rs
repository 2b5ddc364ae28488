//! Parses the parts of X.509 certificates that the checks need.

use super::ber::{
    BIT_STRING, BOOLEAN, CONTEXT_0, CONTEXT_3, Element, INTEGER, OBJECT_IDENTIFIER, OCTET_STRING,
    Reader, SEQUENCE, SET, UTF8_STRING, time,
};
use super::oid;
use super::public_key::PublicKey;
use zkratka_commerce::time::Timestamp;

#[cfg(test)]
mod tests;

/// The extensions that this code understands. A certificate with any other critical extension is refused.
const UNDERSTOOD: [&[u8]; 2] = [oid::BASIC_CONSTRAINTS, oid::KEY_USAGE];
/// Bits of the first byte of `keyUsage`.
const DIGITAL_SIGNATURE: u8 = 0x80;
const CERTIFICATE_SIGNING: u8 = 0x04;
/// `dNSName` of a `GeneralName`: `[2]`, primitive.
const DNS_NAME: u8 = 0x82;

/// A certificate, parsed but not verified.
#[derive(Clone, Debug)]
pub(crate) struct X509<'b> {
    pub(crate) whole: &'b [u8],
    to_be_signed: &'b [u8],
    algorithm: Element<'b>,
    signature: &'b [u8],
    pub(crate) serial: &'b [u8],
    pub(crate) issuer: &'b [u8],
    pub(crate) subject: Element<'b>,
    pub(crate) not_before: Timestamp,
    pub(crate) not_after: Timestamp,
    /// `SubjectPublicKeyInfo`.
    pub(crate) public_key_info: &'b [u8],
    extensions: Vec<Extension<'b>>,
}

#[derive(Clone, Debug)]
struct Extension<'b> {
    name: &'b [u8],
    critical: bool,
    value: &'b [u8],
}

impl<'b> X509<'b> {
    /// Parses a certificate (DER).
    pub(crate) fn read(der: &'b [u8]) -> Option<Self> {
        Self::of(Reader::only(der, SEQUENCE)?)
    }

    /// Parses a certificate from its element.
    pub(crate) fn of(element: Element<'b>) -> Option<Self> {
        let mut parts = element.inside();
        let to_be_signed = parts.expect(SEQUENCE)?;
        let algorithm = parts.expect(SEQUENCE)?;
        let signature = bits(&parts.expect(BIT_STRING)?)?;
        let mut fields = to_be_signed.inside();
        let version = fields.expect(CONTEXT_0)?;
        let third = Reader::only(version.content, INTEGER)?.content == [2];
        let serial = fields.expect(INTEGER)?.whole;
        let named = fields.expect(SEQUENCE)?;
        let issuer = fields.expect(SEQUENCE)?.whole;
        let mut validity = fields.expect(SEQUENCE)?.inside();
        let (not_before, not_after) = (time(&validity.next()?)?, time(&validity.next()?)?);
        let subject = fields.expect(SEQUENCE)?;
        let public_key_info = fields.expect(SEQUENCE)?.whole;
        let extensions = extensions(fields.optional(CONTEXT_3))?;
        // The signed part and the outer part both name the algorithm. A different one in the outer part is a forgery.
        let sound = third
            && named.whole == algorithm.whole
            && parts.end()
            && fields.end()
            && validity.end()
            && element.is_definite();
        sound.then_some(Self {
            whole: element.whole,
            to_be_signed: to_be_signed.whole,
            algorithm,
            signature,
            serial,
            issuer,
            subject,
            not_before,
            not_after,
            public_key_info,
            extensions,
        })
    }

    /// Whether the certificate has the marker extension.
    pub(crate) fn is_marked(&self, marker: &[u8]) -> bool {
        self.extension(marker).is_some()
    }

    /// Whether the certificate is valid at this time.
    pub(crate) fn is_valid_at(&self, moment: Timestamp) -> bool {
        (self.not_before..=self.not_after).contains(&moment)
    }

    /// Whether `issuer` issued this certificate: its name and its signature match.
    pub(crate) fn is_issued_by(&self, issuer: &X509<'_>) -> bool {
        self.issuer == issuer.subject.whole
            && PublicKey::read(issuer.public_key_info)
                .is_some_and(|key| key.verifies(&self.algorithm, self.to_be_signed, self.signature))
    }

    /// Whether the certificate may issue certificates.
    pub(crate) fn may_issue(&self) -> bool {
        self.is_understood() && self.is_authority() && self.may(CERTIFICATE_SIGNING)
    }

    /// Whether the certificate may sign messages. An authority's certificate may not.
    pub(crate) fn may_sign(&self) -> bool {
        self.is_understood() && !self.is_authority() && self.may(DIGITAL_SIGNATURE)
    }

    fn is_understood(&self) -> bool {
        let mut extensions = self.extensions.iter();
        extensions.all(|extension| !extension.critical || UNDERSTOOD.contains(&extension.name))
    }

    fn is_authority(&self) -> bool {
        let read = || {
            let constraints = self.extension(oid::BASIC_CONSTRAINTS)?;
            let mut parts = Reader::only(constraints, SEQUENCE)?.inside();
            Some(parts.expect(BOOLEAN)?.content == [0xff])
        };
        read().unwrap_or(false)
    }

    /// Whether this authority allows so many authorities between it and a signer (`pathLenConstraint`).
    pub(crate) fn allows_below(&self, authorities: usize) -> bool {
        let read = || {
            let constraints = self.extension(oid::BASIC_CONSTRAINTS)?;
            let mut parts = Reader::only(constraints, SEQUENCE)?.inside();
            parts.expect(BOOLEAN)?;
            let limit = parts.optional(INTEGER).map(|limit| limit.content);
            parts.end().then_some(match limit {
                None => true,
                Some(&[limit]) => limit < 0x80 && usize::from(limit) >= authorities,
                Some(_) => false,
            })
        };
        read().unwrap_or(false)
    }

    /// Whether the certificate permits this usage. A certificate without `keyUsage` permits every usage.
    fn may(&self, usage: u8) -> bool {
        let Some(value) = self.extension(oid::KEY_USAGE) else {
            return true;
        };
        let allowed = || {
            // The first byte is the number of unused bits at the end.
            let content = Reader::only(value, BIT_STRING)?.content;
            content.get(1).copied()
        };
        allowed().is_some_and(|allowed| allowed & usage != 0)
    }

    /// Returns the hash of the merchant's identifier, which Apple writes as a text of hexadecimal digits.
    pub(crate) fn merchant_id_hash(&self) -> Option<&'b str> {
        let value = self.extension(oid::APPLE_MERCHANT)?;
        let text = Reader::only(value, UTF8_STRING)?.content;
        std::str::from_utf8(text).ok()
    }

    /// Returns the merchant's identifier: `userId` of the subject.
    pub(crate) fn user_id(&self) -> Option<&'b str> {
        let mut names = self.subject.inside().all()?.into_iter();
        names.find_map(|set| {
            let mut pair = Reader::only(set.content, SEQUENCE)?.inside();
            let name = pair.expect(OBJECT_IDENTIFIER)?;
            let value = pair.next()?;
            let is_user_id = set.tag == SET && name.content == oid::USER_ID;
            is_user_id.then(|| std::str::from_utf8(value.content).ok())?
        })
    }

    /// Whether the certificate is for this host: one of its alternative names is exactly this one. A name in the subject
    /// does not count (RFC 9525).
    pub(crate) fn is_for_host(&self, host: &str) -> bool {
        let names = || {
            let value = self.extension(oid::SUBJECT_ALTERNATIVE_NAME)?;
            Reader::only(value, SEQUENCE)?.inside().all()
        };
        let mut names = names().unwrap_or_default().into_iter();
        names.any(|name| name.tag == DNS_NAME && name.content == host.as_bytes())
    }

    fn extension(&self, name: &[u8]) -> Option<&'b [u8]> {
        let mut extensions = self.extensions.iter();
        Some(extensions.find(|it| it.name == name)?.value)
    }
}

fn extensions(element: Option<Element<'_>>) -> Option<Vec<Extension<'_>>> {
    let Some(element) = element else {
        return Some(Vec::new());
    };
    let list = Reader::only(element.content, SEQUENCE)?.inside().all()?;
    let mut extensions: Vec<Extension<'_>> = Vec::with_capacity(list.len());
    for element in list {
        let mut parts = element.inside();
        let name = parts.expect(OBJECT_IDENTIFIER)?.content;
        let critical = parts.optional(BOOLEAN);
        let value = parts.expect(OCTET_STRING)?.content;
        let twice = extensions.iter().any(|extension| extension.name == name);
        if twice || !parts.end() || element.tag != SEQUENCE {
            return None;
        }
        extensions.push(Extension {
            name,
            critical: critical.is_some_and(|flag| flag.content != [0]),
            value,
        });
    }
    Some(extensions)
}

/// Returns the content of a bit string whose length is a whole number of bytes.
pub(crate) fn bits<'b>(element: &Element<'b>) -> Option<&'b [u8]> {
    element.content.strip_prefix(&[0])
}
