//! Tests steps of attempts that wait at one moment: they share transactions, and none depends on another.

use super::holder::Holder;
use super::lost::named;
use super::{database, open, stock_up};
use crate::support::{authorised, available, begin, begin_new, card, ready_cart};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::VariantId;
use zkratka_store::postgres::PostgresStore;
use zkratka_store::{AttemptStep, BeginOutcome, StepOutcome, Store, StoreError};

const MODRA: VariantId = VariantId(1);
/// Those who come while the first waits for a lock.
const OTHERS: u64 = 24;
/// How many transactions wrote the attempts, except those of the first buyer.
const TRANSACTIONS: &str =
    "SELECT COUNT(DISTINCT xmin::text) FROM attempts WHERE token <> 'token-101'";

/// How many connections of the server wait for a lock.
const WAITING: &str = "SELECT COUNT(*) FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND application_name = current_schema()";

/// An attempt of each other buyer that has begun.
async fn others(server: &PostgresStore) -> Vec<Attempt> {
    let mut attempts = Vec::new();
    for key in 2..2 + OTHERS {
        let cart = ready_cart(server, key, &[(MODRA, 1)], card()).await;
        attempts.push(begin_new(server, &cart, 100 + key).await);
    }
    attempts
}

/// Takes all steps at once, each on a task of its own. Returns the outcomes in the order of the steps.
async fn advance_all(
    server: &Arc<PostgresStore>,
    steps: Vec<AttemptStep>,
) -> Vec<Result<StepOutcome, StoreError>> {
    let mut tasks = Vec::new();
    for step in steps {
        let server = Arc::clone(server);
        tasks.push(tokio::spawn(async move { server.advance(step).await }));
    }
    let mut outcomes = Vec::new();
    for task in tasks {
        outcomes.push(task.await.unwrap());
    }
    outcomes
}

fn order(outcome: &Result<StepOutcome, StoreError>) -> Option<u64> {
    match outcome {
        Ok(StepOutcome::Stored(attempt)) => attempt.order.map(|number| number.0),
        _ => None,
    }
}

/// [B.08] Attempts that begin while another waits for a lock share transactions, do not wait for that lock, and each
/// reserves its own goods.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn begin_in_shared_transactions() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 100).await;
    let held = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let holder = Holder::of("carts", &url).await;
    let mut carts = Vec::new();
    for key in 2..2 + OTHERS {
        carts.push((key, ready_cart(&*server, key, &[(MODRA, 1)], card()).await));
    }
    let first = {
        let server = Arc::clone(&server);
        tokio::spawn(async move { begin(&*server, &held, 101).await })
    };
    holder.until_awaited().await;
    let mut tasks = JoinSet::new();
    for (key, cart) in carts {
        let server = Arc::clone(&server);
        tasks.spawn(async move { begin(&*server, &cart, 100 + key).await });
    }
    for outcome in tasks.join_all().await {
        assert!(matches!(outcome, BeginOutcome::New(_)), "{outcome:?}");
    }
    let transactions: i64 = holder.ask(TRANSACTIONS).await;
    assert!(transactions <= 8, "{transactions} for {OTHERS} attempts");
    holder.let_go().await;
    assert!(matches!(first.await.unwrap(), BeginOutcome::New(_)));
    assert_eq!(available(&*server, MODRA).await, 75);
}

/// [B.03] [B.08] Orders share transactions and are numbered without a gap. A step that came too late takes no number.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn make_orders_in_shared_transactions() {
    let url = database();
    let server = open(&url).await;
    stock_up(&*server, 100).await;
    let cart = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let held = begin_new(&*server, &cart, 101).await;
    let holder = Holder::of("attempts", &url).await;
    let attempts = others(&server).await;
    let mut steps: Vec<AttemptStep> = attempts.iter().map(authorised).collect();
    steps[0].attempt.version += 7;
    let first = {
        let (server, step) = (Arc::clone(&server), authorised(&held));
        tokio::spawn(async move { server.advance(step).await })
    };
    holder.until_awaited().await;
    let outcomes = advance_all(&server, steps).await;
    assert!(matches!(outcomes[0], Ok(StepOutcome::Superseded(_))));
    let mut numbers: Vec<u64> = outcomes[1..].iter().filter_map(order).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, (1001..1000 + OTHERS).collect::<Vec<_>>());
    let transactions = "SELECT COUNT(DISTINCT xmin::text) FROM orders";
    let transactions: i64 = holder.ask(transactions).await;
    assert!(transactions <= 8, "{transactions} for {OTHERS} orders");
    holder.let_go().await;
    assert_eq!(order(&first.await.unwrap()), Some(1000 + OTHERS));
}

/// [B.08] As many steps as may be under way wait for a lock that somebody holds. Steps that do not need it are written
/// meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn steps_that_wait_for_a_lock_do_not_hold_up_others() {
    let url = named(&database());
    let server = open(&url).await;
    stock_up(&*server, 100).await;
    let cart = ready_cart(&*server, 1, &[(MODRA, 1)], card()).await;
    let made = begin_new(&*server, &cart, 101).await;
    let holder = Holder::of("variants", &url).await;
    let mut waiting = Vec::new();
    for key in 2..=5 {
        let cart = ready_cart(&*server, key, &[(MODRA, 1)], card()).await;
        let server = Arc::clone(&server);
        waiting.push(tokio::spawn(async move {
            begin(&*server, &cart, 100 + key).await
        }));
        while zkratka_testing::number(&url, WAITING) < waiting.len().try_into().unwrap() {
            tokio::task::yield_now().await;
        }
    }
    let outcome = server.advance(authorised(&made)).await;
    assert_eq!(order(&outcome), Some(1001));
    assert!(waiting.iter().all(|begun| !begun.is_finished()));
    holder.let_go().await;
    for begun in waiting {
        let begun = begun.await.unwrap();
        assert!(matches!(begun, BeginOutcome::New(_)), "{begun:?}");
    }
}
