//! Tests published tokens in the folder named by `WALLET_VECTORS`. Without the folder the tests print SKIPPED;
//! `minted_tokens.rs` then still opens tokens made by independent code.

use serde_json::{Value, json};
use std::path::Path;
use zkratka_commerce::time::Timestamp;
use zkratka_wallets::google_pay::{DecryptionKey, Opener, Protocol, Recipient, Refusal, RootKeys};

/// A file of the folder; none without the folder. Panics if the folder lacks the file.
fn vectors(file: &str) -> Option<Value> {
    let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
        eprintln!("SKIPPED: WALLET_VECTORS names no folder with published tokens ({file})");
        return None;
    };
    let path = Path::new(&folder).join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(serde_json::from_str(&text).expect("JSON"))
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

fn key(value: &Value) -> DecryptionKey {
    DecryptionKey::from_der_base64(text(value)).expect("a key")
}

/// The published tokens of Google's .NET library open in both protocols, and none opens for another recipient.
#[test]
fn tokens_of_the_dotnet_library_open() {
    let Some(file) = vectors("google-pay-dotnet/vectors.json") else {
        return;
    };
    let private: Vec<_> = file["private_keys_pkcs8_b64"]
        .as_array()
        .expect("keys")
        .iter()
        .map(key)
        .collect();
    let cases = file["unseal"].as_array().expect("cases");
    assert_eq!(cases.len(), 2);
    for case in cases {
        let mut opener = Opener {
            roots: RootKeys::from_json(&case["keys"].to_string()).expect("roots"),
            recipient: Recipient::verbatim(text(&case["recipientId"])),
            keys: private.clone(),
            protocols: Protocol::ALL.to_vec(),
        };
        let now = Timestamp(case["now_ms"].as_i64().expect("a moment"));
        let token = opener.open(text(&case["token"]), now).expect("opens");
        assert_eq!(token.plaintext.as_str(), text(&case["expect"]));
        assert!(token.card.is_none());
        opener.recipient = Recipient::merchant("another");
        assert_eq!(
            opener.open(text(&case["token"]), now).err(),
            Some(Refusal::MessageSignature)
        );
    }
    println!("vectors: {} .NET tokens opened", cases.len());
}

/// A token that is published only for its signature: the signature verifies, and opening fails at the tag, because its
/// key is not published.
#[test]
fn the_token_for_verifying_only_verifies() {
    let Some(file) = vectors("google-pay-dotnet/vectors.json") else {
        return;
    };
    let case = &file["verify_only"][0];
    let opener = |recipient: &str| Opener {
        roots: RootKeys::from_json(&case["keys"].to_string()).expect("roots"),
        recipient: Recipient::verbatim(recipient),
        keys: vec![key(&file["private_keys_pkcs8_b64"][0])],
        protocols: Protocol::ALL.to_vec(),
    };
    let now = Timestamp(case["now_ms"].as_i64().expect("a moment"));
    let result = opener(text(&case["recipientId"])).open(text(&case["token"]), now);
    assert!(
        !matches!(result, Err(Refusal::MessageSignature)),
        "{result:?}"
    );
    let result = opener("merchant:54321").open(text(&case["token"]), now);
    assert_eq!(result.err(), Some(Refusal::MessageSignature));
    println!("vectors: 1 .NET signature verified");
}

/// Tink's static ECv1 tokens, whose JSON has unusual spellings, open with any of several keys.
#[test]
fn tokens_of_tink_open() {
    let Some(file) = vectors("tink-java-apps/tink_payment_method_token.json") else {
        return;
    };
    let cases = file["static_vectors"].as_array().expect("cases");
    assert_eq!(cases.len(), 5);
    let keys = &file["keys"];
    let right = key(&keys["MERCHANT_PRIVATE_KEY_PKCS8_BASE64"]);
    let wrong = key(&keys["ALTERNATE_MERCHANT_PRIVATE_KEY_PKCS8_BASE64"]);
    assert_eq!(
        right.public_key_base64(),
        text(&keys["MERCHANT_PUBLIC_KEY_BASE64"])
    );
    let good = &file["verifyingKeys"]["keys"][0];
    let alien =
        json!({ "keyValue": keys["ALTERNATE_PUBLIC_SIGNING_KEY"], "protocolVersion": "ECv1" });
    let recipient = text(&file["recipientId"]);
    let open = |roots: Value, recipient: &str, keys: &[&DecryptionKey], token: &Value| {
        let opener = Opener {
            roots: RootKeys::from_json(&json!({ "keys": roots }).to_string()).expect("roots"),
            recipient: Recipient::verbatim(recipient),
            keys: keys.iter().map(|key| (*key).clone()).collect(),
            protocols: Protocol::ALL.to_vec(),
        };
        opener.open(text(token), Timestamp(1_542_319_793_000))
    };
    for case in cases {
        let name = text(&case["name"]);
        let token = &case["token"];
        for (roots, keys) in [
            (json!([good]), vec![&right]),
            (json!([alien, good]), vec![&wrong, &right]),
        ] {
            let opened = open(roots, recipient, &keys, token)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(opened.plaintext.as_str(), text(&case["expect"]), "{name}");
        }
        for (roots, recipient, key, refusal) in [
            (json!([good]), recipient, &wrong, Refusal::Mac),
            (json!([alien]), recipient, &right, Refusal::MessageSignature),
            (
                json!([good]),
                "not the recipient",
                &right,
                Refusal::MessageSignature,
            ),
        ] {
            assert_eq!(
                open(roots, recipient, &[key], token).err(),
                Some(refusal),
                "{name}"
            );
        }
    }
    println!("vectors: {} Tink tokens opened", cases.len());
}

#[test]
fn root_keys_of_the_test_environment_are_read() {
    let Some(file) = vectors("google-test-root-keys.json") else {
        return;
    };
    assert!(RootKeys::from_json(&file.to_string()).is_ok());
    println!("vectors: root keys read");
}
