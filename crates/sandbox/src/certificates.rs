//! Issues the certificates of emulated wallets.

use crate::der::{
    bits, boolean_true, element, null, object_identifier, octets, sequence, set, small_integer,
    text, utc_time,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{DerSignature, SigningKey};
use p256::pkcs8::EncodePublicKey;
use zkratka_commerce::time::Timestamp;

/// From 2020 to the end of 2049, in milliseconds, so that no certificate needs to be replaced.
const NOT_BEFORE: Timestamp = Timestamp(1_577_836_800_000);
const NOT_AFTER: Timestamp = Timestamp(2_524_607_999_000);

pub(crate) const COMMON_NAME: &[u32] = &[2, 5, 4, 3];
pub(crate) const USER_ID: &[u32] = &[0, 9, 2342, 19_200_300, 100, 1, 1];
const KEY_USAGE: &[u32] = &[2, 5, 29, 15];
const ALTERNATIVE_NAMES: &[u32] = &[2, 5, 29, 17];
const BASIC_CONSTRAINTS: &[u32] = &[2, 5, 29, 19];

/// Bits of `keyUsage`.
pub(crate) const SIGNS: u8 = 0x80;
pub(crate) const AGREES: u8 = 0x28;
pub(crate) const ISSUES: u8 = 0x06;

/// The issuer of a certificate.
pub(crate) struct Issuer<'i> {
    pub(crate) name: &'i [u8],
    pub(crate) key: SecretKey,
}

pub(crate) struct CertificateContents<'w> {
    pub(crate) serial: u8,
    pub(crate) subject: &'w [u8],
    pub(crate) key: SecretKey,
    pub(crate) usage: u8,
    /// In addition to basic constraints and key usage.
    pub(crate) extensions: &'w [Vec<u8>],
}

pub(crate) fn subject(attribute: &[u32], value: &str) -> Vec<u8> {
    sequence(&[&set(&[&sequence(&[
        &object_identifier(attribute),
        &text(value),
    ])])])
}

/// An extension that carries information by its presence alone.
pub(crate) fn marker(of: &[u32]) -> Vec<u8> {
    extension(of, false, &null())
}

pub(crate) fn text_extension(identifier: &[u32], value: &str) -> Vec<u8> {
    extension(identifier, false, &text(value))
}

/// The hosts of a server certificate.
pub(crate) fn alternative_names(hosts: &[&str]) -> Vec<u8> {
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
pub(crate) fn algorithm() -> Vec<u8> {
    sequence(&[&object_identifier(&[1, 2, 840, 10045, 4, 3, 2])])
}

/// Issues a certificate (DER).
pub(crate) fn issue(contents: &CertificateContents<'_>, issuer: &Issuer<'_>) -> Vec<u8> {
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
        &public_key_info(&contents.key),
        &element(0xa3, &[&sequence(&[&extensions.concat()])]),
    ]);
    let signature = sign(&issuer.key, &body);
    sequence(&[&body, &algorithm(), &bits(&signature)])
}

/// A deterministic signature (DER).
pub(crate) fn sign(key: &SecretKey, text: &[u8]) -> Vec<u8> {
    let signature: DerSignature = SigningKey::from(key).sign(text);
    signature.as_bytes().to_vec()
}

/// `SubjectPublicKeyInfo` (DER) of the public half.
pub(crate) fn public_key_info(key: &SecretKey) -> Vec<u8> {
    let info = key.public_key().to_public_key_der();
    info.map(|der| der.as_bytes().to_vec()).unwrap_or_default()
}

/// A certificate as PEM.
pub(crate) fn pem(der: &[u8]) -> String {
    let text = STANDARD.encode(der);
    let lines: Vec<&str> = text
        .as_bytes()
        .chunks(64)
        .filter_map(|line| std::str::from_utf8(line).ok())
        .collect();
    let body = lines.join("\n");
    format!("-----BEGIN CERTIFICATE-----\n{body}\n-----END CERTIFICATE-----\n")
}
