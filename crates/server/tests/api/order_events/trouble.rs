//! Tests receivers that are unreachable, refuse, redirect or do not respond.

use super::receiver::SECRET;
use super::{
    HOUR, Reaction, Receiver, all_delivered, buy, buy_by_card, captured, created, deliveries,
    failed, once, telling, telling_with,
};
use zkratka_commerce::ids::OrderNumber;
use zkratka_commerce::order_event::OrderEventKind;
use zkratka_store::{DeliveryState, EventDelivery, ResendSelection, Subscriber};

/// A refused message is sent again: the same body and id with a new signature.
#[tokio::test]
async fn what_is_refused_comes_again() {
    let mut erp = Receiver::open();
    let (premises, hands) = telling(&erp);
    let shop = premises.open().await;
    erp.react(&[Reaction::Status(500)]);
    let number = buy(&shop).await;
    let first = erp.hear().await;
    let refused = failed(&shop, 1).await;
    assert_eq!(refused[0].answer.as_deref(), Some("status 500"));
    assert!(refused[0].due_at > refused[0].tried_at.unwrap());
    hands.forward(10_000);
    let second = erp.hear().await;
    assert_eq!(second.news(), created(number));
    assert_eq!((second.id(), &second.body), (first.id(), &first.body));
    let stamp = |heard: &super::receiver::Message| heard.header("webhook-timestamp").to_owned();
    assert_ne!(stamp(&second), stamp(&first));
    assert!(second.is_genuine(SECRET, &second.body));
    let found = all_delivered(&shop, 1).await;
    assert_eq!(
        (found[0].tries, found[0].answer.as_deref()),
        (2, Some("status 204"))
    );
    hands.forward(HOUR);
    assert!(erp.rest().is_empty());
}

/// [B.08] The receiver is unreachable and the server crashes: the next server delivers the event.
#[tokio::test]
async fn who_was_away_hears_of_it_from_the_next_server() {
    let erp = Receiver::away();
    let (premises, hands) = telling(&erp);
    let shop = premises.open().await;
    let number = buy(&shop).await;
    let found = failed(&shop, 1).await;
    assert_eq!(found[0].answer.as_deref(), Some("no answer"));
    drop(shop);
    let mut erp = erp.come();
    let shop = premises.open().await;
    hands.forward(10_000);
    assert_eq!(erp.news(1).await, [created(number)]);
    all_delivered(&shop, 1).await;
}

/// [B.08] A server crashes during a delivery: whether it arrived is unknown, so the next server sends it again with the
/// same id.
#[tokio::test]
async fn a_server_that_dies_while_it_tells_is_followed_by_another() {
    let mut erp = Receiver::open();
    let (premises, hands) = telling(&erp);
    erp.react(&[Reaction::Silence]);
    let shop = premises.open().await;
    buy(&shop).await;
    let first = erp.hear().await;
    drop(shop);
    let shop = premises.open().await;
    // A server on a store that is not shared takes it over at once; on a shared store it waits for the lease.
    if shop.server.app().store.is_shared() {
        hands.forward(60_000);
    }
    let second = erp.hear().await;
    assert_eq!(second.id(), first.id());
    all_delivered(&shop, 1).await;
}

/// A server that stops releases unanswered deliveries, so that the next one does not wait; the delivery does not count
/// as a try.
#[tokio::test]
async fn a_server_that_stops_lets_go() {
    let mut erp = Receiver::open();
    let (premises, _) = telling(&erp);
    erp.react(&[Reaction::Silence]);
    let shop = premises.open().await;
    let store = std::sync::Arc::clone(&shop.server.app().store);
    buy(&shop).await;
    erp.hear().await;
    shop.server.stop().await;
    let left = deliveries(&*store).await;
    assert_eq!((left[0].state, left[0].tries), (DeliveryState::Pending, 0));
    let shop = premises.open().await;
    erp.hear().await;
    assert_eq!(all_delivered(&shop, 1).await[0].tries, 1);
}

/// A refused event holds back the later events of its order, and no other order.
#[tokio::test]
async fn one_order_waits_and_others_do_not() {
    let mut erp = Receiver::open();
    let (premises, hands) = telling(&erp);
    let shop = premises.open().await;
    erp.react(&[Reaction::Status(503)]);
    let held = buy_by_card(&shop, "4111111111111111").await;
    assert_eq!(erp.news(1).await, [created(held)]);
    // The order has two events, and the second one is not tried.
    let waiting = |found: &[EventDelivery]| {
        let tries: Vec<_> = found.iter().map(|one| one.tries).collect();
        tries == [1, 0] && found[0].answer.is_some()
    };
    once(&shop, waiting).await;
    let other = buy_by_card(&shop, "4111111111111111").await;
    assert_eq!(erp.news(2).await, [created(other), captured(other)]);
    hands.forward(10_000);
    assert_eq!(erp.news(2).await, [created(held), captured(held)]);
    all_delivered(&shop, 4).await;
}

/// An unreachable receiver does not delay the others.
#[tokio::test]
async fn endpoints_do_not_wait_for_each_other() {
    let (mut erp, away) = (Receiver::open(), Receiver::away());
    let (premises, _) = telling_with(&(away.section("pryc") + &erp.section("erp")));
    let shop = premises.open().await;
    let number = buy_by_card(&shop, "4111111111111111").await;
    assert_eq!(erp.news(2).await, [created(number), captured(number)]);
    let settled = |found: &[EventDelivery]| {
        let told = found
            .iter()
            .filter(|one| one.state == DeliveryState::Delivered);
        told.count() == 2
            && found
                .iter()
                .any(|one| one.endpoint == "pryc" && one.answer.is_some())
    };
    let found = once(&shop, settled).await;
    assert_eq!(found.len(), 4);
}

/// The server follows no redirect: it sends events only to the configured URL.
#[tokio::test]
async fn nobody_is_led_elsewhere() {
    let mut erp = Receiver::open();
    let (premises, hands) = telling(&erp);
    let shop = premises.open().await;
    erp.react(&[Reaction::Redirect]);
    buy(&shop).await;
    assert_eq!(erp.hear().await.path, "erp");
    let found = failed(&shop, 1).await;
    assert_eq!(found[0].answer.as_deref(), Some("status 307"));
    hands.forward(10_000);
    assert_eq!(erp.hear().await.path, "erp");
}

/// However long the response is, only its status counts.
#[tokio::test]
async fn long_answers_are_not_listened_to() {
    let erp = Receiver::open();
    let (premises, _) = telling(&erp);
    let shop = premises.open().await;
    erp.react(&[Reaction::Chatter]);
    buy(&shop).await;
    let found = all_delivered(&shop, 1).await;
    assert_eq!(
        (found[0].tries, found[0].answer.as_deref()),
        (1, Some("status 200"))
    );
}

/// After three days the server gives up. The merchant sees the event, and can have it sent again.
#[tokio::test]
async fn what_nobody_takes_is_given_up_and_can_be_sent_again() {
    let mut erp = Receiver::open();
    let (premises, hands) = telling(&erp);
    let shop = premises.open().await;
    erp.react(&[Reaction::Status(500); 22]);
    let number = buy(&shop).await;
    for times in 1..22 {
        failed(&shop, times).await;
        hands.forward(10 * HOUR);
    }
    let found = failed(&shop, 22).await;
    assert_eq!(found[0].state, DeliveryState::GivenUp);
    let told = erp.news(22).await;
    assert!(told.iter().all(|news| *news == created(number)));

    let to = Subscriber {
        endpoint: "erp".to_owned(),
        kinds: OrderEventKind::ALL.to_vec(),
        since: None,
    };
    let store = &shop.server.app().store;
    let now = shop.server.app().clock.now();
    let again = ResendSelection::Order(OrderNumber(number));
    assert_eq!(
        store.send_events_again(again, vec![to], now).await.unwrap(),
        1
    );
    assert_eq!(erp.news(1).await, [created(number)]);
    assert_eq!(all_delivered(&shop, 1).await[0].tries, 1);
}
