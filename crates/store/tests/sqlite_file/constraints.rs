//! Tests that the database itself refuses invalid states, whatever the program does.

use super::{folder, open, shell, stock_up};
use crate::support::{NOW, begin_new, card, empty_cart, ready_cart};
use std::path::Path;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::Store;

/// A shop with order 1001 on cart 1 (attempt 10) and a live attempt 11 on cart 2.
async fn busy_shop(path: &Path) {
    let store = open(path);
    stock_up(&store, 5).await;
    let one = [(VariantId(1), 1)];
    let sold = ready_cart(&store, 1, &one, PaymentMethod::CashOnDelivery).await;
    begin_new(&store, &sold, 10).await;
    let held = ready_cart(&store, 2, &one, card()).await;
    begin_new(&store, &held, 11).await;
    store.insert_cart(&empty_cart(3)).await.unwrap();
    store
        .remember_notification("ntf".into(), NOW)
        .await
        .unwrap();
}

fn refusal(path: &Path, sql: &str) -> String {
    match shell(path).execute_batch(sql) {
        Ok(()) => panic!("accepted: {sql}"),
        Err(error) => error.to_string(),
    }
}

fn attempt(key: u64, token: &str, cart: u64) -> String {
    format!(
        "INSERT INTO attempts (key, token, cart_key, version, due_at, holds_cart, doc)
         VALUES ({key}, '{token}', {cart}, 1, NULL, 1, x'01')"
    )
}

fn order(number: u64, cart: u64, attempt: u64) -> String {
    format!(
        "INSERT INTO orders (number, cart_key, attempt_key, created_at, doc)
         VALUES ({number}, {cart}, {attempt}, 0, x'01')"
    )
}

/// [B.03] The database refuses a second order per cart or attempt, and a second live attempt per cart.
#[tokio::test]
async fn one_order_and_one_live_attempt_per_cart() {
    let (_folder, path) = folder();
    busy_shop(&path).await;
    for (sql, reason) in [
        (order(1002, 1, 11), "orders.cart_key"),
        (order(1002, 2, 10), "orders.attempt_key"),
        (order(1001, 2, 11), "orders.number"),
        (attempt(12, "other", 1), "attempts.cart_key"),
        (attempt(12, "other", 2), "attempts.cart_key"),
        (attempt(12, "token-11", 3), "attempts.token"),
    ] {
        let refusal = refusal(&path, &sql);
        assert!(refusal.contains(reason), "{sql}: {refusal}");
    }
    // A valid statement of the same form succeeds, so the database refused the others for their content.
    shell(&path)
        .execute_batch(&attempt(12, "other", 3))
        .unwrap();
    shell(&path).execute_batch(&order(1002, 3, 12)).unwrap();
}

/// [B.03] The database refuses to change or delete orders and timelines.
#[tokio::test]
async fn orders_and_timelines_stay() {
    let (_folder, path) = folder();
    busy_shop(&path).await;
    for sql in [
        "DELETE FROM orders",
        "UPDATE orders SET number = 2000",
        "UPDATE orders SET cart_key = 2",
        "UPDATE timeline SET event = 'nothing'",
        "DELETE FROM carts WHERE key = 1",
        "DELETE FROM carts WHERE key = 2",
        "DELETE FROM attempts WHERE key = 10",
        "DELETE FROM variants",
        "DELETE FROM products",
        "INSERT INTO reservations VALUES (11, 1, -5)",
        "INSERT INTO shop_state VALUES (2, 0)",
    ] {
        refusal(&path, sql);
    }
}
