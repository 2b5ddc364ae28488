//! Tests the signature of a request to Meta: its form, and what it covers.

use crate::support::P256_KEY;
use crate::support::meta::NOW;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use zkratka_wallets::KeyError;
use zkratka_wallets::meta_pay::{RequestSigner, SignatureRefusal, SignerError, verify_request};
use zkratka_wallets::x509::{Certificate, CertificateError};

/// A partner's key and chain, which Node makes, and their root.
struct Partner {
    key: String,
    /// PEM, the key's own certificate first.
    certificates: String,
    root: Certificate,
}

const BODY: &[u8] = br#"{"event":"CAPTURED","container_id":"c-1"}"#;

fn partner() -> Partner {
    let made: Vec<Value> = crate::support::run_node("make-partner.mjs", &[json!({ "at": NOW.0 })]);
    let text = |name: &str| made[0][name].as_str().expect("a text").to_owned();
    Partner {
        key: text("key"),
        certificates: text("certificates"),
        root: Certificate::from_bytes(text("root").as_bytes()).expect("a certificate"),
    }
}

fn signer(partner: &Partner) -> RequestSigner {
    RequestSigner::new(&partner.key, partner.certificates.as_bytes()).expect("a signer")
}

/// [B.02] A signature is a detached JWS with `ES256` and the partner's certificates, its own first.
#[test]
fn a_request_is_signed_as_meta_documents_it() {
    let partner = partner();
    let signature = signer(&partner).sign(BODY);
    let parts: Vec<&str> = signature.split('.').collect();
    let [header, "", value] = parts[..] else {
        panic!("not detached: {signature}");
    };
    let header = URL_SAFE_NO_PAD.decode(header).expect("base64url");
    let header: Value = serde_json::from_slice(&header).expect("JSON");
    assert_eq!(header["alg"], "ES256");
    let own = Certificate::all_from_bytes(partner.certificates.as_bytes()).expect("certificates");
    let own: Vec<String> = own.iter().map(|one| STANDARD.encode(one.der())).collect();
    assert_eq!(header["x5c"], json!(own));
    assert_eq!(URL_SAFE_NO_PAD.decode(value).expect("base64url").len(), 64);
    let roots = [partner.root.clone()];
    assert_eq!(verify_request(&signature, BODY, &roots, NOW), Ok(()));
    assert!(!format!("{:?}", signer(&partner)).contains("x5c"));
}

/// [B.02] A signature is valid for its body, its root and the validity of its certificates.
#[test]
fn a_signature_covers_the_body() {
    let partner = partner();
    let other = self::partner();
    let signature = signer(&partner).sign(BODY);
    let roots = [partner.root.clone()];
    let refused = |text: &str, body: &[u8]| verify_request(text, body, &roots, NOW).err();
    for at in 0..BODY.len() {
        let mut body = BODY.to_vec();
        body[at] ^= 1;
        assert_eq!(
            refused(&signature, &body),
            Some(SignatureRefusal::Signature)
        );
    }
    for body in [&b""[..], &BODY[1..], &[BODY, b" "].concat()] {
        assert_eq!(refused(&signature, body), Some(SignatureRefusal::Signature));
    }
    let attached = signature.replace("..", &format!(".{}.", URL_SAFE_NO_PAD.encode(BODY)));
    let longest = "A".repeat(16 * 1024 + 1);
    for text in ["", "..", ".", &attached, &signature[1..], &longest] {
        assert_eq!(
            refused(text, BODY),
            Some(SignatureRefusal::Malformed),
            "{text:.20}"
        );
    }
    let foreign = [other.root];
    let refused = verify_request(&signature, BODY, &foreign, NOW);
    assert_eq!(refused, Err(SignatureRefusal::Issuer));
    let year = 366 * 24 * 60 * 60 * 1_000;
    for late in [-year, year] {
        let refused = verify_request(&signature, BODY, &roots, NOW.plus(late));
        assert_eq!(refused, Err(SignatureRefusal::CertificateNotValid));
    }
}

/// A key signs with its own certificate alone, and the reason says which of the two to look at.
#[test]
fn a_signer_needs_its_own_certificate() {
    let partner = partner();
    let made = |key: &str, certificates: &str| {
        let signer = RequestSigner::new(key, certificates.as_bytes());
        signer.err().map(|error| (error, error.to_string()))
    };
    let reversed: Vec<&str> = partner
        .certificates
        .split_inclusive("-----END CERTIFICATE-----\n")
        .collect();
    let reversed: String = reversed.into_iter().rev().collect();
    for (key, certificates, expected, words) in [
        (
            P256_KEY,
            &*partner.certificates,
            SignerError::OtherKey,
            "does not belong",
        ),
        (
            &partner.key,
            &reversed,
            SignerError::OtherKey,
            "does not belong",
        ),
        (
            "no key",
            &partner.certificates,
            SignerError::Key(KeyError::Unreadable),
            "the private key: ",
        ),
        (
            &partner.key,
            "no certificate",
            SignerError::Certificates(CertificateError::Unreadable),
            "the certificates: ",
        ),
    ] {
        let (error, text) = made(key, certificates).expect("refused");
        assert_eq!(error, expected);
        assert!(text.contains(words), "{text}");
    }
}
