//! Tests what is stored of downloads: each is counted, no more than allowed, and the first consent stays.

use crate::support::{NOW, begin_new, product, ready_cart, tracked};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::download::{ConsentPlace, DownloadConsent};
use zkratka_commerce::ids::{LineId, OrderNumber, VariantId};
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{ClaimEvents, CountDownload, DownloadRecord, Store, Subscriber};

async fn order(store: &dyn Store, key: u64) -> OrderNumber {
    let cart = ready_cart(
        store,
        key,
        &[(VariantId(1), 1)],
        PaymentMethod::BankTransfer,
    )
    .await;
    let attempt = begin_new(store, &cart, 100 + key).await;
    attempt.order.expect("an order")
}

async fn two_orders(store: &dyn Store) -> [OrderNumber; 2] {
    let mug = product("hrnek", &[("Modrá", 25_000, tracked(50))]);
    store.import(vec![mug]).await.unwrap();
    [order(store, 1).await, order(store, 2).await]
}

fn once(order: OrderNumber, line: u32, most: u32) -> CountDownload {
    CountDownload {
        order,
        line: LineId(line),
        most,
        now: NOW,
    }
}

pub(crate) async fn are_counted_up_to_their_limit(store: Arc<dyn Store>) {
    let [order, other] = two_orders(&*store).await;
    let mut downloads = JoinSet::new();
    for _ in 0..12 {
        let store = Arc::clone(&store);
        downloads.spawn(async move { store.count_download(once(order, 1, 5)).await.unwrap() });
    }
    let counted = downloads.join_all().await;
    assert_eq!(counted.iter().filter(|counted| **counted).count(), 5);
    assert!(store.count_download(once(order, 2, 1)).await.unwrap());
    assert!(!store.count_download(once(order, 2, 1)).await.unwrap());
    assert!(!store.count_download(once(order, 3, 0)).await.unwrap());
    // A second unit was bought, or a refund failed.
    assert!(store.count_download(once(order, 1, 6)).await.unwrap());
    let record = store.download_record(order).await.unwrap();
    assert_eq!(record.consent, None);
    assert_eq!(
        record.counts,
        BTreeMap::from([(LineId(1), 6), (LineId(2), 1)])
    );
    let other = store.download_record(other).await.unwrap();
    assert_eq!(other, DownloadRecord::default());
}

/// The events of consents that a receiver gets, and when they happened.
async fn consent_events(store: &dyn Store, now: Timestamp) -> Vec<(OrderNumber, Timestamp)> {
    let endpoint = "e-mail".to_owned();
    let subscriber = Subscriber {
        endpoint: endpoint.clone(),
        kinds: vec![OrderEventKind::DownloadConsented],
        since: None,
    };
    store
        .distribute_events(vec![subscriber], now)
        .await
        .unwrap();
    let claim = ClaimEvents {
        endpoint,
        now,
        leases_ended: now,
        lease_until: now.plus(1_000),
        limit: 10,
    };
    let mut events = Vec::new();
    for event in store.claim_events(claim).await.unwrap() {
        let record = store.event_record(event.key).await.unwrap();
        assert!(record.is_some(), "an event shows its order");
        events.push((event.key.order, event.at));
    }
    events
}

pub(crate) async fn keep_the_first_consent(store: Arc<dyn Store>) {
    let [order, other] = two_orders(&*store).await;
    let later = NOW.plus(1_000);
    for (version, now) in [("2026-11", NOW), ("2027-01", later)] {
        store
            .consent_to_downloads(order, version, now)
            .await
            .unwrap();
    }
    let expected = DownloadConsent {
        at: NOW,
        place: ConsentPlace::OrderPage,
        version: "2026-11".to_owned(),
    };
    let record = store.download_record(order).await.unwrap();
    assert_eq!(record.consent, Some(expected));
    assert_eq!(store.download_record(other).await.unwrap().consent, None);
    assert_eq!(consent_events(&*store, later).await, [(order, NOW)]);
    assert!(
        store
            .consent_to_downloads(OrderNumber(999_999), "2026-11", NOW)
            .await
            .is_err()
    );
}
