//! Tests of `[server]`: the settings that live mode requires, and the contact for vulnerabilities.

use super::{SMALLEST, faults, parse};

fn live(lines: &str) -> String {
    format!("{SMALLEST}\n[payments]\ncard = false\n[server]\nmode = \"live\"\n{lines}")
}

/// [B.12] Live mode requires HTTPS, so that nobody on the network can read or change its pages.
#[test]
fn a_live_shop_is_seen_over_https() {
    for (lines, told) in [
        ("", "is missing, and mode = \"live\" needs it"),
        ("public_origin = \"\"\n", "is missing"),
        (
            "public_origin = \"http://obchod.example\"\n",
            "is not encrypted",
        ),
        (
            "public_origin = \"http://localhost:8080\"\n",
            "also behind a proxy",
        ),
        ("public_origin = \"http://127.0.0.1\"\n", "is not encrypted"),
    ] {
        let found = faults(&live(lines));
        let keys: Vec<_> = found.iter().map(|fault| fault.key.as_str()).collect();
        assert_eq!(keys, ["server.public_origin"], "{lines}");
        assert!(found[0].message.contains(told), "{found:?}");
    }
    let origin = "public_origin = \"https://obchod.example\"\n";
    let server = parse(&live(origin)).expect("a configuration").server;
    assert_eq!(server.public_origin, "https://obchod.example");
    let test = live("public_origin = \"http://localhost:8080\"\n").replace("live", "test");
    assert!(parse(&test).is_ok(), "a test takes nobody's money");
}

/// [B.12] The traffic of an allowed storefront contains carts, so it must be encrypted, too.
#[test]
fn a_live_shop_allows_no_unencrypted_storefront() {
    let origin = "public_origin = \"https://obchod.example\"\n";
    let with = |origins: &str| {
        let token = "access_token = \"verejny-token\"";
        live(origin).replace(token, &format!("{token}\nallowed_origins = [{origins}]"))
    };
    assert!(parse(&with("\"https://www.obchod.example\"")).is_ok());
    let found = faults(&with(
        "\"https://www.obchod.example\", \"http://www.obchod.example\"",
    ));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].key, "storefront.allowed_origins");
    assert!(found[0].message.contains("is not encrypted"), "{found:?}");
    let test = with("\"http://www.obchod.example\"").replace("\"live\"", "\"test\"");
    assert!(parse(&test).is_ok());
}

#[test]
fn a_contact_is_an_address_or_a_page() {
    let read = |text: &str| {
        let config = format!("{SMALLEST}\n[server]\nsecurity_contact = \"{text}\"\n");
        parse(&config).map(|config| config.server.security_contact)
    };
    assert_eq!(read(""), Ok(None));
    for (text, expected) in [
        ("bezpecnost@example.com", "mailto:bezpecnost@example.com"),
        ("https://example.com/hlaseni", "https://example.com/hlaseni"),
    ] {
        assert_eq!(read(text), Ok(Some(expected.to_owned())));
    }
    for wrong in [
        "nobody",
        "http://example.com/hlaseni",
        "javascript:alert(1)",
        "a@example.com\\nContact: b@example.com",
        "https://me:secret@example.com/",
    ] {
        let found = read(wrong).expect_err("refused");
        assert_eq!(found[0].key, "server.security_contact", "{wrong}");
    }
}
