//! What browsers are told.

use super::GooglePay;
use crate::clock::{Clock, SystemClock};
use crate::config::Config;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;
use zkratka_commerce::time::Timestamp;

const NOW: Timestamp = Timestamp(1_795_132_800_000);
const HALF_HOUR_MS: i64 = 30 * 60 * 1_000;

fn google_pay(lines: &str) -> GooglePay {
    let text = format!(
        "[server]\npublic_origin = \"http://localhost:8080\"\n[shop]\nname = \"Krámek\"\nemail = \"kramek@example.com\"\ndelivery_countries = [\"SK\"]\n[storefront]\naccess_token = \"verejny-token\"\n[wallets.google_pay]\nenabled = true\n{lines}\n"
    );
    let config = Config::parse(&text, Path::new("/nowhere")).expect("a configuration");
    let clock: Arc<dyn Clock> = Arc::new(SystemClock);
    GooglePay::new(&config, &clock).expect("switched on")
}

#[test]
fn browsers_are_told_everything_that_the_sheet_needs() {
    let mut params = google_pay("").wallet_params(NOW);
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
    let params = google_pay("tokenization = \"gateway\"").wallet_params(NOW);
    assert_eq!(
        params["paymentData"]["allowedPaymentMethods"][0]["tokenizationSpecification"],
        json!({
            "type": "PAYMENT_GATEWAY",
            "parameters": { "gateway": "zkratkasandbox", "gatewayMerchantId": "zkratka-demo" },
        })
    );
}

/// A page may be looked at for half an hour before its button is pressed.
#[test]
fn a_permission_is_renewed_when_half_of_its_life_is_over() {
    let google_pay = google_pay("");
    let at = |elapsed| google_pay.wallet_params(NOW.plus(elapsed))["auth"][0].clone();
    let first = at(0);
    assert_eq!(at(HALF_HOUR_MS), first);
    let second = at(HALF_HOUR_MS + 1_000);
    assert_ne!(second, first);
    assert_eq!(second["expiresAt"], NOW.0 / 1_000 + 3_600 + 1_801);
    // A clock that was set back does not keep what is too good.
    assert_eq!(at(0)["expiresAt"], first["expiresAt"]);
}
