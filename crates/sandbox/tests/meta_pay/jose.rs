//! The library `jose` (npm), which shares no code with ours, opens the sandbox's containers and makes others.

use super::{NOW, NUMBER, minted, opener, pay, purchase, root};
use crate::node;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::Path;
use zkratka_sandbox::meta_pay::{
    MERCHANT_ID, authority_pem, partner_private_key, signing_certificates_pem, signing_private_key,
};
use zkratka_wallets::meta_pay::{Mode, Refusal, RequestSigner, SignatureRefusal, verify_request};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/meta_pay/jose.mjs");
const LIBRARY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../node_modules/jose");

/// What the script answers to a list of jobs; none, visibly, if the library is not installed.
fn jose(jobs: &Value) -> Option<Value> {
    if !Path::new(LIBRARY).exists() {
        eprintln!("SKIPPED: the library jose is not installed (npm ci)");
        return None;
    }
    Some(node::run(SCRIPT, jobs).expect("jose agrees"))
}

fn message(changes: &Value) -> Value {
    let mut message = json!({
        "container_type": "basic-card-v1",
        "container_context": super::context_key().context(Mode::Test, &purchase()),
        "merchant_id": MERCHANT_ID,
        "created_time": NOW.0,
        "card_data": { "card_number": NUMBER, "expiry_month": "07", "expiry_year": "2030" },
    });
    for (name, value) in changes.as_object().expect("an object") {
        message[name] = value.clone();
    }
    message
}

/// A container around what `jose` signed.
fn container(data: &Value) -> Value {
    json!({
        "mode": "TEST",
        "amount": { "currency": "CZK", "value": 129_000 },
        "container_id": "made-by-jose",
        "container_data": data,
    })
}

/// [B.02] `jose` verifies the signature with the certificate in `x5c`, decrypts, and reads the buyer's card.
#[test]
fn jose_opens_our_containers() {
    let kinds = ["basic-card-v1", "ecom-token-v1"];
    let jobs: Vec<Value> = kinds
        .iter()
        .map(|kind| {
            json!({
                "do": "open",
                "data": minted(&json!({ "containerType": kind }))["container_data"],
                "root": authority_pem(),
                "key": partner_private_key(),
            })
        })
        .collect();
    let Some(opened) = jose(&json!(jobs)) else {
        return;
    };
    for (message, (kind, credential)) in opened.as_array().expect("a list").iter().zip([
        (kinds[0], &["card_data", "card_number"]),
        (kinds[1], &["token_data", "number"]),
    ]) {
        assert_eq!(message["container_type"], *kind);
        assert_eq!(message["merchant_id"], MERCHANT_ID);
        assert_eq!(message["created_time"], NOW.0);
        let [data, number] = credential;
        assert_eq!(message[*data][*number], NUMBER);
    }
}

/// [B.02] What `jose` encrypts and signs opens, also with information about the parties in the key derivation; with
/// another algorithm of the encryption it is refused.
#[test]
fn containers_by_jose_open() {
    let wish = |headers: Value, changes: Value| {
        json!({
            "do": "make",
            "message": message(&changes).to_string(),
            "recipient": partner_private_key(),
            // The partner's own key signs, because the sandbox does not publish that of its containers.
            "signer": signing_private_key(),
            "certificates": signing_certificates_pem(),
            "encryption": headers,
        })
    };
    let refused = Refusal::EncryptionAlgorithm;
    let cases = [
        (wish(json!({}), json!({})), None),
        (
            wish(json!({ "apu": "QWxpY2U", "apv": "Qm9i" }), json!({})),
            None,
        ),
        (
            wish(json!({ "alg": "ECDH-ES+A256KW" }), json!({})),
            Some(refused),
        ),
        (
            wish(json!({ "alg": "ECDH-ES+A128KW" }), json!({})),
            Some(refused),
        ),
        (wish(json!({ "enc": "A128GCM" }), json!({})), Some(refused)),
        (
            wish(json!({ "enc": "A256CBC-HS512" }), json!({})),
            Some(refused),
        ),
        (
            wish(json!({}), json!({ "merchant_id": "other" })),
            Some(Refusal::Merchant),
        ),
        (
            wish(json!({}), json!({ "container_context": "" })),
            Some(Refusal::Context),
        ),
    ];
    let jobs: Vec<&Value> = cases.iter().map(|(job, _)| job).collect();
    let Some(made) = jose(&json!(jobs)) else {
        return;
    };
    for (data, (job, refusal)) in made.as_array().expect("a list").iter().zip(&cases) {
        let paid = pay(&container(data));
        assert_eq!(
            paid.as_ref().err(),
            refusal.as_ref(),
            "{}",
            job["encryption"]
        );
        if let Ok(payment) = paid {
            assert_eq!(payment.card.pan.as_str(), NUMBER);
        }
    }
}

/// [B.02] `jose` verifies our request signatures as a detached JWS, and we verify its own.
#[test]
fn jose_and_we_agree_on_requests() {
    let body = r#"{"event":"REFUNDED","amount":129000}"#;
    let certificates = signing_certificates_pem();
    let signer = RequestSigner::new(&signing_private_key(), certificates.as_bytes());
    let ours = signer.expect("a signer").sign(body.as_bytes());
    let jobs = json!([
        { "do": "verify", "signature": ours, "body": body, "root": authority_pem() },
        { "do": "sign", "body": body, "signer": signing_private_key(), "certificates": certificates },
    ]);
    let Some(answers) = jose(&jobs) else {
        return;
    };
    assert_eq!(answers[0], true);
    let theirs = answers[1].as_str().expect("a signature");
    let verify = |body: &str| verify_request(theirs, body.as_bytes(), &[root()], NOW);
    assert_eq!(verify(body), Ok(()));
    assert_eq!(verify("{}"), Err(SignatureRefusal::Signature));
}

/// The container's text with one byte changed.
fn with_byte(container: &[u8], at: usize, mask: u8) -> Vec<u8> {
    let mut changed = container.to_vec();
    changed[at] ^= mask;
    changed
}

/// [B.03] Whichever byte of a container changes, and however, it never pays anything else: nobody is paid, or the same card
/// pays the same amount for the same cart, because only the unsigned `container_id` differs.
#[test]
fn every_position_is_protected() {
    let container = minted(&json!({}));
    let text = container.to_string();
    let own = pay(&container).expect("it pays");
    let id = container["container_id"].as_str().expect("an id");
    let start = text.find(id).expect("the id is in the text");
    let free = start..start + id.len();
    for at in 0..text.len() {
        assert_harmless(&text, at, 1, &own.message_id, free.contains(&at));
    }
    proptest!(ProptestConfig::with_cases(256), |(at in 0..text.len(), mask in 1..=u8::MAX)| {
        assert_harmless(&text, at, mask, &own.message_id, free.contains(&at));
    });
}

fn assert_harmless(text: &str, at: usize, mask: u8, message_id: &str, is_free: bool) {
    let Ok(changed) = String::from_utf8(with_byte(text.as_bytes(), at, mask)) else {
        return;
    };
    let opened = opener().open(&changed, NOW);
    let paid = opened.and_then(|one| one.into_payment(&purchase(), &super::context_key()));
    if let Ok(payment) = paid {
        assert!(is_free, "byte {at} with {mask:#04x} pays: {changed}");
        assert_eq!(payment.message_id, message_id);
    }
}
