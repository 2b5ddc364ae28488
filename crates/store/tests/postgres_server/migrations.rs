//! Schemas: from nothing to the newest, by many at once, beside those who serve.

use super::{database, open, stock_up};
use crate::support::{
    authorised, available, begin_new, captured, card, empty_cart, ready_cart, stored_cart, take,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_store::postgres::{Address, PostgresOptions, PostgresStore};
use zkratka_store::{Store, StoreError};
use zkratka_testing::{number, run};

/// Takes back every step but the first.
const BEFORE: &str = "DROP TABLE order_deliveries, order_events;
    DROP TABLE gift_card_uses, gift_cards, discount_uses, discount_counts, wallet_messages;
    UPDATE zkratka_schema SET steps = 1, needs = 1";

/// Where a server finds a table of events in a schema beside: with it, the program of this version does as one that knows of
/// none, and writes events where nobody looks.
fn with_events_beside(url: &str) -> String {
    let (_, schema) = url.rsplit_once("%3D").unwrap();
    run(url, &format!("CREATE SCHEMA {schema}_beside"));
    format!("{url}%2C{schema}_beside")
}

/// The table beside; to be made while there is one to be like.
const EVENTS_BESIDE: &str =
    "DO $$ BEGIN EXECUTE format('CREATE TABLE %I.order_events (LIKE order_events INCLUDING DEFAULTS)',
        current_schema() || '_beside'); END $$";

async fn refusal(url: &str) -> StoreError {
    let address = Address::parse(url, None).unwrap();
    match PostgresStore::open(address, PostgresOptions::default()).await {
        Ok(_) => panic!("opened"),
        Err(error) => error,
    }
}

/// [B.08] Six servers start on an empty database at once.
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

/// [B.08] Rolling on: while a server of this version serves, a newer one adds to the schema; this one goes on, and
/// may be started again.
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
    let steps = number(&url, "SELECT steps::bigint FROM zkratka_schema");
    server.insert_cart(&empty_cart(2)).await.unwrap();
    let mut changed = empty_cart(1);
    changed.revision += 1;
    server.replace_cart(&changed).await.unwrap();
    let again = open(&url).await;
    assert_eq!(stored_cart(&*again, CartKey(1)).await, changed);
    again.insert_cart(&empty_cart(3)).await.unwrap();
    // The older one does not take the newer one's steps back.
    assert_eq!(
        number(&url, "SELECT steps::bigint FROM zkratka_schema"),
        steps
    );
}

/// What a newer version has made unusable is refused and left alone.
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
    assert_eq!(number(&url, "SELECT steps::bigint FROM zkratka_schema"), 99);
}

/// [B.08] From the schema before: the steps that are missing are taken, what is stored stays.
#[tokio::test]
async fn the_schema_before_is_brought_up_to_date() {
    let url = database();
    let server = open(&url).await;
    server.insert_cart(&empty_cart(1)).await.unwrap();
    run(&url, BEFORE);
    // The server of before goes on meanwhile.
    let second = empty_cart(2);
    let (newer, older) = tokio::join!(open(&url), server.insert_cart(&second));
    older.unwrap();
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
    for key in 1..=2 {
        assert_eq!(stored_cart(&*newer, CartKey(key)).await, empty_cart(key));
    }
}

/// [B.08] Rolling on under load: the server of before sells from cart to capture, without a pause, while three of this
/// version start and take the missing step.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_server_before_sells_while_newer_ones_start() {
    let url = database();
    let before = open(&with_events_beside(&url)).await;
    stock_up(&*before, 100).await;
    run(&url, EVENTS_BESIDE);
    run(&url, BEFORE);
    let selling = {
        let before = Arc::clone(&before);
        tokio::spawn(async move {
            for key in 1..=40 {
                let cart = ready_cart(&*before, key, &[(VariantId(1), 1)], card()).await;
                let attempt = begin_new(&*before, &cart, 100 + key).await;
                let attempt = take(&*before, authorised(&attempt)).await;
                take(&*before, captured(&attempt)).await;
            }
        })
    };
    let (one, two, three) = tokio::join!(open(&url), open(&url), open(&url));
    selling.await.unwrap();
    for newer in [one, two, three] {
        assert_eq!(available(&*newer, VariantId(1)).await, 60);
        assert!(newer.order(OrderNumber(1040)).await.unwrap().is_some());
    }
    assert_eq!(number(&url, "SELECT COUNT(*) FROM wallet_messages"), 0);
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
