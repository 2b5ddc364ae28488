//! Tests `zkratka token inspect --wallet apple-pay` with tokens that Node minted, and what `zkratka check` reports
//! about Apple Pay.

use crate::minted::apple::{MERCHANT_ID, Minted, mint, payment, wish};
use crate::minted::openssl_key;
use crate::support::{Folder, Ran};
use serde_json::{Value, json};
use zkratka_wallets::apple_pay::Version;

const NUMBER: &str = "4111111111111111";

/// A folder with token.json, key.b64, own.cer, other.b64, other.cer and root.cer.
fn folder(version: Version, changes: &Value) -> Folder {
    let minted: &Minted = &mint(&[wish(version, changes)])[0];
    let folder = Folder::new();
    for (file, text) in [
        ("token.json", &minted.token),
        ("key.b64", &minted.key),
        ("own.cer", &minted.certificate),
        ("other.b64", &minted.other_key),
        ("other.cer", &minted.other_certificate),
        ("root.cer", &minted.root),
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
        "apple-pay",
        "--token",
        "token.json",
    ];
    folder.run(&[&usual, words].concat())
}

const OWN: [&str; 4] = ["--key", "key.b64", "--certificate", "own.cer"];
const ROOT: [&str; 2] = ["--roots", "root.cer"];
const THEN: [&str; 2] = ["--at", "2026-01-01T00:02:00Z"];

fn report(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn a_good_token_is_verified_and_its_card_hidden() {
    for version in Version::ALL {
        let folder = folder(version, &json!({}));
        for at in [&THEN[..], &["--at", "signing-time"]] {
            let ran = inspect(&folder, &[&OWN[..], &ROOT, at].concat()).ended_with(0);
            let said = report(&ran);
            assert_eq!(said["verified"], true);
            assert_eq!(said["version"], version.name());
            assert_eq!(said["signedAt"], "2026-01-01T00:00:00Z");
            let checks = said["checks"].as_array().expect("checks");
            assert!(checks.len() > 10 && checks.iter().all(|check| check["outcome"] == "passed"));
            assert_eq!(said["payload"]["transactionAmount"], 129_000);
            assert_eq!(
                said["payload"]["applicationPrimaryAccountNumber"],
                "•••• 1111"
            );
            for secret in [NUMBER, "AAAAAA==", "311231"] {
                assert!(!ran.out.contains(secret), "{secret} is shown");
            }
        }
        let all = [&OWN[..], &ROOT, &THEN, &["--show-secrets"]].concat();
        let shown = report(&inspect(&folder, &all).ended_with(0));
        assert_eq!(shown["payload"], payment());
    }
}

#[test]
fn a_wrong_token_is_refused_by_name() {
    let good = folder(Version::EcV1, &json!({}));
    let other = ["--key", "other.b64", "--certificate", "other.cer"];
    for (words, check) in [
        ([&OWN[..], &ROOT].concat(), "signing_time"),
        ([&OWN[..], &THEN].concat(), "chain"),
        ([&other[..], &ROOT, &THEN].concat(), "key"),
    ] {
        let ran = inspect(&good, &words).ended_with(1);
        assert_eq!(report(&ran)["failedCheck"], check);
        ran.complained(&format!("refused at the check {check}"));
    }
    let changed = folder(Version::EcV1, &json!({ "tweak": "data-changed" }));
    let ran = inspect(&changed, &[&OWN[..], &ROOT, &THEN].concat()).ended_with(1);
    assert_eq!(report(&ran)["reason"], "message_digest");
}

#[test]
fn files_that_cannot_be_used_are_named() {
    let folder = folder(Version::EcV1, &json!({ "tweak": "certificate-silent" }));
    folder.write("good.pem", openssl_key("prime256v1"));
    folder.write("foreign.pem", openssl_key("secp384r1"));
    for (words, complaint) in [
        (vec!["--certificate", "own.cer"], "--key FILE is missing"),
        (vec!["--key", "key.b64"], "--certificate FILE is missing"),
        (
            vec!["--key", "key.b64", "--certificate", "other.cer"],
            "other.cer: the private key does not belong",
        ),
        (
            vec!["--key", "good.pem", "--certificate", "own.cer"],
            "own.cer: the private key does not belong",
        ),
        (
            vec!["--key", "foreign.pem", "--certificate", "own.cer"],
            "foreign.pem: the block EC PARAMETERS does not name the curve P-256",
        ),
        (
            vec!["--key", "token.json", "--certificate", "own.cer"],
            "token.json: not a P-256 or RSA private key",
        ),
        (
            vec!["--key", "key.b64", "--certificate", "own.cer"],
            "does not name the merchant id",
        ),
    ] {
        inspect(&folder, &words).ended_with(2).complained(complaint);
    }
    let named = [&OWN[..], &ROOT, &THEN, &["--merchant-id", MERCHANT_ID]].concat();
    inspect(&folder, &named).ended_with(0);
}

const SHOP: &str = "[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\n[storefront]\naccess_token = \"verejny-token\"\n";

#[test]
fn a_check_says_how_each_wallet_stands() {
    let folder = Folder::new();
    folder.write("off.toml", SHOP);
    let ran = folder.run(&["check", "--config", "off.toml"]);
    assert!(ran.out.contains("wallet Apple Pay: off"), "{}", ran.out);
    folder.write(
        "on.toml",
        format!("{SHOP}[wallets.apple_pay]\nenabled = true\n"),
    );
    let ran = folder.run(&["check", "--config", "on.toml"]).ended_with(0);
    assert!(ran.out.contains("wallet Apple Pay: works"), "{}", ran.out);
    assert!(ran.out.contains("wallet Google Pay: off"), "{}", ran.out);
}

/// Faults in the files and values of a merchant's own Apple Pay are reported by key.
#[test]
fn faults_of_apple_pay_are_told_by_key() {
    let folder = folder(Version::EcV1, &json!({}));
    folder.write("good.pem", openssl_key("prime256v1"));
    folder.write("foreign.pem", openssl_key("secp384r1"));
    let written = |lines: &str| {
        let text = format!("{SHOP}[wallets.apple_pay]\nenabled = true\n{lines}\n");
        folder.write("shop.toml", &text);
        folder
            .run(&["check", "--config", "shop.toml"])
            .ended_with(2)
    };
    for (lines, complaint) in [
        (
            "processing_key_files = [\"other.b64\"]",
            "wallets.apple_pay.processing_key_files",
        ),
        (
            "processing_certificate_files = [\"own.cer\"]\nprocessing_key_files = [\"other.b64\"]",
            "matches none of the certificates",
        ),
        (
            "processing_certificate_files = [\"own.cer\"]\nprocessing_key_files = [\"good.pem\"]",
            "good.pem matches none of the certificates",
        ),
        (
            "processing_certificate_files = [\"own.cer\"]\nprocessing_key_files = [\"foreign.pem\"]",
            "foreign.pem: the block EC PARAMETERS does not name the curve P-256",
        ),
        (
            "processing_certificate_files = [\"own.cer\"]\nprocessing_key_files = [\"key.b64\"]",
            "the certificate is for another merchant id",
        ),
        (
            "identity_certificate_file = \"own.cer\"",
            "is another merchant's",
        ),
        ("identity_certificate_file = \"gone.cer\"", "cannot be read"),
        ("root_file = \"own.cer\"", "is not a root certificate"),
        ("domain_association_file = \"gone.txt\"", "cannot be read"),
        (
            "issuer = \"apple\"",
            "wallets.apple_pay.identity_certificate_file",
        ),
        ("issuer = \"nobody\"", "wallets.apple_pay.issuer"),
    ] {
        written(lines).complained(complaint);
    }
}
