//! Tests carts: stored unchanged, replaced by compare-and-set, and deleted when old.

use crate::support::{
    DAY, NOW, asking, begin, begin_new, card, declined, empty_cart, given_up,
    in_review_after_release, product, ready_cart, stored_cart, take, tracked,
};
use std::sync::Arc;
use tokio::task::JoinSet;
use zkratka_commerce::cart::{Cart, CartStatus};
use zkratka_commerce::ids::{AttemptKey, CartKey, OrderNumber, VariantId};
use zkratka_commerce::payment::PaymentMethod;
use zkratka_commerce::time::Timestamp;
use zkratka_store::{BeginOutcome, KeyedCart, KeyedRequest, ReplaceOutcome, Store, StoreError};

fn with_note(cart: &Cart, note: &str) -> Cart {
    Cart {
        revision: cart.revision + 1,
        note: Some(note.into()),
        ..cart.clone()
    }
}

pub(crate) async fn come_back_as_they_were(store: Arc<dyn Store>) {
    let cart = ready_cart(&*store, 1, &[], card()).await;
    assert_eq!(store.cart(cart.key).await.unwrap(), Some(cart));
    assert_eq!(store.cart(CartKey(2)).await.unwrap(), None);
    assert_eq!(store.cart(CartKey(u64::MAX)).await.unwrap(), None);
}

pub(crate) async fn change_by_compare_and_set(store: Arc<dyn Store>) {
    let cart = empty_cart(1);
    store.insert_cart(&cart).await.unwrap();
    let (first, second) = (with_note(&cart, "první"), with_note(&cart, "druhá"));
    assert_eq!(
        store.replace_cart(&first).await.unwrap(),
        ReplaceOutcome::Stored
    );
    assert_eq!(
        store.replace_cart(&second).await.unwrap(),
        ReplaceOutcome::Conflict
    );
    assert_eq!(stored_cart(&*store, cart.key).await, first);

    let skipping = with_note(&with_note(&first, "a"), "b");
    assert_eq!(
        store.replace_cart(&skipping).await.unwrap(),
        ReplaceOutcome::Conflict
    );
    let unknown = with_note(&empty_cart(2), "kde jsem?");
    assert_eq!(
        store.replace_cart(&unknown).await.unwrap(),
        ReplaceOutcome::Missing
    );
}

pub(crate) async fn take_no_place_of_another_and_no_other_with_them(store: Arc<dyn Store>) {
    let first = empty_cart(1);
    store.insert_cart(&first).await.unwrap();
    let mut buyers = tokio::task::JoinSet::new();
    for key in 1..=40 {
        let store = Arc::clone(&store);
        let cart = with_note(&empty_cart(key), "nový");
        buyers.spawn(async move { (key, store.insert_cart(&cart).await) });
    }
    while let Some(done) = buyers.join_next().await {
        let (key, answer) = done.unwrap();
        assert_eq!(answer.is_err(), key == 1, "{key}: {answer:?}");
    }
    assert_eq!(stored_cart(&*store, first.key).await, first);
    for key in 2..=40 {
        let stored = stored_cart(&*store, CartKey(key)).await;
        assert_eq!(stored.note.as_deref(), Some("nový"));
    }
}

pub(crate) async fn lose_no_change_made_at_once(store: Arc<dyn Store>) {
    const BUYERS: usize = 8;
    const CHANGES: usize = 10;
    store.insert_cart(&empty_cart(1)).await.unwrap();
    let mut buyers = tokio::task::JoinSet::new();
    for buyer in 0..BUYERS {
        let store = Arc::clone(&store);
        buyers.spawn(async move {
            for change in 0..CHANGES {
                add_code(&*store, format!("{buyer}-{change}")).await;
            }
        });
    }
    while let Some(done) = buyers.join_next().await {
        done.unwrap();
    }
    let mut codes = stored_cart(&*store, CartKey(1)).await.discount_codes;
    codes.sort();
    codes.dedup();
    assert_eq!(codes.len(), BUYERS * CHANGES);
}

async fn add_code(store: &dyn Store, code: String) {
    loop {
        let mut cart = stored_cart(store, CartKey(1)).await;
        cart.revision += 1;
        cart.discount_codes.push(code.clone());
        if store.replace_cart(&cart).await.unwrap() == ReplaceOutcome::Stored {
            return;
        }
    }
}

pub(crate) async fn are_opened_and_closed_by_attempts_only(store: Arc<dyn Store>) {
    let cart = empty_cart(1);
    store.insert_cart(&cart).await.unwrap();
    let claimed = CartStatus::Completed {
        attempt: AttemptKey(1),
        order: OrderNumber(1001),
    };
    let forged = Cart {
        status: claimed.clone(),
        ..with_note(&cart, "hotovo")
    };
    let answer = store.replace_cart(&forged).await;
    assert!(
        matches!(answer, Err(StoreError::Inconsistent(_))),
        "{answer:?}"
    );
    assert_eq!(stored_cart(&*store, cart.key).await, cart);

    let born_closed = Cart {
        status: claimed,
        ..empty_cart(2)
    };
    let answer = store.insert_cart(&born_closed).await;
    assert!(
        matches!(answer, Err(StoreError::Inconsistent(_))),
        "{answer:?}"
    );
    assert_eq!(store.cart(CartKey(2)).await.unwrap(), None);
}

pub(crate) async fn held_by_an_attempt_refuse_an_edit_begun_before(store: Arc<dyn Store>) {
    store
        .import(vec![product("modry", &[("Modrá", 25_000, tracked(5))])])
        .await
        .unwrap();
    let cart = ready_cart(&*store, 1, &[(VariantId(1), 1)], card()).await;
    begin_new(&*store, &cart, 10).await;
    let late = with_note(&cart, "ještě prosím dárkové balení");
    assert_eq!(
        store.replace_cart(&late).await.unwrap(),
        ReplaceOutcome::Conflict
    );
}

/// Old open carts expire. Carts that an attempt holds, sold carts and recently changed
/// carts stay.
pub(crate) async fn expire_when_nobody_wants_them(store: Arc<dyn Store>) {
    const ABANDONED: u64 = 450;
    store
        .import(vec![product("modry", &[("Modrá", 25_000, tracked(5))])])
        .await
        .unwrap();
    let one = [(VariantId(1), 1)];
    for key in 1..=ABANDONED {
        store.insert_cart(&empty_cart(key)).await.unwrap();
    }
    let held = ready_cart(&*store, 1001, &one, card()).await;
    begin_new(&*store, &held, 10).await;
    let sold = ready_cart(&*store, 1002, &one, PaymentMethod::CashOnDelivery).await;
    begin_new(&*store, &sold, 11).await;
    let failed = ready_cart(&*store, 1003, &one, card()).await;
    let attempt = begin_new(&*store, &failed, 12).await;
    take(&*store, given_up(&attempt)).await;
    let fresh = Cart {
        updated_at: NOW.plus(2 * DAY),
        ..empty_cart(1004)
    };
    store.insert_cart(&fresh).await.unwrap();

    let before = NOW.plus(DAY);
    assert_eq!(store.expire_carts(before).await.unwrap(), ABANDONED + 1);
    assert_eq!(store.expire_carts(before).await.unwrap(), 0);
    for (cart, stays) in [(held, true), (sold, true), (failed, false), (fresh, true)] {
        assert_eq!(
            store.cart(cart.key).await.unwrap().is_some(),
            stays,
            "{:?}",
            cart.key
        );
    }
    assert_eq!(store.cart(CartKey(1)).await.unwrap(), None);
    // The attempt that never reached the gateway contained an address, so it is deleted with its cart. The others are
    // complete.
    assert!(store.attempt(AttemptKey(12)).await.unwrap().is_none());
    assert!(store.timeline(AttemptKey(12)).await.unwrap().is_empty());
    assert!(store.attempt(AttemptKey(10)).await.unwrap().is_some());
    assert!(store.order(OrderNumber(1001)).await.unwrap().is_some());
    let gone = begin(&*store, &empty_cart(1003), 13).await;
    assert!(matches!(gone, BeginOutcome::NoCart), "{gone:?}");
}

/// The store keeps every attempt whose payment reached the gateway, however old: the gateway may hold money that only
/// this record names.
pub(crate) async fn whose_payment_reached_the_gateway_never_expire(store: Arc<dyn Store>) {
    store
        .import(vec![product("modry", &[("Modrá", 25_000, tracked(5))])])
        .await
        .unwrap();
    let one = [(VariantId(1), 1)];
    // More of these carts than expiry reads in one batch, and an abandoned one after them.
    for key in 1..=120 {
        let cart = ready_cart(&*store, key, &one, card()).await;
        let attempt = begin_new(&*store, &cart, 1000 + key).await;
        let asked = take(&*store, asking(&attempt)).await;
        let ended = take(&*store, declined(&asked)).await;
        if key % 2 == 0 {
            take(&*store, in_review_after_release(&ended)).await;
        }
    }
    let abandoned = Cart {
        updated_at: NOW.plus(DAY),
        ..empty_cart(200)
    };
    store.insert_cart(&abandoned).await.unwrap();

    assert_eq!(store.expire_carts(NOW.plus(9 * DAY)).await.unwrap(), 1);
    assert!(store.cart(CartKey(200)).await.unwrap().is_none());
    for key in 1..=120 {
        assert!(store.cart(CartKey(key)).await.unwrap().is_some(), "{key}");
        let attempt = AttemptKey(1000 + key);
        assert!(store.attempt(attempt).await.unwrap().is_some(), "{key}");
        assert!(!store.timeline(attempt).await.unwrap().is_empty(), "{key}");
    }
}

/// One of many carts is stored under a key; the others are not stored. A forgotten key is free again.
pub(crate) async fn of_one_idempotency_key_are_stored_once(store: Arc<dyn Store>) {
    let request = |now: i64| KeyedRequest {
        key: "digest-of-the-key".into(),
        request: "digest-of-the-request".into(),
        now: Timestamp(now),
        since: Timestamp(now - DAY),
    };
    let mut inserts = JoinSet::new();
    for key in 1..=16 {
        let (store, request) = (Arc::clone(&store), request(NOW.0));
        inserts.spawn(async move {
            let earlier = store.insert_keyed_cart(&empty_cart(key), request).await;
            (CartKey(key), earlier.unwrap())
        });
    }
    let ended = inserts.join_all().await;
    let stored: Vec<_> = ended
        .iter()
        .filter(|(_, earlier)| earlier.is_none())
        .collect();
    assert_eq!(stored.len(), 1, "{ended:?}");
    let first = KeyedCart {
        request: "digest-of-the-request".into(),
        cart: stored[0].0,
    };
    for (key, earlier) in &ended {
        let expected = (*key != first.cart).then_some(&first);
        assert_eq!(earlier.as_ref(), expected);
        let is_there = store.cart(*key).await.unwrap().is_some();
        assert_eq!(is_there, *key == first.cart, "{key:?}");
    }
    let last = NOW.0 + DAY - 1;
    assert_eq!(store.keyed_cart(&request(last)).await.unwrap(), Some(first));
    assert_eq!(store.keyed_cart(&request(last + 1)).await.unwrap(), None);
    let next = empty_cart(20);
    let taken = store.insert_keyed_cart(&next, request(last + 1)).await;
    assert_eq!(taken.unwrap(), None);
    let found = store.keyed_cart(&request(last + 2)).await.unwrap();
    assert_eq!(found.map(|found| found.cart), Some(CartKey(20)));
}
