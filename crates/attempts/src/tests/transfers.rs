//! Orders that wait for their transfer: reminded, and cancelled when nobody pays.

use super::shop::{TestShop, shop};
use crate::SubmitOutcome;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::{Action, CancelReason, LifeEvent, Operation};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;
use zkratka_store::clock::Clock;
use zkratka_store::{OrderStep, StoreError};

/// A clock that the test moves.
struct MovedClock(AtomicI64);

impl Clock for MovedClock {
    fn now(&self) -> Timestamp {
        Timestamp(self.0.load(Ordering::SeqCst))
    }
}

async fn by_transfer(shop: &TestShop, token: &str) -> (OrderNumber, TransferDue) {
    let cart = shop.cart(PaymentMethod::BankTransfer).await;
    let SubmitOutcome::Order(attempt) = shop.submit(&cart, token).await else {
        panic!("an order is made");
    };
    let order = attempt.order.expect("an order");
    let record = shop.store.order(order).await.expect("answered");
    let due = record.expect("an order").order.transfer_due;
    (order, due.expect("a due day"))
}

async fn events(shop: &TestShop, order: OrderNumber) -> Vec<String> {
    let record = shop.store.order(order).await.expect("answered");
    let timeline = record.expect("an order").timeline;
    timeline.into_iter().map(|entry| entry.event).collect()
}

/// [B.12] The server reminds and cancels by itself, by the clock that all servers share; the catalogue learns that goods are
/// back.
#[tokio::test]
async fn an_unpaid_order_is_reminded_and_expires() {
    let shop = shop().await;
    let (order, due) = by_transfer(&shop, "token-000000001").await;
    let clock = Arc::new(MovedClock(AtomicI64::new(0)));
    let driver = shop.driver_at(Arc::clone(&clock) as Arc<dyn Clock>);
    let remind_at = due.remind_at.expect("a reminder");
    let changes = || shop.stock_changes.load(Ordering::SeqCst);
    let before = changes();
    for (now, looked, told) in [
        (remind_at.plus(-1), 0, &["reserved", "placed"][..]),
        (remind_at, 1, &["reserved", "placed", "payment_due"]),
        (remind_at, 0, &["reserved", "placed", "payment_due"]),
        (
            due.expires_at.plus(-1),
            0,
            &["reserved", "placed", "payment_due"],
        ),
        (
            due.expires_at,
            1,
            &["reserved", "placed", "payment_due", "cancelled"],
        ),
        (
            due.expires_at.plus(86_400_000),
            0,
            &["reserved", "placed", "payment_due", "cancelled"],
        ),
    ] {
        clock.0.store(now.0, Ordering::SeqCst);
        assert_eq!(driver.transfers_due().await.expect("looked"), looked);
        assert_eq!(events(&shop, order).await, told);
    }
    assert_eq!(changes(), before + 1);
    assert!(shop.gateway.asked().is_empty(), "no gateway takes part");
    let record = shop.store.order(order).await.expect("answered");
    let life = record.expect("an order").life();
    assert_eq!(life.cancelled_because, Some(CancelReason::Unpaid));
}

/// [B.12] A server that was away cancels expired orders without a late reminder. Orders that were paid meanwhile stay.
#[tokio::test]
async fn a_server_that_was_away_cancels_what_nobody_paid() {
    let shop = shop().await;
    let (unpaid, due) = by_transfer(&shop, "token-000000001").await;
    let (paid, _) = by_transfer(&shop, "token-000000002").await;
    let step = OrderStep {
        order: paid,
        event: LifeEvent::Operated(Operation {
            key: None,
            by: "jana".to_owned(),
            reason: String::new(),
            action: Action::MarkPaid,
        }),
        now: due.overdue_at,
    };
    shop.store.advance_order(step).await.expect("stored");
    let clock = MovedClock(AtomicI64::new(due.expires_at.plus(86_400_000).0));
    let driver = shop.driver_at(Arc::new(clock));
    assert_eq!(driver.transfers_due().await.expect("looked"), 1);
    assert_eq!(
        events(&shop, unpaid).await,
        ["reserved", "placed", "cancelled"]
    );
    assert_eq!(events(&shop, paid).await, ["reserved", "placed", "paid"]);
}

/// [B.12] An order that cannot be read keeps no other waiting, and does not end the look as if the store had failed.
#[tokio::test]
async fn an_order_that_cannot_be_read_is_skipped() {
    let shop = shop().await;
    let (damaged, due) = by_transfer(&shop, "token-000000001").await;
    let (sound, _) = by_transfer(&shop, "token-000000002").await;
    shop.shell.damage_order(damaged.0);
    let read = shop.store.order(damaged).await;
    assert!(matches!(read, Err(StoreError::Corrupt { .. })), "{read:?}");
    let clock = MovedClock(AtomicI64::new(due.expires_at.plus(86_400_000).0));
    let driver = shop.driver_at(Arc::new(clock));
    assert_eq!(driver.transfers_due().await.expect("looked"), 2);
    assert_eq!(
        events(&shop, sound).await,
        ["reserved", "placed", "cancelled"]
    );
    // Both wait: one is over, the other until its lease ends.
    assert_eq!(driver.transfers_due().await.expect("looked"), 0);
}
