//! Tests which validation URLs select a host for merchant sessions.

use serde_json::Value;
use std::path::Path;
use zkratka_wallets::apple_pay::merchant_validation::{Environment, gateway_of};

const PATH: &str = "/paymentservices/startSession";

fn chosen(url: &str) -> [Option<&'static str>; 2] {
    [Environment::Production, Environment::Sandbox].map(|one| gateway_of(url, one))
}

/// [7.08] Accepts today's hosts, with either path, and with or without the port.
#[test]
fn apples_hosts_are_asked() {
    for (host, at) in [
        ("apple-pay-gateway.apple.com", 0),
        ("cn-apple-pay-gateway.apple.com", 0),
        ("apple-pay-gateway-cert.apple.com", 1),
        ("cn-apple-pay-gateway-cert.apple.com", 1),
    ] {
        for url in [
            format!("https://{host}{PATH}"),
            format!("https://{host}:443{PATH}"),
            format!("https://{host}/paymentservices/paymentSession"),
        ] {
            let chosen = chosen(&url);
            assert_eq!(chosen[at], Some(host), "{url}");
            assert_eq!(chosen[1 - at], None, "{url} in the other environment");
        }
    }
}

/// [7.08] Refuses URLs that only look similar.
#[test]
fn nobody_else_is_asked() {
    for url in [
        "",
        "https://",
        "apple-pay-gateway.apple.com",
        "//apple-pay-gateway.apple.com/paymentservices/startSession",
        "http://apple-pay-gateway.apple.com/paymentservices/startSession",
        "HTTPS://apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://APPLE-PAY-GATEWAY.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com",
        "https://apple-pay-gateway.apple.com/",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession/",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession?x=1",
        "https://apple-pay-gateway.apple.com/paymentservices/startSession#x",
        "https://apple-pay-gateway.apple.com/paymentservices/../startSession",
        "https://apple-pay-gateway.apple.com\\@evil.example/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com:8443/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com:443:443/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com./paymentservices/startSession",
        "https://u@apple-pay-gateway.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com@evil.example/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com.evil.example/paymentservices/startSession",
        "https://apple-pay-gateway-x.evil-apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-nc-pod6.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-nc-pod1-drx.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-nc-pod1xdr.apple.com/paymentservices/startSession",
        "https://apple-pay-gateway-nc-pod.apple.com/paymentservices/startSession",
        "https://cn-apple-pay-gateway-sh-pod4.apple.com/paymentservices/startSession",
        "https://cn-apple-pay-gateway-nc-pod1.apple.com/paymentservices/startSession",
        "https://127.0.0.1/paymentservices/startSession",
        "https://[::1]/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com%2eevil.example/paymentservices/startSession",
        "https://apple-pay-gateway.apple.com\n/paymentservices/startSession",
        " https://apple-pay-gateway.apple.com/paymentservices/startSession",
    ] {
        assert_eq!(chosen(url), [None, None], "{url}");
    }
}

/// [7.08] Accepts the published list of hosts, and rejects the published list of bad addresses.
#[test]
fn the_published_list_holds() {
    let Some(folder) = std::env::var_os("WALLET_VECTORS") else {
        eprintln!("SKIPPED: WALLET_VECTORS names no folder with published hosts");
        return;
    };
    let path = Path::new(&folder).join("apple-merchant-validation-hosts.json");
    let file: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the file")).expect("JSON");
    let list = |name: &str| {
        let list = file[name].as_array().expect("a list").clone();
        assert!(!list.is_empty(), "{name}");
        list.into_iter()
            .map(|it| it.as_str().expect("a text").to_owned())
    };
    for host in list("production").chain(list("legacy_production")) {
        let chosen = chosen(&format!("https://{host}{PATH}"));
        let expected = if host.starts_with("cn-") {
            "cn-apple-pay-gateway.apple.com"
        } else {
            "apple-pay-gateway.apple.com"
        };
        assert_eq!(chosen, [Some(expected), None], "{host}");
    }
    for host in list("sandbox") {
        let chosen = chosen(&format!("https://{host}{PATH}"));
        assert_eq!(chosen[1], Some(host.as_str()));
        assert_eq!(chosen[0], None, "{host}");
    }
    for url in list("must_reject") {
        assert_eq!(chosen(&url), [None, None], "{url}");
    }
    println!("vectors: merchant validation hosts");
}
