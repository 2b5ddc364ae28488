//! Tests what `zkratka check` reports about a merchant's own Apple Pay: certificate dates, the domain, and missing
//! values.

use crate::minted::apple::{MERCHANT_ID, Minted, mint, wish};
use crate::support::{CONFIG, Folder, Ran};
use serde_json::json;
use std::time::{SystemTime, UNIX_EPOCH};
use zkratka_wallets::apple_pay::Version;

/// Milliseconds.
const DAY: i64 = 24 * 60 * 60 * 1_000;
/// Minted certificates are valid from a year before to a year after their token is signed.
const YEAR: i64 = 365 * DAY;
const SECURE: &str = "public_origin = \"https://obchod.example\"\n";

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).expect("after");
    i64::try_from(since.as_millis()).expect("milliseconds")
}

/// A folder with two certificates and their keys, valid around `at` (own.cer with own.b64, other.cer with other.b64),
/// and a certificate authority.
fn folder(at: i64) -> Folder {
    let minted: &Minted = &mint(&[wish(Version::EcV1, &json!({ "at": at }))])[0];
    let folder = Folder::new();
    for (file, text) in [
        ("own.cer", &minted.certificate),
        ("own.b64", &minted.key),
        ("other.cer", &minted.other_certificate),
        ("other.b64", &minted.other_key),
    ] {
        folder.write(file, text);
    }
    let root = &minted.root;
    let pem = format!("-----BEGIN CERTIFICATE-----\n{root}\n-----END CERTIFICATE-----\n");
    folder.write("authority.pem", pem);
    folder
}

/// Runs `check` on a shop with `lines` in `[wallets.apple_pay]` and `server` in `[server]`. The program trusts the
/// folder's one certificate authority, so the machine's own do not matter.
fn check(folder: &Folder, server: &str, lines: &str) -> Ran {
    let config = CONFIG.replace("[shop]", &format!("{server}[shop]"));
    let text = format!("{config}[wallets.apple_pay]\nenabled = true\n{lines}\n");
    folder.write("shop.toml", text);
    let mut program = folder.program();
    program.args(["check", "--config", "shop.toml"]);
    program.env("SSL_CERT_FILE", folder.path("authority.pem"));
    Ran::new(program.output().expect("it runs"))
}

const IDENTITY: &str =
    "identity_certificate_file = \"other.cer\"\nidentity_key_file = \"other.b64\"\n";
const PROCESSING: &str =
    "processing_certificate_files = [\"own.cer\"]\nprocessing_key_files = [\"own.b64\"]\n";

/// A complete section with Apple as the issuer.
fn own(more: &str) -> String {
    format!("issuer = \"apple\"\nmerchant_id = \"{MERCHANT_ID}\"\n{IDENTITY}{PROCESSING}{more}")
}

/// For both kinds of certificate: an expired or not yet valid one is an error, one that expires soon is a warning, and
/// any other is not mentioned.
#[test]
fn certificates_are_judged_by_their_dates() {
    let keys = ["identity_certificate_file", "processing_certificate_files"];
    for (at, code, said) in [
        (now() - YEAR - DAY, 1, Some("expired at")),
        (now() + YEAR + DAY, 1, Some("is not valid before")),
        (now() - YEAR + DAY, 0, Some("expires at")),
        (now() - YEAR + 29 * DAY, 0, Some("expires at")),
        (now() - YEAR + 31 * DAY, 0, None),
        (now(), 0, None),
    ] {
        let ran = check(&folder(at), SECURE, &own("")).ended_with(code);
        let works = ran.out.contains("wallet Apple Pay: works");
        assert_eq!(works, code == 0, "{at}: {}", ran.out);
        for key in keys {
            let told = format!("wallet Apple Pay: a certificate in {key} ");
            match said {
                Some(said) => {
                    let told = told + said;
                    assert!(ran.err.contains(&told), "{told} is not in {}", ran.err);
                }
                None => assert!(!ran.err.contains(&told), "{}", ran.err),
            }
        }
    }
}

/// `check` reports a public origin without HTTPS and a missing domain association, because Apple opens sheets only on
/// HTTPS pages of the merchant's verified domains.
#[test]
fn a_wrong_domain_is_told() {
    let folder = folder(now());
    folder.write("association", "7B227073704964");
    let association = own("domain_association_file = \"association\"");
    for (server, lines, code, complaint) in [
        (
            "",
            own(""),
            1,
            Some("public_origin in [server] is not https://"),
        ),
        ("", own(""), 1, Some("domain_association_file is missing")),
        (
            SECURE,
            own(""),
            0,
            Some("domain_association_file is missing"),
        ),
        (SECURE, association, 0, None),
    ] {
        let ran = check(&folder, server, &lines).ended_with(code);
        match complaint {
            Some(complaint) => assert!(ran.err.contains(complaint), "{}", ran.err),
            None => assert!(!ran.err.contains("wallet Apple Pay"), "{}", ran.err),
        }
    }
}

/// All missing values are reported at once by their keys; no value of the emulation replaces one.
#[test]
fn what_is_missing_is_named() {
    let folder = folder(now());
    let ran = check(&folder, SECURE, "issuer = \"apple\"").ended_with(2);
    for key in [
        "merchant_id",
        "identity_certificate_file",
        "processing_certificate_files",
        "processing_key_files",
    ] {
        let complaint = format!("wallets.apple_pay.{key}: is empty");
        assert!(ran.err.contains(&complaint), "{key} in {}", ran.err);
    }
    let merchant = format!("issuer = \"apple\"\nmerchant_id = \"{MERCHANT_ID}\"\n");
    for (lines, complaint) in [
        (
            format!("{merchant}identity_certificate_file = \"other.cer\"\n{PROCESSING}"),
            "wallets.apple_pay.identity_key_file: is empty",
        ),
        (
            format!("{merchant}{IDENTITY}processing_certificate_files = [\"own.cer\"]"),
            "wallets.apple_pay.processing_key_files: is empty",
        ),
        (
            format!(
                "{merchant}{IDENTITY}processing_certificate_files = [\"own.cer\", \"other.cer\"]\nprocessing_key_files = [\"own.b64\"]"
            ),
            "lacks the key of a certificate",
        ),
        (
            format!(
                "{merchant}identity_certificate_file = \"other.cer\"\nidentity_key_file = \"own.b64\"\n{PROCESSING}"
            ),
            "the private key does not belong to the certificate",
        ),
    ] {
        check(&folder, SECURE, &lines)
            .ended_with(2)
            .complained(complaint);
    }
}

/// [7.08] Live mode refuses the emulation and each of its published keys.
#[test]
fn live_mode_does_not_start_on_the_emulated_apple_pay() {
    let folder = folder(now());
    let write = |name: &str, text: &str| folder.write(name, text);
    write(
        "identity.pem",
        &zkratka_sandbox::apple_pay::identity_certificate_pem(),
    );
    write(
        "identity.key",
        &zkratka_sandbox::apple_pay::identity_private_key(),
    );
    write(
        "processing.pem",
        &zkratka_sandbox::apple_pay::processing_certificate_pem(),
    );
    write(
        "processing.key",
        &zkratka_sandbox::apple_pay::processing_private_key(),
    );
    write("root.pem", &zkratka_sandbox::apple_pay::authority_pem());
    let live = format!("{SECURE}mode = \"live\"\n");
    let emulation = "issuer = \"emulation\"\n".to_owned();
    let known = format!(
        "merchant_id = \"{}\"\nroot_file = \"root.pem\"\nidentity_certificate_file = \"identity.pem\"\nidentity_key_file = \"identity.key\"\nprocessing_certificate_files = [\"processing.pem\"]\nprocessing_key_files = [\"processing.key\"]\n",
        zkratka_sandbox::apple_pay::MERCHANT_ID
    );
    for (lines, complaints) in [
        (emulation, &["issuer: is the emulation"][..]),
        (
            known,
            &[
                "merchant_id: is the emulation's",
                "root_file: is the emulation's",
                "identity_certificate_file: is the emulation's",
                "processing_certificate_files: is the emulation's",
                "processing_key_files: is the emulation's",
            ],
        ),
        // Even a correct configuration fails: there is no gateway for real cards yet.
        (own(""), &["enabled: \"live\" cannot take Apple Pay"]),
    ] {
        let ran = check(&folder, &live, &lines).ended_with(2);
        for complaint in complaints {
            let complaint = format!("wallets.apple_pay.{complaint}");
            assert!(ran.err.contains(&complaint), "{complaint} in {}", ran.err);
        }
    }
}
