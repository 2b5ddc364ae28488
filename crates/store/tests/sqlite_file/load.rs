//! Tests the queue: it is bounded, its jobs are committed in groups, and each fails or succeeds by itself.

use super::{folder, open, shell, stock_up};
use crate::support::{
    NOW, available, begin_on, card, empty_cart, product, ready_cart, rules, tracked,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use zkratka_commerce::cart::Cart;
use zkratka_commerce::ids::{CartKey, VariantId};
use zkratka_store::sqlite::{SqliteOptions, SqliteStore};
use zkratka_store::{BeginOutcome, Store, StoreError};

/// Starts all inserts while another connection locks the file, so that they gather in the queue.
async fn insert_together(
    store: &Arc<SqliteStore>,
    path: &std::path::Path,
    carts: Vec<Cart>,
) -> Vec<Result<(), StoreError>> {
    let other = shell(path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut inserts = JoinSet::new();
    for cart in carts {
        let store = Arc::clone(store);
        inserts.spawn(async move { store.insert_cart(&cart).await });
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    other.execute_batch("COMMIT").unwrap();
    inserts.join_all().await
}

/// A full queue refuses jobs at once; accepted jobs are done.
#[tokio::test]
async fn beyond_the_queue_is_busy() {
    let (_folder, path) = folder();
    let options = SqliteOptions {
        queue: 4,
        ..SqliteOptions::default()
    };
    let store = Arc::new(SqliteStore::open(&path, options).unwrap());
    let carts = (1..=20).map(empty_cart).collect();
    let answers = insert_together(&store, &path, carts).await;
    let (done, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.is_ok());
    assert!(
        refused
            .iter()
            .all(|answer| matches!(answer, Err(StoreError::Busy))),
        "{refused:?}"
    );
    // Four jobs in the queue, and those that the writer had already taken when it met the lock (it reads the queue
    // twice).
    assert!(
        (4..=13).contains(&done.len()),
        "{} were accepted",
        done.len()
    );
    let stored: i64 = shell(&path)
        .query_row("SELECT COUNT(*) FROM carts", [], |row| row.get(0))
        .unwrap();
    assert_eq!(usize::try_from(stored).unwrap(), done.len());
}

/// Jobs share a commit; one that fails does not fail the others.
#[tokio::test]
async fn a_failing_job_fails_alone() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path));
    store.insert_cart(&empty_cart(7)).await.unwrap();
    let carts = (1..=20).map(empty_cart).collect();
    let answers = insert_together(&store, &path, carts).await;
    let failed: Vec<_> = answers.iter().filter(|answer| answer.is_err()).collect();
    assert_eq!(failed.len(), 1, "{failed:?}");
    for key in 1..=20 {
        assert_eq!(
            store.cart(CartKey(key)).await.unwrap(),
            Some(empty_cart(key))
        );
    }
}

/// [B.03] Of twenty submits in one commit, each sees what the earlier ones reserved.
#[tokio::test]
async fn submits_in_one_commit_see_each_other() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path));
    stock_up(&*store, 3).await;
    let mut begins = Vec::new();
    for key in 1..=20 {
        let cart = ready_cart(&*store, key, &[(VariantId(1), 1)], card()).await;
        begins.push(begin_on(cart.key, 100 + key));
    }
    let other = shell(&path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut submits = JoinSet::new();
    for begin in begins {
        let store = Arc::clone(&store);
        submits.spawn(async move { store.begin_attempt(begin, Arc::new(rules())).await.unwrap() });
    }
    tokio::time::sleep(Duration::from_millis(100)).await;
    other.execute_batch("COMMIT").unwrap();
    let begun = submits.join_all().await;
    let new = begun
        .iter()
        .filter(|answer| matches!(answer, BeginOutcome::New(_)))
        .count();
    assert_eq!(new, 3);
    assert_eq!(available(&*store, VariantId(1)).await, 0);
}

/// A write without an answer by its deadline fails.
#[tokio::test]
async fn waiting_has_an_end() {
    let (_folder, path) = folder();
    let options = SqliteOptions {
        write_deadline: Duration::from_millis(50),
        ..SqliteOptions::default()
    };
    let store = SqliteStore::open(&path, options).unwrap();
    let other = shell(&path);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = std::time::Instant::now();
    let answer = store.remember_notification("ntf".into(), NOW).await;
    assert!(matches!(answer, Err(StoreError::Database(_))), "{answer:?}");
    // The default deadline is 30 seconds.
    assert!(started.elapsed() < Duration::from_secs(20));
    other.execute_batch("COMMIT").unwrap();
}

/// Readers do not wait for a long write, nor for a reader of a whole catalogue.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reading_goes_on_beside_an_import() {
    let (_folder, path) = folder();
    let store = Arc::new(open(&path));
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
        tokio::task::yield_now().await;
    }
    assert_eq!(importing.await.unwrap().products_added, 2_000);
    assert_eq!(store.catalogue().await.unwrap().products().len(), 2_000);
}
