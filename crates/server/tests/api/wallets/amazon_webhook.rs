//! Tests notifications of Amazon Pay: what is not genuine changes nothing, and what is only makes the server ask.

use super::amazon::{charge_of, open, open_with};
use super::amazon_purchase::paid;
use crate::support::Shop;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use zkratka_admission::Priority;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{Dispute, DisputeState};
use zkratka_sandbox::amazon_pay::{CONTROL_SECRET, MERCHANT_ID, TOPIC_ARN};

/// The published key with which the emulated Amazon signs.
const KEY: &[u8] = include_bytes!("../../../../sandbox/src/amazon_pay/notification_key.pk8");
/// How many notifications the server handles at once.
const PERMITS: usize = 8;
const CERTIFICATE: &str = "/SimpleNotificationService-7a6b72617464617361006e64626f7831.pem";

/// Signs a message over its members in the order of their names.
pub(super) fn signed(mut message: Value) -> Value {
    let mut names: Vec<String> = message.as_object().unwrap().keys().cloned().collect();
    names.retain(|name| !matches!(name.as_str(), "SignatureVersion" | "SigningCertURL"));
    names.sort();
    let mut text = String::new();
    for name in names {
        let value = message[&name].as_str().unwrap();
        text.extend([&name, "\n", value, "\n"]);
    }
    let key = RsaKeyPair::from_pkcs8(KEY).unwrap();
    let mut signature = vec![0; key.public().modulus_len()];
    let random = SystemRandom::new();
    key.sign(&RSA_PKCS1_SHA256, &random, text.as_bytes(), &mut signature)
        .unwrap();
    message["Signature"] = json!(STANDARD.encode(signature));
    message
}

fn api(shop: &Shop) -> String {
    let amazon = shop.server.app().wallets.amazon_pay.as_ref().unwrap();
    amazon.api().to_owned()
}

/// A message about a charge, not signed yet.
pub(super) fn message(shop: &Shop, kind: &str, id: &str) -> Value {
    let content = json!({
        "MerchantID": MERCHANT_ID, "ObjectType": kind, "ObjectId": id, "ChargePermissionId": "S02-1",
        "NotificationType": "STATE_CHANGE", "NotificationId": "n-1", "NotificationVersion": "V2",
    });
    let now = jiff::Timestamp::from_millisecond(shop.server.app().clock.now().0).unwrap();
    json!({
        "Type": "Notification", "MessageId": "m-1", "TopicArn": TOPIC_ARN,
        "Message": content.to_string(), "Timestamp": format!("{now:.3}"), "SignatureVersion": "2",
        "SigningCertURL": format!("{}{CERTIFICATE}", api(shop)),
    })
}

pub(super) async fn told(shop: &Shop, message: &Value) -> u16 {
    let url = format!("{}/webhooks/amazon-pay", shop.server.base_url);
    let answer = shop.client.post(url).body(message.to_string());
    answer.send().await.unwrap().status().as_u16()
}

/// The disputes of an order.
async fn disputes(shop: &Shop, order: OrderNumber) -> Vec<String> {
    let record = shop.server.app().store.order(order).await;
    record
        .unwrap()
        .unwrap()
        .life()
        .disputes
        .into_keys()
        .collect()
}

pub(super) async fn control(shop: &Shop, path: &str, wish: &Value) -> Value {
    let url = format!("{}/sandbox/amazon-pay{path}", shop.server.base_url);
    let call = shop.client.post(url).bearer_auth(CONTROL_SECRET).json(wish);
    let answer = call.send().await.unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    let text = answer.text().await.unwrap();
    serde_json::from_str(&text).unwrap_or_default()
}

/// [B.12] [B.02] A dispute that the buyer opens reaches the order by a notification, and only once, however often Amazon
/// tells it.
#[tokio::test]
async fn a_dispute_reaches_the_order_once() {
    let shop = open().await;
    let order = paid(&shop).await.number;
    let charge = charge_of(&shop, order).await;
    control(
        &shop,
        "/notifications/control",
        &json!({ "action": "hold" }),
    )
    .await;
    let wish = json!({ "action": "open_dispute", "amount": 1_000 });
    control(&shop, &format!("/charges/{charge}/control"), &wish).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(disputes(&shop, order).await, [""; 0], "nobody told it");
    let wish = json!({ "action": "release", "copies": 2 });
    control(&shop, "/notifications/control", &wish).await;
    for _ in 0..1_200 {
        if !disputes(&shop, order).await.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let known = disputes(&shop, order).await;
    assert_eq!(known.len(), 1);
    let again = signed(message(&shop, "CHARGEBACK", &known[0]));
    for _ in 0..2 {
        assert_eq!(told(&shop, &again).await, 204);
    }
    assert_eq!(disputes(&shop, order).await, known);
}

/// [B.12] [B.02] Notifications that come late, in the wrong order and several times leave what is true now: the dispute is lost, once,
/// and the refund that the merchant made at Amazon is counted once.
#[tokio::test]
async fn the_order_of_notifications_does_not_matter() {
    let shop = open().await;
    let order = paid(&shop).await.number;
    let charge = charge_of(&shop, order).await;
    let deliver = async |wish: Value| control(&shop, "/notifications/control", &wish).await;
    deliver(json!({ "action": "hold" })).await;
    for wish in [
        json!({ "action": "refund", "amount": 500 }),
        json!({ "action": "open_dispute", "amount": 1_000 }),
        json!({ "action": "lose_dispute" }),
    ] {
        control(&shop, &format!("/charges/{charge}/control"), &wish).await;
    }
    deliver(json!({ "action": "release", "reversed": true, "copies": 2 })).await;
    let life = async || {
        let record = shop.server.app().store.order(order).await;
        record.unwrap().unwrap().life()
    };
    for _ in 0..1_200 {
        let life = life().await;
        let lost = life
            .disputes
            .values()
            .any(|it| it.state() == DisputeState::Lost);
        if lost && !life.foreign_refunds.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let [dispute] = &disputes(&shop, order).await[..] else {
        panic!("one dispute")
    };
    let again = signed(message(&shop, "CHARGEBACK", dispute));
    assert_eq!(told(&shop, &again).await, 204);
    let life = life().await;
    let states: Vec<_> = life.disputes.values().map(Dispute::state).collect();
    assert_eq!(states, [DisputeState::Lost]);
    let refunded: Vec<_> = life.foreign_refunds.values().copied().collect();
    assert_eq!(refunded, [MinorUnits::new(500)]);
}

/// [B.02] A genuine notification makes the server call Amazon, and anybody may repeat one for an hour. So no more of them are
/// asked about at once than have permits; Amazon repeats the others.
#[tokio::test]
async fn asking_amazon_takes_a_permit() {
    let shop = Arc::new(open().await);
    let asks = signed(message(&shop, "CHARGE", "S02-0000000-0000000-C000000"));
    let other = signed(message(&shop, "CHARGE_PERMISSION", "S02-1"));
    // The certificate is known from now on.
    assert_eq!(told(&shop, &other).await, 204);
    let file = shop.server.app().config.payments.sandbox.amazon_pay_file();
    let file = rusqlite::Connection::open(file).unwrap();
    file.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut asking = JoinSet::new();
    for _ in 0..PERMITS {
        let (shop, asks) = (Arc::clone(&shop), asks.clone());
        asking.spawn(async move { told(&shop, &asks).await });
    }
    let admission = &shop.server.app().admission;
    let gate = Arc::clone(&admission.amazon_webhooks);
    for _ in 0..800 {
        if gate.enter_if_room(Priority::Settling).is_err() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(told(&shop, &other).await, 503, "no permit is left");
    // PayPal's webhooks have permits of their own.
    let of_paypal = admission.paypal_webhooks.enter_if_room(Priority::Settling);
    assert!(of_paypal.is_ok(), "a flood for one starves the other");
    file.execute_batch("COMMIT").unwrap();
    while let Some(status) = asking.join_next().await {
        assert_eq!(status.unwrap(), 503, "Amazon shows no such charge");
    }
    assert_eq!(told(&shop, &other).await, 204);
}

/// [B.02] A message that Amazon did not sign, that is of another topic, merchant or host, or that is old, is refused.
#[tokio::test]
async fn a_forged_message_is_refused() {
    let shop = open().await;
    let right = message(&shop, "CHARGE_PERMISSION", "S02-1");
    assert_eq!(told(&shop, &signed(right.clone())).await, 204, "genuine");
    let with = |name: &str, value: &str| {
        let mut message = right.clone();
        message[name] = json!(value);
        message
    };
    let content = right["Message"].as_str().unwrap();
    let merchant = content.replace(MERCHANT_ID, "A2EXAMPLE1XYZ9");
    let certificate = format!("https://sns.eu-west-1.amazonaws.com{CERTIFICATE}");
    let missing = format!("{}/SimpleNotificationService-x.pem", api(&shop));
    for (what, message) in [
        ("topic", with("TopicArn", "arn:aws:sns:eu-west-1:1:x")),
        ("old", with("Timestamp", "2020-01-01T00:00:00.000Z")),
        ("merchant", with("Message", &merchant)),
        ("host", with("SigningCertURL", &certificate)),
        ("no certificate", with("SigningCertURL", &missing)),
        ("version", with("SignatureVersion", "1")),
    ] {
        assert_eq!(told(&shop, &signed(message)).await, 401, "{what}");
    }
    let mut changed = signed(right.clone());
    changed["Message"] = json!(content.replace("S02-1", "S02-2"));
    assert_eq!(told(&shop, &changed).await, 401, "changed");
    let mut unsigned = right.clone();
    unsigned["Signature"] = json!("AAAA");
    assert_eq!(told(&shop, &unsigned).await, 401, "unsigned");
    assert_eq!(told(&shop, &json!({})).await, 401, "no message");
}

/// [B.02] An object that Amazon does not show is to be told again; one that no attempt knows is taken and left.
#[tokio::test]
async fn what_is_unknown_changes_nothing() {
    let shop = open().await;
    for (kind, id, status) in [
        ("CHARGE", "S02-0000000-0000000-C000000", 503),
        ("REFUND", "S02-0000000-0000000-R000000", 503),
        ("CHARGE_PERMISSION", "S02-0000000-0000000", 204),
    ] {
        let message = signed(message(&shop, kind, id));
        assert_eq!(told(&shop, &message).await, status, "{kind}");
    }
    assert_eq!(shop.orders().await.len(), 0);
    let off = Shop::open().await;
    let right = signed(message(&shop, "CHARGE_PERMISSION", "S02-1"));
    assert_eq!(told(&off, &right).await, 404, "no Amazon Pay");
}

/// [B.02] The server confirms a subscription of its own topic, by an address on the configured host only.
#[tokio::test]
async fn a_subscription_is_confirmed() {
    let shop = open_with("").await;
    let with = |url: String| {
        let mut message = message(&shop, "CHARGE", "S02-1");
        message["Type"] = json!("SubscriptionConfirmation");
        message["Token"] = json!("abc");
        message["SubscribeURL"] = json!(url);
        signed(message)
    };
    let query = format!("/?Action=ConfirmSubscription&TopicArn={TOPIC_ARN}&Token=abc");
    let right = with(format!("{}{query}", api(&shop)));
    assert_eq!(told(&shop, &right).await, 204);
    let elsewhere = with(format!("https://evil.example{query}"));
    assert_eq!(told(&shop, &elsewhere).await, 401);
}
