//! Tests `zkratka token inspect --wallet meta-pay` with containers that Node minted.

use crate::minted::meta::{MERCHANT_ID, Minted, basic_card, ecom_token, mint, wish};
use crate::minted::openssl_key;
use crate::support::{Folder, Ran};
use serde_json::{Value, json};

/// A folder with container.json, key.b64 and root.cer.
fn folder(message: &Value, changes: &Value) -> Folder {
    let minted: &Minted = &mint(&[wish(message, changes)])[0];
    let folder = Folder::new();
    for (file, text) in [
        ("container.json", &minted.container),
        ("key.b64", &minted.key),
        ("root.cer", &minted.root),
    ] {
        folder.write(file, text);
    }
    folder
}

fn inspect(folder: &Folder, words: &[&str]) -> Ran {
    let usual = ["token", "inspect", "--wallet", "meta-pay"];
    folder.run(&[&usual, words].concat())
}

const TOKEN: [&str; 2] = ["--token", "container.json"];
const KEY: [&str; 2] = ["--key", "key.b64"];
const ROOT: [&str; 2] = ["--roots", "root.cer"];
const MERCHANT: [&str; 2] = ["--merchant-id", MERCHANT_ID];
const THEN: [&str; 2] = ["--at", "2026-01-01T00:02:00Z"];

fn all() -> Vec<&'static str> {
    [TOKEN, KEY, ROOT, MERCHANT, THEN].concat()
}

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("JSON")
}

/// [B.02] An operator sees why a container is valid and for how much, and nothing of the card but four digits.
#[test]
fn a_good_container_is_verified_and_its_card_hidden() {
    let mut card = basic_card();
    card["future_secret"] = json!("new");
    for (message, member, number, secrets) in [
        (
            &card,
            "card_data",
            "card_number",
            &["411111", "Jana", "2031", "Dlouhá", "new"][..],
        ),
        (
            &ecom_token(),
            "token_data",
            "number",
            &["489537", "Jana", "2030", "AAAA"],
        ),
    ] {
        let folder = folder(message, &json!({}));
        let ran = inspect(&folder, &all()).ended_with(0);
        let said = report(&ran);
        assert_eq!(said["verified"], true);
        assert_eq!(said["mode"], "TEST");
        assert_eq!(said["containerId"], "c-1");
        assert_eq!(said["containerType"], message["container_type"]);
        assert_eq!(said["createdAt"], "2026-01-01T00:00:00Z");
        assert_eq!(
            said["amount"],
            json!({ "currency": "CZK", "minor": 129_000 })
        );
        let payload = &said["payload"];
        assert_eq!(payload["container_context"], "a-context");
        assert_eq!(payload["merchant_id"], MERCHANT_ID);
        let shown = payload[member][number].as_str().expect("a number");
        assert!(shown.starts_with("•••• "), "{shown}");
        for secret in secrets {
            assert!(!ran.out.contains(secret), "{secret} is shown");
        }
        let outcomes: Vec<&str> = said["checks"]
            .as_array()
            .expect("checks")
            .iter()
            .filter_map(|check| check["outcome"].as_str())
            .collect();
        assert_eq!(outcomes[..13], ["passed"; 13]);
        assert_eq!(outcomes[13..], ["not_done"; 2]);
        let shown = [all(), vec!["--show-secrets"]].concat();
        let shown = report(&inspect(&folder, &shown).ended_with(0));
        assert_eq!(shown["payload"], *message);
    }
}

/// [B.02] A refused container names its check, and shows nothing of what is in it.
#[test]
fn a_wrong_container_is_refused_by_name() {
    let good = folder(&basic_card(), &json!({}));
    let other = folder(&basic_card(), &json!({}));
    good.write(
        "other.cer",
        std::fs::read(other.path("root.cer")).expect("a file"),
    );
    good.write("other.pem", openssl_key("prime256v1"));
    for (words, check) in [
        ([TOKEN, KEY, ROOT, MERCHANT].concat(), "created_time"),
        ([all(), vec!["--mode", "live"]].concat(), "mode"),
        (
            [TOKEN, KEY, ["--roots", "other.cer"], MERCHANT, THEN].concat(),
            "chain",
        ),
        (
            [TOKEN, ["--key", "other.pem"], ROOT, MERCHANT, THEN].concat(),
            "decryption",
        ),
        (
            [TOKEN, KEY, ROOT, ["--merchant-id", "1"], THEN].concat(),
            "merchant",
        ),
    ] {
        let ran = inspect(&good, &words).ended_with(1);
        let said = report(&ran);
        assert_eq!(said["failedCheck"], check);
        assert_eq!(said["verified"], false);
        assert_eq!(said["payload"], Value::Null);
        ran.complained(&format!("refused at the check {check}"));
    }
}

/// Each missing or unusable file is named, with what to give instead.
#[test]
fn what_cannot_be_used_is_named() {
    let folder = folder(&basic_card(), &json!({}));
    folder.write("list.json", "[]");
    folder.write("foreign.pem", openssl_key("secp384r1"));
    for (words, complaint) in [
        (
            [TOKEN, ROOT, MERCHANT].concat(),
            "--key FILE is missing: give the partner's private key",
        ),
        (
            [TOKEN, KEY, MERCHANT].concat(),
            "--roots FILE is missing: give the root certificate",
        ),
        ([TOKEN, KEY, ROOT].concat(), "--merchant-id ID is missing"),
        (
            [["--token", "gone.json"], KEY, ROOT, MERCHANT].concat(),
            "gone.json: cannot be read",
        ),
        (
            [["--token", "list.json"], KEY, ROOT, MERCHANT].concat(),
            "list.json: not a JSON object. Give the container itself",
        ),
        (
            [TOKEN, ["--key", "foreign.pem"], ROOT, MERCHANT].concat(),
            "foreign.pem: the block EC PARAMETERS does not name the curve P-256",
        ),
        (
            [TOKEN, KEY, ["--roots", "list.json"], MERCHANT].concat(),
            "list.json: not an X.509 certificate",
        ),
        (
            [all()[..8].to_vec(), vec!["--at", "signing-time"]].concat(),
            "states its time inside the encryption",
        ),
    ] {
        inspect(&folder, &words).ended_with(2).complained(complaint);
    }
}
