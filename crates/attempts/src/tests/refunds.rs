//! Refunds: stored first, made once, repeated under the same key; and what the gateway reports of captured money.

use super::gateway::{Say, czk, held, taken};
use super::shop::{TOTAL, TestShop, is_captured, run, shop};
use crate::{NotificationOutcome, SubmitOutcome, gateway_key};
use std::time::Duration;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{
    Action, Life, LifeEvent, Operation, OperationKey, RefundFailure, RefundSize, RefundStatus,
};
use zkratka_commerce::refund::{PaymentReport, RefundOutcome, RefundRefusal};
use zkratka_payments::{Notification, NotificationContent};
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{OrderStep, OrderStepOutcome};

/// Submits a cart whose payment answers by this script, and returns its attempt.
async fn bought(shop: &TestShop, script: Vec<Say>) -> Attempt {
    shop.gateway.says(script);
    let cart = shop.card_cart().await;
    let submitted = shop.submit(&cart, "token-000000001").await;
    let (SubmitOutcome::Order(attempt) | SubmitOutcome::InProgress(attempt)) = submitted else {
        panic!("{submitted:?}");
    };
    *attempt
}

async fn paid(shop: &TestShop) -> OrderNumber {
    let attempt = bought(
        shop,
        vec![Say::Outcome(held(TOTAL)), Say::Outcome(taken(TOTAL))],
    )
    .await;
    let attempt = shop.until(&attempt, is_captured).await;
    attempt.order.expect("an order")
}

async fn operate(shop: &TestShop, order: OrderNumber, action: Action) {
    let step = OrderStep {
        order,
        event: LifeEvent::Operated(Operation {
            key: Some(OperationKey("key".to_owned())),
            by: "jana".to_owned(),
            reason: "test".to_owned(),
            action,
        }),
        now: SystemClock.now(),
    };
    let outcome = shop.store.advance_order(step).await.expect("stored");
    assert!(
        matches!(outcome, OrderStepOutcome::Stored(_)),
        "{outcome:?}"
    );
}

fn hundred() -> Action {
    Action::Refund {
        size: RefundSize::Amount(MinorUnits::new(10_000)),
        restock: false,
    }
}

fn made(reference: &str, amount: i64) -> RefundOutcome {
    RefundOutcome::Refunded {
        reference: reference.to_owned(),
        amount: czk(amount),
    }
}

async fn life(shop: &TestShop, order: OrderNumber) -> Life {
    let record = shop.store.order(order).await.expect("answered");
    record.expect("an order").life()
}

/// The calls for refunds.
fn asked(shop: &TestShop) -> Vec<String> {
    let asked = shop.gateway.asked();
    asked
        .into_iter()
        .filter(|call| call.starts_with("refund"))
        .collect()
}

/// Lets the server look until it has driven a refund so often.
async fn drive(shop: &TestShop, times: u32) {
    for _ in 0..times {
        while !shop.driver.refund_due().await.expect("driven") {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

/// [B.12] A refund is made once, for the amount that was asked for, of the payment that was captured.
#[tokio::test]
async fn a_refund_is_made_once() {
    let shop = shop().await;
    let order = paid(&shop).await;
    operate(&shop, order, hundred()).await;
    shop.gateway.says_of_refunds([Some(made("f1", 10_000))]);
    drive(&shop, 1).await;
    assert!(!shop.driver.refund_due().await.expect("driven"));
    assert_eq!(asked(&shop), ["refund r1 10000"]);
    let sums = life(&shop, order).await.sums();
    assert_eq!(sums.balance, MinorUnits::new(TOTAL - 10_000));
    assert!(sums.pending.is_zero());
}

/// [B.12] A server that died may have called: the next one asks what became of the refund, and repeats it under its key.
#[tokio::test]
async fn a_refund_of_a_dead_server_is_asked_for_before_it_is_repeated() {
    let shop = shop().await;
    let order = paid(&shop).await;
    operate(&shop, order, hundred()).await;
    let now = SystemClock.now();
    let dead = shop
        .store
        .claim_refunds(now, now, 1)
        .await
        .expect("claimed");
    assert_eq!(dead.len(), 1);
    shop.gateway.says_of_refunds([
        Some(RefundOutcome::Unknown),
        None,
        Some(RefundOutcome::Pending {
            reference: "f1".to_owned(),
        }),
        Some(made("f1", 10_000)),
    ]);
    drive(&shop, 3).await;
    assert_eq!(
        asked(&shop),
        [
            "refund_status r1 10000",
            "refund r1 10000",
            "refund_status r1 10000",
            "refund_status r1 10000"
        ]
    );
    let keys = shop.gateway.refund_keys();
    assert!(keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert_eq!(keys[0].len(), 40);
    let life = life(&shop, order).await;
    assert_eq!(life.refunds[0].status, RefundStatus::Done);
}

#[tokio::test]
async fn a_refused_refund_is_final() {
    let shop = shop().await;
    let order = paid(&shop).await;
    operate(&shop, order, hundred()).await;
    let reason = RefundRefusal::TooOld;
    shop.gateway
        .says_of_refunds([Some(RefundOutcome::Refused { reason })]);
    drive(&shop, 1).await;
    assert!(!shop.driver.refund_due().await.expect("driven"));
    let life = life(&shop, order).await;
    let failed = RefundStatus::Failed(RefundFailure::Refused(reason));
    assert_eq!(life.refunds[0].status, failed);
    assert_eq!(life.sums().balance, MinorUnits::new(TOTAL));
}

/// [B.12] A refund that was accepted after another server had been refused is asked for, not made again.
#[tokio::test]
async fn an_accepted_refund_is_asked_for_however_it_was_taken_up() {
    let shop = shop().await;
    let order = paid(&shop).await;
    operate(&shop, order, hundred()).await;
    let now = SystemClock.now();
    let leases = shop.store.claim_refunds(now, now.plus(60_000), 1).await;
    let lease = leases.expect("claimed")[0];
    let reason = RefundRefusal::Disputed;
    let reference = "f1".to_owned();
    for outcome in [
        RefundOutcome::Refused { reason },
        RefundOutcome::Pending { reference },
    ] {
        let step = OrderStep {
            order,
            event: LifeEvent::Answered {
                refund: lease.refund,
                lease: lease.version,
                outcome,
            },
            now,
        };
        let stored = shop.store.advance_order(step).await.expect("answered");
        assert!(matches!(stored, OrderStepOutcome::Stored(_)), "{stored:?}");
    }
    shop.gateway.says_of_refunds([Some(made("f1", 10_000))]);
    drive(&shop, 1).await;
    assert_eq!(asked(&shop), ["refund_status r1 10000"]);
    let life = life(&shop, order).await;
    assert_eq!(life.refunds[0].status, RefundStatus::Done);
}

/// [B.12] The refund of a cancelled order waits for the capture that was under way.
#[tokio::test]
async fn money_that_is_captured_after_the_cancellation_goes_back() {
    let shop = shop().await;
    let script = vec![
        Say::Outcome(held(TOTAL)),
        Say::Nothing,
        Say::Outcome(taken(TOTAL)),
    ];
    let attempt = bought(&shop, script).await;
    let order = attempt.order.expect("an order");
    operate(&shop, order, Action::Cancel { restock: true }).await;
    assert_eq!(shop.gone().await, 0);
    drive(&shop, 1).await;
    assert_eq!(asked(&shop).len(), 0, "nothing is captured yet");
    let running = run(&shop.driver);
    shop.until(&attempt, is_captured).await;
    running.abort();
    shop.gateway
        .says_of_refunds([Some(RefundOutcome::Unknown), Some(made("f1", TOTAL))]);
    for _ in 0..2_000 {
        if life(&shop, order).await.sums().pending.is_zero() {
            break;
        }
        drive(&shop, 1).await;
    }
    let sums = life(&shop, order).await.sums();
    assert_eq!(
        (sums.paid, sums.balance),
        (MinorUnits::new(TOTAL), MinorUnits::ZERO)
    );
}

/// [B.12] What the gateway reports of captured money is stored with the order, once.
#[tokio::test]
async fn reports_of_captured_money_are_stored() {
    let shop = shop().await;
    let order = paid(&shop).await;
    let attempt = shop.store.order(order).await.expect("answered");
    let attempt = attempt.expect("an order").order.attempt;
    let attempt = shop.store.attempt(attempt).await.expect("answered");
    let notification = Notification {
        id: "n1".to_owned(),
        content: NotificationContent::Captured {
            payment: "r1".to_owned(),
            key: Some(gateway_key(&attempt.expect("an attempt"))),
            report: PaymentReport::DisputeOpened {
                dispute: "d1".to_owned(),
                amount: czk(TOTAL),
            },
        },
    };
    let body = serde_json::to_vec(&notification).expect("json");
    for outcome in [NotificationOutcome::Accepted, NotificationOutcome::Repeated] {
        let noted = shop.driver.notified("genuine", &body).await;
        assert_eq!(noted.expect("stored"), outcome);
    }
    let sums = life(&shop, order).await.sums();
    assert_eq!(
        (sums.withheld, sums.refundable),
        (MinorUnits::new(TOTAL), MinorUnits::ZERO)
    );
}
