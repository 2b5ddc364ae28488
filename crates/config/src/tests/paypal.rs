//! Tests of `[wallets.paypal]`: without a client id the emulation is used, and live mode refuses everything emulated.

use super::{SMALLEST, faults, parse};
use crate::{PayPalConfig, ProviderAt};
use std::path::PathBuf;
use zkratka_commerce::payment::Wallet;
use zkratka_sandbox::paypal::{CLIENT_ID, OWNER, WEBHOOK_ID};

const MERCHANT: &str = "merchant_id = \"MERCHANT2SHPX\"";

fn with(mode: &str, lines: &str) -> String {
    format!(
        "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[wallets.paypal]\nenabled = true\n{lines}\n"
    )
}

/// Creates a folder with a secret's file, and returns it with the line that names the file.
fn secret() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file: PathBuf = folder.path().join("secret");
    std::fs::write(&file, "tajemstvi-o-mnoha-znacich\n").expect("written");
    let line = format!("secret_file = \"{}\"", file.display());
    (folder, line)
}

fn settings(mode: &str, lines: &str) -> PayPalConfig {
    let config = parse(&with(mode, lines)).expect("a configuration");
    assert!(config.rules.payments.wallets.contains(Wallet::PayPal));
    config.wallets.paypal.expect("switched on")
}

#[test]
fn is_off_unless_switched_on() {
    let config = parse(SMALLEST).expect("a configuration");
    assert!(config.wallets.paypal.is_none());
    assert!(config.rules.payments.wallets.is_empty());
    let unfinished = with("live", "").replace("enabled = true", "enabled = false");
    assert!(
        parse(&unfinished)
            .expect("a configuration")
            .wallets
            .paypal
            .is_none()
    );
}

#[test]
fn a_client_id_decides_which_paypal_it_is() {
    let emulated = settings("test", "");
    assert_eq!(emulated.at, ProviderAt::Emulation);
    assert_eq!(emulated.brand_name, "Krámek");
    assert!(emulated.venmo);
    let (_folder, secret) = secret();
    assert_eq!(emulated.merchant_id, OWNER.id);
    let lines =
        format!("client_id = \"AbC-1\"\n{secret}\n{MERCHANT}\nwebhook_id = \"WH1\"\nvenmo = false");
    for (mode, at) in [("test", ProviderAt::Sandbox), ("live", ProviderAt::Live)] {
        let read = settings(mode, &lines);
        assert_eq!(read.at, at);
        assert_eq!(read.client_id, "AbC-1");
        assert_eq!(read.secret.0, "tajemstvi-o-mnoha-znacich");
        assert_eq!(read.merchant_id, "MERCHANT2SHPX");
        assert_eq!(read.webhook_id.as_deref(), Some("WH1"));
        assert!(!read.venmo);
        assert!(!format!("{read:?}").contains("tajemstvi"));
    }
    let without = settings(
        "live",
        &format!("client_id = \"AbC-1\"\n{secret}\n{MERCHANT}"),
    );
    assert_eq!(without.webhook_id, None);
}

#[test]
fn what_is_unfinished_or_emulated_is_refused_at_its_key() {
    let (_folder, secret) = secret();
    for (mode, lines, key, part) in [
        ("live", String::new(), "client_id", "is empty"),
        (
            "live",
            "client_id = \"AbC-1\"".to_owned(),
            "client_id",
            "needs the application's secret",
        ),
        (
            "test",
            "client_id = \"AbC-1\"".to_owned(),
            "client_id",
            "needs the application's secret",
        ),
        ("test", secret.clone(), "client_id", "is empty although"),
        (
            "test",
            "webhook_id = \"WH1\"".to_owned(),
            "client_id",
            "is empty although",
        ),
        (
            "live",
            format!("client_id = \"{CLIENT_ID}\"\n{secret}"),
            "client_id",
            "is the emulation's",
        ),
        (
            "test",
            format!("client_id = \"{CLIENT_ID}\"\n{secret}"),
            "client_id",
            "is the emulation's",
        ),
        (
            "live",
            format!("client_id = \"AbC-1\"\n{secret}\nwebhook_id = \"{WEBHOOK_ID}\""),
            "webhook_id",
            "is the emulation's",
        ),
        (
            "test",
            MERCHANT.to_owned(),
            "client_id",
            "is empty although",
        ),
        ("test", "client_id = \"A b\"".to_owned(), "client_id", ""),
        (
            "test",
            "secret_file = \"/nowhere/at/all\"".to_owned(),
            "secret_file",
            "cannot be read",
        ),
        (
            "test",
            "secret_env = \"ZKRATKA_NO_SUCH\"".to_owned(),
            "secret_env",
            "is not set",
        ),
        ("test", "venmo = 1".to_owned(), "venmo", ""),
    ] {
        refused(mode, &lines, key, part);
    }
}

/// [7.09] A client id without the merchant whom orders must pay is refused in every mode.
#[test]
fn a_client_id_needs_the_merchant_id() {
    let (_folder, secret) = secret();
    for (mode, lines, key, part) in [
        (
            "live",
            format!("client_id = \"AbC-1\"\n{secret}"),
            "merchant_id",
            "cannot tell whom an order at PayPal pays",
        ),
        (
            "test",
            format!("client_id = \"AbC-1\"\n{secret}"),
            "merchant_id",
            "cannot tell whom an order at PayPal pays",
        ),
        (
            "live",
            format!(
                "client_id = \"AbC-1\"\n{secret}\nmerchant_id = \"{}\"",
                OWNER.id
            ),
            "merchant_id",
            "is the emulation's",
        ),
        (
            "test",
            "merchant_id = \"obchod@example.cz\"".to_owned(),
            "merchant_id",
            "13 capital letters and digits",
        ),
        (
            "test",
            "merchant_id = \"MERCHANT0SHPX\"".to_owned(),
            "merchant_id",
            "without 0, 1, I and O",
        ),
    ] {
        refused(mode, &lines, key, part);
    }
}

/// The configuration with these lines has one fault, at this key.
fn refused(mode: &str, lines: &str, key: &str, part: &str) {
    let found = faults(&with(mode, lines));
    assert_eq!(found.len(), 1, "{lines}: {found:?}");
    assert_eq!(found[0].key, format!("wallets.paypal.{key}"), "{lines}");
    let message = &found[0].message;
    assert!(message.contains(part), "{lines}: {message}");
    assert!(found[0].line > 10, "{lines}: {}", found[0].line);
}
