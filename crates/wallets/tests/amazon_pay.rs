//! Tests Amazon Pay's signatures against its own libraries' published cases, in the folder named by `WALLET_VECTORS`.
//! Without the folder those tests print SKIPPED.

use crate::support::{json_vectors, text};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rsa::RsaPublicKey;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::{DecodePublicKey as _, EncodePrivateKey as _, LineEnding};
use rsa::pss::Pss;
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;
use zkratka_wallets::amazon_pay::{Algorithm, ApiRequest, Signer, SigningKey, SigningKeyError};

/// A key by `openssl genrsa 2048`, in both formats, and a shorter one.
const PKCS8: &str = include_str!("keys/rsa2048-pkcs8.pem");
const PKCS1: &str = include_str!("keys/rsa2048-pkcs1.pem");
const SHORT: &str = include_str!("keys/rsa1024.pem");

/// The headers of the published requests.
const HEADERS: [(&str, &str); 5] = [
    ("x-amz-pay-region", "EU"),
    ("accept", "application/json"),
    ("content-type", "application/json"),
    ("x-amz-pay-date", "20180524T223710Z"),
    ("x-amz-pay-host", "pay-api.amazon.eu"),
];

static KEY: LazyLock<SigningKey> = LazyLock::new(|| SigningKey::from_pem(PKCS8).expect("a key"));

fn verifies(public: &RsaPublicKey, algorithm: Algorithm, text: &str, signature: &str) -> bool {
    let signature = STANDARD.decode(signature).expect("base64");
    let scheme = Pss::<Sha256>::new_with_salt(algorithm.salt_length());
    public
        .verify(scheme, &Sha256::digest(text), &signature)
        .is_ok()
}

fn signer(algorithm: Algorithm) -> Signer {
    Signer::new(KEY.clone(), "SANDBOX-KEY".to_owned(), algorithm)
}

/// [B.02] Every published request has the published canonical form and text to sign.
#[test]
fn published_requests_have_their_canonical_forms() {
    let Some(cases) = json_vectors("amazon-pay-java/canonical_request_testdata.clean.json") else {
        return;
    };
    let cases = cases.as_array().expect("cases");
    assert_eq!(cases.len(), 34);
    for case in cases {
        let name = text(&case["name"]);
        let parameters = case["parameters"].as_object().expect("parameters");
        let query: Vec<(&str, &str)> = parameters
            .iter()
            .flat_map(|(name, values)| {
                let values = values.as_array().expect("values").iter();
                values.map(|value| (name.as_str(), text(value)))
            })
            .collect();
        let request = ApiRequest {
            method: text(&case["method"]),
            path: text(&case["uri"]),
            query: &query,
            headers: &HEADERS,
            body: text(&case["payload"]),
        };
        let canonical = request.canonical();
        assert_eq!(canonical, text(&case["canonicalRequest"]), "{name}");
        let to_sign = text(&case["stringToSign"]);
        let algorithm = [Algorithm::V1, Algorithm::V2]
            .into_iter()
            .find(|it| to_sign.starts_with(&format!("{}\n", it.name())))
            .expect("an algorithm");
        assert_eq!(algorithm.string_to_sign(&canonical), to_sign, "{name}");
    }
    println!("vectors: 34 requests of the Java library");
}

/// [B.02] The published button payload has the published texts to sign. Signatures are random, so both are verified with
/// the published public key.
#[test]
fn the_published_button_is_signed() {
    let path = "amazon-pay-java/button_signature.json";
    let (Some(case), Some(keys)) = (
        json_vectors(path),
        json_vectors("amazon-pay-java/keys.json"),
    ) else {
        return;
    };
    let decoded = |value: &Value| STANDARD.decode(text(value)).expect("base64");
    let private = decoded(&keys["rsa_key_pkcs1_der_base64"]);
    let private = rsa::RsaPrivateKey::from_pkcs1_der(&private).expect("a key");
    let pem = private.to_pkcs8_pem(LineEnding::LF).expect("PEM");
    let key = SigningKey::from_pem(&pem).expect("a key");
    let public = RsaPublicKey::from_public_key_der(&decoded(&keys["public_key_spki_der_base64"]));
    let public = public.expect("a key");
    let payload = text(&case["payload"]);
    for algorithm in [Algorithm::V1, Algorithm::V2] {
        let expected = &case["string_to_sign"][algorithm.name()];
        let to_sign = algorithm.string_to_sign(payload);
        assert_eq!(to_sign, text(&expected["value"]));
        let salt = expected["salt_length"].as_u64().expect("a length");
        assert_eq!(u64::try_from(algorithm.salt_length()), Ok(salt));
        let signer = Signer::new(key.clone(), "K".to_owned(), algorithm);
        let signature = signer.button(payload).expect("a signature");
        assert!(verifies(&public, algorithm, &to_sign, &signature));
    }
    println!("vectors: both button signatures of the Java library");
}

/// [B.02] A signature is of this exact text, and of its own algorithm only.
#[test]
fn a_button_signature_is_of_the_exact_text() {
    let payload = r#"{"storeId":"amzn1.application-oa2-client.x","webCheckoutDetails":{"checkoutReviewReturnUrl":"https://shop.example/a"}}"#;
    let public = KEY.public_key();
    for (algorithm, other) in [
        (Algorithm::V1, Algorithm::V2),
        (Algorithm::V2, Algorithm::V1),
    ] {
        let signature = signer(algorithm).button(payload).expect("a signature");
        let again = signer(algorithm).button(payload).expect("a signature");
        assert_ne!(signature, again, "the salt is random");
        let is_of = |algorithm: Algorithm, payload: &str| {
            verifies(
                &public,
                algorithm,
                &algorithm.string_to_sign(payload),
                &signature,
            )
        };
        assert!(is_of(algorithm, payload));
        assert!(!is_of(other, payload));
        assert!(!is_of(algorithm, &payload.replace(':', ": ")));
        assert!(!is_of(algorithm, &payload.replace('/', "\\/")));
    }
}

/// [B.02] The header of a request names the key, the signed headers and the signature of all of it.
#[test]
fn a_request_is_authorised_by_its_signature() {
    let request = ApiRequest {
        method: "POST",
        path: "/v2/charges",
        query: &[],
        headers: &HEADERS,
        body: r#"{"chargePermissionId":"S01-1"}"#,
    };
    let header = signer(Algorithm::V2).authorization(&request);
    let header = header.expect("a header");
    let (start, signature) = header.split_once(", Signature=").expect("a signature");
    assert_eq!(
        start,
        "AMZN-PAY-RSASSA-PSS-V2 PublicKeyId=SANDBOX-KEY, \
         SignedHeaders=accept;content-type;x-amz-pay-date;x-amz-pay-host;x-amz-pay-region"
    );
    let is_of = |request: ApiRequest<'_>| {
        let to_sign = Algorithm::V2.string_to_sign(&request.canonical());
        verifies(&KEY.public_key(), Algorithm::V2, &to_sign, signature)
    };
    assert!(is_of(request));
    for changed in [
        ApiRequest {
            method: "GET",
            ..request
        },
        ApiRequest {
            path: "/v2/refunds",
            ..request
        },
        ApiRequest {
            query: &[("a", "b")],
            ..request
        },
        ApiRequest {
            headers: &HEADERS[1..],
            ..request
        },
        ApiRequest {
            body: "{}",
            ..request
        },
    ] {
        assert!(!is_of(changed), "{changed:?}");
    }
}

/// [B.02] Both formats of a key file are read; anything else is refused, with what to do.
#[test]
fn key_files_are_read_in_both_formats() {
    let public = |text: &str| SigningKey::from_pem(text).map(|key| key.public_key());
    assert!(public(PKCS8).is_ok());
    assert_eq!(public(PKCS8), public(PKCS1));
    assert_eq!(public(&PKCS1.replace('\n', "\r\n")), public(PKCS1));
    let encrypted = PKCS8.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
    let elliptic = include_str!("keys/secp384r1.pem");
    for (text, error) in [
        (String::new(), SigningKeyError::Unreadable),
        (
            PKCS8.replace("PRIVATE", "PUBLIC"),
            SigningKeyError::Unreadable,
        ),
        (encrypted, SigningKeyError::Unreadable),
        (PKCS8.replacen('M', "N", 1), SigningKeyError::Unreadable),
        (format!("{PKCS8}{PKCS8}"), SigningKeyError::OtherBlock),
        (elliptic.to_owned(), SigningKeyError::OtherBlock),
        (SHORT.to_owned(), SigningKeyError::TooShort),
    ] {
        assert_eq!(public(&text).err(), Some(error), "{text}");
    }
    assert_eq!(format!("{:?}", *KEY), "SigningKey(..)");
}
