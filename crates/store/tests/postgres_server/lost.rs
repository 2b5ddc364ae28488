//! Tests lost connections and crashed database servers: confirmed writes are stored, and the store reconnects by
//! itself.

use super::{database, open, stock_up};
use crate::support::{
    NOW, asking, authorised, available, begin, begin_new, card, completing, empty_cart, ready_cart,
    stored_cart, take,
};
use std::sync::Arc;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_store::{BeginOutcome, ReplaceOutcome, Store};
use zkratka_testing::{Cluster, new_schema, run};

const MODRA: VariantId = VariantId(1);

/// Terminates every connection to this database.
fn cut(url: &str) {
    run(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid <> pg_backend_pid() AND application_name = current_schema()",
    );
}

/// The database's URL, with an application name by which `cut` finds its connections.
pub(super) fn named(url: &str) -> String {
    let schema = url.rsplit_once("%3D").unwrap().1;
    format!("{url}&application_name={schema}")
}

/// [B.08] After lost connections, the next call of any kind connects again.
#[tokio::test]
async fn ended_connections_are_made_anew() {
    let url = database();
    let store = open(&named(&url)).await;
    stock_up(&*store, 50).await;
    for round in 1..=5 {
        let cart = ready_cart(&*store, round, &[(MODRA, 1)], card()).await;
        cut(&url);
        let attempt = begin_new(&*store, &cart, 100 + round).await;
        cut(&url);
        let attempt = take(&*store, authorised(&attempt)).await;
        cut(&url);
        assert_eq!(attempt.order, Some(OrderNumber(1000 + round)));
        assert!(store.cart(cart.key).await.unwrap().is_some());
        cut(&url);
        let mut open_cart = empty_cart(1000 + round);
        store.insert_cart(&open_cart).await.unwrap();
        cut(&url);
        open_cart.revision += 1;
        let replaced = store.replace_cart(&open_cart).await.unwrap();
        assert_eq!(replaced, ReplaceOutcome::Stored);
    }
    assert_eq!(available(&*store, MODRA).await, 45);
}

/// [B.03] [B.08] Connections are cut while carts are written: every confirmed write is stored.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_answered_is_stored_whatever_is_cut() {
    let url = database();
    let store = open(&named(&url)).await;
    // Enough writers to send one statement while the database executes another.
    let writers: Vec<_> = (0..40_u64)
        .map(|writer| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let mut told = Vec::new();
                for number in 0..15 {
                    let mut cart = empty_cart(1 + writer * 1000 + number);
                    if store.insert_cart(&cart).await.is_err() {
                        continue;
                    }
                    cart.revision += 1;
                    if let Ok(replaced) = store.replace_cart(&cart).await {
                        // Nobody else changes this cart, so a conflict could only be with the store's own repetition.
                        assert_eq!(replaced, ReplaceOutcome::Stored);
                        told.push(cart);
                    }
                }
                told
            })
        })
        .collect();
    while writers.iter().any(|writer| !writer.is_finished()) {
        let url = url.clone();
        tokio::task::spawn_blocking(move || cut(&url))
            .await
            .unwrap();
    }
    let mut answered = 0;
    for writer in writers {
        for cart in writer.await.unwrap() {
            assert_eq!(store.cart(cart.key).await.unwrap(), Some(cart));
            answered += 1;
        }
    }
    assert!(answered > 0);
}

/// [B.03] After each step of an attempt, a crash of the database leaves exactly that step stored.
#[tokio::test]
async fn every_answered_step_survives_a_crash() {
    let cluster = Cluster::start_durable();
    let store = open(&new_schema(cluster.url())).await;
    stock_up(&*store, 5).await;
    let cart = ready_cart(&*store, 1, &[(MODRA, 2)], card()).await;
    cluster.crash();
    assert_eq!(stored_cart(&*store, cart.key).await, cart);
    assert_eq!(available(&*store, MODRA).await, 5);

    let attempt = begin_new(&*store, &cart, 10).await;
    cluster.crash();
    assert_eq!(
        store.attempt(attempt.key).await.unwrap().as_ref(),
        Some(&attempt)
    );
    assert_eq!(
        stored_cart(&*store, CartKey(1)).await.status,
        completing(10)
    );
    assert_eq!(available(&*store, MODRA).await, 3);
    let again = begin(&*store, &cart, 11).await;
    assert!(matches!(again, BeginOutcome::OtherAttempt(_)), "{again:?}");

    let attempt = take(&*store, asking(&attempt)).await;
    cluster.crash();
    let attempt = take(&*store, authorised(&attempt)).await;
    cluster.crash();
    assert!(store.order(OrderNumber(1001)).await.unwrap().is_some());
    assert_eq!(attempt.order, Some(OrderNumber(1001)));
    assert!(
        store
            .remember_notification("ntf".into(), NOW)
            .await
            .unwrap()
    );
    cluster.crash();
    assert!(
        !store
            .remember_notification("ntf".into(), NOW)
            .await
            .unwrap()
    );
}
