//! Tests of `[gift_card_codes]`.

use super::{SMALLEST, faults, parse};
use crate::{Config, ConfigFault};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;
use tempfile::TempDir;

/// Writes each secret as base64 to a file named after its first byte (`1.key`).
fn folder(secrets: &[Vec<u8>]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for secret in secrets {
        let file = folder.path().join(format!("{}.key", secret[0]));
        std::fs::write(file, STANDARD.encode(secret) + "\n").unwrap();
    }
    folder
}

/// The configuration of a mode with these keys: id and file.
fn with(mode: &str, keys: &[(&str, u8)]) -> String {
    let mut list = String::new();
    for (id, file) in keys {
        let _ = write!(list, "{{ id = \"{id}\", secret_file = \"{file}.key\" }},");
    }
    format!(
        "{SMALLEST}[server]\nmode = \"{mode}\"\npublic_origin = \"https://kram.example\"\n[payments]\ncard = false\ngift_cards = true\n[gift_card_codes]\nkeys = [{list}]\n"
    )
}

fn read(folder: &TempDir, mode: &str, keys: &[(&str, u8)]) -> Result<Config, Vec<ConfigFault>> {
    Config::parse(&with(mode, keys), folder.path())
}

fn ids(config: &Config) -> Vec<&str> {
    let ids = config.gift_card_codes.ids();
    ids.map(zkratka_commerce::gift_card::CodeKeyId::as_str)
        .collect()
}

/// [B.12] The first key is the current one. Test mode has a key that everybody knows, after the shop's own.
#[test]
fn keys_are_read_in_their_order() {
    let folder = folder(&[vec![1; 32], vec![2; 64]]);
    let two = [("2026", 2), ("2025", 1)];
    let live = read(&folder, "live", &two).unwrap();
    assert_eq!(ids(&live), ["2026", "2025"]);
    assert!(live.rules.sells_gift_cards);
    let test = read(&folder, "test", &two).unwrap();
    assert_eq!(ids(&test), ["2026", "2025", "sandbox"]);
    assert_eq!(ids(&parse(SMALLEST).unwrap()), ["sandbox"]);
}

/// [B.12] A live shop without a key neither takes nor sells gift cards.
#[test]
fn live_mode_needs_a_key_of_its_own() {
    let folder = folder(&[]);
    let found = read(&folder, "live", &[]).unwrap_err();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].key, "payments.gift_cards");
    assert!(found[0].message.contains("[gift_card_codes]"), "{found:?}");
    let none = with("live", &[]).replace("gift_cards = true\n", "");
    let config = parse(&none).unwrap();
    assert!(config.gift_card_codes.is_empty());
    assert!(!config.rules.sells_gift_cards);
}

/// [B.12] The key of test mode is refused in live mode, under any id.
#[cfg(feature = "sandbox")]
#[test]
fn live_mode_refuses_the_key_that_everybody_knows() {
    let folder = folder(&[]);
    std::fs::write(
        folder.path().join("7.key"),
        zkratka_sandbox::gift_cards::secret(),
    )
    .unwrap();
    let found = read(&folder, "live", &[("2026", 7)]).unwrap_err();
    assert!(found[0].message.contains("everybody knows"), "{found:?}");
    assert!(read(&folder, "test", &[("2026", 7)]).is_ok());
    for mode in ["test", "live"] {
        let found = read(&folder, mode, &[("sandbox", 7)]).unwrap_err();
        assert_eq!(found[0].key, "gift_card_codes.keys.id", "{found:?}");
    }
}

/// [B.12] Each fault names its place and what to write instead, and never the secret.
#[test]
fn a_key_that_could_not_be_meant_is_refused() {
    let folder = folder(&[vec![1; 32], vec![2; 31]]);
    std::fs::write(folder.path().join("3.key"), STANDARD.encode([1; 32])).unwrap();
    std::fs::write(folder.path().join("4.key"), "tajemství-o-mnoha-znacích").unwrap();
    for (keys, key, expected) in [
        (&[("2026", 2)][..], "secret_file", "32 to 64 random bytes"),
        (&[("2026", 4)], "secret_file", "openssl rand -base64 32"),
        (&[("2026", 5)], "secret_file", "cannot be read"),
        (&[("Klíč 1", 1)], "id", "lower-case letters"),
        (&[("2026", 1), ("2026", 3)], "id", "is used twice"),
        (
            &[("2026", 1), ("2027", 3)],
            "id",
            "the same secret as \"2026\"",
        ),
    ] {
        let found = read(&folder, "live", keys).unwrap_err();
        let key = format!("gift_card_codes.keys.{key}");
        let is_told = |fault: &ConfigFault| fault.key == key && fault.message.contains(expected);
        assert!(found.iter().any(is_told), "{keys:?}: {found:?}");
        let told = format!("{found:?}");
        for secret in [
            STANDARD.encode([1; 32]),
            STANDARD.encode([2; 31]),
            "tajemství".into(),
        ] {
            assert!(!told.contains(&secret), "{told}");
        }
    }
    let nothing = "[gift_card_codes]\nkeys = [{ id = \"2026\" }]\n";
    let found = faults(&format!("{SMALLEST}{nothing}"));
    assert_eq!(found[0].key, "gift_card_codes.keys.secret_env");
}
