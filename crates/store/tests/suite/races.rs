//! Tests concurrent calls.

use crate::support::{
    asking, authorised, available, begin_new, begin_on, card, declined, product, ready_cart, rules,
    stored_cart, tracked,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::VariantId;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{AttemptStep, BeginOutcome, OrderPage, StepOutcome, Store};

const MODRA: VariantId = VariantId(1);

async fn stock_up(store: &dyn Store, units: i64) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(units))]);
    store.import(vec![mug]).await.unwrap();
}

async fn order_count(store: &dyn Store) -> usize {
    let page = OrderPage {
        before: None,
        limit: 1000,
    };
    store.orders(page).await.unwrap().len()
}

/// Begins all of them at once, each on its own task.
async fn begin_all(
    store: &Arc<dyn Store>,
    begins: Vec<zkratka_store::BeginAttempt>,
) -> Vec<BeginOutcome> {
    let rules = Arc::new(rules());
    let mut tasks = JoinSet::new();
    for begin in begins {
        let (store, rules) = (Arc::clone(store), Arc::clone(&rules));
        tasks.spawn(async move { store.begin_attempt(begin, rules).await.unwrap() });
    }
    tasks.join_all().await
}

fn new_ones(begun: &[BeginOutcome]) -> usize {
    begun
        .iter()
        .filter(|answer| matches!(answer, BeginOutcome::New(_)))
        .count()
}

pub(crate) async fn submits_of_one_cart_begin_one_attempt(store: Arc<dyn Store>) {
    stock_up(&*store, 100).await;
    for (key, method) in (1..).zip([card(), PaymentMethod::CashOnDelivery]) {
        let before = available(&*store, MODRA).await;
        let cart = ready_cart(&*store, key, &[(MODRA, 1)], method).await;
        let begins = (0..16).map(|n| begin_on(cart.key, key * 100 + n)).collect();
        let begun = begin_all(&store, begins).await;
        assert_eq!(new_ones(&begun), 1, "{begun:?}");
        let others = begun
            .iter()
            .filter(|answer| matches!(answer, BeginOutcome::OtherAttempt(_)))
            .count();
        assert_eq!(others, 15);
        assert_eq!(available(&*store, MODRA).await, before - 1);
    }
    assert_eq!(order_count(&*store).await, 1);
}

pub(crate) async fn clicks_with_one_token_begin_one_attempt(store: Arc<dyn Store>) {
    stock_up(&*store, 100).await;
    let cart = ready_cart(&*store, 1, &[(MODRA, 1)], card()).await;
    let begins = (0..16)
        .map(|n| zkratka_store::BeginAttempt {
            token: "one and the same".into(),
            ..begin_on(cart.key, 100 + n)
        })
        .collect();
    let begun = begin_all(&store, begins).await;
    assert_eq!(new_ones(&begun), 1);
    let same: Vec<&Attempt> = begun
        .iter()
        .filter_map(|answer| match answer {
            BeginOutcome::New(attempt) | BeginOutcome::SameToken(attempt) => Some(&**attempt),
            _ => None,
        })
        .collect();
    assert_eq!(same.len(), 16);
    assert!(same.iter().all(|attempt| *attempt == same[0]));
    assert_eq!(available(&*store, MODRA).await, 99);
}

pub(crate) async fn the_last_unit_goes_to_one_cart(store: Arc<dyn Store>) {
    stock_up(&*store, 1).await;
    let mut begins = Vec::new();
    for key in 1..=20 {
        let cart = ready_cart(&*store, key, &[(MODRA, 1)], card()).await;
        begins.push(begin_on(cart.key, 100 + key));
    }
    let begun = begin_all(&store, begins).await;
    assert_eq!(new_ones(&begun), 1, "{begun:?}");
    let refused = begun
        .iter()
        .filter(|answer| matches!(answer, BeginOutcome::Refused(_)))
        .count();
    assert_eq!(refused, 19);
    assert_eq!(available(&*store, MODRA).await, 0);
}

/// Two servers report contradicting outcomes at once: the store accepts one.
pub(crate) async fn two_outcomes_of_one_attempt_end_it_once(store: Arc<dyn Store>) {
    stock_up(&*store, 200).await;
    for key in 1..=20 {
        let before = available(&*store, MODRA).await;
        let cart = ready_cart(&*store, key, &[(MODRA, 1)], card()).await;
        let attempt = begin_new(&*store, &cart, 100 + key).await;
        let orders = order_count(&*store).await;
        let steps = vec![
            authorised(&attempt),
            declined(&attempt),
            authorised(&attempt),
            asking(&attempt),
        ];
        let stored = advance_all(&store, steps).await;
        assert_eq!(stored.len(), 1);
        let winner = &stored[0];
        let made = order_count(&*store).await - orders;
        assert_eq!(made, usize::from(winner.order.is_some()));
        let cart = stored_cart(&*store, cart.key).await;
        let released = cart.status == zkratka_commerce::cart::CartStatus::Open;
        assert_eq!(
            released,
            winner.reservation == zkratka_commerce::attempt::Reservation::Released
        );
        let after = available(&*store, MODRA).await;
        assert_eq!(after, if released { before } else { before - 1 });
    }
}

async fn advance_all(store: &Arc<dyn Store>, steps: Vec<AttemptStep>) -> Vec<Attempt> {
    let mut tasks = JoinSet::new();
    for step in steps {
        let store = Arc::clone(store);
        tasks.spawn(async move { store.advance(step).await.unwrap() });
    }
    let answers = tasks.join_all().await;
    answers
        .into_iter()
        .filter_map(|answer| match answer {
            StepOutcome::Stored(attempt) => Some(*attempt),
            StepOutcome::Superseded(_) => None,
        })
        .collect()
}

pub(crate) async fn workers_never_share_a_due_attempt(store: Arc<dyn Store>) {
    stock_up(&*store, 200).await;
    for key in 1..=40 {
        let cart = ready_cart(&*store, key, &[(MODRA, 1)], card()).await;
        begin_new(&*store, &cart, 100 + key).await;
    }
    let far = Timestamp(i64::MAX);
    let mut workers = JoinSet::new();
    for _ in 0..2 {
        let store = Arc::clone(&store);
        workers.spawn(async move {
            let mut mine = Vec::new();
            // Enough that one worker could claim all of them alone.
            for _ in 0..20 {
                let claimed = store.claim_due(Timestamp(i64::MAX - 1), far, 3).await;
                mine.extend(claimed.unwrap().iter().map(|attempt| attempt.key.0));
            }
            mine
        });
    }
    let mut claimed: Vec<u64> = workers.join_all().await.into_iter().flatten().collect();
    claimed.sort_unstable();
    assert_eq!(claimed, (101..=140).collect::<Vec<_>>());
}
