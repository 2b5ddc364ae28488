//! Google Pay's tokens of the sandbox, decrypted by independent code, and refusals.

use crate::node;
use axum::Router;
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use p256::pkcs8::DecodePrivateKey;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::google_pay::{
    GATEWAY, GooglePaySettings, MERCHANT_ID, auth_jwt_private_key, gateway_private_key,
    merchant_private_key, merchant_public_key, root_keys_json, routes,
};

const NOW: Timestamp = Timestamp(1_795_132_800_000);
const LIFETIME: Duration = Duration::from_mins(10);
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/google_pay/open.mjs");

/// Starts the sandbox on its own port.
async fn start() -> String {
    let mut settings = GooglePaySettings::new(Arc::new(|| NOW));
    settings.message_lifetime = LIFETIME;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let routes: Router = routes(settings);
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

async fn ask(base: &str, body: &Value) -> (u16, Value) {
    let request = reqwest::Client::new().post(format!("{base}/tokens"));
    let request = request.header("origin", "https://kramek.example:8443");
    let response = request.json(body).send().await.expect("an answer");
    let status = response.status().as_u16();
    (status, response.json().await.expect("JSON"))
}

fn direct() -> Value {
    let parameters = json!({ "protocolVersion": "ECv2", "publicKey": merchant_public_key() });
    json!({ "type": "DIRECT", "parameters": parameters })
}

fn gateway() -> Value {
    let parameters = json!({ "gateway": GATEWAY, "gatewayMerchantId": "kramek" });
    json!({ "type": "PAYMENT_GATEWAY", "parameters": parameters })
}

fn body(specification: &Value, auth_method: &str) -> Value {
    json!({
        "tokenizationSpecification": specification,
        "merchantInfo": { "merchantId": MERCHANT_ID, "merchantName": "Krámek" },
        "card": {
            "number": "4111111111111111",
            "expirationMonth": 12,
            "expirationYear": 2030,
            "authMethod": auth_method,
        },
    })
}

/// Decrypts tokens in Node; returns their messages, or none if a token is invalid.
fn open(jobs: &Value) -> Option<Value> {
    node::run(SCRIPT, jobs)
}

fn job(token: &Value, recipient: &str, private_key: &str, now: Timestamp) -> Value {
    json!({
        "token": token,
        "roots": root_keys_json(),
        "recipient": recipient,
        "privateKey": private_key,
        "now": now.0,
    })
}

/// [B.02] Every protocol, both kinds of recipient and of card.
#[tokio::test]
async fn independent_code_opens_every_kind_of_token() {
    let base = start().await;
    let merchant = format!("merchant:{MERCHANT_ID}");
    let recipients = [
        (direct(), merchant.as_str(), merchant_private_key()),
        (gateway(), "gateway:zkratkasandbox", gateway_private_key()),
    ];
    let mut jobs = Vec::new();
    let mut expected = Vec::new();
    for (specification, recipient, key) in &recipients {
        for protocol in ["ECv1", "ECv2"] {
            for auth_method in ["PAN_ONLY", "CRYPTOGRAM_3DS"] {
                let mut body = body(specification, auth_method);
                body["protocol"] = json!(protocol);
                let (status, answer) = ask(&base, &body).await;
                assert_eq!(status, 200, "{answer}");
                assert!(answer["token"].is_string(), "the token is a string");
                jobs.push(job(&answer["token"], recipient, key, NOW));
                expected.push((protocol, auth_method, recipient.starts_with("gateway")));
            }
        }
    }
    let opened = open(&Value::Array(jobs)).expect("every token holds");
    let expires = NOW.0 + i64::try_from(LIFETIME.as_millis()).expect("short");
    for (token, (protocol, auth_method, for_gateway)) in
        opened.as_array().expect("a list").iter().zip(expected)
    {
        assert_eq!(token["protocolVersion"], protocol);
        let message = &token["message"];
        assert_eq!(message["messageExpiration"], expires.to_string());
        assert!(
            message["messageId"]
                .as_str()
                .is_some_and(|id| id.len() == 32)
        );
        assert_eq!(message["paymentMethod"], "CARD");
        assert_eq!(message.get("gatewayMerchantId").is_some(), for_gateway);
        let details = &message["paymentMethodDetails"];
        assert_eq!(details["pan"], "4111111111111111");
        assert_eq!(details["expirationMonth"], 12);
        assert_eq!(details["expirationYear"], 2030);
        assert_eq!(details["authMethod"], auth_method);
        let from_device = auth_method == "CRYPTOGRAM_3DS";
        assert_eq!(details["cryptogram"].is_string(), from_device);
        assert_eq!(details["eciIndicator"].is_string(), from_device);
    }
}

/// Proves that the independent decryption can fail.
#[tokio::test]
async fn tokens_are_valid_for_their_recipient_and_time_only() {
    let base = start().await;
    let (_, answer) = ask(&base, &body(&direct(), "PAN_ONLY")).await;
    let (_, again) = ask(&base, &body(&direct(), "PAN_ONLY")).await;
    assert_ne!(answer["token"], again["token"]);
    let token = &answer["token"];
    let key = merchant_private_key();
    let merchant = format!("merchant:{MERCHANT_ID}");
    let later = NOW.plus(i64::try_from(LIFETIME.as_millis()).expect("short"));
    assert!(open(&json!([job(token, &merchant, &key, NOW)])).is_some());
    for bad in [
        job(token, "merchant:1", &key, NOW),
        job(token, &merchant, &gateway_private_key(), NOW),
        job(token, &merchant, &key, later),
    ] {
        assert!(open(&json!([bad])).is_none());
    }
}

fn jwt(header: &Value, claims: &Value, key: &str) -> String {
    let key = STANDARD.decode(key).expect("base64");
    let key = SecretKey::from_pkcs8_der(&key).expect("PKCS #8");
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let signed = format!("{}.{}", part(header), part(claims));
    let signature: Signature = SigningKey::from(&key).sign(signed.as_bytes());
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
}

#[tokio::test]
async fn a_platforms_jwt_is_checked() {
    let base = start().await;
    let seconds = NOW.0 / 1_000;
    let header = json!({ "typ": "JWT", "alg": "ES256" });
    let claims = |origin: &str, merchant: &str, issued: i64, expires: i64| json!({ "merchantOrigin": origin, "merchantId": merchant, "iat": issued, "exp": expires });
    let good = claims("kramek.example", MERCHANT_ID, seconds - 5, seconds + 3_600);
    let platform = auth_jwt_private_key();
    let cases = [
        ("good", jwt(&header, &good, &platform), 200),
        (
            "with the port",
            jwt(
                &header,
                &claims("kramek.example:8443", MERCHANT_ID, seconds, seconds + 60),
                &platform,
            ),
            200,
        ),
        (
            "expired",
            jwt(
                &header,
                &claims("kramek.example", MERCHANT_ID, seconds - 3_600, seconds),
                &platform,
            ),
            403,
        ),
        (
            "not yet",
            jwt(
                &header,
                &claims(
                    "kramek.example",
                    MERCHANT_ID,
                    seconds + 600,
                    seconds + 3_600,
                ),
                &platform,
            ),
            403,
        ),
        (
            "another merchant",
            jwt(
                &header,
                &claims("kramek.example", "1", seconds, seconds + 60),
                &platform,
            ),
            403,
        ),
        (
            "another page",
            jwt(
                &header,
                &claims("jinde.example", MERCHANT_ID, seconds, seconds + 60),
                &platform,
            ),
            403,
        ),
        (
            "another key",
            jwt(&header, &good, &merchant_private_key()),
            403,
        ),
        (
            "another algorithm",
            jwt(&json!({ "alg": "none" }), &good, &platform),
            403,
        ),
        ("no JWT", "abc".to_owned(), 403),
    ];
    for (name, jwt, expected) in cases {
        let mut body = body(&direct(), "PAN_ONLY");
        body["merchantInfo"]["authJwt"] = json!(jwt);
        let (status, answer) = ask(&base, &body).await;
        assert_eq!(status, expected, "{name}: {answer}");
        if expected == 403 {
            assert_eq!(answer["statusCode"], "MERCHANT_ACCOUNT_ERROR", "{name}");
        }
    }
}

#[tokio::test]
async fn invalid_requests_are_developer_errors() {
    let base = start().await;
    let point = merchant_public_key();
    let cases: [(&str, Value); 9] = [
        ("/tokenizationSpecification/type", json!("WALLET")),
        (
            "/tokenizationSpecification/parameters/publicKey",
            json!("?"),
        ),
        (
            "/tokenizationSpecification/parameters/publicKey",
            json!(&point[..20]),
        ),
        (
            "/tokenizationSpecification/parameters/publicKey",
            json!(STANDARD.encode([4_u8; 65])),
        ),
        (
            "/tokenizationSpecification/parameters/protocolVersion",
            json!("ECv3"),
        ),
        ("/card/number", json!("4111 1111")),
        ("/card/expirationMonth", json!(13)),
        ("/card/authMethod", json!("PIN")),
        ("/card", Value::Null),
    ];
    for (pointer, value) in cases {
        let mut body = body(&direct(), "PAN_ONLY");
        *body.pointer_mut(pointer).expect(pointer) = value;
        let (status, answer) = ask(&base, &body).await;
        assert_eq!(status, 400, "{pointer}: {answer}");
        assert_eq!(answer["statusCode"], "DEVELOPER_ERROR", "{pointer}");
        assert!(!answer.to_string().contains("4111"), "{pointer}");
    }
    for (member, value) in [("gateway", "example"), ("gatewayMerchantId", "")] {
        let mut body = body(&gateway(), "PAN_ONLY");
        body["tokenizationSpecification"]["parameters"][member] = json!(value);
        assert_eq!(ask(&base, &body).await.0, 400, "{member}");
    }
}

#[tokio::test]
async fn pages_of_any_origin_may_call() {
    let base = start().await;
    let client = reqwest::Client::new();
    let keys = client.get(format!("{base}/keys.json")).send().await;
    let keys = keys.expect("an answer");
    let header = |name: &str| {
        keys.headers()
            .get(name)
            .and_then(|value| value.to_str().ok())
    };
    assert_eq!(header("cache-control"), Some("public, max-age=3600"));
    assert_eq!(header("access-control-allow-origin"), Some("*"));
    assert_eq!(header("cross-origin-resource-policy"), Some("cross-origin"));
    let keys: Value = keys.json().await.expect("JSON");
    let protocols: Vec<_> = keys["keys"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|key| &key["protocolVersion"])
        .collect();
    assert_eq!(protocols, ["ECv1", "ECv2"]);
    let url = format!("{base}/tokens");
    let preflight = client.request(reqwest::Method::OPTIONS, &url).send().await;
    let preflight = preflight.expect("an answer");
    assert_eq!(preflight.status(), 204);
    assert_eq!(
        preflight.headers()["access-control-allow-headers"],
        "content-type"
    );
    let large = client.post(&url).header("content-type", "application/json");
    let large = large
        .body(" ".repeat(20_000))
        .send()
        .await
        .expect("an answer");
    assert_eq!(large.status(), 400);
}
