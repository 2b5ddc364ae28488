//! Tests migrations: from an empty database, by many servers at once, and beside running servers.

use super::{database, open};
use crate::support::{empty_cart, stored_cart};
use tokio::task::JoinSet;
use zkratka_commerce::ids::CartKey;
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};
use zkratka_store::{Store, StoreError};
use zkratka_testing::{number, run};

/// Reverts every step but the first.
pub(crate) const BEFORE: &str =
    "DROP TABLE account_orders, account_payments, account_saves, mandate_ends, account_letters, account_challenges, account_sessions, account_devices, account_cards, account_addresses, account_passkeys, accounts, downloads, download_consents, stock_alerts, pending_transfers, pending_refunds, order_life, order_deliveries, order_events, shop_mode, unpaid_orders, idempotency_keys;
    DROP TABLE gift_card_keys;
    DROP TABLE gift_card_uses, gift_cards, discount_uses, discount_counts, wallet_messages;
    UPDATE zkratka_schema SET steps = 1, needs = 1";

const STEPS: &str = "SELECT steps::bigint FROM zkratka_schema";

async fn refusal(url: &str) -> StoreError {
    let address = Address::parse(url, None).unwrap();
    match PostgresStore::open(address, PostgresOptions::default()).await {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    }
}

/// [B.08] Six servers start on an empty database at once, and create one shop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_empty_database_becomes_a_shop_once() {
    let url = database();
    let mut starting = JoinSet::new();
    for key in 1..=6 {
        let url = url.clone();
        starting.spawn(async move {
            let server = open(&url).await;
            server.insert_cart(&empty_cart(key)).await.unwrap();
        });
    }
    starting.join_all().await;
    assert_eq!(number(&url, "SELECT COUNT(*) FROM carts"), 6);
    assert_eq!(number(&url, "SELECT COUNT(*) FROM shop_state"), 1);
}

/// [B.08] Rolling upgrade: a newer server adds to the schema while a server of this version runs. This one keeps
/// working, and can restart.
#[tokio::test]
async fn an_addition_by_a_newer_version_disturbs_nobody() {
    let url = database();
    let server = open(&url).await;
    server.insert_cart(&empty_cart(1)).await.unwrap();
    run(
        &url,
        "BEGIN;
         ALTER TABLE carts ADD COLUMN newer text;
         ALTER TABLE attempts ADD COLUMN newer bigint NOT NULL DEFAULT 0;
         CREATE TABLE newer (id bigint PRIMARY KEY);
         UPDATE zkratka_schema SET steps = steps + 1;
         COMMIT",
    );
    let steps = number(&url, STEPS);
    server.insert_cart(&empty_cart(2)).await.unwrap();
    let mut changed = empty_cart(1);
    changed.revision += 1;
    server.replace_cart(&changed).await.unwrap();
    let again = open(&url).await;
    assert_eq!(stored_cart(&*again, CartKey(1)).await, changed);
    again.insert_cart(&empty_cart(3)).await.unwrap();
    // The older server does not revert the newer one's steps.
    assert_eq!(number(&url, STEPS), steps);
}

/// A store refuses a schema that needs a newer version, and does not change it.
#[tokio::test]
async fn a_schema_that_needs_a_newer_version_is_refused() {
    let url = database();
    drop(open(&url).await);
    run(&url, "UPDATE zkratka_schema SET steps = 99, needs = 99");
    let error = refusal(&url).await;
    assert!(
        matches!(error, StoreError::NewerSchema { found: 99, .. }),
        "{error:?}"
    );
    assert_eq!(number(&url, STEPS), 99);
}

/// [B.08] A store applies the missing steps to an older schema, and the stored data remains.
#[tokio::test]
async fn the_schema_before_is_brought_up_to_date() {
    let url = database();
    let server = open(&url).await;
    server.insert_cart(&empty_cart(1)).await.unwrap();
    run(&url, BEFORE);
    // The older server keeps writing meanwhile.
    let second = empty_cart(2);
    let (newer, older) = tokio::join!(open(&url), server.insert_cart(&second));
    older.unwrap();
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
    for key in 1..=2 {
        assert_eq!(stored_cart(&*newer, CartKey(key)).await, empty_cart(key));
    }
}

#[tokio::test]
async fn another_programs_database_is_refused_and_left_alone() {
    let url = database();
    run(&url, "CREATE TABLE orders (meal text)");
    let error = refusal(&url).await;
    assert!(error.to_string().contains("another program"), "{error}");
    let tables = "SELECT COUNT(*) FROM pg_class
        WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace";
    assert_eq!(number(&url, tables), 1);
}
