//! The shop reads the emulation's notifications, and asks what has changed.

use super::gateway::{authorised, gateway, reference};
use super::world::{Received, World, eur, text, world};
use serde_json::{Value, json};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::refund::PaymentReport;
use zkratka_payments::amazon_pay::AmazonPayGateway;
use zkratka_payments::{
    CaptureRequest, Notification, NotificationContent, PaymentGateway as _, PaymentOutcome,
};
use zkratka_sandbox::amazon_pay::{MERCHANT_ID, TOPIC_ARN};
use zkratka_wallets::amazon_pay::notification::{
    Content, Inbox, Refusal, SignatureVersion, SnsCertificate,
};

fn inbox(origin: &str) -> Inbox {
    Inbox {
        topics: vec![TOPIC_ARN.to_owned()],
        merchant_id: MERCHANT_ID.to_owned(),
        origins: vec![origin.to_owned()],
        oldest_version: SignatureVersion::V2,
    }
}

/// Reads a message as a shop does: with the certificate that it names.
async fn read(world: &World, message: &Value) -> Content {
    let (inbox, body) = (inbox(&world.api), message.to_string());
    let opened = inbox.open(body.as_bytes(), world.now());
    let opened = opened.expect("of this hour and topic");
    let certificate = reqwest::get(opened.certificate().to_string()).await;
    let certificate = certificate.expect("an answer").bytes().await;
    let certificate = SnsCertificate::read(&certificate.expect("a certificate"));
    let genuine = opened.verify(&certificate.expect("of SNS"), world.now());
    genuine.expect("genuine").content().expect("readable")
}

/// What Amazon says of the objects in the notifications after the first `known`.
async fn changes(
    world: &World,
    gateway: &AmazonPayGateway,
    known: usize,
    count: usize,
) -> Vec<NotificationContent> {
    let received: Vec<Received> = world.received(known + count).await;
    let mut changes = Vec::new();
    for (_, message) in &received[known..] {
        let Content::Changed(object) = read(world, message).await else {
            panic!("{message}")
        };
        let id = text(&message["MessageId"]);
        let answer = gateway.changed(&id, &object).await.expect("an answer");
        changes.extend(answer.map(|Notification { id: read, content }| {
            assert_eq!(read, id);
            content
        }));
    }
    changes
}

/// [B.02] The shop verifies the emulation's messages with the certificate at the emulation's own origin, and no other.
#[tokio::test]
async fn the_emulations_messages_are_genuine() {
    let world = world().await;
    let wish = json!({ "action": "subscribe" });
    assert_eq!(world.page("/notifications/control", wish).await.0, 204);
    let (_, message) = world.received(1).await.remove(0);
    let Content::ConfirmSubscription { url } = read(&world, &message).await else {
        panic!("{message}")
    };
    assert_eq!(url, text(&message["SubscribeURL"]));
    for other in [
        "http://127.0.0.1:1".to_owned(),
        world.api.replace("http:", "https:"),
        format!("{}/", world.api),
    ] {
        let refused = inbox(&other)
            .open(message.to_string().as_bytes(), world.now())
            .err();
        assert_eq!(refused, Some(Refusal::CertificateUrl), "{other}");
    }
}

/// [B.02] A notification makes the shop ask; what Amazon answers belongs to the attempt, whose session is empty by then.
#[tokio::test]
async fn changes_belong_to_the_attempt() {
    let world = world().await;
    let gateway = gateway(&world, &world.api);
    let (_, held) = authorised(&world, &gateway).await;
    let payment = reference(&held);
    // The permission is made and used up, the charge authorised.
    let told = changes(&world, &gateway, 0, 3).await;
    let expected = NotificationContent::Authorisation {
        key: "K1".to_owned(),
        outcome: held,
    };
    assert_eq!(told, [expected]);
    let amount = match told.first() {
        Some(NotificationContent::Authorisation {
            outcome: PaymentOutcome::Authorised { amount, .. },
            ..
        }) => *amount,
        other => panic!("{other:?}"),
    };
    let capture = CaptureRequest::whole(&payment, amount);
    gateway.capture(&capture).await.expect("an answer");
    let told = changes(&world, &gateway, 3, 2).await;
    assert!(
        matches!(
            &told[..],
            [NotificationContent::Authorisation {
                outcome: PaymentOutcome::Captured { .. },
                ..
            }]
        ),
        "{told:?}"
    );
    let charge = payment.split_once('/').expect("a charge").1.to_owned();
    let refund = json!({ "chargeId": charge, "refundAmount": eur("5.00") });
    let (_, refund) = world.post("refunds", "elsewhere", refund).await;
    let told = changes(&world, &gateway, 5, 1).await;
    let captured = |report| NotificationContent::Captured {
        payment: payment.clone(),
        key: Some("K1".to_owned()),
        report,
    };
    let money = |minor: i64| MinorUnits::new(minor).in_currency(amount.currency);
    let refunded = PaymentReport::Refunded {
        reference: text(&refund["refundId"]),
        amount: money(500),
    };
    assert_eq!(told, [captured(refunded)]);
    let control = async |wish: Value| {
        let (status, moved) = world
            .page(&format!("/charges/{charge}/control"), wish)
            .await;
        assert_eq!(status, 200, "{moved}");
        text(&moved[0]["id"])
    };
    // [7.09] A chargeback contests the order, and is decided later.
    let dispute = control(json!({ "action": "open_dispute", "amount": 1_200 })).await;
    let opened = PaymentReport::DisputeOpened {
        dispute: dispute.clone(),
        amount: money(1_200),
    };
    assert_eq!(changes(&world, &gateway, 6, 1).await, [captured(opened)]);
    control(json!({ "action": "win_dispute" })).await;
    let won = PaymentReport::DisputeWon { dispute };
    assert_eq!(changes(&world, &gateway, 7, 1).await, [captured(won)]);
    let dispute = control(json!({ "action": "open_dispute", "amount": 1_499 })).await;
    control(json!({ "action": "lose_dispute" })).await;
    let lost = PaymentReport::DisputeLost {
        dispute,
        amount: money(1_499),
    };
    // The first of the two reads the dispute as it stands by then.
    let told = changes(&world, &gateway, 8, 2).await;
    assert_eq!(told, [captured(lost.clone()), captured(lost)]);
}
