//! Tests that the server erases what is older than the shop keeps it, and nothing else.

use crate::support::{BOOK, HandClock, MUG, Shop, ShopPlace};
use std::time::Duration;
use zkratka_commerce::attempt::Attempt;
use zkratka_commerce::ids::OrderNumber;
use zkratka_store::Store;

const DAY: i64 = 86_400_000;
const SHORT: &str = "[retention]\nattempt_days = 10\norder_days = 100\nnotification_days = 7\n";

async fn first_attempt(shop: &Shop) -> Attempt {
    let attempts = shop.server.app().store.attempts_after(None, 10).await;
    let mut attempts = attempts.unwrap();
    attempts.sort_by_key(|attempt| attempt.key);
    attempts.remove(0)
}

/// Waits until the server has erased what it must: it looks when it starts.
async fn until(what: &str, mut is_done: impl AsyncFnMut() -> bool) {
    for _ in 0..2_400 {
        if is_done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{what} is not erased");
}

/// [B.03] A declined card leaves contact and address for some days only; the order that followed keeps them for longer.
#[tokio::test]
async fn old_data_are_erased_when_their_time_has_come() {
    let clock = HandClock::new();
    let place = ShopPlace::at(clock.clone(), |config| config + SHORT);
    let shop = place.open().await;
    let cart = shop.ready_cart(&[(MUG, 0, 1)]).await;
    shop.pay_by_card(&cart, "4000000000000002").await;
    shop.submit(&cart, "token-that-is-declined").await;
    let other = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&other).await;
    shop.submit(&other, "token-of-the-order").await;
    let declined = first_attempt(&shop).await;
    assert_eq!(declined.snapshot.email, "jana@example.cz");
    let store = &shop.server.app().store;
    let now = shop.server.app().clock.now();
    assert!(
        store
            .remember_notification("old".into(), now)
            .await
            .unwrap()
    );
    shop.server.stop().await;

    clock.advance(11 * DAY);
    let shop = place.open().await;
    until("the attempt", async || {
        first_attempt(&shop).await.snapshot.is_redacted()
    })
    .await;
    let erased = first_attempt(&shop).await;
    assert_eq!(erased.key, declined.key);
    assert_eq!(erased.snapshot.total, declined.snapshot.total);
    assert_eq!(erased.state, declined.state);
    let store = shop.server.app().store.clone();
    let number = OrderNumber(1001);
    let order = async |store: &dyn Store| store.order(number).await.unwrap().unwrap();
    let kept = order(&*store).await;
    assert_eq!(kept.order.snapshot.email, "jana@example.cz");
    let now = shop.server.app().clock.now();
    until("the notification", async || {
        store
            .remember_notification("old".into(), now)
            .await
            .unwrap()
    })
    .await;
    shop.server.stop().await;

    clock.advance(90 * DAY);
    let shop = place.open().await;
    let store = shop.server.app().store.clone();
    until("the order", async || {
        order(&*store).await.order.snapshot.is_redacted()
    })
    .await;
    let erased = order(&*store).await;
    assert_eq!(erased.order.snapshot.total, kept.order.snapshot.total);
    let last = erased.timeline.last().unwrap();
    assert_eq!(last.event, "redacted");
}
