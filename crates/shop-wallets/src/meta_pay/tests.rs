//! Tests of the parameters for browsers.

use super::MetaPay;
use serde_json::{Value, json};
use std::path::Path;
use zkratka_config::Config;

const PUBLIC: &str = "http://localhost:8080";

fn meta_pay(lines: &str) -> Option<MetaPay> {
    let text = format!(
        "[server]\npublic_origin = \"{PUBLIC}\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\n[storefront]\naccess_token = \"verejny-token\"\nallowed_origins = [\"https://www.obchod.example\"]\n[wallets.meta_pay]\n{lines}\n"
    );
    let config = Config::parse(&text, Path::new("/nowhere")).expect("a configuration");
    MetaPay::new(&config)
}

fn params(lines: &str, origin: &str) -> Option<Value> {
    let enabled = format!("enabled = true\n{lines}");
    meta_pay(&enabled).expect("enabled").wallet_params(origin)
}

/// [3.16] Browsers get every parameter that the sheet needs, and each changes with the configuration.
#[test]
fn browsers_are_told_everything_that_the_sheet_needs() {
    assert!(meta_pay("").is_none());
    let both = json!({ "basic-card-v1": {}, "ecom-token-v1": {} });
    let emulated = json!({
        "appId": "zkratka-sandbox-meta-app",
        "name": "Krámek",
        "environment": "TEST",
        "merchantId": "zkratka-sandbox-meta-merchant",
        "countryCode": "CZ",
        "sdkUrl": "http://localhost:8080/sandbox/meta-pay/meta-pay.js",
        "partnerId": "zkratka-sandbox-meta-partner",
        "supportedContainers": both,
    });
    assert_eq!(params("", PUBLIC), Some(emulated.clone()));
    let lines = "app_id = \"1\"\npartner_id = \"2\"\nmerchant_id = \"3\"\nname = \"U Anny\"\nsupported_containers = [\"basic-card-v1\"]";
    let mut own = emulated;
    for (name, value) in [
        ("appId", json!("1")),
        ("partnerId", json!("2")),
        ("merchantId", json!("3")),
        ("name", json!("U Anny")),
        ("supportedContainers", json!({ "basic-card-v1": {} })),
    ] {
        own[name] = value;
    }
    assert_eq!(params(lines, PUBLIC), Some(own));
}

/// [3.16] A page loads the script from its own server, a storefront elsewhere from the shop; other pages get nothing.
#[test]
fn every_known_origin_has_a_script() {
    for (origin, server) in [
        (PUBLIC, PUBLIC),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("https://www.obchod.example", PUBLIC),
    ] {
        let url = format!("{server}/sandbox/meta-pay/meta-pay.js");
        assert_eq!(params("", origin).expect("known")["sdkUrl"], url);
    }
    for origin in ["http://localhost:8081", "https://obchod.example", ""] {
        assert_eq!(params("", origin), None, "{origin}");
    }
}
