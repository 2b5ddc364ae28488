//! Certificates that are known by their common name.

use super::ber::{Element, OBJECT_IDENTIFIER, PRINTABLE_STRING, SEQUENCE, SET, UTF8_STRING};
use super::certificate::X509;
use super::oid;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use zkratka_commerce::time::Timestamp;

/// A certificate with one common name, read but not verified: who publishes it must be authenticated in another way.
#[derive(Debug)]
pub struct NamedCertificate {
    pub certificate: CertificateDer<'static>,
    /// The subject's only common name.
    pub name: String,
    pub not_before: Timestamp,
    pub not_after: Timestamp,
}

impl NamedCertificate {
    /// Reads the first certificate of a PEM file. `None` unless its subject has exactly one common name.
    #[must_use]
    pub fn read(pem: &[u8]) -> Option<Self> {
        Self::of(CertificateDer::from_pem_slice(pem).ok()?)
    }

    fn of(certificate: CertificateDer<'static>) -> Option<Self> {
        let parsed = X509::read(&certificate)?;
        let name = common_name(&parsed.subject)?.to_owned();
        let (not_before, not_after) = (parsed.not_before, parsed.not_after);
        Some(Self {
            certificate,
            name,
            not_before,
            not_after,
        })
    }

    #[must_use]
    pub fn is_valid_at(&self, moment: Timestamp) -> bool {
        (self.not_before..=self.not_after).contains(&moment)
    }
}

/// `None` unless the subject has exactly one.
fn common_name<'b>(subject: &Element<'b>) -> Option<&'b str> {
    let mut found = None;
    for set in subject.inside().all()? {
        for pair in set.inside().all()? {
            let mut parts = pair.inside();
            let kind = parts.expect(OBJECT_IDENTIFIER)?;
            let value = parts.next()?;
            if set.tag != SET || pair.tag != SEQUENCE {
                return None;
            }
            if kind.content != oid::COMMON_NAME {
                continue;
            }
            if found.is_some() || !matches!(value.tag, UTF8_STRING | PRINTABLE_STRING) {
                return None;
            }
            found = Some(std::str::from_utf8(value.content).ok()?);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::x509::ber::Reader;
    use crate::x509::fixtures::element;

    const PEM: &[u8] = include_bytes!("../../../sandbox/src/paypal/webhook_certificate.pem");

    fn moment(text: &str) -> Timestamp {
        let moment: jiff::Timestamp = text.parse().expect("a moment");
        Timestamp(moment.as_millisecond())
    }

    /// [7.09] A certificate says whose it is, and for how long.
    #[test]
    fn a_certificate_says_whose_it_is_and_for_how_long() {
        let signer = NamedCertificate::read(PEM).expect("a certificate");
        assert_eq!(signer.name, "messageverificationcerts.127.0.0.1");
        assert_eq!(signer.not_before, moment("2020-01-01T00:00:00Z"));
        assert_eq!(signer.not_after, moment("2126-01-01T00:00:00Z"));
        for (at, is_valid) in [
            ("2019-12-31T23:59:59Z", false),
            ("2020-01-01T00:00:00Z", true),
            ("2126-01-01T00:00:00Z", true),
            ("2126-01-01T00:00:01Z", false),
        ] {
            assert_eq!(signer.is_valid_at(moment(at)), is_valid, "{at}");
        }
    }

    /// Whatever is cut off or changed is refused or read, without a panic.
    #[test]
    fn a_broken_certificate_is_refused() {
        let der = CertificateDer::from_pem_slice(PEM).expect("a certificate");
        let read = |bytes: &[u8]| NamedCertificate::of(CertificateDer::from(bytes.to_vec()));
        assert!(read(&der).is_some());
        for length in 0..der.len() {
            assert!(read(&der[..length]).is_none(), "{length}");
        }
        for place in 0..der.len() {
            let mut bent = der.to_vec();
            bent[place] ^= 0xff;
            let _read = read(&bent);
        }
    }

    /// [7.09] A subject with two names, or a name of another kind, has no common name.
    #[test]
    fn a_common_name_is_the_only_one() {
        let pair = |kind: &[u8], tag, value: &[u8]| {
            let kind = element(OBJECT_IDENTIFIER, &[kind]);
            element(SEQUENCE, &[&kind, &element(tag, &[value])])
        };
        let name = pair(oid::COMMON_NAME, UTF8_STRING, b"a");
        let other = pair(oid::USER_ID, UTF8_STRING, b"b");
        let set = |pairs: &[&[u8]]| element(SET, pairs);
        let printable = pair(oid::COMMON_NAME, PRINTABLE_STRING, b"a");
        for (sets, expected) in [
            (vec![set(&[&name])], Some("a")),
            (vec![set(&[&printable])], Some("a")),
            (vec![set(&[&other]), set(&[&name])], Some("a")),
            (vec![set(&[&other, &name])], Some("a")),
            (vec![set(&[&name]), set(&[&name])], None),
            (vec![set(&[&name, &name])], None),
            (vec![set(&[&other])], None),
            (vec![set(&[&pair(oid::COMMON_NAME, SET, b"a")])], None),
            (
                vec![set(&[&pair(oid::COMMON_NAME, UTF8_STRING, b"\xff")])],
                None,
            ),
            (vec![element(SEQUENCE, &[&name])], None),
            (vec![set(&[&element(SET, &[&name])])], None),
            (vec![], None),
        ] {
            let sets: Vec<&[u8]> = sets.iter().map(Vec::as_slice).collect();
            let subject = element(SEQUENCE, &sets);
            let subject = Reader::only(&subject, SEQUENCE).expect("a subject");
            assert_eq!(common_name(&subject), expected, "{:?}", subject.content);
        }
    }
}
