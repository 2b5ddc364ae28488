//! Tests of `[wallets.meta_pay]`: empty keys are the emulation's in test mode, and live mode refuses the wallet.

use super::{SMALLEST, faults, parse};
use crate::MetaPayConfig;
use zkratka_sandbox::meta_pay::{
    APP_ID, MERCHANT_ID, PARTNER_ID, authority_pem, partner_private_key, signing_certificates_pem,
};
use zkratka_wallets::DecryptionKey;
use zkratka_wallets::meta_pay::ContainerType::{BasicCard, EcomToken};

const KEY: &str = include_str!("../../../wallets/tests/keys/prime256v1.pem");

fn with(mode: &str, lines: &str) -> String {
    format!(
        "{SMALLEST}\n[server]\nmode = \"{mode}\"\npublic_origin = \"https://obchod.example\"\n[payments]\ncard = false\n[wallets.meta_pay]\nenabled = true\n{lines}\n"
    )
}

fn settings(lines: &str) -> MetaPayConfig {
    let config = parse(&with("test", lines)).expect("a configuration");
    config.wallets.meta_pay.expect("switched on")
}

/// A file with this text, and the line that names it.
fn file(key: &str, text: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("meta.pem");
    std::fs::write(&file, text).expect("written");
    let line = format!("{key} = \"{}\"", file.display());
    (folder, line)
}

/// The keys of the section that have faults, with their messages.
fn refused(mode: &str, lines: &str) -> Vec<(String, String)> {
    let found = faults(&with(mode, lines)).into_iter();
    let found = found.map(|fault| {
        assert!(fault.line > 10, "{lines}: {}", fault.line);
        let key = fault.key.strip_prefix("wallets.meta_pay.").expect("a key");
        (key.to_owned(), fault.message)
    });
    found.collect()
}

/// [B.02] Empty keys are the emulation's.
#[test]
fn is_off_unless_switched_on_and_emulated_unless_filled() {
    let off = parse(SMALLEST).expect("a configuration");
    assert!(off.wallets.meta_pay.is_none());
    let unfinished = with("live", "").replace("enabled = true", "enabled = false");
    assert!(
        parse(&unfinished)
            .expect("a configuration")
            .wallets
            .meta_pay
            .is_none()
    );
    let emulated = settings("");
    assert_eq!(emulated.app_id, APP_ID);
    assert_eq!(emulated.partner_id, PARTNER_ID);
    assert_eq!(emulated.merchant_id, MERCHANT_ID);
    assert_eq!(emulated.name, "Krámek");
    assert_eq!(emulated.supported_containers, [BasicCard, EcomToken]);
    assert!(emulated.accepts_emulation());
    let key = DecryptionKey::from_text(&partner_private_key()).expect("a key");
    assert_eq!(
        emulated.private_key.public_key_base64(),
        key.public_key_base64()
    );
}

#[test]
fn a_partner_is_described() {
    let (_folder, key) = file("private_key_file", KEY);
    let read = settings(&format!(
        "app_id = \"1\"\npartner_id = \"2\"\nmerchant_id = \"3\"\nname = \"U Anny\"\nsupported_containers = [\"ecom-token-v1\"]\n{key}"
    ));
    assert_eq!((read.app_id.as_str(), read.partner_id.as_str()), ("1", "2"));
    assert_eq!(
        (read.merchant_id.as_str(), read.name.as_str()),
        ("3", "U Anny")
    );
    assert_eq!(read.supported_containers, [EcomToken]);
    let key = DecryptionKey::from_text(KEY).expect("a key");
    assert_eq!(
        read.private_key.public_key_base64(),
        key.public_key_base64()
    );
    assert!(!format!("{read:?}").contains("PRIVATE"));
}

#[test]
fn a_faulty_value_is_refused_at_its_key() {
    let (_folder, not_a_key) = file("private_key_file", "no key");
    let (_folder, not_a_root) = file("root_file", "no certificate");
    let leaf = signing_certificates_pem();
    let (leaf, _) = leaf.split_at(leaf.find("-----END").expect("PEM") + 25);
    let (_folder, signer) = file("root_file", leaf);
    for (lines, key, part) in [
        ("app_id = \"a b\"", "app_id", ""),
        (
            "supported_containers = []",
            "supported_containers",
            "at least one",
        ),
        (
            "supported_containers = [\"basic-card-v2\"]",
            "supported_containers",
            "basic-card-v2",
        ),
        (&not_a_key, "private_key_file", "key"),
        (
            "private_key_file = \"/nowhere.pem\"",
            "private_key_file",
            "/nowhere.pem",
        ),
        (&not_a_root, "root_file", "meta.pem"),
        (&signer, "root_file", "self-signed"),
        ("root_file = \"/nowhere.pem\"", "root_file", "/nowhere.pem"),
    ] {
        let found = refused("test", lines);
        assert_eq!(found.len(), 1, "{lines}: {found:?}");
        assert_eq!(found[0].0, key, "{lines}");
        assert!(found[0].1.contains(part), "{lines}: {}", found[0].1);
    }
}

/// [B.02] Live mode refuses the wallet, and says why; and it names every value of the emulation's.
#[test]
fn live_mode_refuses_it() {
    let own = "app_id = \"1\"\npartner_id = \"2\"\nmerchant_id = \"3\"";
    let found = refused("live", own);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "enabled");
    assert!(
        found[0].1.contains("needs Meta's partnership"),
        "{}",
        found[0].1
    );
    let (_folder, key) = file("private_key_file", &partner_private_key());
    let (_folder, root) = file("root_file", &authority_pem());
    let published = format!(
        "app_id = \"{APP_ID}\"\npartner_id = \"{PARTNER_ID}\"\nmerchant_id = \"{MERCHANT_ID}\"\n{key}\n{root}"
    );
    let found = refused("live", &published);
    let mut keys: Vec<_> = found.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    let expected = [
        "app_id",
        "enabled",
        "merchant_id",
        "partner_id",
        "private_key_file",
        "root_file",
    ];
    assert_eq!(keys, expected);
    for (key, message) in found.iter().filter(|(key, _)| key != "enabled") {
        assert!(message.contains("the emulation's"), "{key}: {message}");
    }
}
