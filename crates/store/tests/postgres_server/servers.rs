//! Tests several servers on one database.

use super::{database, open, stock_up};
use crate::support::{
    NOW, asking, authorised, available, begin_new, begin_on, captured, card, declined, empty_cart,
    product, ready_cart, rules, stored_cart, take, tracked,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};
use tokio::task::JoinSet;
use zkratka_commerce::ids::{CartKey, OrderNumber, VariantId};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_store::postgres::PostgresStore;
use zkratka_store::{
    BeginOutcome, ClaimEvents, EventKey, EventOutcome, OrderPage, Outbox, SettleEvent, StepOutcome,
    Store, Subscriber,
};

const MODRA: VariantId = VariantId(1);

async fn three_servers() -> Vec<Arc<PostgresStore>> {
    let url = database();
    let (one, two, three) = tokio::join!(open(&url), open(&url), open(&url));
    vec![one, two, three]
}

/// [B.08] A server reads what others write; simultaneous imports of one feed count as one import.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn see_what_the_others_write() {
    let servers = three_servers().await;
    let mut imports = JoinSet::new();
    for server in &servers {
        let server = Arc::clone(server);
        imports.spawn(async move {
            let mug = product("hrnek", &[("Modrá", 25_000, tracked(5))]);
            server.import(vec![mug]).await.unwrap()
        });
    }
    let counts = imports.join_all().await;
    let added: u64 = counts.iter().map(|counts| counts.products_added).sum();
    let unchanged: u64 = counts.iter().map(|counts| counts.products_unchanged).sum();
    assert_eq!((added, unchanged), (1, 2));
    for server in &servers {
        assert!(server.is_shared());
        assert_eq!(server.catalogue_version().await.unwrap(), 1);
        assert_eq!(available(&**server, MODRA).await, 5);
    }
    servers[0].insert_cart(&empty_cart(1)).await.unwrap();
    assert_eq!(stored_cart(&*servers[1], CartKey(1)).await, empty_cart(1));
}

/// [7.06] [B.03] [B.08] A cart that is submitted to all servers at once is sold once, and so is the last unit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sell_each_cart_and_each_unit_once() {
    let servers = three_servers().await;
    stock_up(&*servers[0], 10).await;
    let rules = Arc::new(rules());
    let mut submits = JoinSet::new();
    for key in 1..=20 {
        let cart = ready_cart(
            &*servers[0],
            key,
            &[(MODRA, 1)],
            PaymentMethod::CashOnDelivery,
        )
        .await;
        for (number, server) in (0..).zip(&servers) {
            let (server, rules) = (Arc::clone(server), Arc::clone(&rules));
            let begin = begin_on(cart.key, key * 100 + number);
            submits.spawn(async move { server.begin_attempt(begin, rules).await.unwrap() });
        }
    }
    let answers = submits.join_all().await;
    let new = answers
        .iter()
        .filter(|answer| matches!(answer, BeginOutcome::New(_)));
    assert_eq!(new.count(), 10);
    assert_eq!(available(&*servers[1], MODRA).await, 0);
    let page = OrderPage {
        before: None,
        limit: 100,
    };
    let orders = servers[2].orders(page).await.unwrap();
    let numbers: Vec<u64> = orders.iter().map(|record| record.order.number.0).collect();
    assert_eq!(numbers, (1001..=1010).rev().collect::<Vec<_>>());
}

/// [B.03] [B.08] No other server takes an attempt until its lease has ended; after that, the first server's writes are
/// superseded.
#[tokio::test]
async fn hand_attempts_over_by_lease() {
    let servers = three_servers().await;
    stock_up(&*servers[0], 5).await;
    let cart = ready_cart(&*servers[0], 1, &[(MODRA, 1)], card()).await;
    let attempt = begin_new(&*servers[0], &cart, 10).await;
    let attempt = take(&*servers[0], asking(&attempt)).await;
    let lease = attempt.due_at.unwrap();
    let early = servers[1]
        .claim_due(lease.plus(-1), lease.plus(10_000), 10)
        .await
        .unwrap();
    assert!(early.is_empty());
    let claimed = servers[1]
        .claim_due(lease, lease.plus(10_000), 10)
        .await
        .unwrap();
    assert_eq!(claimed.len(), 1);
    let third = servers[2]
        .claim_due(lease, lease.plus(10_000), 10)
        .await
        .unwrap();
    assert!(third.is_empty());
    let late = servers[0].advance(declined(&attempt)).await.unwrap();
    assert!(matches!(late, StepOutcome::Superseded(_)), "{late:?}");
    let done = take(&*servers[1], authorised(&claimed[0])).await;
    let done = take(&*servers[1], captured(&done)).await;
    assert_eq!(done.order, Some(OrderNumber(1001)));
    assert_eq!(available(&*servers[2], MODRA).await, 4);
}

/// [B.03] A stock count that is imported during reservations and releases loses no unit.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn count_afresh_while_selling() {
    let servers = three_servers().await;
    stock_up(&*servers[0], 1_000).await;
    let mut carts = Vec::new();
    for key in 1..=40 {
        carts.push(ready_cart(&*servers[0], key, &[(MODRA, 1)], card()).await);
    }
    let selling = {
        let server = Arc::clone(&servers[1]);
        tokio::spawn(async move {
            let mut held = 0;
            for cart in carts {
                let attempt = begin_new(&*server, &cart, 100 + cart.key.0).await;
                if cart.key.0 % 3 == 0 {
                    take(&*server, declined(&attempt)).await;
                } else {
                    held += 1;
                }
            }
            held
        })
    };
    let mut counted = 1_000;
    while !selling.is_finished() {
        counted += 1;
        stock_up(&*servers[2], counted).await;
    }
    let held: i64 = selling.await.unwrap();
    // Live attempts hold their units in addition to the last count.
    let last = counted + 1;
    stock_up(&*servers[2], last).await;
    assert_eq!(available(&*servers[0], MODRA).await, last - held);
}

/// [B.08] All servers use the database's time.
#[tokio::test]
async fn agree_on_the_time() {
    let servers = three_servers().await;
    let before = servers[0].now().await.unwrap();
    let after = servers[1].now().await.unwrap();
    assert!(before <= after && NOW < before);
    // The test's database runs on this machine, so both clocks agree.
    let here = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let here = i64::try_from(here.as_millis()).unwrap();
    assert!((here - after.0).abs() < 60_000);
}

/// [B.08] All servers delete expired carts at once, each cart once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn expire_carts_together() {
    let servers = three_servers().await;
    let mut inserts = JoinSet::new();
    for key in 1..=300 {
        let server = Arc::clone(&servers[0]);
        inserts.spawn(async move { server.insert_cart(&empty_cart(key)).await.unwrap() });
    }
    inserts.join_all().await;
    let before = NOW.plus(crate::support::DAY);
    let (one, two, three) = tokio::join!(
        servers[0].expire_carts(before),
        servers[1].expire_carts(before),
        servers[2].expire_carts(before)
    );
    // A server skips a cart that another one has locked; the next call finds it.
    let later = servers[0].expire_carts(before).await.unwrap();
    assert_eq!(one.unwrap() + two.unwrap() + three.unwrap() + later, 300);
    assert_eq!(servers[0].cart(CartKey(300)).await.unwrap(), None);
}

/// [B.08] Three servers distribute and claim events at once: one server at a time holds an event, and no event is
/// claimed before its order's earlier ones.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hold_each_event_once_and_in_order() {
    let servers = three_servers().await;
    stock_up(&*servers[0], 50).await;
    for key in 1..=20 {
        let cart = ready_cart(&*servers[0], key, &[(MODRA, 1)], card()).await;
        let attempt = begin_new(&*servers[0], &cart, 100 + key).await;
        let attempt = take(&*servers[0], authorised(&attempt)).await;
        take(&*servers[0], captured(&attempt)).await;
    }
    let mut couriers = JoinSet::new();
    for server in &servers {
        let server = Arc::clone(server);
        couriers.spawn(async move { deliver_all(&server).await });
    }
    let delivered: Vec<_> = couriers.join_all().await.into_iter().flatten().collect();
    assert_eq!(delivered.len(), 40);
    let mut moments = BTreeMap::new();
    for (moment, key) in delivered {
        assert!(moments.insert(key, moment).is_none(), "{key:?} came twice");
    }
    // Sorted by order, then by the events' sequence.
    let moments: Vec<_> = moments.into_values().collect();
    for pair in moments.chunks(2) {
        assert!(pair[0] < pair[1], "{pair:?}");
    }
}

/// Delivers events until none is left; returns them with their position among all deliveries.
async fn deliver_all(server: &PostgresStore) -> Vec<(u64, EventKey)> {
    static DELIVERED: AtomicU64 = AtomicU64::new(0);
    let erp = Subscriber {
        endpoint: "erp".into(),
        kinds: OrderEventKind::ALL.to_vec(),
        since: None,
    };
    let mut mine = Vec::new();
    while DELIVERED.load(Ordering::SeqCst) < 40 {
        let to = vec![erp.clone()];
        server.distribute_events(to, NOW).await.unwrap();
        let claim = ClaimEvents {
            endpoint: "erp".into(),
            now: NOW,
            leases_ended: NOW,
            lease_until: NOW.plus(60_000),
            limit: 3,
        };
        for event in server.claim_events(claim).await.unwrap() {
            mine.push((DELIVERED.fetch_add(1, Ordering::SeqCst), event.key));
            let settled = SettleEvent {
                key: event.key,
                endpoint: event.endpoint,
                version: event.version,
                outcome: EventOutcome::Delivered {
                    answer: "200".into(),
                },
                now: NOW,
            };
            assert!(server.settle_event(settled).await.unwrap());
        }
    }
    mine
}
