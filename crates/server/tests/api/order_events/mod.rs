//! Tests order events: what the merchant's systems receive, and that they receive it despite failures.

mod gift_card_mail;
mod mail;
mod other_smtp;
mod receiver;
mod servers;
mod told;
mod transfers;
mod trouble;

use crate::support::{BOOK, Shop, ShopPlace};
use receiver::{Reaction, Receiver};
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;
use zkratka_commerce::time::Timestamp;
use zkratka_store::clock::{Clock, SystemClock};
use zkratka_store::{DeliveryFilter, DeliveryState, EventDelivery, Store};

const HOUR: i64 = 3_600_000;

/// A clock that moves only when a test moves it, so that a slow machine makes no retry due and ends no lease.
#[derive(Clone)]
struct ManualClock {
    start: Timestamp,
    ahead: Arc<AtomicI64>,
}

impl ManualClock {
    /// Moves the clock forward by milliseconds.
    fn forward(&self, milliseconds: i64) {
        self.ahead.fetch_add(milliseconds, Ordering::SeqCst);
    }
}

impl Clock for ManualClock {
    fn now(&self) -> Timestamp {
        self.start.plus(self.ahead.load(Ordering::SeqCst))
    }
}

/// A shop that sends events to this receiver, named `erp`.
fn telling(receiver: &Receiver) -> (ShopPlace, ManualClock) {
    telling_with(&receiver.section("erp"))
}

/// A shop with these configuration sections.
fn telling_with(sections: &str) -> (ShopPlace, ManualClock) {
    let hands = ManualClock {
        start: SystemClock.now(),
        ahead: Arc::default(),
    };
    let premises = ShopPlace::at(Arc::new(hands.clone()), |config| config + sections);
    (premises, hands)
}

/// Buys a book with payment on delivery; returns the order's number.
async fn buy(shop: &Shop) -> u64 {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_on_delivery(&cart).await;
    submit(shop, &cart).await
}

/// Buys a book with this card; returns the order's number.
async fn buy_by_card(shop: &Shop, number: &str) -> u64 {
    let cart = shop.ready_cart(&[(BOOK, 0, 1)]).await;
    shop.pay_by_card(&cart, number).await;
    submit(shop, &cart).await
}

async fn submit(shop: &Shop, cart: &Value) -> u64 {
    let token = format!("token of {}", cart["id"]);
    let result = shop.submit(cart, &token).await["result"].clone();
    assert_eq!(result["__typename"], "SubmitSuccess", "{result}");
    shop.orders().await[0].number.0
}

async fn deliveries(store: &dyn Store) -> Vec<EventDelivery> {
    let everything = DeliveryFilter {
        order: None,
        endpoint: None,
        delivered: true,
        limit: 1_000,
    };
    store.event_deliveries(everything).await.unwrap()
}

/// Waits for deliveries that satisfy `wanted`, and returns them.
async fn once(shop: &Shop, wanted: impl Fn(&[EventDelivery]) -> bool) -> Vec<EventDelivery> {
    let store = &shop.server.app().store;
    for _try in 0..3000 {
        let found = deliveries(&**store).await;
        if wanted(&found) {
            return found;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{:?}", deliveries(&**store).await);
}

/// Waits until there are `count` deliveries and all are delivered.
async fn all_delivered(shop: &Shop, count: usize) -> Vec<EventDelivery> {
    let told = |one: &EventDelivery| one.state == DeliveryState::Delivered;
    once(shop, |found| found.len() == count && found.iter().all(told)).await
}

/// Waits until every delivery has failed this many times.
async fn failed(shop: &Shop, times: u32) -> Vec<EventDelivery> {
    let has = |one: &EventDelivery| one.tries == times && one.state != DeliveryState::Delivered;
    once(shop, |found| !found.is_empty() && found.iter().all(has)).await
}

fn created(order: u64) -> (u64, String) {
    (order, "order.created".to_owned())
}

fn captured(order: u64) -> (u64, String) {
    (order, "order.captured".to_owned())
}
