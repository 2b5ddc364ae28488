use super::keys::KeyUse;
use crate::certificates::{
    AGREES, COMMON_NAME, CertificateContents, ISSUES, Issuer, SIGNS, USER_ID, alternative_names,
    issue, marker, pem, subject, text_extension,
};
use sha2::{Digest, Sha256};

/// Marks the certificate that signs tokens.
const LEAF: &[u32] = &[1, 2, 840, 113_635, 100, 6, 29];
/// Marks the certificate that issues the signing certificate.
const INTERMEDIATE: &[u32] = &[1, 2, 840, 113_635, 100, 6, 2, 14];
/// The hash of a merchant's identifier.
const MERCHANT: &[u32] = &[1, 2, 840, 113_635, 100, 6, 32];

/// The only merchant in the sandbox.
pub const MERCHANT_ID: &str = "merchant.zkratka.sandbox";

/// The hosts that the emulated validation replaces: those of Apple's own sandbox.
pub const HOSTS: [&str; 2] = [
    "apple-pay-gateway-cert.apple.com",
    "cn-apple-pay-gateway-cert.apple.com",
];

const ROOT: &str = "Zkratka Sandbox Root CA (not Apple's)";
const FOREIGN: &str = "Zkratka Sandbox Foreign Root CA";
const ISSUER: &str = "Zkratka Sandbox Application Integration CA";
const SIGNER: &str = "zkratka-sandbox-smp-broker-sign";
pub(super) const LEAF_SERIAL: u8 = 3;

/// The certificates inside a signature.
pub(super) struct Chain {
    pub(super) leaf: Vec<u8>,
    pub(super) intermediate: Vec<u8>,
}

/// The chain to the sandbox's root, or to an untrusted root.
pub(super) fn chain(trusted: bool) -> Chain {
    let (root, key) = if trusted {
        (ROOT, KeyUse::Root)
    } else {
        (FOREIGN, KeyUse::ForeignRoot)
    };
    let root = subject(COMMON_NAME, root);
    let name = leaf_issuer();
    let intermediate = CertificateContents {
        serial: 2,
        subject: &name,
        key: KeyUse::Intermediate.secret(),
        usage: ISSUES,
        extensions: &[marker(INTERMEDIATE)],
    };
    let leaf = CertificateContents {
        serial: LEAF_SERIAL,
        subject: &subject(COMMON_NAME, SIGNER),
        key: KeyUse::Leaf.secret(),
        usage: SIGNS,
        extensions: &[marker(LEAF)],
    };
    let issuer = Issuer {
        name: &name,
        key: KeyUse::Intermediate.secret(),
    };
    Chain {
        leaf: issue(&leaf, &issuer),
        intermediate: issue(
            &intermediate,
            &Issuer {
                name: &root,
                key: key.secret(),
            },
        ),
    }
}

/// The issuer's name as signatures repeat it (DER).
pub(super) fn leaf_issuer() -> Vec<u8> {
    subject(COMMON_NAME, ISSUER)
}

fn root() -> Vec<u8> {
    let name = subject(COMMON_NAME, ROOT);
    let wish = CertificateContents {
        serial: 1,
        subject: &name,
        key: KeyUse::Root.secret(),
        usage: ISSUES,
        extensions: &[],
    };
    issue(
        &wish,
        &Issuer {
            name: &name,
            key: KeyUse::Root.secret(),
        },
    )
}

/// The root to trust for the sandbox's tokens, as PEM.
#[must_use]
pub fn authority_pem() -> String {
    pem(&root())
}

/// The root of the emulated validation's TLS certificate: the same root.
#[must_use]
pub fn tls_authority_der() -> Vec<u8> {
    root()
}

/// The emulated validation's TLS certificate (DER).
pub(super) fn server_certificate() -> Vec<u8> {
    let subject = subject(COMMON_NAME, HOSTS[0]);
    issued(&CertificateContents {
        serial: 4,
        subject: &subject,
        key: KeyUse::Server.secret(),
        usage: SIGNS,
        extensions: &[alternative_names(&HOSTS)],
    })
}

/// The Merchant Identity certificate of [`MERCHANT_ID`], as PEM: it authenticates the merchant to the validation.
#[must_use]
pub fn identity_certificate_pem() -> String {
    merchant_certificate(5, KeyUse::Identity, SIGNS)
}

/// The Payment Processing certificate of [`MERCHANT_ID`], as PEM: tokens are encrypted to its key.
#[must_use]
pub fn processing_certificate_pem() -> String {
    merchant_certificate(6, KeyUse::Processing, AGREES)
}

fn merchant_certificate(serial: u8, key: KeyUse, usage: u8) -> String {
    pem(&issued(&CertificateContents {
        serial,
        subject: &subject(USER_ID, MERCHANT_ID),
        key: key.secret(),
        usage,
        extensions: &[text_extension(MERCHANT, &merchant_id_hash(MERCHANT_ID))],
    }))
}

fn issued(wish: &CertificateContents<'_>) -> Vec<u8> {
    let root = Issuer {
        name: &subject(COMMON_NAME, ROOT),
        key: KeyUse::Root.secret(),
    };
    issue(wish, &root)
}

/// The SHA-256 of an identifier, in Apple's upper-case digits.
pub(super) fn merchant_id_hash(merchant_id: &str) -> String {
    use std::fmt::Write;
    let hash = Sha256::digest(merchant_id);
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02X}");
        text
    })
}
