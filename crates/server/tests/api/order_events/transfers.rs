//! Tests what the merchant's systems hear of an order that waits for its transfer.

use super::{Receiver, submit, telling};
use crate::support::{BOOK, Shop, billing};
use serde_json::{Value, json};
use std::time::Duration;
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_life::{Action, Operation};
use zkratka_order_commands::{Request, execute};
use zkratka_store::clock::Clock;

/// Buys a book by transfer; returns the order's number.
async fn by_transfer(shop: &Shop) -> u64 {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    let method = json!({ "manualPaymentMethod": { "handle": "bank_transfer", "billingAddress": billing() } });
    shop.pay_all(&cart, method).await;
    submit(shop, &cart).await
}

async fn mark_paid(shop: &Shop, order: u64) -> Vec<String> {
    operate(shop, order, Action::MarkPaid).await
}

pub(super) async fn operate(shop: &Shop, order: u64, action: Action) -> Vec<String> {
    let app = shop.server.app();
    let request = Request {
        order: OrderNumber(order),
        operation: Operation {
            key: None,
            by: "jana".to_owned(),
            reason: String::new(),
            action,
        },
        dry_run: false,
        now: app.clock.now(),
        patience: Duration::ZERO,
    };
    execute(&*app.store, &request).await.expect("done").lines
}

/// [B.12] The order's JSON has its due day. The merchant's systems get an event when the day comes near, when the unpaid order is
/// cancelled, and when the money arrives late.
#[tokio::test]
async fn a_transfer_that_comes_too_late() {
    let mut erp = Receiver::open();
    let (premises, clock) = telling(&erp);
    let shop = premises.open().await;
    let number = by_transfer(&shop).await;
    let app = shop.server.app();
    let record = app.store.order(OrderNumber(number)).await.unwrap().unwrap();
    let due = record.order.transfer_due.expect("a due day");

    let created = erp.hear().await;
    assert_eq!(created.news(), (number, "order.created".to_owned()));
    let told = &created.json()["data"]["order"]["transferDue"];
    assert_eq!(told["day"], due.day.to_string());
    assert!(told["remindAt"].is_string() && told["expiresAt"].is_string());

    clock.forward(due.remind_at.expect("a reminder").0 - clock.now().0);
    app.attempts.transfers_due().await.expect("looked");
    let reminder = erp.hear().await;
    assert_eq!(reminder.news(), (number, "order.payment_due".to_owned()));
    let order = reminder.json()["data"]["order"].clone();
    assert_eq!(order["transferDue"], *told);
    assert_eq!(order["paymentState"], "awaited");
    assert_eq!(order["cancelReason"], Value::Null);

    clock.forward(due.expires_at.0 - clock.now().0);
    app.attempts.transfers_due().await.expect("looked");
    let cancelled = erp.hear().await;
    assert_eq!(cancelled.news(), (number, "order.cancelled".to_owned()));
    let order = cancelled.json()["data"]["order"].clone();
    assert_eq!(order["cancelReason"], "unpaid");
    assert!(order["cancelledAt"].is_string(), "{order:#}");

    let lines = mark_paid(&shop, number).await;
    let words = lines.join("\n");
    assert!(words.contains("THE ORDER IS CANCELLED"), "{words}");
    assert!(
        words.contains(&format!("orders refund {number} --all")),
        "{words}"
    );
    let again = mark_paid(&shop, number).await.join("\n");
    assert!(again.contains("this is a repetition"), "{again}");
    let late = erp.hear().await;
    assert_eq!(late.news(), (number, "order.payment_late".to_owned()));
    let order = late.json()["data"]["order"].clone();
    assert_eq!(order["balance"], order["total"]);
    assert_eq!(order["fulfilmentState"], "cancelled");
    assert!(erp.rest().is_empty());
}

/// [B.12] Goods that were sent before the transfer keep the order from being cancelled: at its end the merchant's systems hear
/// that its money is missing, once.
#[tokio::test]
async fn an_order_that_was_sent_unpaid_is_told_when_its_time_is_over() {
    let mut erp = Receiver::open();
    let (premises, clock) = telling(&erp);
    let shop = premises.open().await;
    let number = by_transfer(&shop).await;
    let app = shop.server.app();
    let order = OrderNumber(number);
    let record = app.store.order(order).await.unwrap().unwrap();
    let due = record.order.transfer_due.expect("a due day");
    assert_eq!(
        erp.hear().await.news(),
        (number, "order.created".to_owned())
    );
    let sent = Action::Fulfil {
        lines: Vec::new(),
        carrier: None,
        tracking_number: None,
        before_payment: true,
        despite_dispute: false,
    };
    operate(&shop, number, sent).await;
    assert_eq!(
        erp.hear().await.news(),
        (number, "order.fulfilled".to_owned())
    );

    for _ in 0..2 {
        clock.forward(due.expires_at.0 - clock.now().0);
        app.attempts.transfers_due().await.expect("looked");
    }
    let overdue = erp.hear().await;
    assert_eq!(overdue.news(), (number, "order.payment_overdue".to_owned()));
    let told = overdue.json()["data"]["order"].clone();
    assert_eq!(told["paymentState"], "awaited");
    assert_eq!(told["fulfilmentState"], "fulfilled");
    assert_eq!(told["cancelledAt"], Value::Null);
    mark_paid(&shop, number).await;
    assert_eq!(erp.hear().await.news(), (number, "order.paid".to_owned()));
    assert!(erp.rest().is_empty());
}
