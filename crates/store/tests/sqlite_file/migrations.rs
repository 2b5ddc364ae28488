//! Tests migrations: from an empty file to the newest schema, never backwards, and never over another program's data.

use super::{folder, open, shell, stock_up};
use crate::support::{begin_new, card, empty_cart, in_review, ready_cart, take};
use zkratka_commerce::ids::{CartKey, VariantId};
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};
use zkratka_store::{Store, StoreError};

fn schema_version(path: &std::path::Path) -> u32 {
    shell(path)
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .unwrap()
}

fn refusal(path: &std::path::Path) -> StoreError {
    match SqliteStore::open(path, SqliteOptions::default()) {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    }
}

/// [B.08] The first start applies all steps to an empty file; a second start applies none.
#[tokio::test]
async fn an_empty_file_becomes_a_shop() {
    let (_folder, path) = folder();
    let store = open(&path);
    store.insert_cart(&empty_cart(1)).await.unwrap();
    drop(store);
    assert!(schema_version(&path) >= 1);
    let store = open(&path);
    assert!(store.cart(CartKey(1)).await.unwrap().is_some());
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    drop(open(&path));
    let known = schema_version(&path);
    shell(&path)
        .pragma_update(None, "user_version", known + 1)
        .unwrap();
    let error = refusal(&path);
    assert!(
        matches!(error, StoreError::NewerSchema { found, known: ours } if found == known + 1 && ours == known),
        "{error:?}"
    );
    assert_eq!(schema_version(&path), known + 1);
}

#[test]
fn another_programs_database_is_refused_and_left_alone() {
    let (_folder, path) = folder();
    shell(&path)
        .execute_batch("CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('guláš')")
        .unwrap();
    let error = refusal(&path);
    assert!(error.to_string().contains("another program"), "{error}");
    let mode: String = shell(&path)
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "delete");
    // The same number of migrations does not make it a file of ours.
    shell(&path).pragma_update(None, "user_version", 1).unwrap();
    assert!(refusal(&path).to_string().contains("another program"));
    let recipe: String = shell(&path)
        .query_row("SELECT name FROM recipes", [], |row| row.get(0))
        .unwrap();
    assert_eq!(recipe, "guláš");
}

/// Attempts in review from before the list existed are on the list.
#[tokio::test]
async fn attempts_in_review_of_before_are_listed() {
    let (_folder, path) = folder();
    let store = open(&path);
    stock_up(&store, 9).await;
    for key in 1..=3 {
        let cart = ready_cart(&store, key, &[(VariantId(1), 1)], card()).await;
        let attempt = begin_new(&store, &cart, 10 + key).await;
        if key > 1 {
            take(&store, in_review(&attempt)).await;
        }
    }
    drop(store);
    shell(&path)
        .execute_batch(
            "DROP TABLE account_orders; DROP TABLE account_payments; DROP TABLE account_saves; DROP TABLE mandate_ends; DROP TABLE account_letters; DROP TABLE account_challenges; DROP TABLE account_sessions; DROP TABLE account_devices; DROP TABLE account_cards; DROP TABLE account_addresses; DROP TABLE account_passkeys; DROP TABLE accounts; DROP TABLE downloads; DROP TABLE download_consents; DROP TABLE stock_alerts; DROP TABLE pending_transfers; DROP TABLE pending_refunds; DROP TABLE order_life; DROP INDEX orders_by_time;
             DROP INDEX attempts_to_redact; ALTER TABLE attempts DROP COLUMN redacted;
             DROP INDEX orders_to_redact; ALTER TABLE orders DROP COLUMN redacted_at;
             DROP INDEX notifications_by_age;
             DROP TABLE idempotency_keys; DROP TABLE unpaid_orders; DROP TABLE shop_mode;
             DROP TABLE order_deliveries; DROP TABLE order_events;
             DROP TABLE wallet_messages;
             DROP TABLE gift_card_uses; DROP TABLE gift_cards; DROP TABLE gift_card_keys;
             DROP TABLE discount_uses; DROP TABLE discount_counts;
             DROP INDEX attempts_in_review;
             ALTER TABLE attempts DROP COLUMN needs_review;
             UPDATE attempts SET doc = x'017B' WHERE key = 12;
             PRAGMA user_version = 1",
        )
        .unwrap();
    let listed = open(&path).attempts_in_review(10).await.unwrap();
    let keys: Vec<_> = listed.iter().map(|attempt| attempt.key.0).collect();
    assert_eq!(keys, [13]);
}

/// The orders of a file from before a step whose cards the step withholds. Each order of the entries has sold a card.
fn withheld_by_step(back: &str, entries: &[(i64, &str)]) -> Vec<i64> {
    let (_folder, path) = folder();
    drop(open(&path));
    let shell = shell(&path);
    shell.execute_batch("PRAGMA foreign_keys = OFF").unwrap();
    for (sequence, (order, change)) in (1..).zip(entries) {
        let entry = format!("\u{1}{{\"sequence\":{sequence},\"at\":0,\"change\":{change}}}");
        let entry = (order, sequence, entry.into_bytes());
        let sql = "INSERT INTO order_life (order_number, sequence, version, at, doc) VALUES (?1, ?2, 9, 0, ?3)";
        shell.execute(sql, entry).unwrap();
    }
    let last = entries.iter().map(|(order, _)| *order).max().unwrap();
    for order in 1..=last {
        let card = "INSERT INTO gift_cards (digest, last_characters, currency, initial, balance, issued_at,
                                            order_number, line_id, unit, mode)
                    VALUES (?1, 'wxyz', 'CZK', 1, 1, 0, ?1, 1, 0, 'test')";
        shell.execute(card, [order]).unwrap();
    }
    shell.execute_batch(back).unwrap();
    drop(open(&path));
    let mut withheld = shell
        .prepare("SELECT order_number FROM gift_cards WHERE withheld ORDER BY order_number")
        .unwrap();
    let orders = withheld.query_map([], |row| row.get(0)).unwrap();
    orders.map(Result::unwrap).collect()
}

/// [B.12] Cards of orders that were contested before cards could be withheld are withheld by the step.
#[test]
fn cards_of_contested_orders_of_before_are_withheld() {
    let entries = [
        (1, r#"{"kind":"dispute_opened","dispute":"d-1","amount":1}"#),
        (2, r#"{"kind":"dispute_opened","dispute":"d-1","amount":1}"#),
        (2, r#"{"kind":"dispute_won","dispute":"d-1"}"#),
        (3, r#"{"kind":"reversed","reference":"r-1","amount":1}"#),
        (4, r#"{"kind":"dispute_lost","dispute":"d-1","amount":1}"#),
        (5, "no JSON"),
        // Recorded by an operator with the dispute's id, and won.
        (6, r#"{"kind":"reversed","reference":"d-1","amount":1}"#),
        (6, r#"{"kind":"dispute_won","dispute":"d-1"}"#),
        (7, r#"{"kind":"reversed","reference":"d-1","amount":1}"#),
        (7, r#"{"kind":"dispute_won","dispute":"d-2"}"#),
    ];
    let back = "DROP TABLE account_orders; DROP TABLE account_payments; DROP TABLE account_saves; DROP TABLE mandate_ends; DROP TABLE account_letters; DROP TABLE account_challenges; DROP TABLE account_sessions; DROP TABLE account_devices; DROP TABLE account_cards; DROP TABLE account_addresses; DROP TABLE account_passkeys; DROP TABLE accounts; DROP TABLE downloads; DROP TABLE download_consents; DROP TABLE stock_alerts; DROP TABLE pending_transfers; DROP TABLE gift_card_keys; ALTER TABLE gift_cards DROP COLUMN code_key;
        ALTER TABLE gift_cards DROP COLUMN withheld; PRAGMA user_version = 14";
    assert_eq!(withheld_by_step(back, &entries), [1, 3, 4, 7]);
}

/// [B.12] Cards of orders that were refunded at the gateway without lines, before cards could be withheld for that, are
/// withheld by the step.
#[test]
fn cards_of_orders_refunded_without_lines_before_are_withheld() {
    let entries = [
        (1, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        (
            2,
            r#"{"kind":"refunded","refund":1,"reference":"re_1","amount":1}"#,
        ),
        // It failed.
        (3, r#"{"kind":"refund_failed","reference":"re_1"}"#),
        (3, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        // The order's own, by an answer that came later.
        (4, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        (
            4,
            r#"{"kind":"refund_accepted","refund":1,"reference":"re_1"}"#,
        ),
        // Its own has another id by now.
        (5, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        (
            5,
            r#"{"kind":"refund_accepted","refund":1,"reference":"re_1"}"#,
        ),
        (
            5,
            r#"{"kind":"refunded","refund":1,"reference":"re_2","amount":1}"#,
        ),
        (6, "no JSON"),
        // An operator said later what it was for.
        (7, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        (
            7,
            r#"{"kind":"refund","amount":1,"way":"gateway","made_elsewhere":true}"#,
        ),
        (
            7,
            r#"{"kind":"refunded","refund":2,"reference":"re_1","amount":1}"#,
        ),
        // The failure of another one.
        (8, r#"{"kind":"refunded","reference":"re_1","amount":1}"#),
        (8, r#"{"kind":"refund_failed","reference":"re_2"}"#),
    ];
    let back = "DROP TABLE account_orders; DROP TABLE account_payments; DROP TABLE account_saves; DROP TABLE mandate_ends; DROP TABLE account_letters; DROP TABLE account_challenges; DROP TABLE account_sessions; DROP TABLE account_devices; DROP TABLE account_cards; DROP TABLE account_addresses; DROP TABLE account_passkeys; DROP TABLE accounts; DROP TABLE downloads; DROP TABLE download_consents; DROP TABLE stock_alerts; PRAGMA user_version = 18";
    assert_eq!(withheld_by_step(back, &entries), [1, 5, 8]);
}
