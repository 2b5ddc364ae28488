//! Tests of the parameters for browsers.

use super::GooglePay;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;
use zkratka_config::Config;
use zkratka_store::clock::{Clock, SystemClock};

const NOW: Timestamp = Timestamp(1_795_132_800_000);
const PUBLIC: &str = "http://localhost:8080";
const HALF_HOUR_MS: i64 = 30 * 60 * 1_000;

fn google_pay(lines: &str) -> GooglePay {
    let text = format!(
        "[server]\npublic_origin = \"http://localhost:8080\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\ndelivery_countries = [\"SK\"]\n[storefront]\naccess_token = \"verejny-token\"\nallowed_origins = [\"https://www.obchod.example\"]\n[wallets.google_pay]\nenabled = true\n{lines}\n"
    );
    let config = Config::parse(&text, Path::new("/nowhere")).expect("a configuration");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    let google_pay = GooglePay::new(&config, &clock).expect("usable keys");
    google_pay.expect("enabled")
}

fn params_at(google_pay: &GooglePay, origin: &str, elapsed: i64) -> Value {
    let params = google_pay.wallet_params(origin, NOW.plus(elapsed));
    params.expect("a known origin")
}

/// [5.10] Every known origin has a permission of its own. Other origins have none. The emulated script comes from the
/// page's own server, or, for a storefront on another server, from the shop's public origin.
#[test]
fn every_known_origin_has_its_own_permission() {
    let google_pay = google_pay("");
    for (origin, host, server) in [
        (PUBLIC, "localhost:8080", PUBLIC),
        (
            "http://127.0.0.1:8080",
            "127.0.0.1:8080",
            "http://127.0.0.1:8080",
        ),
        ("https://www.obchod.example", "www.obchod.example", PUBLIC),
    ] {
        let params = params_at(&google_pay, origin, 0);
        assert_eq!(
            params["paymentData"]["merchantInfo"]["merchantOrigin"],
            host
        );
        let jwt = params["auth"][0]["jwt"].as_str().expect("a text");
        let claims = jwt.split('.').nth(1).expect("claims");
        let claims = URL_SAFE_NO_PAD.decode(claims).expect("base64");
        let claims: Value = serde_json::from_slice(&claims).expect("JSON");
        assert_eq!(claims["merchantOrigin"], host);
        let script = format!("{server}/sandbox/google-pay/pay.js");
        assert_eq!(params["sdkUrl"], script);
    }
    for origin in [
        "http://localhost",
        "http://localhost:8081",
        "https://localhost:8080",
        "https://obchod.example",
        "null",
        "",
    ] {
        assert_eq!(google_pay.wallet_params(origin, NOW), None, "{origin}");
    }
}

#[test]
fn browsers_are_told_everything_that_the_sheet_needs() {
    let mut params = params_at(&google_pay(""), PUBLIC, 0);
    let point =
        "/paymentData/allowedPaymentMethods/0/tokenizationSpecification/parameters/publicKey";
    let point = params.pointer_mut(point).map(Value::take).expect("a key");
    let point = STANDARD
        .decode(point.as_str().expect("a text"))
        .expect("base64");
    assert_eq!((point.len(), point[0]), (65, 4));
    let auth = params["auth"].take();
    assert_eq!(auth[0]["expiresAt"], NOW.0 / 1_000 + 3_600);
    assert_eq!(
        params,
        json!({
            "sdkUrl": "http://localhost:8080/sandbox/google-pay/pay.js",
            "environment": "TEST",
            "countryCode": "CZ",
            "merchantName": "Krámek",
            "emailRequired": true,
            "phoneRequired": true,
            "paymentData": {
                "merchantInfo": {
                    "merchantId": "12345678901234567890",
                    "merchantName": "Krámek",
                    "merchantOrigin": "localhost:8080",
                },
                "allowedPaymentMethods": [{
                    "type": "CARD",
                    "parameters": {
                        "allowedAuthMethods": ["PAN_ONLY", "CRYPTOGRAM_3DS"],
                        "allowedCardNetworks": ["AMEX", "MASTERCARD", "VISA"],
                        "billingAddressRequired": true,
                        "billingAddressParameters": { "format": "FULL", "phoneNumberRequired": true },
                    },
                    "tokenizationSpecification": {
                        "type": "DIRECT",
                        "parameters": { "protocolVersion": "ECv2", "publicKey": null },
                    },
                }],
                "shippingAddressParameters": {
                    "allowedCountryCodes": ["CZ", "SK"],
                    "phoneNumberRequired": true,
                },
            },
            "auth": null,
        })
    );
}

#[test]
fn a_gateway_is_named_with_the_shops_name_there() {
    let params = params_at(&google_pay("tokenization = \"gateway\""), PUBLIC, 0);
    assert_eq!(
        params["paymentData"]["allowedPaymentMethods"][0]["tokenizationSpecification"],
        json!({
            "type": "PAYMENT_GATEWAY",
            "parameters": { "gateway": "zkratkasandbox", "gatewayMerchantId": "zkratka-demo" },
        })
    );
}

/// A buyer may look at a page for half an hour before pressing its button.
#[test]
fn a_permission_is_renewed_when_half_of_its_life_is_over() {
    let google_pay = google_pay("");
    let at = |elapsed| params_at(&google_pay, PUBLIC, elapsed)["auth"][0].clone();
    let first = at(0);
    assert_eq!(at(HALF_HOUR_MS), first);
    let second = at(HALF_HOUR_MS + 1_000);
    assert_ne!(second, first);
    assert_eq!(second["expiresAt"], NOW.0 / 1_000 + 3_600 + 1_801);
    // If the clock is set back, a permission that would last too long is not reused.
    assert_eq!(at(0)["expiresAt"], first["expiresAt"]);
}
