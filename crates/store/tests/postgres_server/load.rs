//! Tests queues and batches: queues are bounded, changes are written together, and each fails or succeeds by itself.

use super::{database, open, open_with, stock_up};
use crate::support::{
    NOW, available, begin_on, card, empty_cart, product, ready_cart, rules, tracked,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio_postgres::{Client, NoTls};
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::{CartKey, VariantId};
use zkratka_store::postgres::{PostgresOptions, PostgresStore};
use zkratka_store::{BeginOutcome, ReplaceOutcome, Store, StoreError};
use zkratka_testing::{number, run};

/// Another client with its own connection.
pub(super) async fn somebody(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Waits until a statement waits for a lock.
async fn until_someone_waits(client: &Client) {
    let waiting = "SELECT EXISTS (SELECT 1 FROM pg_locks JOIN pg_class ON pg_class.oid = relation
        WHERE NOT granted AND relnamespace = current_schema()::regnamespace)";
    while !client
        .query_one(waiting, &[])
        .await
        .unwrap()
        .get::<_, bool>(0)
    {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Starts all inserts while another client holds a lock on the table, so that they gather in the queue.
async fn insert_together(
    store: &Arc<PostgresStore>,
    url: &str,
    carts: Vec<Cart>,
) -> Vec<Result<(), StoreError>> {
    let other = somebody(url).await;
    other
        .batch_execute("BEGIN; LOCK TABLE carts IN EXCLUSIVE MODE")
        .await
        .unwrap();
    let mut carts = carts.into_iter();
    let mut inserts = JoinSet::new();
    let insert = |cart| {
        let store = Arc::clone(store);
        async move { store.insert_cart(&cart).await }
    };
    // The first insert already waits for the lock when the others arrive.
    inserts.spawn(insert(carts.next().unwrap()));
    until_someone_waits(&other).await;
    for cart in carts {
        inserts.spawn(insert(cart));
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    other.batch_execute("COMMIT").await.unwrap();
    inserts.join_all().await
}

/// [B.08] A full queue refuses changes at once; accepted changes are written.
#[tokio::test]
async fn beyond_the_queue_is_busy() {
    let url = database();
    let options = PostgresOptions {
        queue: 4,
        ..PostgresOptions::default()
    };
    let store = open_with(&url, options).await;
    let carts = (1..=20).map(empty_cart).collect();
    let answers = insert_together(&store, &url, carts).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.is_ok());
    assert!(
        refused
            .iter()
            .all(|answer| matches!(answer, Err(StoreError::Busy))),
        "{refused:?}"
    );
    assert_eq!(done.len(), 5, "one being written, four in the queue");
    assert_eq!(number(&url, "SELECT COUNT(*) FROM carts"), 5);
}

/// [B.08] Changes share a statement; one that fails does not fail the others.
#[tokio::test]
async fn a_failing_change_fails_alone() {
    let url = database();
    let store = open(&url).await;
    store.insert_cart(&empty_cart(7)).await.unwrap();
    let carts = (1..=20).map(empty_cart).collect();
    let answers = insert_together(&store, &url, carts).await;
    let failed: Vec<_> = answers.iter().filter(|answer| answer.is_err()).collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    for key in 1..=20 {
        assert_eq!(
            store.cart(CartKey(key)).await.unwrap(),
            Some(empty_cart(key))
        );
    }
}

/// [B.03] [B.08] While another client has locked one cart, the changes of other carts do not wait.
#[tokio::test]
async fn a_held_cart_holds_no_other_up() {
    let url = database();
    let store = open(&url).await;
    for key in 1..=3 {
        store.insert_cart(&empty_cart(key)).await.unwrap();
    }
    let other = somebody(&url).await;
    other
        .batch_execute("BEGIN; SELECT 1 FROM carts ORDER BY key LIMIT 1 FOR UPDATE")
        .await
        .unwrap();
    let mut changes = JoinSet::new();
    for key in 1..=3 {
        let store = Arc::clone(&store);
        let mut cart = empty_cart(key);
        cart.revision += 1;
        changes.spawn(async move { store.replace_cart(&cart).await });
    }
    let answers = changes.join_all().await;
    let stored = answers
        .iter()
        .filter(|answer| matches!(answer, Ok(ReplaceOutcome::Stored)));
    assert_eq!(stored.count(), 2, "{answers:?}");
    assert!(
        answers
            .iter()
            .any(|answer| matches!(answer, Err(StoreError::Busy))),
        "{answers:?}"
    );
    other.batch_execute("COMMIT").await.unwrap();
}

/// [B.03] [B.08] Of several changes of one cart in the same queue, only one is stored for each revision.
#[tokio::test]
async fn changes_of_one_cart_follow_each_other() {
    let url = database();
    let store = open(&url).await;
    store.insert_cart(&empty_cart(1)).await.unwrap();
    let mut changes = JoinSet::new();
    for _ in 0..20 {
        let store = Arc::clone(&store);
        let mut cart = empty_cart(1);
        cart.revision += 1;
        changes.spawn(async move { store.replace_cart(&cart).await.unwrap() });
    }
    let answers = changes.join_all().await;
    let stored = answers
        .iter()
        .filter(|answer| **answer == ReplaceOutcome::Stored);
    assert_eq!(stored.count(), 1, "{answers:?}");
    assert_eq!(number(&url, "SELECT revision FROM carts"), 1);
}

/// [B.08] When all connections are in use and enough calls wait, the next call is refused at once.
#[tokio::test]
async fn more_than_can_wait_are_busy() {
    let url = database();
    let options = PostgresOptions {
        connections: 1,
        queue: 2,
        ..PostgresOptions::default()
    };
    let store = open_with(&url, options).await;
    let other = somebody(&url).await;
    other
        .batch_execute("BEGIN; LOCK TABLE heartbeat")
        .await
        .unwrap();
    let mut beats = JoinSet::new();
    for _ in 0..10 {
        let store = Arc::clone(&store);
        beats.spawn(async move { store.health().await });
    }
    // Seven of ten find no place: one is at work, two wait.
    for _ in 0..7 {
        let answer = beats.join_next().await.unwrap().unwrap();
        assert!(matches!(answer, Err(StoreError::Busy)), "{answer:?}");
    }
    other.batch_execute("COMMIT").await.unwrap();
    while let Some(answer) = beats.join_next().await {
        answer.unwrap().unwrap();
    }
}

/// A write without an answer by its deadline fails, and no other call gets its connection meanwhile.
#[tokio::test]
async fn waiting_has_an_end() {
    let url = database();
    let options = PostgresOptions {
        connections: 1,
        write_deadline: Duration::from_millis(200),
        ..PostgresOptions::default()
    };
    let store = open_with(&url, options).await;
    let other = somebody(&url).await;
    other
        .batch_execute("BEGIN; LOCK TABLE notifications")
        .await
        .unwrap();
    let answer = store.remember_notification("ntf".into(), NOW).await;
    assert!(
        matches!(answer, Err(StoreError::Database(_) | StoreError::Busy)),
        "{answer:?}"
    );
    other.batch_execute("COMMIT").await.unwrap();
    // The store's only connection becomes free again, however long that takes.
    while store.health().await.is_err() {}
}

/// [B.03] A caller that abandons a call leaves no half-done change and no lost connection.
#[tokio::test]
async fn what_nobody_waits_for_is_done_whole() {
    let url = database();
    let options = PostgresOptions {
        connections: 2,
        ..PostgresOptions::default()
    };
    let store = open_with(&url, options).await;
    stock_up(&*store, 50).await;
    let mut carts = Vec::new();
    for key in 1..=10 {
        carts.push(ready_cart(&*store, key, &[(VariantId(1), 1)], card()).await);
    }
    for cart in &carts {
        let submit = store.begin_attempt(begin_on(cart.key, 100 + cart.key.0), Arc::new(rules()));
        let _ = tokio::time::timeout(Duration::from_micros(300), submit).await;
    }
    for cart in &carts {
        let answer = store
            .begin_attempt(begin_on(cart.key, 100 + cart.key.0), Arc::new(rules()))
            .await
            .unwrap();
        assert!(
            matches!(answer, BeginOutcome::New(_) | BeginOutcome::SameToken(_)),
            "{answer:?}"
        );
    }
    assert_eq!(available(&*store, VariantId(1)).await, 40);
}

/// A reader does not wait for an import, and sees either all of it or nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_goes_on_beside_an_import() {
    let url = database();
    let store = open(&url).await;
    store.insert_cart(&empty_cart(1)).await.unwrap();
    let many = (0..2_000)
        .map(|n| {
            product(
                &format!("hrnek-{n}"),
                &[("Modrá", n, tracked(n)), ("Bílá", n, tracked(0))],
            )
        })
        .collect();
    let importing = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.import(many).await.unwrap() })
    };
    while !importing.is_finished() {
        assert!(store.cart(CartKey(1)).await.unwrap().is_some());
        let seen = store.catalogue().await.unwrap().products().len();
        assert!(
            seen == 0 || seen == 2_000,
            "half an import was seen: {seen} products"
        );
    }
    assert_eq!(importing.await.unwrap().products_added, 2_000);
    assert_eq!(store.catalogue().await.unwrap().products().len(), 2_000);
}

/// A document that cannot be parsed gives an error that names it, and nothing else fails.
#[tokio::test]
async fn a_broken_document_is_named() {
    let url = database();
    let store = open(&url).await;
    for key in 1..=2 {
        store.insert_cart(&empty_cart(key)).await.unwrap();
    }
    run(
        &url,
        "UPDATE carts SET doc = '\\x017B' WHERE key = (SELECT MIN(key) FROM carts)",
    );
    let answer = store.cart(CartKey(1)).await;
    assert!(
        matches!(answer, Err(StoreError::Corrupt { what: "cart", .. })),
        "{answer:?}"
    );
    assert!(store.cart(CartKey(2)).await.unwrap().is_some());
    stock_up(&*store, 1).await;
    run(&url, "UPDATE variants SET position = NULL");
    let answer = store.catalogue().await;
    assert!(matches!(
        answer,
        Err(StoreError::Corrupt {
            what: "product",
            ..
        })
    ));
}

/// [B.03] [B.08] A due attempt that cannot be parsed is postponed for a day, and the others are resumed.
#[tokio::test]
async fn a_broken_attempt_does_not_stop_the_others() {
    let url = database();
    let store = open(&url).await;
    stock_up(&*store, 9).await;
    for key in 1..=3 {
        let cart = ready_cart(&*store, key, &[(VariantId(1), 1)], card()).await;
        crate::support::begin_new(&*store, &cart, 10 + key).await;
    }
    run(
        &url,
        "UPDATE attempts SET doc = '\\x017B' WHERE token = 'token-12'",
    );
    let (due, lease) = (NOW.plus(60_000), NOW.plus(70_000));
    let keys = |claimed: Vec<Attempt>| -> Vec<u64> {
        let mut keys: Vec<u64> = claimed.iter().map(|attempt| attempt.key.0).collect();
        keys.sort_unstable();
        keys
    };
    let claimed = store.claim_due(due, lease, 10).await.unwrap();
    assert_eq!(keys(claimed), [11, 13]);
    let broken = "SELECT due_at FROM attempts WHERE token = 'token-12'";
    assert_eq!(number(&url, broken), due.plus(crate::support::DAY).0);
}
