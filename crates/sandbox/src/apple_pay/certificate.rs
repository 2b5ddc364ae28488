//! Issues certificates with Apple's extensions.

use super::der::{
    bits, boolean_true, element, null, object_identifier, octets, sequence, set, small_integer,
    text, utc_time,
};
use super::keys::KeyUse;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use zkratka_commerce::time::Timestamp;

/// From 2020 to the end of 2049, in milliseconds, so that no certificate needs to be replaced.
const NOT_BEFORE: Timestamp = Timestamp(1_577_836_800_000);
const NOT_AFTER: Timestamp = Timestamp(2_524_607_999_000);

pub(super) const COMMON_NAME: &[u32] = &[2, 5, 4, 3];
pub(super) const USER_ID: &[u32] = &[0, 9, 2342, 19_200_300, 100, 1, 1];
/// Marks the certificate that signs tokens.
pub(super) const LEAF: &[u32] = &[1, 2, 840, 113_635, 100, 6, 29];
/// Marks the certificate that issues the signing certificate.
pub(super) const INTERMEDIATE: &[u32] = &[1, 2, 840, 113_635, 100, 6, 2, 14];
/// The hash of a merchant's identifier.
pub(super) const MERCHANT: &[u32] = &[1, 2, 840, 113_635, 100, 6, 32];
const KEY_USAGE: &[u32] = &[2, 5, 29, 15];
const ALTERNATIVE_NAMES: &[u32] = &[2, 5, 29, 17];
const BASIC_CONSTRAINTS: &[u32] = &[2, 5, 29, 19];

/// Bits of `keyUsage`.
pub(super) const SIGNS: u8 = 0x80;
pub(super) const AGREES: u8 = 0x28;
pub(super) const ISSUES: u8 = 0x06;

/// The issuer of a certificate.
pub(super) struct Issuer<'i> {
    pub(super) name: &'i [u8],
    pub(super) key: KeyUse,
}

pub(super) struct CertificateContents<'w> {
    pub(super) serial: u8,
    pub(super) subject: &'w [u8],
    pub(super) key: KeyUse,
    pub(super) usage: u8,
    /// In addition to basic constraints and key usage.
    pub(super) extensions: &'w [Vec<u8>],
}

pub(super) fn subject(attribute: &[u32], value: &str) -> Vec<u8> {
    sequence(&[&set(&[&sequence(&[
        &object_identifier(attribute),
        &text(value),
    ])])])
}

/// An extension that carries information by its presence alone.
pub(super) fn marker(of: &[u32]) -> Vec<u8> {
    extension(of, false, &null())
}

pub(super) fn text_extension(identifier: &[u32], value: &str) -> Vec<u8> {
    extension(identifier, false, &text(value))
}

/// The hosts of a server certificate.
pub(super) fn alternative_names(hosts: &[&str]) -> Vec<u8> {
    let hosts: Vec<Vec<u8>> = hosts
        .iter()
        .map(|host| element(0x82, &[host.as_bytes()]))
        .collect();
    extension(ALTERNATIVE_NAMES, false, &sequence(&[&hosts.concat()]))
}

fn extension(of: &[u32], critical: bool, value: &[u8]) -> Vec<u8> {
    let critical = if critical { boolean_true() } else { Vec::new() };
    sequence(&[&object_identifier(of), &critical, &octets(value)])
}

/// `ecdsa-with-SHA256`
pub(super) fn algorithm() -> Vec<u8> {
    sequence(&[&object_identifier(&[1, 2, 840, 10045, 4, 3, 2])])
}

/// Issues a certificate (DER).
pub(super) fn issue(contents: &CertificateContents<'_>, issuer: &Issuer<'_>) -> Vec<u8> {
    let authority = if contents.usage == ISSUES {
        boolean_true()
    } else {
        Vec::new()
    };
    let extensions = [
        extension(BASIC_CONSTRAINTS, true, &sequence(&[&authority])),
        extension(KEY_USAGE, true, &bits(&[contents.usage])),
        contents.extensions.concat(),
    ];
    let body = sequence(&[
        &element(0xa0, &[&small_integer(2)]),
        &small_integer(contents.serial),
        &algorithm(),
        issuer.name,
        &sequence(&[&utc_time(NOT_BEFORE), &utc_time(NOT_AFTER)]),
        contents.subject,
        &contents.key.public_key_info(),
        &element(0xa3, &[&sequence(&[&extensions.concat()])]),
    ]);
    let signature = sign(issuer.key, &body);
    sequence(&[&body, &algorithm(), &bits(&signature)])
}

/// A deterministic signature (DER).
pub(super) fn sign(key: KeyUse, text: &[u8]) -> Vec<u8> {
    let signature: DerSignature = SigningKey::from(key.secret()).sign(text);
    signature.as_bytes().to_vec()
}
