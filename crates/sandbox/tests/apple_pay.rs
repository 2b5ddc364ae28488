//! Apple Pay's tokens of the sandbox, decrypted by independent code and by the shop's; the merchant validation, and
//! refusals.

use crate::node;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use zkratka_commerce::time::Timestamp;
use zkratka_sandbox::apple_pay::{
    ApplePaySettings, HOSTS, MERCHANT_ID, Merchant, Validation, ValidationSettings, authority_pem,
    identity_certificate_pem, identity_private_key, processing_certificate_pem,
    processing_private_key, routes,
};
use zkratka_wallets::apple_pay::{
    Certificate, MerchantKey, Opener, PrivateKey, Refusal, SIGNING_WINDOW_MS,
    merchant_validation::{Address, Failure, Identity, MerchantValidation, SessionRequest, Trust},
};

const NOW: Timestamp = Timestamp(1_795_132_800_000);
const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/apple_pay/open.mjs");
const ORIGIN: &str = "https://kramek.example:8443";
const DOMAIN: &str = "kramek.example";

fn certificate(pem: &str) -> Certificate {
    Certificate::from_bytes(pem.as_bytes()).expect("a certificate")
}

fn merchant_key() -> MerchantKey {
    let key = PrivateKey::from_text(&processing_private_key()).expect("a key");
    let certificate = certificate(&processing_certificate_pem());
    MerchantKey::new(key, &certificate, Some(MERCHANT_ID)).expect("fits")
}

fn opener() -> Opener {
    Opener {
        roots: vec![certificate(&authority_pem())],
        keys: vec![merchant_key()],
    }
}

/// Starts the sandbox on its own port, for a merchant.
async fn start(merchant: Merchant) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let routes = routes(ApplePaySettings {
        clock: Arc::new(|| NOW),
        merchant,
    });
    tokio::spawn(async move { axum::serve(listener, routes).await });
    format!("http://{address}")
}

fn sandbox_merchant() -> Merchant {
    Merchant {
        id: MERCHANT_ID.to_owned(),
        public_key_info: certificate(&processing_certificate_pem())
            .public_key_info()
            .to_vec(),
    }
}

/// Starts the merchant validation on its own port.
async fn start_validation(now: Timestamp) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let validation = Validation::new(ValidationSettings {
        clock: Arc::new(move || now),
        domains: Some(vec![DOMAIN.to_owned()]),
    });
    let validation = validation.expect("set up");
    tokio::spawn(validation.serve(listener, std::future::pending()));
    address
}

fn identity() -> Identity {
    Identity::new(&identity_certificate_pem(), &identity_private_key()).expect("an identity")
}

fn client(at: SocketAddr, identity: Option<&Identity>) -> MerchantValidation {
    let trust = Trust::Only(certificate(&authority_pem()));
    let deadline = Duration::from_secs(20);
    MerchantValidation::new(Address::Fixed(at), &trust, identity, deadline).expect("a client")
}

fn request<'r>(merchant_id: &'r str, domain: &'r str) -> SessionRequest<'r> {
    SessionRequest {
        merchant_id,
        display_name: "Krámek",
        domain,
    }
}

async fn session(now: Timestamp) -> Value {
    let client = client(start_validation(now).await, Some(&identity()));
    let session = client
        .session(HOSTS[0], &request(MERCHANT_ID, DOMAIN))
        .await;
    serde_json::from_str(&session.expect("a session")).expect("JSON")
}

fn body(session: &Value) -> Value {
    json!({
        "merchantSession": session,
        "transactionAmount": 129_000,
        "currencyCode": "203",
        "card": { "number": "4111111111111111", "expirationMonth": 12, "expirationYear": 2030 },
    })
}

async fn ask(base: &str, body: &Value) -> (u16, Value) {
    let request = reqwest::Client::new().post(format!("{base}/tokens"));
    let request = request.header("origin", ORIGIN);
    let response = request.json(body).send().await.expect("an answer");
    let status = response.status().as_u16();
    (status, response.json().await.expect("JSON"))
}

fn job(token: &Value, key: &str, now: Timestamp) -> Value {
    json!({
        "token": token,
        "root": authority_pem(),
        "key": key,
        "merchantId": MERCHANT_ID,
        "now": now.0,
    })
}

/// [B.02] Independent code (Node) and the shop decrypt the sandbox's tokens.
#[tokio::test]
async fn tokens_are_decrypted_by_independent_code_and_by_the_shop() {
    let base = start(sandbox_merchant()).await;
    let mut wish = body(&session(NOW).await);
    let plain = ask(&base, &wish).await;
    wish["applicationData"] = json!(STANDARD.encode("košík 7"));
    let with_data = ask(&base, &wish).await;
    assert_eq!((plain.0, with_data.0), (200, 200));
    let tokens = [plain.1, with_data.1];
    let jobs: Vec<Value> = tokens
        .iter()
        .map(|token| job(token, &processing_private_key(), NOW))
        .collect();
    let opened = node::run(SCRIPT, &json!(jobs)).expect("Node opens them");
    for (token, opened) in tokens.iter().zip(opened.as_array().expect("a list")) {
        assert_eq!(opened["version"], "EC_v1");
        assert_eq!(
            opened["message"]["applicationPrimaryAccountNumber"],
            "4111111111111111"
        );
        assert_eq!(opened["message"]["transactionAmount"], 129_000);
        let ours = opener()
            .open(&token["paymentData"].to_string(), NOW)
            .expect("opens");
        assert_eq!(ours.payment.amount, 129_000);
        assert_eq!(ours.payment.card.pan.as_str(), "4111111111111111");
    }
    let late = job(
        &tokens[0],
        &processing_private_key(),
        NOW.plus(SIGNING_WINDOW_MS + 1_000),
    );
    assert!(
        node::run(SCRIPT, &json!([late])).is_none(),
        "opened too late"
    );
}

/// [B.02] `RSA_v1`, to a key from Node.
#[tokio::test]
async fn rsa_tokens_are_decrypted() {
    let made = node::run(
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/apple_pay/rsa.mjs"),
        &json!([]),
    );
    let made = made.expect("Node makes a key");
    let info = STANDARD
        .decode(made["spki"].as_str().expect("a text"))
        .expect("base64");
    let base = start(Merchant {
        id: MERCHANT_ID.to_owned(),
        public_key_info: info,
    })
    .await;
    let mut wish = body(&session(NOW).await);
    assert_eq!(ask(&base, &wish).await.0, 403, "no key for that");
    wish["version"] = json!("RSA_v1");
    let (status, token) = ask(&base, &wish).await;
    assert_eq!(status, 200, "{token}");
    let key = made["pkcs8"].as_str().expect("a text");
    let opened = node::run(SCRIPT, &json!([job(&token, key, NOW)])).expect("Node opens it");
    assert_eq!(opened[0]["version"], "RSA_v1");
    assert_eq!(opened[0]["message"]["currencyCode"], "203");
}

/// Tokens with one flaw are refused for that flaw.
#[tokio::test]
async fn each_flaw_is_refused_for_itself() {
    let base = start(sandbox_merchant()).await;
    let mut wish = body(&session(NOW).await);
    for (flaw, refusal) in [
        ("stale", Refusal::SignedTooLongAgo),
        ("tampered", Refusal::MessageDigest),
        ("foreign_root", Refusal::IntermediateIssuer),
        ("other_merchant", Refusal::Decryption),
    ] {
        wish["flaw"] = json!(flaw);
        let (status, token) = ask(&base, &wish).await;
        assert_eq!(status, 200, "{flaw}");
        let result = opener().open(&token["paymentData"].to_string(), NOW);
        assert_eq!(result.err(), Some(refusal), "{flaw}");
        let jobs = json!([job(&token, &processing_private_key(), NOW)]);
        assert!(node::run(SCRIPT, &jobs).is_none(), "Node opens {flaw}");
    }
}

/// [4.10] A token requires a session of the validation for the same page.
#[tokio::test]
async fn a_token_needs_a_merchant_session() {
    let base = start(sandbox_merchant()).await;
    let good = session(NOW).await;
    let changed = |member: &str, value: Value| {
        let mut session = good.clone();
        session[member] = value;
        session
    };
    let old = session(NOW.plus(-10 * 60 * 1_000)).await;
    for (session, why) in [
        (Value::Null, "not the validation's"),
        (
            changed("domainName", json!("cizi.example")),
            "not the validation's",
        ),
        (
            changed("expiresAt", json!(NOW.0 + 1)),
            "not the validation's",
        ),
        (old, "expired"),
    ] {
        let (status, answer) = ask(&base, &body(&session)).await;
        assert_eq!(status, 403, "{why}");
        let message = answer["statusMessage"].as_str().expect("a text");
        assert!(message.contains(why), "{message}");
    }
    let mut wish = body(&good);
    wish["card"]["number"] = json!("4111");
    let (status, answer) = ask(&base, &wish).await;
    assert_eq!(status, 400);
    assert!(!answer.to_string().contains("4111"));
}

/// [7.08] The validation issues a session only to clients with the merchant's certificate.
#[tokio::test]
async fn the_validation_demands_the_certificate() {
    let at = start_validation(NOW).await;
    let good = client(at, Some(&identity()));
    for host in HOSTS {
        let session = good.session(host, &request(MERCHANT_ID, DOMAIN)).await;
        let session: Value = serde_json::from_str(&session.expect("a session")).expect("JSON");
        assert_eq!(session["domainName"], DOMAIN);
        assert_eq!(session["displayName"], "Krámek");
        assert_eq!(session["expiresAt"], NOW.0 + 5 * 60 * 1_000);
    }
    for (host, merchant_id, domain, status) in [
        (HOSTS[0], "merchant.another", DOMAIN, 403),
        (HOSTS[0], MERCHANT_ID, "cizi.example", 403),
        (HOSTS[0], MERCHANT_ID, "https://kramek.example/", 400),
    ] {
        let refused = good.session(host, &request(merchant_id, domain)).await;
        assert_eq!(
            refused.err(),
            Some(Failure::Status(status)),
            "{merchant_id} {domain}"
        );
    }
    // The sandbox's certificate covers the sandbox's hosts only.
    let asked = request(MERCHANT_ID, DOMAIN);
    let elsewhere = good.session("apple-pay-gateway.apple.com", &asked).await;
    assert_eq!(elsewhere.err(), Some(Failure::Connection));
    let nobody = client(at, None);
    let refused = nobody
        .session(HOSTS[0], &request(MERCHANT_ID, DOMAIN))
        .await;
    assert_eq!(refused.err(), Some(Failure::Connection));
    let stranger = Trust::Only(Certificate::apple_root().expect("a root"));
    let deadline = Duration::from_secs(20);
    let stranger =
        MerchantValidation::new(Address::Fixed(at), &stranger, Some(&identity()), deadline);
    let refused = stranger
        .expect("a client")
        .session(HOSTS[0], &request(MERCHANT_ID, DOMAIN))
        .await;
    assert_eq!(refused.err(), Some(Failure::Connection));
}
