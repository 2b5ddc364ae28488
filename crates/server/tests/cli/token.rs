//! Tests `zkratka token inspect` with tokens that Node minted.

use crate::minted::{RECIPIENT, mint, openssl_key, payment, wish};
use crate::support::{Folder, Ran};
use serde_json::{Value, json};
use zkratka_wallets::google_pay::Protocol;

const NUMBER: &str = "4111111111111111";
const AT: &str = "2026-01-01T00:00:00Z";

/// A folder with token.json, key.b64, other.b64 and roots.json.
fn folder(protocol: Protocol) -> Folder {
    let mut message = payment();
    message["futureSecret"] = json!("new");
    folder_of(protocol, &message)
}

fn folder_of(protocol: Protocol, message: &Value) -> Folder {
    let wish = wish(protocol, &json!({ "message": message.to_string() }));
    let minted = &mint(&[wish])[0];
    let folder = Folder::new();
    for (file, text) in [
        ("token.json", &minted.token),
        ("key.b64", &minted.key),
        ("other.b64", &minted.other_key),
        ("roots.json", &minted.roots),
    ] {
        folder.write(file, text);
    }
    folder
}

fn inspect(folder: &Folder, words: &[&str]) -> Ran {
    let usual = [
        "token",
        "inspect",
        "--wallet",
        "google-pay",
        "--token",
        "token.json",
        "--at",
        AT,
    ];
    folder.run(&[&usual, words].concat())
}

const GOOD: [&str; 6] = [
    "--key",
    "key.b64",
    "--roots",
    "roots.json",
    "--recipient",
    RECIPIENT,
];

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn a_good_token_is_verified_and_its_card_hidden() {
    let folder = folder(Protocol::EcV2);
    let ran = inspect(&folder, &GOOD).ended_with(0);
    let said = report(&ran);
    assert_eq!(said["verified"], true);
    assert_eq!(said["payable"], true);
    assert_eq!(said["protocol"], "ECv2");
    assert_eq!(said["failedCheck"], Value::Null);
    let checks = said["checks"].as_array().expect("checks");
    assert!(checks.len() > 10 && checks.iter().all(|check| check["outcome"] == "passed"));
    assert_eq!(said["payload"]["messageId"], payment()["messageId"]);
    let details = &said["payload"]["paymentMethodDetails"];
    assert_eq!(details["pan"], "•••• 1111");
    assert_eq!(details["authMethod"], "CRYPTOGRAM_3DS");
    for secret in [NUMBER, "AAAAAA==", "2031", "\"new\""] {
        assert!(!ran.out.contains(secret), "{secret} is shown");
    }

    let shown = report(&inspect(&folder, &[&GOOD[..], &["--show-secrets"]].concat()).ended_with(0));
    assert_eq!(shown["payload"]["paymentMethodDetails"]["pan"], NUMBER);
}

/// An unaltered token is verified; the output says if a shop would not accept it as a payment.
#[test]
fn a_token_that_is_no_payment_is_verified_and_called_so() {
    for (missing, absent) in [
        ("messageExpiration", &["message_expiration", "payment"][..]),
        ("messageId", &["payment"]),
    ] {
        let mut message = payment();
        message.as_object_mut().expect("an object").remove(missing);
        let ran = inspect(&folder_of(Protocol::EcV2, &message), &GOOD).ended_with(0);
        let ran = ran.complained("verified, but the message is not a payment");
        let said = report(&ran);
        assert_eq!(
            (&said["verified"], &said["payable"]),
            (&json!(true), &json!(false))
        );
        let checks = said["checks"].as_array().expect("checks").iter();
        let names: Vec<_> = checks
            .filter(|check| check["outcome"] == "absent")
            .map(|check| check["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names, absent, "{missing}");
    }
}

#[test]
fn other_protocols_are_verified_too() {
    inspect(&folder(Protocol::EcV1), &GOOD).ended_with(0);
    let folder = folder(Protocol::EcV2SigningOnly);
    inspect(&folder, &GOOD[2..]).ended_with(0);
    inspect(&folder, &GOOD)
        .ended_with(2)
        .complained("Leave out --key");
}

#[test]
fn a_wrong_token_is_refused_by_name() {
    let folder = folder(Protocol::EcV2);
    for (words, check) in [
        (
            [
                "--key",
                "other.b64",
                "--roots",
                "roots.json",
                "--recipient",
                RECIPIENT,
            ],
            "mac",
        ),
        (
            [
                "--key",
                "key.b64",
                "--roots",
                "roots.json",
                "--recipient",
                "merchant:1",
            ],
            "message_signature",
        ),
    ] {
        let ran = inspect(&folder, &words).ended_with(1).complained(check);
        let said = report(&ran);
        assert_eq!(
            (&said["verified"], &said["failedCheck"]),
            (&json!(false), &json!(check))
        );
        assert_eq!(said["payload"], Value::Null);
    }
}

/// A key file that begins with its curve's name is read, although this key does not open the token.
#[test]
fn a_key_may_be_as_openssl_writes_it() {
    let folder = folder(Protocol::EcV2);
    folder.write("good.pem", openssl_key("prime256v1"));
    folder.write("foreign.pem", openssl_key("secp384r1"));
    let inspect_with = |key| inspect(&folder, &[&["--key", key], &GOOD[2..]].concat());
    inspect_with("good.pem").ended_with(1).complained("mac");
    inspect_with("foreign.pem")
        .ended_with(2)
        .complained("foreign.pem: the block EC PARAMETERS does not name the curve P-256");
}

#[test]
fn what_cannot_be_used_is_named() {
    let folder = folder(Protocol::EcV2);
    folder.write("junk", "junk");
    let key = ["--key", "key.b64"];
    let roots = ["--roots", "roots.json"];
    for (words, complaint) in [
        (key.to_vec(), "--roots FILE is missing"),
        (
            roots.to_vec(),
            "token.json: the token is encrypted. Give the private key",
        ),
        ([key, ["--roots", "none"]].concat(), "none: cannot be read"),
        (
            [key, ["--roots", "junk"]].concat(),
            "junk: not a JSON object",
        ),
        (
            [["--key", "junk"], roots].concat(),
            "junk: not a P-256 private key",
        ),
    ] {
        inspect(&folder, &words).ended_with(2).complained(complaint);
    }
    folder.write("token.json", "junk");
    inspect(&folder, &GOOD)
        .ended_with(2)
        .complained("token.json: not a JSON object");
}
