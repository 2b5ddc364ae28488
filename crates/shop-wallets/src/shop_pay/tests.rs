//! Tests of the parameters for browsers.

use super::ShopPay;
use serde_json::{Value, json};
use std::path::Path;
use zkratka_config::Config;

const PUBLIC: &str = "http://localhost:8080";
const STOREFRONT: &str = "https://www.obchod.example";

fn shop_pay(lines: &str, payments: &str) -> Option<ShopPay> {
    let text = format!(
        "[server]\npublic_origin = \"{PUBLIC}\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\n[storefront]\naccess_token = \"verejny-token\"\nallowed_origins = [\"{STOREFRONT}\"]\n[mail]\nenabled = true\n[payments]\n{payments}\n[shop_wallet]\n{lines}\n"
    );
    let config = Config::parse(&text, Path::new("/nowhere")).expect("a configuration");
    ShopPay::new(&config)
}

fn params(lines: &str, origin: &str) -> Option<Value> {
    let enabled = format!("enabled = true\n{lines}");
    shop_pay(&enabled, "")
        .expect("enabled")
        .wallet_params(origin)
}

/// [3.16] Browsers get every parameter of the button, and each changes with the configuration.
#[test]
fn browsers_are_told_everything_that_the_button_needs() {
    let usual = json!({
        "walletName": "Krámek",
        "walletOrigin": PUBLIC,
        "personalized": true,
        "animationDelay": false,
    });
    assert_eq!(params("", PUBLIC), Some(usual.clone()));
    assert_eq!(params("", STOREFRONT), Some(usual));
    let lines = "name = \"Sojka\"\norigin = \"http://ucet.localhost:8080\"\npersonalized = false\nanimation_delay = true";
    let own = json!({
        "walletName": "Sojka",
        "walletOrigin": "http://ucet.localhost:8080",
        "personalized": false,
        "animationDelay": true,
    });
    assert_eq!(params(lines, PUBLIC), Some(own));
}

/// [7.16] Only pages of the shop's own origins are told whether the wallet knows a browser, and other pages get no button.
#[test]
fn only_known_pages_are_told_of_buyers() {
    let shop_pay = shop_pay("enabled = true", "").expect("enabled");
    for origin in [PUBLIC, STOREFRONT] {
        assert!(shop_pay.tells(origin), "{origin}");
    }
    // The machine's other name has other cookies, so nobody is known there.
    let other_name = "http://127.0.0.1:8080";
    let at_other_name = shop_pay.wallet_params(other_name).expect("a button");
    assert_eq!(at_other_name["personalized"], false);
    for origin in [
        other_name,
        "http://www.obchod.example",
        "https://www.obchod.example:8443",
        "https://obchod.example",
        "https://www.obchod.example.",
        "null",
        "",
    ] {
        assert!(!shop_pay.tells(origin), "{origin}");
    }
    assert!(shop_pay.wallet_params("https://jinde.example").is_none());
}

/// [2.14] A shop without the wallet, or without cards, offers none.
#[test]
fn without_cards_there_is_nothing_to_save() {
    assert!(shop_pay("", "").is_none());
    assert!(shop_pay("enabled = true", "card = false").is_none());
}
