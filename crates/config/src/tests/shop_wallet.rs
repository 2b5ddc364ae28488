//! Tests of `[shop_wallet]`: when the shop has a wallet, and what is refused.

use super::{SMALLEST, faults, parse};

const MAIL: &str = "[mail]\nenabled = true\nsender = \"obchod@example.cz\"\n";

fn shop(lines: &str) -> String {
    format!("{SMALLEST}{MAIL}[shop_wallet]\nenabled = true\n{lines}")
}

#[test]
fn a_shop_has_a_wallet_only_if_it_says_so() {
    assert!(parse(SMALLEST).unwrap().shop_wallet.is_none());
    let config = parse(&shop("name = \"Sojka\"")).unwrap();
    let wallet = config.shop_wallet.expect("a wallet");
    assert_eq!(wallet.name, "Sojka");
    assert_eq!(wallet.origin, config.server.public_origin);
    assert!(wallet.is_personalised && !wallet.is_delayed);
    let own = shop("name = \"Sojka\"\norigin = \"https://pay.sojka.example\"");
    let own = parse(&own).unwrap().shop_wallet.expect("a wallet");
    assert_eq!(own.origin, "https://pay.sojka.example");
}

/// [8.03] A wallet that could not sign anybody in, or whose name does not fit its button, is refused with its key.
#[test]
fn a_wallet_that_cannot_work_is_refused() {
    let silent = format!("{SMALLEST}[shop_wallet]\nenabled = true\nname = \"Sojka\"");
    for (text, key, message) in [
        (silent.as_str(), "enabled", "needs e-mails for its codes"),
        (&shop("name = \"Sojka a synové\""), "name", ""),
        (
            &shop("name = \"Sojka\"\norigin = \"pay.sojka.example\""),
            "origin",
            "must be a scheme, a host",
        ),
        (
            &shop("name = \"Sojka\"\nsecret_env = \"ZKRATKA_NO_SUCH_VARIABLE\""),
            "secret_env",
            "",
        ),
    ] {
        let found = faults(text);
        let [fault] = found.as_slice() else {
            panic!("{text}: {found:?}");
        };
        assert_eq!(fault.key, format!("shop_wallet.{key}"));
        assert!(fault.message.starts_with(message), "{found:?}");
    }
}

/// Servers that share a database accept each other's codes, and a live wallet is encrypted.
#[test]
fn a_shared_database_needs_a_secret_and_a_live_wallet_https() {
    let shared = shop("name = \"Sojka\"\n[store]\npostgres = \"postgres://localhost/shop\"");
    let keys: Vec<_> = faults(&shared).into_iter().map(|fault| fault.key).collect();
    assert!(
        keys.contains(&"shop_wallet.secret_env".to_owned()),
        "{keys:?}"
    );
    let live =
        shop("name = \"Sojka\"\norigin = \"http://sojka.example\"\n[server]\nmode = \"live\"");
    let keys: Vec<_> = faults(&live).into_iter().map(|fault| fault.key).collect();
    assert!(keys.contains(&"shop_wallet.origin".to_owned()), "{keys:?}");
}
