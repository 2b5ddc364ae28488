//! Tests that the database itself refuses invalid states, whatever the program does.

use super::{database, open, stock_up};
use crate::support::{NOW, begin_new, card, empty_cart, ready_cart};
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::Store;
use zkratka_testing::{run, try_run};

/// A shop with order 1001 on a cart (attempt 10), a live attempt 11 on another cart, and an open cart.
async fn busy_shop(url: &str) {
    let store = open(url).await;
    stock_up(&*store, 5).await;
    let one = [(VariantId(1), 1)];
    let sold = ready_cart(&*store, 1, &one, PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &sold, 10).await;
    let held = ready_cart(&*store, 2, &one, card()).await;
    begin_new(&*store, &held, 11).await;
    store.insert_cart(&empty_cart(3)).await.unwrap();
    store
        .remember_notification("ntf".into(), NOW)
        .await
        .unwrap();
}

const SOLD: &str = "(SELECT cart_key FROM orders WHERE number = 1001)";
const HELD: &str = "(SELECT cart_key FROM attempts WHERE token = 'token-11')";
const OPEN: &str = "(SELECT key FROM carts WHERE status = 0)";
const SELLING: &str = "(SELECT attempt_key FROM orders WHERE number = 1001)";
const HOLDING: &str = "(SELECT key FROM attempts WHERE token = 'token-11')";

fn attempt(token: &str, cart: &str) -> String {
    format!(
        "INSERT INTO attempts (key, token, cart_key, version, due_at, holds_cart, needs_review, doc)
         VALUES (12, '{token}', {cart}, 1, NULL, true, false, '\\x01')"
    )
}

fn order(number: u64, cart: &str, attempt: &str) -> String {
    format!("INSERT INTO orders VALUES ({number}, {cart}, {attempt}, 0, '\\x01')")
}

/// [B.03] The database refuses a second order per cart or attempt, and a second live attempt per cart.
#[tokio::test]
async fn one_order_and_one_live_attempt_per_cart() {
    let url = database();
    busy_shop(&url).await;
    for (sql, reason) in [
        (order(1002, SOLD, HOLDING), "orders_cart_key_key"),
        (order(1002, HELD, SELLING), "orders_attempt_key_key"),
        (order(1001, HELD, HOLDING), "orders_pkey"),
        (order(1000, HELD, HOLDING), "orders_number_check"),
        (attempt("other", SOLD), "attempts_one_per_held_cart"),
        (attempt("other", HELD), "attempts_one_per_held_cart"),
        (attempt("token-11", OPEN), "attempts_token_key"),
    ] {
        let refusal = try_run(&url, &sql).unwrap_err();
        assert!(refusal.contains(reason), "{sql}: {refusal}");
    }
    // A valid statement of the same form succeeds, so the database refused the others for their content.
    run(&url, &attempt("other", OPEN));
    run(&url, &order(1002, OPEN, "12"));
}

/// [B.03] The database refuses to change or delete orders and timelines.
#[tokio::test]
async fn orders_and_timelines_stay() {
    let url = database();
    busy_shop(&url).await;
    for sql in [
        "DELETE FROM orders".to_owned(),
        "UPDATE orders SET number = 2000".to_owned(),
        format!("UPDATE orders SET cart_key = {HELD}"),
        "UPDATE timeline SET event = 'nothing'".to_owned(),
        format!("DELETE FROM carts WHERE key = {SOLD}"),
        format!("DELETE FROM carts WHERE key = {HELD}"),
        format!("DELETE FROM attempts WHERE key = {SELLING}"),
        "DELETE FROM variants".to_owned(),
        "DELETE FROM products".to_owned(),
        format!("INSERT INTO reservations VALUES ({SELLING}, 1, -5)"),
        "INSERT INTO shop_state VALUES (2, 0)".to_owned(),
    ] {
        assert!(try_run(&url, &sql).is_err(), "accepted: {sql}");
    }
}
