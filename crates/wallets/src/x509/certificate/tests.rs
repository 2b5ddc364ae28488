//! Changes a certificate that OpenSSL wrote, one part at a time.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use super::*;
use crate::x509::Certificate;
use crate::x509::ber::NULL;
use crate::x509::fixtures::element;

const CERTIFICATE: &[u8] = include_bytes!("../../../tests/keys/certificate.pem");

/// The parts of a certificate: the fields that are signed, and what follows them.
struct Parts {
    fields: Vec<Vec<u8>>,
    rest: Vec<Vec<u8>>,
}

fn whole(parts: &[Vec<u8>]) -> Vec<u8> {
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    element(SEQUENCE, &parts)
}

fn inside(bytes: &[u8]) -> Vec<Vec<u8>> {
    let sequence = Reader::only(bytes, SEQUENCE).expect("a sequence");
    let elements = sequence.inside().all().expect("elements");
    elements.iter().map(|one| one.whole.to_vec()).collect()
}

fn changed(change: impl FnOnce(&mut Parts)) -> Vec<u8> {
    let certificate = Certificate::from_bytes(CERTIFICATE).expect("a certificate");
    let mut rest = inside(certificate.der());
    let fields = inside(&rest.remove(0));
    let mut parts = Parts { fields, rest };
    change(&mut parts);
    parts.rest.insert(0, whole(&parts.fields));
    whole(&parts.rest)
}

/// [B.02] A certificate has one encoding only: each part has its one valid value, and nothing follows the parts.
#[test]
fn a_certificate_with_one_wrong_part_is_not_read() {
    let null = || element(NULL, &[]);
    let good = changed(|_| {});
    assert!(X509::read(&good).is_some());
    let cases = [
        changed(|parts| parts.fields[0] = element(CONTEXT_0, &[&element(INTEGER, &[&[1]])])),
        changed(|parts| {
            let name = element(OBJECT_IDENTIFIER, &[oid::ECDSA_SHA_384]);
            parts.fields[2] = element(SEQUENCE, &[&name]);
        }),
        changed(|parts| {
            let mut validity = inside(&parts.fields[4]);
            validity.push(null());
            parts.fields[4] = whole(&validity);
        }),
        changed(|parts| parts.fields.push(null())),
        changed(|parts| parts.rest.push(null())),
        [&[SEQUENCE, 0x80], &inside(&good).concat()[..], &[0, 0]].concat(),
    ];
    for (at, case) in cases.iter().enumerate() {
        assert!(X509::read(case).is_none(), "case {at}");
    }
}

/// [B.02] An extension is a sequence of a name and a value, and no name occurs twice.
#[test]
fn extensions_with_one_wrong_part_are_not_read() {
    let name = element(OBJECT_IDENTIFIER, &[oid::KEY_USAGE]);
    let other = element(OBJECT_IDENTIFIER, &[oid::BASIC_CONSTRAINTS]);
    let value = element(OCTET_STRING, &[&[]]);
    let one = element(SEQUENCE, &[&name, &value]);
    let two = element(SEQUENCE, &[&other, &value]);
    let longer = element(SEQUENCE, &[&name, &value, &element(NULL, &[])]);
    let set = element(SET, &[&name, &value]);
    for (list, is_read) in [
        (&[&one[..], &two][..], true),
        (&[&one, &one], false),
        (&[&longer], false),
        (&[&set], false),
    ] {
        let bytes = element(CONTEXT_3, &[&element(SEQUENCE, list)]);
        let read = extensions(Reader::only(&bytes, CONTEXT_3));
        assert_eq!(read.is_some(), is_read, "{list:02x?}");
    }
}

/// [B.02] An authority's path length bounds how many authorities may stand below it; an unreadable one allows none.
#[test]
fn an_authority_bounds_its_path() {
    let (yes, no) = (&[BOOLEAN, 1, 0xff][..], &[BOOLEAN, 1, 0][..]);
    for (parts, allowed) in [
        (&[yes][..], [true, true, true]),
        (&[yes, &[INTEGER, 1, 0]], [true, false, false]),
        (&[yes, &[INTEGER, 1, 1]], [true, true, false]),
        (&[yes, &[INTEGER, 1, 0x7f]], [true, true, true]),
        (&[yes, &[INTEGER, 1, 0xff]], [false, false, false]),
        (&[yes, &[INTEGER, 2, 0, 0x80]], [false, false, false]),
        (&[yes, &[INTEGER, 0]], [false, false, false]),
        (&[yes, &[NULL, 0]], [false, false, false]),
        (&[no, &[INTEGER, 1, 2]], [true, true, true]),
        (&[], [false, false, false]),
    ] {
        let name = element(OBJECT_IDENTIFIER, &[oid::BASIC_CONSTRAINTS]);
        let value = element(OCTET_STRING, &[&element(SEQUENCE, parts)]);
        let list = element(SEQUENCE, &[&element(SEQUENCE, &[&name, &value])]);
        let der = changed(|parts| {
            let extensions = element(CONTEXT_3, &[&list]);
            if let Some(last) = parts.fields.last_mut() {
                *last = extensions;
            }
        });
        let certificate = X509::read(&der).expect("a certificate");
        let found = [0, 1, 2].map(|below| certificate.allows_below(below));
        assert_eq!(found, allowed, "{parts:02x?}");
    }
}

/// The merchant's identifier is the `userId` of the subject, which is a set of one pair.
#[test]
fn the_user_id_of_the_subject_names_the_merchant() {
    let user_id = element(OBJECT_IDENTIFIER, &[oid::USER_ID]);
    let country = element(OBJECT_IDENTIFIER, &[&[0x55, 4, 6]]);
    let text = |text: &str| element(UTF8_STRING, &[text.as_bytes()]);
    let (cz, id) = (text("CZ"), text("merchant.cz"));
    let part = |tag, parts: &[&[u8]]| element(tag, &[&element(SEQUENCE, parts)]);
    for (names, found) in [
        (
            &[part(SET, &[&country, &cz]), part(SET, &[&user_id, &id])][..],
            Some("merchant.cz"),
        ),
        (&[part(SEQUENCE, &[&user_id, &id])], None),
        (&[part(SET, &[&country, &cz])], None),
        (&[], None),
    ] {
        let subject = whole(names);
        let der = changed(|parts| parts.fields[5] = subject);
        let certificate = X509::read(&der).expect("a certificate");
        assert_eq!(certificate.user_id(), found);
    }
}
