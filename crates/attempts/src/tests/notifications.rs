//! Notifications: genuine, forged, late and repeated.

use super::gateway::{Say, challenge, czk, held, taken};
use super::shop::{TOTAL, TestShop, is_captured, run, shop};
use crate::{NotificationOutcome, SubmitOutcome, gateway_key, public_id};
use zkratka_commerce::attempt::{Attempt, AttemptState, DeclineReason, PaymentOutcome};
use zkratka_commerce::gift_card::NoSoldCodes;
use zkratka_commerce::ids::Secret;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{Life, MoneyState};
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
    for key in [gateway_key(&other), public_id(&attempt, &NoSoldCodes)] {
        let stranger = letter(key, held(TOTAL));
        let answer = shop.driver.notified("genuine", &stranger).await;
        assert_eq!(answer.expect("answered"), NotificationOutcome::NotOurs);
    }
    let stored = shop.store.attempt(attempt.key).await.expect("answered");
    assert_eq!(stored, Some(attempt));
}

fn report(id: &str, key: Option<String>, report: PaymentReport) -> Vec<u8> {
    report_of("r1", id, key, report)
}

/// A report about a payment that the gateway made under the key.
fn report_of(payment: &str, id: &str, key: Option<String>, report: PaymentReport) -> Vec<u8> {
    let notification = Notification {
        id: id.to_owned(),
        content: NotificationContent::Captured {
            payment: payment.to_owned(),
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
            failed("n3", Some(public_id(&attempt, &NoSoldCodes))),
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

async fn told(shop: &TestShop, body: &[u8]) -> NotificationOutcome {
    let noted = shop.driver.notified("genuine", body).await;
    noted.expect("answered")
}

async fn life(shop: &TestShop, attempt: &Attempt) -> Life {
    let stored = shop.store.attempt(attempt.key).await.expect("answered");
    let order = stored.expect("an attempt").order.expect("an order");
    let record = shop.store.order(order).await.expect("answered");
    record.expect("an order").life()
}

/// [B.12] A gateway that captures at once may report a refund before this shop has made the order: the report must come
/// again, because the refund would be lost otherwise.
#[tokio::test]
async fn a_report_that_comes_before_its_order_comes_again() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let key = gateway_key(&attempt);
    let refunded = PaymentReport::Refunded {
        reference: "f1".to_owned(),
        amount: czk(10_000),
    };
    let body = report("n2", Some(key.clone()), refunded);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::TooEarly);
    told(&shop, &letter(key, taken(TOTAL))).await;
    shop.until(&attempt, is_captured).await;
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    let sums = life(&shop, &attempt).await.sums();
    assert_eq!(sums.balance, MinorUnits::new(TOTAL - 10_000));
}

/// [B.12] A capture may fail before its answer has arrived. The report must come again, because the attempt would record
/// the capture afterwards as if nothing had happened.
#[tokio::test]
async fn a_failed_capture_is_stored_although_its_answer_comes_later() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    shop.gateway
        .says([Say::Nothing, Say::Outcome(taken(TOTAL))]);
    let key = gateway_key(&attempt);
    told(&shop, &letter(key.clone(), held(TOTAL))).await;
    let body = report("n2", Some(key), PaymentReport::CaptureFailed);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::TooEarly);
    let running = run(&shop.driver);
    shop.until(&attempt, is_captured).await;
    running.abort();
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Repeated);
    let life = life(&shop, &attempt).await;
    assert_eq!(life.money_state(), MoneyState::Failed);
    assert!(life.paid.is_zero());
}

/// [B.12] The same when a person looks into a payment that was captured.
#[tokio::test]
async fn a_failed_capture_of_a_payment_in_review_is_stored() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let key = gateway_key(&attempt);
    told(&shop, &letter(key.clone(), taken(TOTAL))).await;
    told(&shop, &letter(key.clone(), taken(TOTAL + 1))).await;
    let in_review = |state: &AttemptState| matches!(state, AttemptState::NeedsReview { .. });
    shop.until(&attempt, in_review).await;
    assert_eq!(life(&shop, &attempt).await.paid, MinorUnits::new(TOTAL));
    let body = report("n2", Some(key), PaymentReport::CaptureFailed);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    assert!(life(&shop, &attempt).await.paid.is_zero());
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Repeated);
}

/// [B.12] The same when nothing is known to be captured: a late answer to the capture may still say that it succeeded.
#[tokio::test]
async fn a_failed_capture_is_stored_before_a_late_answer_ends_the_review() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let refused = PaymentOutcome::Declined {
        reference: Some("r1".to_owned()),
        reason: DeclineReason::Refused,
    };
    shop.gateway.says([Say::Outcome(refused)]);
    let key = gateway_key(&attempt);
    told(&shop, &letter(key.clone(), held(TOTAL))).await;
    let in_review = |state: &AttemptState| matches!(state, AttemptState::NeedsReview { .. });
    shop.until(&attempt, in_review).await;
    let body = report("n2", Some(key.clone()), PaymentReport::CaptureFailed);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    told(&shop, &letter(key, taken(TOTAL))).await;
    shop.until(&attempt, is_captured).await;
    let life = life(&shop, &attempt).await;
    assert_eq!(life.money_state(), MoneyState::Failed);
    assert!(life.paid.is_zero());
}

/// A capture that fails before there is an order ends the attempt.
#[tokio::test]
async fn a_capture_that_fails_before_its_order_makes_none() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let key = gateway_key(&attempt);
    let body = report("n2", Some(key), PaymentReport::CaptureFailed);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Repeated);
    assert_eq!((shop.orders().await.len(), shop.gone().await), (0, 0));
}

fn refunded(reference: &str) -> PaymentReport {
    PaymentReport::Refunded {
        reference: reference.to_owned(),
        amount: czk(10_000),
    }
}

/// The entries of a timeline with this event.
async fn entries(shop: &TestShop, attempt: &Attempt, event: &str) -> Vec<String> {
    let timeline = shop.store.timeline(attempt.key).await.expect("answered");
    let found = timeline.into_iter().filter(|entry| entry.event == event);
    found.map(|entry| entry.detail).collect()
}

/// [B.12] A report about a second payment under the same key is not booked on the order's own money. A person finds it in the
/// timeline, once.
#[tokio::test]
async fn a_report_about_a_second_payment_is_not_booked() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let key = gateway_key(&attempt);
    told(&shop, &letter(key.clone(), taken(TOTAL))).await;
    shop.until(&attempt, is_captured).await;
    for (id, change, outcome) in [
        ("n2", refunded("f1"), NotificationOutcome::Accepted),
        (
            "n3",
            PaymentReport::CaptureFailed,
            NotificationOutcome::Accepted,
        ),
        ("n2", refunded("f1"), NotificationOutcome::Repeated),
        ("n4", refunded("f1"), NotificationOutcome::Repeated),
    ] {
        let body = report_of("r2", id, Some(key.clone()), change);
        assert_eq!(told(&shop, &body).await, outcome, "{id}");
    }
    let life = life(&shop, &attempt).await;
    assert_eq!(life.money_state(), MoneyState::Paid);
    assert_eq!(life.sums().balance, MinorUnits::new(TOTAL));
    assert_eq!(
        entries(&shop, &attempt, "second_payment_reported").await,
        [
            "refunded 100.00 CZK f1, payment r2",
            "capture_failed, payment r2"
        ]
    );
}

/// [B.12] A report about money of an attempt that a person looks into, without an order, is kept: the gateway would give up
/// repeating it before that person decides.
#[tokio::test]
async fn a_report_about_an_attempt_in_review_is_kept() {
    let shop = shop().await;
    let attempt = challenged(&shop).await;
    let key = gateway_key(&attempt);
    // The gateway took another amount than the buyer agreed to.
    told(&shop, &letter(key.clone(), taken(TOTAL + 1))).await;
    let in_review = |state: &AttemptState| matches!(state, AttemptState::NeedsReview { .. });
    shop.until(&attempt, in_review).await;
    assert_eq!(shop.orders().await.len(), 0);
    let body = report("n2", Some(key), refunded("f1"));
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Accepted);
    assert_eq!(told(&shop, &body).await, NotificationOutcome::Repeated);
    assert_eq!(
        entries(&shop, &attempt, "report_without_order").await,
        ["refunded 100.00 CZK f1, payment r1"]
    );
}
