//! Instant payment notifications: signed, repeated, and held as a test wants.

use super::world::{NOW, Received, World, eur, text, world, world_with};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{
    RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY, RSA_PKCS1_2048_8192_SHA256, RsaParameters,
    UnparsedPublicKey,
};
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier as _;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use zkratka_sandbox::amazon_pay::{
    MERCHANT_ID, SignatureVersion, TOPIC_ARN, notification_authority_pem,
};
use zkratka_wallets::apple_pay::Certificate;

/// The text that SNS signs, written out for both kinds of message.
fn signed_text(message: &Value) -> String {
    let names = match message["Type"].as_str() {
        Some("SubscriptionConfirmation") => {
            "Message MessageId SubscribeURL Timestamp Token TopicArn Type"
        }
        _ => "Message MessageId Timestamp TopicArn Type",
    };
    let lines = names
        .split(' ')
        .map(|name| [name, "\n", &text(&message[name]), "\n"].concat());
    lines.collect()
}

/// The bare RSA key in a `SubjectPublicKeyInfo`: what its bit string holds.
fn bare_key(info: &[u8]) -> &[u8] {
    // SEQUENCE, AlgorithmIdentifier of rsaEncryption, BIT STRING without unused bits: all lengths of a 2048-bit key.
    &info[24..]
}

async fn verify(message: &Value, algorithm: &'static RsaParameters, signed: &str) -> bool {
    let url = text(&message["SigningCertURL"]);
    let pem = reqwest::get(url).await.expect("an answer");
    let pem = pem.bytes().await.expect("a certificate");
    let certificate = Certificate::from_bytes(&pem).expect("a certificate");
    let key = UnparsedPublicKey::new(algorithm, bare_key(certificate.public_key_info()));
    let signature = STANDARD
        .decode(text(&message["Signature"]))
        .expect("base64");
    key.verify(signed.as_bytes(), &signature).is_ok()
}

/// The kinds and identifiers of the objects that changed.
fn objects(received: &[Received]) -> Vec<(String, String)> {
    let inside = received.iter().map(|(_, message)| {
        let said: Value = serde_json::from_str(&text(&message["Message"])).expect("JSON");
        (text(&said["ObjectType"]), text(&said["ObjectId"]))
    });
    inside.collect()
}

fn ids(received: &[Received]) -> Vec<String> {
    received
        .iter()
        .map(|(_, message)| text(&message["MessageId"]))
        .collect()
}

async fn control(world: &World, wish: Value) {
    let (status, said) = world.page("/notifications/control", wish).await;
    assert_eq!(status, 204, "{said}");
}

/// [B.02] Both versions of the signature hold over the exact members; a changed one does not.
#[tokio::test]
async fn notifications_are_signed() {
    for (version, name, algorithm, other) in [
        (
            SignatureVersion::One,
            "1",
            &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
            &RSA_PKCS1_2048_8192_SHA256,
        ),
        (
            SignatureVersion::Two,
            "2",
            &RSA_PKCS1_2048_8192_SHA256,
            &RSA_PKCS1_2048_8192_SHA1_FOR_LEGACY_USE_ONLY,
        ),
    ] {
        let world = world_with("EUR", version).await;
        let (permission, charge) = world.authorised().await;
        control(&world, json!({ "action": "subscribe" })).await;
        let received = world.received(4).await;
        for (headers, message) in &received {
            assert_eq!(headers["content-type"], "text/plain; charset=UTF-8");
            assert_eq!(headers["x-amz-sns-message-type"], text(&message["Type"]));
            assert_eq!(message["SignatureVersion"], name);
            assert_eq!(message["TopicArn"], TOPIC_ARN);
            assert_eq!(message["Timestamp"], "2027-01-15T08:00:00.000Z");
            let signed = signed_text(message);
            assert!(verify(message, algorithm, &signed).await, "{message}");
            assert!(!verify(message, other, &signed).await);
            assert!(!verify(message, algorithm, &signed.replace("sandbox", "sandbOx")).await);
        }
        let said: Value = serde_json::from_str(&text(&received[1].1["Message"])).expect("JSON");
        assert_eq!(
            (&said["MerchantID"], &said["NotificationVersion"]),
            (&json!(MERCHANT_ID), &json!("V2"))
        );
        assert_eq!(
            (&said["NotificationType"], &said["ChargePermissionId"]),
            (&json!("STATE_CHANGE"), &json!(permission))
        );
        assert_eq!(
            objects(&received[..2]),
            [
                ("CHARGE_PERMISSION".to_owned(), permission),
                ("CHARGE".to_owned(), charge)
            ]
        );
        assert_eq!(received[3].1["Type"], "SubscriptionConfirmation");
    }
}

/// [B.02] The certificate names Amazon's service, and the sandbox's authority has issued it.
#[tokio::test]
async fn the_certificate_is_the_sandboxs() {
    let world = world().await;
    control(&world, json!({ "action": "subscribe" })).await;
    let url = text(&world.received(1).await[0].1["SigningCertURL"]);
    assert!(url.starts_with(&world.api), "{url}");
    let pem = reqwest::get(url).await.expect("an answer");
    let pem = pem.bytes().await.expect("a certificate");
    let leaf = CertificateDer::from_pem_slice(&pem).expect("a certificate");
    let root = notification_authority_pem().as_bytes();
    let root = CertificateDer::from_pem_slice(root).expect("a certificate");
    let mut roots = rustls::RootCertStore::empty();
    roots.add(root).expect("a root");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider)
        .build()
        .expect("a verifier");
    let now = UnixTime::since_unix_epoch(Duration::from_millis(NOW.0.unsigned_abs()));
    let holds = |host: &'static str| {
        let host = ServerName::try_from(host).expect("a host");
        verifier
            .verify_server_cert(&leaf, &[], &host, &[], now)
            .is_ok()
    };
    assert!(holds("sns.amazonaws.com"));
    assert!(!holds("sns.example.com"));
}

/// [B.02] A refused notification is sent again, under the same identifier.
#[tokio::test]
async fn a_refused_notification_is_repeated() {
    let world = world().await;
    world.refusals.store(1, Ordering::SeqCst);
    control(&world, json!({ "action": "subscribe" })).await;
    world.received(1).await;
    world.wait(600);
    control(&world, json!({ "action": "subscribe" })).await;
    let mut ids = ids(&world.received(3).await);
    assert_eq!(ids.len(), 3);
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 2);
}

/// [B.02] Held notifications come late, in the reverse order, and twice.
#[tokio::test]
async fn held_notifications_come_as_released() {
    let world = world().await;
    control(&world, json!({ "action": "hold" })).await;
    let (permission, charge) = world.captured().await;
    let refund = json!({ "chargeId": charge, "refundAmount": eur("1.00") });
    let refund = text(&world.post("refunds", "one", refund).await.1["refundId"]);
    assert_eq!(
        ids(&world.received.lock().expect("whole")),
        Vec::<String>::new()
    );
    control(
        &world,
        json!({ "action": "release", "reversed": true, "copies": 1 }),
    )
    .await;
    let received = world.received(12).await;
    let objects = objects(&received);
    let (charge, permission) = (
        ("CHARGE".to_owned(), charge),
        ("CHARGE_PERMISSION".to_owned(), permission),
    );
    let expected = [
        ("REFUND".to_owned(), refund),
        permission.clone(),
        charge.clone(),
        permission.clone(),
        charge,
        permission,
    ];
    let twice: Vec<_> = expected
        .iter()
        .flat_map(|it| [it.clone(), it.clone()])
        .collect();
    assert_eq!(objects, twice);
    let ids = ids(&received);
    assert!(ids.chunks(2).all(|pair| pair[0] == pair[1]));
    // Later ones do not wait.
    control(&world, json!({ "action": "subscribe" })).await;
    assert_eq!(world.received(13).await.len(), 13);
}

/// [B.02] What is decided later is told then, although nobody has asked.
#[tokio::test]
async fn a_later_decision_is_told() {
    let world = world().await;
    let id = world.confirmed("0701", "Authorize").await;
    let charge = text(&world.complete(&id).await.1["chargeId"]);
    let before = world.received(3).await.len();
    world.wait(30_000);
    control(&world, json!({ "action": "subscribe" })).await;
    let received = world.received(before + 2).await;
    let notifications: Vec<Received> = received
        .into_iter()
        .filter(|(_, it)| it["Type"] == "Notification")
        .collect();
    let last = objects(&notifications).pop();
    assert_eq!(last, Some(("CHARGE".to_owned(), charge)));
}
