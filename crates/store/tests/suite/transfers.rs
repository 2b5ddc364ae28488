//! Tests orders that wait for their transfer: reminded, paid, or cancelled, each once.

use super::order_life::{CANCEL, operation, stored};
use crate::support::{
    DAY, NOW, available, begin_new, begin_on, events, product, ready_cart, rules, tracked,
};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::ids::{OrderNumber, VariantId};
use zkratka_commerce::money::MinorUnits;
use zkratka_commerce::order_life::{Action, CancelReason, LifeEvent};
use zkratka_commerce::payment::{ManualPaymentLimits, OrderBound, PaymentMethod};
use zkratka_commerce::rules::ShopRules;
use zkratka_commerce::time::Timestamp;
use zkratka_commerce::transfer::TransferDue;
use zkratka_store::{BeginOutcome, OrderStep, OrderStepOutcome, Store};

const MUG: VariantId = VariantId(1);
const LEASE: i64 = 20_000;

async fn stock_up(store: &dyn Store, units: i64) {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(units))]);
    store.import(vec![mug]).await.unwrap();
}

async fn bought(store: &dyn Store, key: u64, method: PaymentMethod) -> OrderNumber {
    let cart = ready_cart(store, key, &[(MUG, 2)], method).await;
    let attempt = begin_new(store, &cart, 100 + key).await;
    attempt.order.expect("an order")
}

async fn by_transfer(store: &dyn Store, key: u64) -> OrderNumber {
    bought(store, key, PaymentMethod::BankTransfer).await
}

async fn due(store: &dyn Store, order: OrderNumber) -> TransferDue {
    let record = store.order(order).await.unwrap().unwrap();
    record.order.transfer_due.expect("a due day")
}

async fn claimed(store: &dyn Store, now: Timestamp) -> Vec<OrderNumber> {
    let lease_until = now.plus(LEASE);
    store.claim_transfers(now, lease_until, 100).await.unwrap()
}

async fn look(store: &dyn Store, order: OrderNumber, now: Timestamp) -> OrderStepOutcome {
    let step = OrderStep {
        order,
        event: LifeEvent::TransferTimeReached,
        now,
    };
    store.advance_order(step).await.unwrap()
}

async fn timeline(store: &dyn Store, order: OrderNumber) -> Vec<String> {
    let record = store.order(order).await.unwrap().unwrap();
    let events = events(&record.timeline);
    events.into_iter().map(str::to_owned).collect()
}

/// An order waits with the times that the shop's calendar gave it; each is claimed when it comes, by one server until its
/// lease ends.
pub(crate) async fn are_reminded_and_expire_once(store: Arc<dyn Store>) {
    stock_up(&*store, 10).await;
    let order = by_transfer(&*store, 1).await;
    let due = due(&*store, order).await;
    // A Thursday: the next Thursday is due, and three days on which banks work end on the Tuesday after it.
    assert_eq!(due.day.to_string(), "2025-10-16");
    let remind_at = due.remind_at.unwrap();
    assert_eq!(claimed(&*store, remind_at.plus(-1)).await, []);
    assert_eq!(claimed(&*store, remind_at).await, [order]);
    assert_eq!(claimed(&*store, remind_at.plus(LEASE - 1)).await, []);
    // That server died.
    let again = remind_at.plus(LEASE);
    assert_eq!(claimed(&*store, again).await, [order]);
    look(&*store, order, again).await;
    look(&*store, order, again).await;
    let reminded = ["reserved", "placed", "payment_due"];
    assert_eq!(timeline(&*store, order).await, reminded);
    assert_eq!(available(&*store, MUG).await, 8);

    assert_eq!(claimed(&*store, due.expires_at.plus(-1)).await, []);
    assert_eq!(claimed(&*store, due.expires_at).await, [order]);
    for _ in 0..2 {
        look(&*store, order, due.expires_at).await;
        assert_eq!(available(&*store, MUG).await, 10);
    }
    let expired = [&reminded[..], &["cancelled"]].concat();
    assert_eq!(timeline(&*store, order).await, expired);
    let life = store.order(order).await.unwrap().unwrap().life();
    assert_eq!(life.cancelled_because, Some(CancelReason::Unpaid));
    let told = super::order_life::told(&*store, order).await;
    let kinds: Vec<&str> = told.iter().map(|(kind, _)| kind.as_str()).collect();
    assert_eq!(
        kinds,
        ["order.created", "order.payment_due", "order.cancelled"]
    );
    assert_eq!(claimed(&*store, NOW.plus(400 * DAY)).await, []);
}

/// Orders that are paid, cancelled or not paid by transfer are never claimed.
pub(crate) async fn end_with_a_payment_or_a_cancellation(store: Arc<dyn Store>) {
    stock_up(&*store, 20).await;
    let paid = by_transfer(&*store, 1).await;
    let cancelled = by_transfer(&*store, 2).await;
    let waiting = by_transfer(&*store, 3).await;
    let on_delivery = bought(&*store, 4, PaymentMethod::CashOnDelivery).await;
    stored(&*store, paid, operation(None, Action::MarkPaid)).await;
    stored(&*store, cancelled, operation(None, CANCEL)).await;
    let record = store.order(on_delivery).await.unwrap().unwrap();
    assert_eq!(record.order.transfer_due, None);
    let late = NOW.plus(400 * DAY);
    assert_eq!(claimed(&*store, late).await, [waiting]);
    // A server that claimed them before is too late.
    for order in [paid, cancelled, on_delivery] {
        let before = timeline(&*store, order).await;
        look(&*store, order, late).await;
        assert_eq!(timeline(&*store, order).await, before);
    }
    assert_eq!(available(&*store, MUG).await, 14);
}

/// A payment is recorded while the order expires: the first of the two wins, and stock and money agree with it.
pub(crate) async fn race_with_their_payment(store: Arc<dyn Store>) {
    stock_up(&*store, 100).await;
    for key in 1..=12 {
        let order = by_transfer(&*store, key).await;
        let end = due(&*store, order).await.expires_at;
        let before = available(&*store, MUG).await;
        let mut tasks = JoinSet::new();
        for task in 0..4_u64 {
            let store = Arc::clone(&store);
            // Each of them first in half of the rounds.
            let pays = (task + key) % 2 == 0;
            tasks.spawn(async move {
                let step = OrderStep {
                    order,
                    event: if pays {
                        operation(Some(&format!("paid-{key}")), Action::MarkPaid)
                    } else {
                        LifeEvent::TransferTimeReached
                    },
                    now: end,
                };
                store.advance_order(step).await.unwrap();
            });
        }
        tasks.join_all().await;
        let life = store.order(order).await.unwrap().unwrap().life();
        let timeline = timeline(&*store, order).await;
        assert_eq!(life.sums().balance, MinorUnits::new(58_900));
        if life.cancelled_at.is_some() {
            let all = ["reserved", "placed", "cancelled", "payment_late"];
            assert_eq!(timeline, all);
            assert_eq!(available(&*store, MUG).await, before + 2);
        } else {
            assert_eq!(timeline, ["reserved", "placed", "paid"]);
            assert_eq!(available(&*store, MUG).await, before);
        }
        assert_eq!(claimed(&*store, NOW.plus(400 * DAY)).await, []);
    }
}

/// Servers that look at the same time never get the same order.
pub(crate) async fn are_claimed_by_one_server_each(store: Arc<dyn Store>) {
    stock_up(&*store, 100).await;
    let mut all = BTreeSet::new();
    for key in 1..=20 {
        all.insert(by_transfer(&*store, key).await);
    }
    let late = NOW.plus(100 * DAY);
    let mut tasks = JoinSet::new();
    for _ in 0..6 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            let mut found = Vec::new();
            loop {
                let batch = store
                    .claim_transfers(late, late.plus(LEASE), 3)
                    .await
                    .unwrap();
                if batch.is_empty() {
                    return found;
                }
                assert!(batch.len() <= 3);
                found.extend(batch);
            }
        });
    }
    let found: Vec<OrderNumber> = tasks.join_all().await.concat();
    assert_eq!(found.len(), 20);
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all);
}

/// An order that expires makes room for another one of its buyer. Its goods may be gone from the feed by then.
pub(crate) async fn give_back_the_place_of_their_buyer(store: Arc<dyn Store>) {
    stock_up(&*store, 10).await;
    let rules = Arc::new(ShopRules {
        manual_payments: ManualPaymentLimits {
            orders_per_contact: OrderBound {
                plain: 1,
                with_captcha: 1,
            },
            window_ms: 1_000 * DAY,
            ..ManualPaymentLimits::default()
        },
        ..rules()
    });
    let transfer = PaymentMethod::BankTransfer;
    let order = |key| {
        let (store, rules, transfer) = (Arc::clone(&store), Arc::clone(&rules), transfer.clone());
        async move {
            let cart = ready_cart(&*store, key, &[(MUG, 2)], transfer).await;
            let begin = begin_on(cart.key, 100 + key);
            store.begin_attempt(begin, rules).await.unwrap()
        }
    };
    let BeginOutcome::New(first) = order(1).await else {
        panic!("the first order is made");
    };
    assert!(matches!(order(2).await, BeginOutcome::Refused(_)));
    let number = first.order.unwrap();
    let other = product("talíř", &[("Bílá", 10_000, tracked(1))]);
    let without = product("hrnek", &[("Zelená", 25_000, tracked(1))]);
    store.import(vec![without, other]).await.unwrap();
    look(&*store, number, NOW.plus(400 * DAY)).await;
    let life = store.order(number).await.unwrap().unwrap().life();
    assert!(life.cancelled_at.is_some());
    stock_up(&*store, 10).await;
    assert_eq!(available(&*store, MUG).await, 10);
    assert!(matches!(order(3).await, BeginOutcome::New(_)));
}
