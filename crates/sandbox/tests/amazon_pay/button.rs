//! The shop's button, verified by a program that is not ours.

use crate::node;
use serde_json::{Value, json};
use zkratka_sandbox::amazon_pay::{PRIVATE_KEY, PUBLIC_KEY_ID};
use zkratka_wallets::amazon_pay::{Algorithm, Signer, SigningKey};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/amazon_pay/button.mjs");

/// [B.02] [7.13] Node's cryptography verifies the shop's signature over the exact payload with a salt of 32 bytes, and over nothing
/// else.
#[test]
fn an_independent_program_verifies_the_button() {
    let key = SigningKey::from_pem(PRIVATE_KEY).expect("a key");
    let signer = Signer::new(key, PUBLIC_KEY_ID.to_owned(), Algorithm::V2);
    let payload = r#"{"storeId":"s","note":"Žluťoučký kůň \"u Anny\"","currency":"EUR"}"#;
    let signature = signer.button(payload).expect("a signature");
    let input = json!({ "payload": payload, "signature": signature, "privateKey": PRIVATE_KEY });
    let said: Value = node::run(SCRIPT, &input).expect("Node runs");
    let expected = json!({ "exact": true, "olderSalt": false, "changed": false });
    assert_eq!(said, expected);
}
