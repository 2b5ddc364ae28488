//! Tests of the parameters for browsers.

use super::ApplePay;
use std::path::Path;
use zkratka_config::Config;

const PUBLIC: &str = "http://localhost:8080";

fn apple_pay() -> ApplePay {
    let text = "[server]\npublic_origin = \"http://localhost:8080\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\ncountry = \"SK\"\n[storefront]\naccess_token = \"verejny-token\"\nallowed_origins = [\"https://www.obchod.example\"]\n[wallets.apple_pay]\nenabled = true\n";
    let config = Config::parse(text, Path::new("/nowhere")).expect("a configuration");
    let apple_pay = ApplePay::new(&config, None).expect("usable certificates");
    apple_pay.expect("enabled")
}

/// [3.16] Pages of every known origin may open the sheet. Pages of other origins may not. The emulated script comes
/// from the page's own server, or, for a storefront on another server, from the shop's public origin.
#[test]
fn every_known_origin_can_open_the_sheet() {
    let apple_pay = apple_pay();
    for (origin, server) in [
        (PUBLIC, PUBLIC),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
        ("https://www.obchod.example", PUBLIC),
    ] {
        let params = apple_pay.wallet_params(origin).expect("a known origin");
        let script = format!("{server}/sandbox/apple-pay/apple-pay-sdk.js");
        assert_eq!(params["sdkUrl"], script);
        assert_eq!(params["merchantName"], "Krámek");
        assert_eq!(params["countryCode"], "SK");
        assert_eq!(params["shippingType"], "shipping");
    }
    for origin in ["http://localhost", "https://localhost:8080", "null", ""] {
        assert_eq!(apple_pay.wallet_params(origin), None, "{origin}");
    }
}
