//! Notifications: genuine, forged, late and repeated.

use super::gateway::{Say, challenge, held, taken};
use super::shop::{TOTAL, TestShop, is_captured, shop};
use crate::{NotificationOutcome, SubmitOutcome, gateway_key, public_id};
use zkratka_commerce::attempt::{Attempt, PaymentOutcome};
use zkratka_commerce::ids::Secret;
use zkratka_commerce::refund::PaymentReport;
use zkratka_payments::{InvalidNotification, Notification, NotificationContent};

async fn challenged(shop: &TestShop) -> Attempt {
    shop.gateway.says([Say::Outcome(challenge())]);
    let cart = shop.card_cart().await;
    match shop.submit(&cart, "token-1").await {
        SubmitOutcome::ActionRequired(attempt) => *attempt,
        other => panic!("{other:?}"),
    }
}

fn letter(key: String, outcome: PaymentOutcome) -> Vec<u8> {
    let notification = Notification {
        id: "n1".to_owned(),
        content: NotificationContent::Authorisation { key, outcome },
    };
    serde_json::to_vec(&notification).expect("json")
}

#[tokio::test]
async fn a_genuine_notification_makes_the_order_once() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    shop.gateway.says([Say::Outcome(taken(TOTAL))]);
    let body = letter(gateway_key(&attempt), held(TOTAL));
    let first = shop
        .driver
        .notified("genuine", &body)
        .await
        .expect("answered");
    assert_eq!(first, NotificationOutcome::Accepted);
    let again = shop
        .driver
        .notified("genuine", &body)
        .await
        .expect("answered");
    assert_eq!(again, NotificationOutcome::Repeated);
    shop.until(&attempt, is_captured).await;
    assert_eq!(shop.orders().await.len(), 1);
}

#[tokio::test]
async fn a_notification_that_is_not_believed_changes_nothing() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let body = letter(gateway_key(&attempt), held(TOTAL));
    for (signature, body, refused) in [
        ("", body.as_slice(), InvalidNotification::Signature),
        ("false", body.as_slice(), InvalidNotification::Signature),
        ("genuine", b"{}".as_slice(), InvalidNotification::Malformed),
    ] {
        let answer = shop
            .driver
            .notified(signature, body)
            .await
            .expect("answered");
        assert_eq!(answer, NotificationOutcome::Refused(refused));
    }
    // Neither key is the gateway's key of this attempt. The first is made with another attempt's secret. The second is
    // the public id, which clients know.
    let mut other = attempt.clone();
    other.secret = Some(Secret([9; 16]));
    for key in [gateway_key(&other), public_id(&attempt)] {
        let stranger = letter(key, held(TOTAL));
        let answer = shop.driver.notified("genuine", &stranger).await;
        assert_eq!(answer.expect("answered"), NotificationOutcome::NotOurs);
    }
    let stored = shop.store.attempt(attempt.key).await.expect("answered");
    assert_eq!(stored, Some(attempt));
}

fn report(id: &str, key: Option<String>, report: PaymentReport) -> Vec<u8> {
    let notification = Notification {
        id: id.to_owned(),
        content: NotificationContent::Captured {
            payment: "r1".to_owned(),
            key,
            report,
        },
    };
    serde_json::to_vec(&notification).expect("json")
}

/// A report about captured money is taken once, and one that names no attempt of this shop is left.
#[tokio::test]
async fn a_report_about_captured_money_is_remembered() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    shop.gateway.says([Say::Outcome(taken(TOTAL))]);
    let key = gateway_key(&attempt);
    let body = letter(key.clone(), held(TOTAL));
    shop.driver
        .notified("genuine", &body)
        .await
        .expect("answered");
    shop.until(&attempt, is_captured).await;
    let before = shop.store.attempt(attempt.key).await.expect("answered");
    let failed = |id, key| report(id, key, PaymentReport::CaptureFailed);
    for (body, expected) in [
        (
            failed("n2", Some(key.clone())),
            NotificationOutcome::Accepted,
        ),
        (failed("n2", Some(key)), NotificationOutcome::Repeated),
        (
            failed("n3", Some(public_id(&attempt))),
            NotificationOutcome::NotOurs,
        ),
        (failed("n4", None), NotificationOutcome::NotOurs),
    ] {
        let answer = shop.driver.notified("genuine", &body).await;
        assert_eq!(answer.expect("answered"), expected);
    }
    let after = shop.store.attempt(attempt.key).await.expect("answered");
    // The report raises the attempt's version, because it is a step of the order's life.
    let state = |attempt: Option<Attempt>| attempt.expect("an attempt").state;
    assert_eq!(state(after), state(before));
}
