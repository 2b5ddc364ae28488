//! Tests order events with several servers on one database.

use super::{Receiver, all_delivered, buy_by_card};
use crate::restock::once;
use crate::support::{BOOK, ShopPlace};
use std::collections::BTreeMap;

/// [B.08] Two servers send the events of both: each event once, and the events of one order in sequence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tell_each_event_once() {
    let mut erp = Receiver::open();
    let premises = ShopPlace::shared(&erp.section("erp"));
    let (one, other) = (premises.open().await, premises.open().await);
    for shop in [&one, &other] {
        once(shop, |now| now.product(BOOK).is_some()).await;
    }
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(buy_by_card(&one, "4111111111111111").await);
        orders.push(buy_by_card(&other, "4111111111111111").await);
    }
    let found = all_delivered(&one, 16).await;
    assert!(
        found.iter().all(|delivery| delivery.tries == 1),
        "{found:?}"
    );
    let mut heard: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (order, kind) in erp.news(16).await {
        heard.entry(order).or_default().push(kind);
    }
    assert_eq!(heard.keys().copied().collect::<Vec<_>>(), orders);
    for kinds in heard.values() {
        assert_eq!(kinds, &["order.created", "order.captured"]);
    }
    assert!(erp.rest().is_empty());
}
